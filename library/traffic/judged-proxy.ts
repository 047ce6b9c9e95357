/** A proxy that judges what passes beside the traffic, and ends in a result. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { MessageChannel, Worker } from "node:worker_threads";
import type { TrafficResult } from "../../traffic/traffic-result.ts";
import type { NewFinding } from "../../traffic/traffic-state.ts";
import type { WirePairs } from "../../traffic/wire/wire-pairs.ts";
import { type Channel, channelOf } from "../channel.ts";
import { type FromJudge, type ProxyWishes, type ToJudge, judgeAt } from "./judging-end.ts";
import { type TrafficProxyOptions, openTrafficProxy } from "./traffic-proxy.ts";
import { type WireEvent, openWireBatch, sizeOfEvent } from "./wire-batch.ts";

/** A proxy to be opened, and what its traffic is judged by. */
export interface JudgedProxyOptions extends Omit<TrafficProxyOptions, "look"> {
  readonly wishes: Omit<ProxyWishes, "origin">;
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

/** Bytes of what has passed that wait to be judged. A connection that goes beyond them is not looked at any more: the traffic comes first. */
const MOST_WAITING = 32 * 1024 * 1024;

/** Opens a proxy. @throws {Error} of the system, when the port cannot be listened on */
export async function openJudgedProxy(options: JudgedProxyOptions): Promise<JudgedProxy> {
  const { wishes, onFinding, onJudged, onUnreached, ...ofProxy } = options;
  const judge = judgeOf({ ...wishes, origin: new URL(options.target).origin });
  const judging = openJudging(judge, ({ answered, found }) => {
    onJudged?.(answered);
    for (const one of found) onFinding?.(one);
  });
  const unreached = (why: string): void => {
    judging.unreached(why);
    onUnreached?.(why);
  };
  try {
    // To load it while there is traffic would hold the traffic up.
    await judging.ready;
    const { url, close } = await openTrafficProxy({ ...ofProxy, look: judging.look, onUnreached: unreached });
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

/** Where traffic is judged. */
export interface Judge {
  readonly port: Channel<ToJudge>;
  readonly stop: () => Promise<unknown>;
  /** Bytes that are sent at once: in the thread of the traffic, which waits for them, few. */
  readonly atOnce: number;
  /** Calls this once, in a while: what has passed until then is sent together. */
  readonly later: (flush: () => void) => void;
}

/** To post a message costs more than to copy what passes, and exchanges that are judged together take less processor time. */
const TOGETHER_MS = 200;

/** A thread; the same one where the file of the thread is not there: in a single executable, and before a build. */
function judgeOf(wishes: ProxyWishes): Judge {
  const file = new URL("./judging-thread.js", import.meta.url);
  if (file.protocol !== "file:" || !existsSync(file)) return judgeHere(wishes);
  const thread = new Worker(fileURLToPath(file), { workerData: wishes, execArgv: [] });
  const later: Judge["later"] = (flush) => void setTimeout(flush, TOGETHER_MS).unref();
  return { port: channelOf(thread), stop: () => thread.terminate(), atOnce: 512 * 1024, later };
}

function judgeHere(wishes: ProxyWishes): Judge {
  const { port1, port2 } = new MessageChannel();
  void judgeAt(channelOf(port2), wishes);
  const later: Judge["later"] = (flush) => void setImmediate(flush);
  return { port: channelOf(port1), stop: () => Promise.resolve(port1.close()), atOnce: 2 * 1024, later };
}

/** Traffic on its way to a judge. */
interface Judging {
  /** Resolves when the judge is loaded. */
  readonly ready: Promise<unknown>;
  /** Looks at one more connection. */
  readonly look: () => WirePairs;
  /** Counts a connection that could not be passed on. */
  readonly unreached: (why: string) => void;
  /** @throws {Error} if the judging itself failed */
  readonly end: () => Promise<TrafficResult>;
  readonly stop: () => Promise<unknown>;
}

/** Sends what passes to a judge, up to a limit of what waits there. */
export function openJudging(
  { port, stop, atOnce, later }: Judge,
  onJudged: (said: Extract<FromJudge, { readonly readBytes: number }>) => void,
): Judging {
  const [ready, ended] = [openEnd<undefined>(), openEnd<TrafficResult>()];
  const fail = (why: string): void => [ready, ended].forEach((one) => one.fail(why));
  const sending = openSending({ port, atOnce, later });
  port.on("message", (message) => {
    const said = message as FromJudge;
    if ("isReady" in said) return ready.done(undefined);
    if ("fault" in said) return fail(said.fault);
    if ("result" in said) return ended.done(said.result);
    sending.wasRead(said.readBytes);
    onJudged(said);
  });
  port.on("error", (error: unknown) => fail(String(error)));
  port.on("exit", () => fail("its thread ended"));
  let connections = 0;
  return {
    ready: ready.result,
    look: () => lookingAt((connections += 1), sending.add),
    unreached: (why) => void sending.add({ kind: "unreached", connection: 0, bytes: Buffer.from(why) }),
    end: async () => {
      sending.flush();
      port.post({ end: true });
      return ended.result.finally(stop);
    },
    stop,
  };
}

const NOTHING = new Uint8Array();

/** Sends what happens on a connection, until something of it may not wait: what comes after cannot be read without it. */
function lookingAt(connection: number, add: (event: WireEvent) => boolean): WirePairs {
  let isGivenUp = false;
  const send = (kind: WireEvent["kind"], bytes: Uint8Array = NOTHING): void => {
    if (isGivenUp) return;
    isGivenUp = !add({ kind, connection, bytes });
    if (isGivenUp) add({ kind: "given-up", connection, bytes: NOTHING });
  };
  return {
    fromClient: (chunk) => send("client", chunk),
    fromServer: (chunk) => send("server", chunk),
    serverEnded: () => send("server-ended"),
    closed: () => send("closed"),
  };
}

/** Collects events, and posts those of a while together. */
function openSending({ port, atOnce, later }: Pick<Judge, "port" | "atOnce" | "later">): {
  /** Whether it may wait: what nobody has sent always does. */
  readonly add: (event: WireEvent) => boolean;
  readonly wasRead: (bytes: number) => void;
  readonly flush: () => void;
} {
  let [waiting, isDue] = [0, false];
  const { add, flush } = openWireBatch(atOnce, (batch) => port.post({ batch }, [batch.buffer]));
  const flushDue = (): void => {
    isDue = false;
    flush();
  };
  return {
    add: (event) => {
      const size = sizeOfEvent(event);
      const isSent = event.kind === "client" || event.kind === "server";
      if (isSent && waiting + size > MOST_WAITING) return false;
      waiting += size;
      add(event);
      if (!isDue) later(flushDue);
      isDue = true;
      return true;
    },
    wasRead: (bytes) => void (waiting -= bytes),
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
