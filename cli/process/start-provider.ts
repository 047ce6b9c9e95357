/** `--start COMMAND`: runs the provider for the time of the check, and stops it with its children. */
import { Client } from "undici";
import type { Redaction } from "../../result/redact.ts";
import type { Provider } from "../../http/provider.ts";
import { untilAborted } from "../../http/aborting.ts";
import { pause } from "../../http/rate-limit.ts";
import { connectTo, proxyHeaders, requestTarget } from "../../http/connect.ts";
import type { ProviderProcess } from "../../suites/run/provider-process.ts";
import { type GroupEnd, type ProcessGroup, startGroup } from "./process-group.ts";
import { openLog, openOutput } from "./provider-output.ts";

/** How to start, and where its output goes. */
export interface StartOptions {
  readonly command: string;
  /** Where it will answer, and the limits of asking. */
  readonly provider: Pick<Provider, "baseUrl" | "transport" | "limits">;
  readonly waitMs: number;
  /** Takes the whole output, up to a limit; none where it is not given. */
  readonly logFile?: string;
  readonly redaction: Pick<Redaction, "redact" | "cutOf">;
  readonly signal: AbortSignal;
}

/** A provider that was started. */
export interface Started {
  /** Why it is no use, in sentences with the last lines of its output; null while it runs and once answered. */
  readonly trouble: () => string | null;
  readonly stop: () => Promise<void>;
  /** For starting it again, and for what it writes; absent where it did not answer. */
  readonly process?: ProviderProcess;
}

/** Milliseconds between two questions whether it answers, and for it to end by itself. */
const PACE_MS = 100;
const GRACE_MS = 2_000;

/**
 * Starts the provider and waits until it answers anything in HTTP, ends, or the wait is over.
 * @throws {UsageError} when its output cannot be written; it has not been started then
 */
export async function startProvider(options: StartOptions): Promise<Started> {
  const { command, waitMs, signal } = options;
  const log = options.logFile === undefined ? null : openLog(options.logFile);
  const output = openOutput(options.redaction, log);
  let current = launch(command, output.follow);
  let answered = await waitForAnswer(options, () => current.end() !== null);
  const trouble = (): string | null => {
    const end = current.end();
    if (end !== null) return `The provider that was started has ended (${end}).${output.tail()}`;
    if (answered || signal.aborted) return null;
    return `The provider that was started did not answer within ${waitMs / 1000} s.${output.tail()}`;
  };
  const restart = async (): Promise<boolean> => {
    await current.group.stop(GRACE_MS, signal);
    if (signal.aborted) return false;
    log?.write("--- started again, because it had ended during the run ---\n");
    current = launch(command, output.follow);
    answered = await waitForAnswer(options, () => current.end() !== null);
    return answered;
  };
  const stop = async (): Promise<void> => {
    await current.group.stop(GRACE_MS, signal);
    log?.close();
  };
  const kept = { end: () => current.end(), restart, mark: output.mark, writtenSince: output.writtenSince };
  // One that never answered is not started again: there is nothing that a request could have ended.
  return { trouble, stop, ...(answered ? { process: kept } : {}) };
}

/** A process that was launched, and how it ended; null while it runs. */
interface Launched {
  readonly group: ProcessGroup;
  readonly end: () => string | null;
}

function launch(command: string, follow: (child: ProcessGroup["child"]) => void): Launched {
  const group = startGroup(command, { stdio: ["ignore", "pipe", "pipe"], env: environment() });
  follow(group.child);
  let ended: string | null = null;
  void group.ended.then((end) => (ended = wordsFor(end)));
  return { group, end: () => ended };
}

/** Ours, without what is the broker's affair and ours. The provider may know its own token from `PLANT_STORE_TOKEN`. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^PACT_BROKER_/i.test(name)));
}

function wordsFor({ error, signal, code }: GroupEnd): string {
  if (error !== null) return error.message.slice(0, 500);
  return signal === null ? `exit status ${code}` : `signal ${signal}`;
}

async function waitForAnswer(options: StartOptions, isOver: () => boolean): Promise<boolean> {
  const { waitMs, signal } = options;
  const until = performance.now() + waitMs;
  while (!isOver() && !signal.aborted && performance.now() < until) {
    const left = AbortSignal.timeout(Math.ceil(Math.min(options.provider.limits.requestMs, until - performance.now())));
    if (await answers(options.provider, AbortSignal.any([signal, left]))) return true;
    await pause(PACE_MS, signal);
  }
  return false;
}

/** Any answer counts, and the token stays out of the question. */
async function answers(
  { baseUrl, transport = {}, limits }: StartOptions["provider"],
  signal: AbortSignal,
): Promise<boolean> {
  const { origin, pathname } = new URL(baseUrl);
  const connect = connectTo(transport, { ...limits, signal });
  const client = new Client(origin, { connect, ...(transport.http2 === undefined ? {} : { allowH2: true }) });
  const path = requestTarget(origin, pathname, transport);
  const headers = proxyHeaders(origin, transport).flat();
  try {
    const { body } = await untilAborted(() => client.request({ method: "GET", path, headers, signal }), signal);
    body.on("error", () => undefined);
    return true;
  } catch {
    return false;
  } finally {
    client.destroy(() => undefined);
  }
}
