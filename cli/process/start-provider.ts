/** `--start COMMAND`: runs the provider during the check, and stops it with its child processes. */
import type { Redaction } from "../../result/redact.ts";
import type { Provider } from "../../http/provider.ts";
import type { StartFailure } from "../../library/judge-options.ts";
import type { ProviderProcess } from "../../suites/run/provider-process.ts";
import { type GroupEnd, type ProcessGroup, startGroup } from "./process-group.ts";
import { openLog, openOutput } from "./provider-output.ts";
import { UsageError } from "../io.ts";
import { isAnswering, waitUntilAnswered, waitedInVain } from "./wait-for-answer.ts";

/** The command, and the place of its output. */
export interface StartOptions {
  readonly command: string;
  /** The address at which it will answer, and the limits of requests. */
  readonly provider: Pick<Provider, "baseUrl" | "transport" | "limits">;
  readonly waitMs: number;
  /** Variables that are removed from its environment. */
  readonly withoutVariables?: readonly string[];
  /** The file for the whole output, up to a limit. Without it, the output is not kept. */
  readonly logFile?: string;
  readonly redaction: Pick<Redaction, "redact" | "cutOf">;
  readonly signal: AbortSignal;
}

/** A started provider. */
export interface Started {
  /** Why it cannot be used, in sentences with the last lines of its output. Null while it runs and has answered. */
  readonly trouble: () => string | null;
  /** How it ended, or that it never answered; null while it can be used. */
  readonly failure: () => StartFailure | null;
  readonly stop: () => Promise<void>;
  /** The process, to start it again and to read its output; absent if it did not answer. */
  readonly process?: ProviderProcess;
}

/** The time for it to end by itself, in milliseconds. */
const GRACE_MS = 2_000;

/**
 * Starts the provider and waits until it sends any HTTP response, ends, or the wait is over.
 * @throws {UsageError} when its output cannot be written, or something already answers at its address; it is not
 *   started then
 */
export async function startProvider(options: StartOptions): Promise<Started> {
  const { command, waitMs, signal } = options;
  const env = environment(options.withoutVariables);
  const log = options.logFile === undefined ? null : openLog(options.logFile);
  const output = openOutput(options.redaction, log);
  if (await isAnswering(options)) {
    log?.close();
    throw new UsageError(
      `Something answers at ${options.provider.baseUrl} already, and the run would judge that. Stop it, or leave out --start`,
    );
  }
  const begin = (): Launched => launch(command, env, output.follow);
  let current = begin();
  let tried = await waitUntilAnswered(options, () => current.end() !== null);
  const trouble = (): string | null => {
    const end = current.end();
    if (end !== null) return `The provider that was started has ended (${end.words}).${output.tail()}`;
    if (tried === null || signal.aborted) return null;
    return `${waitedInVain("The provider that was started", waitMs, tried)}${output.tail()}`;
  };
  const restart = async (): Promise<boolean> => {
    await current.group.stop(GRACE_MS, signal);
    if (signal.aborted) return false;
    log?.write("--- started again, because it had ended during the run ---\n");
    current = begin();
    tried = await waitUntilAnswered(options, () => current.end() !== null);
    return tried === null;
  };
  const stop = async (): Promise<void> => {
    await current.group.stop(GRACE_MS, signal);
    log?.close();
  };
  const failure = (): StartFailure | null => failureOf(current.end(), tried === null || signal.aborted ? null : waitMs);
  const { mark, writtenSince } = output;
  const kept = { end: () => current.end()?.words ?? null, restart, mark, writtenSince };
  // A provider that never answered is not started again: no request can have ended it.
  return { trouble, failure, stop, ...(tried === null ? { process: kept } : {}) };
}

/** @param waitedMs how long the wait without a response was; null if it answered */
function failureOf(end: ProcessEnd | null, waitedMs: number | null): StartFailure | null {
  if (end !== null) return { hasFailed: end.isFailure, words: `has ended (${end.words})` };
  if (waitedMs === null) return null;
  const words = `still runs, and the provider did not answer within ${waitedMs / 1000} s (--wait)`;
  return { hasFailed: false, words };
}

/** A process that was launched, and how it ended; null while it runs. */
interface Launched {
  readonly group: ProcessGroup;
  readonly end: () => ProcessEnd | null;
}

interface ProcessEnd {
  readonly words: string;
  /** Whether it could not be started, was ended by a signal, or ended with a status other than 0. */
  readonly isFailure: boolean;
}

function launch(command: string, env: NodeJS.ProcessEnv, follow: (child: ProcessGroup["child"]) => void): Launched {
  const group = startGroup(command, { stdio: ["ignore", "pipe", "pipe"], env });
  follow(group.child);
  let ended: ProcessEnd | null = null;
  void group.ended.then((end) => (ended = { words: wordsFor(end), isFailure: end.code !== 0 }));
  return { group, end: () => ended };
}

/**
 * This process's environment, without the variables for brokers and the given ones. The provider may read
 * `PLANT_STORE_TOKEN`.
 */
function environment(without: readonly string[] = []): NodeJS.ProcessEnv {
  const isKept = (name: string): boolean => !/^PACT_BROKER_/i.test(name) && !without.includes(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isKept(name)));
}

function wordsFor({ error, signal, code }: GroupEnd): string {
  if (error !== null) return error.message.slice(0, 500);
  return signal === null ? `exit status ${code}` : `signal ${signal}`;
}
