/** A proxy that judges what passes beside the traffic, and ends in a result. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { MessageChannel, Worker } from "node:worker_threads";
import { type TrafficItem, isLost } from "../../traffic/recorded-traffic.ts";
import type { TrafficResult } from "../../traffic/traffic-result.ts";
import type { NewFinding } from "../../traffic/traffic-state.ts";
import { type Channel, channelOf } from "../channel.ts";
import { type FromJudge, type ProxyWishes, type ToJudge, batchOf, judgeAt, textOfItem } from "./judging-end.ts";
import { type TrafficProxyOptions, openTrafficProxy } from "./traffic-proxy.ts";

/** A proxy to be opened, and what its traffic is judged by. */
export interface JudgedProxyOptions extends Omit<TrafficProxyOptions, "seen"> {
  readonly wishes: ProxyWishes;
  /** Called with what was not found before. */
  readonly onFinding?: (found: NewFinding) => void;
  /** Called with the number of answered exchanges that were looked at since the last call. */
  readonly onJudged?: (count: number) => void;
}

/** A proxy that is open. */
export interface JudgedProxy {
  readonly url: string;
  /** Closes it and every connection, and judges what has passed. @throws {Error} if the judging itself failed */
  readonly close: () => Promise<TrafficResult>;
}

/** Exchanges that wait to be judged, and the bytes of their bodies. Beyond them they are counted and not judged: the traffic comes first. */
const MOST_WAITING = { exchanges: 10_000, bytes: 32 * 1024 * 1024 } as const;

/** Opens a proxy. @throws {Error} of the system, when the port cannot be listened on */
export async function openJudgedProxy(options: JudgedProxyOptions): Promise<JudgedProxy> {
  const { wishes, onFinding, onJudged, ...ofProxy } = options;
  const judging = openJudging(judgeOf(wishes), ({ answered, found }) => {
    onJudged?.(answered);
    for (const one of found) onFinding?.(one);
  });
  try {
    // To load it while there is traffic would hold the traffic up.
    await judging.ready;
    const { url, close } = await openTrafficProxy({ ...ofProxy, seen: judging.add });
    return {
      url,
      close: async () => {
        await close();
        return judging.end();
      },
    };
  } catch (error) {
    await judging.stop();
    throw error;
  }
}

/** Where exchanges are judged. */
export interface Judge {
  readonly port: Channel<ToJudge>;
  readonly stop: () => Promise<unknown>;
  /** Exchanges that are sent at once: in the thread of the traffic, which waits for them, few. */
  readonly atOnce: number;
  /** Calls this once, in a while: what has passed until then is sent together. */
  readonly later: (flush: () => void) => void;
}

/** To post a message, and to be posted its answer, costs more than to write an exchange down. */
const TOGETHER_MS = 25;

/** A thread; the same one where the file of the thread is not there: in a single executable, and before a build. */
function judgeOf(wishes: ProxyWishes): Judge {
  const file = new URL("./judging-thread.js", import.meta.url);
  if (file.protocol !== "file:" || !existsSync(file)) return judgeHere(wishes);
  const thread = new Worker(fileURLToPath(file), { workerData: wishes, execArgv: [] });
  const later: Judge["later"] = (flush) => void setTimeout(flush, TOGETHER_MS).unref();
  return { port: channelOf(thread), stop: () => thread.terminate(), atOnce: 256, later };
}

function judgeHere(wishes: ProxyWishes): Judge {
  const { port1, port2 } = new MessageChannel();
  void judgeAt(channelOf(port2), wishes);
  const later: Judge["later"] = (flush) => void setImmediate(flush);
  return { port: channelOf(port1), stop: () => Promise.resolve(port1.close()), atOnce: 2, later };
}

/** Exchanges on their way to a judge. */
interface Judging {
  /** Resolves when the judge is loaded. */
  readonly ready: Promise<unknown>;
  readonly add: (item: TrafficItem) => void;
  /** @throws {Error} if the judging itself failed */
  readonly end: () => Promise<TrafficResult>;
  readonly stop: () => Promise<unknown>;
}

/** Sends exchanges to a judge, up to a limit of what waits there. */
export function openJudging(
  { port, stop, atOnce, later }: Judge,
  onJudged: (said: Extract<FromJudge, { readonly judged: number }>) => void,
): Judging {
  const [ready, ended] = [openEnd<undefined>(), openEnd<TrafficResult>()];
  const fail = (why: string): void => [ready, ended].forEach((one) => one.fail(why));
  const waiting = openWaiting();
  const sending = openSending({ port, atOnce, later }, waiting.enter);
  port.on("message", (message) => {
    const said = message as FromJudge;
    if ("isReady" in said) return ready.done(undefined);
    if ("fault" in said) return fail(said.fault);
    if ("result" in said) return ended.done(said.result);
    waiting.leave(said.judged);
    onJudged(said);
  });
  port.on("error", (error: unknown) => fail(String(error)));
  port.on("exit", () => fail("its thread ended"));
  return {
    ready: ready.result,
    add: sending.add,
    end: async () => {
      sending.flush();
      port.post({ end: true });
      return ended.result.finally(stop);
    },
    stop,
  };
}

/** Collects exchanges, and posts those of a while together. What may not wait is counted. */
function openSending(
  { port, atOnce, later }: Pick<Judge, "port" | "atOnce" | "later">,
  mayWait: (size: number) => boolean,
): { readonly add: (item: TrafficItem) => void; readonly flush: () => void } {
  let batch: string[] = [];
  let leftOut = 0;
  let isDue = false;
  const flush = (): void => {
    if (batch.length + leftOut > 0) port.post({ batch: batchOf(batch), leftOut });
    [batch, leftOut] = [[], 0];
  };
  const flushDue = (): void => {
    isDue = false;
    flush();
  };
  return {
    add: (item) => {
      if (!isDue) later(flushDue);
      isDue = true;
      // Written down at once, so that many of them are not written in one go while traffic waits.
      if (mayWait(sizeOf(item))) batch.push(textOfItem(item));
      else leftOut += 1;
      if (batch.length >= atOnce) flush();
    },
    flush,
  };
}

/** What is still to come of a judge. One that fails is reported to who waits for it, and disturbs no traffic. */
function openEnd<T>(): {
  readonly result: Promise<T>;
  readonly done: (result: T) => void;
  readonly fail: (why: string) => void;
} {
  let [done, reject]: [(result: T) => void, (error: Error) => void] = [() => undefined, () => undefined];
  const result = new Promise<T>((...settle) => ([done, reject] = settle));
  result.catch(() => undefined);
  return { result, done, fail: (why) => reject(new Error(`The judging of the traffic failed: ${why}`)) };
}

/** Counts what waits to be judged. */
function openWaiting(): { readonly enter: (size: number) => boolean; readonly leave: (count: number) => void } {
  const sizes: number[] = [];
  let bytes = 0;
  return {
    enter: (size) => {
      if (sizes.length >= MOST_WAITING.exchanges || bytes + size > MOST_WAITING.bytes) return false;
      sizes.push(size);
      bytes += size;
      return true;
    },
    leave: (count) => {
      for (const size of sizes.splice(0, count)) bytes -= size;
    },
  };
}

function sizeOf(item: TrafficItem): number {
  if (isLost(item)) return 0;
  const bodies: readonly unknown[] = [item.request.body, item.response?.body];
  return bodies.reduce<number>((sum, body) => sum + (body instanceof Uint8Array ? body.length : 0), 0);
}
