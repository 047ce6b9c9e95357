/** Two ends that exchange messages: a thread and the thread that started it, or two ends in one thread. */
import type { EventEmitter } from "node:events";
import type { MessagePort, Worker } from "node:worker_threads";

/** One end of a channel. */
export interface Channel<Message> {
  readonly on: (event: string, listener: (value: unknown) => void) => unknown;
  /** @param handed memory that is transferred to the other end, not copied */
  readonly post: (message: Message, handed?: readonly ArrayBuffer[]) => void;
}

/** Makes an end of a channel from a port or a thread. */
export function channelOf<Message>(port: MessagePort | Worker): Channel<Message> {
  return {
    on: (event, listener) => (port as EventEmitter).on(event, listener),
    post: (message, handed = []) => port.postMessage(message, handed),
  };
}
