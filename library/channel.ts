/** Two ends that send messages to each other: a thread and the one that started it, or two ends in one thread. */
import type { EventEmitter } from "node:events";
import type { MessagePort, Worker } from "node:worker_threads";

/** One end of a channel. */
export interface Channel<Message> {
  readonly on: (event: string, listener: (value: unknown) => void) => unknown;
  /** @param handed memory that belongs to the other end from then on, and is not copied */
  readonly post: (message: Message, handed?: readonly ArrayBuffer[]) => void;
}

/** The end of a channel that a port is, or a thread. */
export function channelOf<Message>(port: MessagePort | Worker): Channel<Message> {
  return {
    on: (event, listener) => (port as EventEmitter).on(event, listener),
    post: (message, handed = []) => port.postMessage(message, handed),
  };
}
