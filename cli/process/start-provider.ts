/** `--start COMMAND`: runs the provider during the check, and stops it with its child processes. */
import type { ChildProcess } from "node:child_process";
import { closeSync, writeSync } from "node:fs";
import { untilAborted } from "../../http/abortable.ts";
import { openConnection } from "../../http/connection.ts";
import { IncompleteAnswerError } from "../../http/message.ts";
import { type NoAnswer, noAnswerOf } from "../../http/no-answer.ts";
import type { Provider } from "../../http/provider.ts";
import { pause } from "../../http/retry-after.ts";
import type { StartFailure } from "../../library/judge-options.ts";
import type { Redaction } from "../../result/redact.ts";
import { systemFault } from "../../result/system-fault.ts";
import { defined } from "../../spec/defined.ts";
import type { ProviderProcess } from "../../suites/run/provider-process.ts";
import { openFollowed } from "../files/write-file.ts";
import { UsageError, asUsage } from "../io.ts";
import type { StartCommand } from "../options/provider-options.ts";
import { type GroupEnd, type ProcessGroup, startGroup } from "./process-group.ts";

interface StartOptions extends StartCommand {
  /** The address at which it will answer, and the limits of requests. */
  readonly provider: Pick<Provider, "baseUrl" | "transport" | "limits">;
  readonly redaction: Pick<Redaction, "redact" | "cutOf">;
  readonly signal: AbortSignal;
}

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

/** Starts the provider and waits until it answers or ends. @throws {UsageError} when something answers there already */
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
  return { trouble, failure, stop, ...defined({ process: tried === null ? kept : undefined }) };
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

/** This process's environment, without the variables for brokers. The provider may read `PLANT_STORE_TOKEN`. */
function environment(without: readonly string[] = []): NodeJS.ProcessEnv {
  const isKept = (name: string): boolean => !/^PACT_BROKER_/i.test(name) && !without.includes(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isKept(name)));
}

function wordsFor({ error, signal, code }: GroupEnd): string {
  if (error !== null) return error.message.slice(0, 500);
  return signal === null ? `exit status ${code}` : `signal ${signal}`;
}

const TAIL_LINES = 20;
const TAIL_CHARACTERS = 16 * 1024;
const LOG_BYTES = 16 * 1024 * 1024;

const CUT_OFF = Buffer.from("--- the provider wrote more, which is not kept ---\n");

/** The most characters to show next to an exchange. */
const SHOWN_CHARACTERS = 4_000;

interface Log {
  readonly write: (text: string) => void;
  readonly isFull: () => boolean;
  readonly close: () => void;
}

/** Opens the file for the output, which has a limit of size. @throws {UsageError} when it cannot be opened */
export function openLog(path: string): Log {
  const file = asUsage(
    Error,
    () => openFollowed(path),
    (error) =>
      `The output of the provider cannot be written to ${JSON.stringify(path)} (${systemFault(error)}); give another folder with --out`,
  );
  let written = 0;
  let isFull = false;
  return {
    write: (text) => {
      if (isFull) return;
      const bytes = Buffer.from(text);
      written += bytes.length;
      isFull = written > LOG_BYTES;
      try {
        writeSync(file, isFull ? CUT_OFF : bytes);
      } catch {
        // A full disk does not end a run. The output so far is kept.
        isFull = true;
      }
    },
    isFull: () => isFull,
    close: () => closeSync(file),
  };
}

interface ProviderOutput {
  readonly follow: (child: ChildProcess) => void;
  /** The last lines, for the end of a message. */
  readonly tail: () => string;
  /** How many characters were written so far. */
  readonly mark: () => number;
  /** The last lines that were written since then. */
  readonly writtenSince: (mark: number) => string;
}

/** Keeps the end of the output for messages, and all of it in a file. Secrets are removed line by line. */
export function openOutput({ redact, cutOf }: Pick<Redaction, "redact" | "cutOf">, log: Log | null): ProviderOutput {
  let tail = "";
  let written = 0;
  const keep = (text: string): void => {
    // Without a file, only the end is kept, so that a provider with endless output costs no more than reading it.
    const kept = log?.isFull() === false ? text : endOf(text);
    const clean = redact(kept).text;
    written += text.length - kept.length + clean.length;
    tail = `${tail}${clean}`.slice(-TAIL_CHARACTERS);
    log?.write(clean);
  };
  const follow = (child: ChildProcess): void => {
    for (const stream of [child.stdout, child.stderr]) {
      let rest = "";
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        const text = `${rest}${chunk}`;
        const lines = text.slice(0, text.lastIndexOf("\n") + 1);
        rest = text.slice(lines.length);
        // An endless line is cut, so that it does not fill the memory, but never within a secret.
        const cut = rest.length > TAIL_CHARACTERS ? cutOf(rest) : 0;
        keep(`${lines}${rest.slice(0, cut)}`);
        rest = rest.slice(cut);
      });
      stream?.on("end", () => keep(rest));
    }
  };
  return {
    follow,
    mark: () => written,
    writtenSince: (mark) => {
      const since = Math.min(written - mark, tail.length);
      return since <= 0 ? "" : wholeCharacters(lastLines(tail.slice(-since)).slice(-SHOWN_CHARACTERS));
    },
    tail: () => (tail.trim() === "" ? " It printed nothing." : ` The last lines that it printed:\n${lastLines(tail)}`),
  };
}

/** The last lines of a text for a message. Lines are not cut, because a cut could hide a part of a secret. */
function endOf(text: string): string {
  return text.length <= TAIL_CHARACTERS ? text : text.slice(text.lastIndexOf("\n", text.length - TAIL_CHARACTERS) + 1);
}

/** Removes half a character at a cut. */
function wholeCharacters(text: string): string {
  return text.replace(/^[\udc00-\udfff]/, "");
}

function lastLines(text: string): string {
  return text.trimEnd().split("\n").slice(-TAIL_LINES).join("\n");
}

// `--wait SECONDS`: waits until a provider sends any HTTP response.

export interface Waiting {
  readonly provider: Pick<Provider, "baseUrl" | "transport" | "limits">;
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

const PACE_MS = 100;

/** Asks until the provider answers, or `isOver`. @returns null if it answered; else the last request and its outcome */
export async function waitUntilAnswered(waiting: Waiting, isOver: () => boolean = () => false): Promise<string | null> {
  const { provider, waitMs, signal } = waiting;
  const until = performance.now() + waitMs;
  let tried = "nothing was tried";
  while (!isOver() && !signal.aborted && performance.now() < until) {
    const left = AbortSignal.timeout(Math.ceil(Math.min(provider.limits.requestMs, until - performance.now())));
    const found = await asked(provider, AbortSignal.any([signal, left]));
    if ("status" in found) return null;
    const { origin, pathname } = new URL(provider.baseUrl);
    tried = `GET ${origin}${pathname} (${found.detail})`;
    await pause(PACE_MS, signal);
  }
  return tried;
}

/** The sentence for a wait without a response. It names the option. */
export function waitedInVain(who: string, waitMs: number, tried: string): string {
  return `${who} did not answer within ${waitMs / 1000} s (--wait); the last thing that was tried: ${tried}.`;
}

/** Whether the connection is refused. A slow response shows nothing. */
export async function isRefused({ provider, signal }: Omit<Waiting, "waitMs">): Promise<boolean> {
  const limit = AbortSignal.timeout(provider.limits.requestMs);
  const found = await asked(provider, AbortSignal.any([signal, limit]));
  return "kind" in found && found.kind === "connection-refused";
}

/** The time in which a server that is already running has to answer, in milliseconds. */
const ALREADY_MS = 1_000;

/** The statuses of a gateway without a server behind it. */
const NOBODY_BEHIND: ReadonlySet<number> = new Set([502, 503, 504]);

/** Whether a server answers before the provider is started. Responses of a proxy do not count. */
async function isAnswering({ provider, signal }: Omit<Waiting, "waitMs">): Promise<boolean> {
  if (provider.transport?.proxy !== undefined) return false;
  const found = await asked(provider, AbortSignal.any([signal, AbortSignal.timeout(ALREADY_MS)]));
  return "status" in found && !NOBODY_BEHIND.has(found.status);
}

/** Sends a request without the token. Any status counts, whatever follows it. */
async function asked(
  { baseUrl, limits, transport }: Waiting["provider"],
  signal: AbortSignal,
): Promise<{ readonly status: number } | NoAnswer> {
  const connection = openConnection({ baseUrl, limits, ...defined({ transport }) });
  const { pathname: target } = new URL(baseUrl);
  const request = { method: "GET", target, headers: [], body: null, framing: "content-length" } as const;
  try {
    return await untilAborted(() => connection.send(request, signal), signal);
  } catch (error) {
    if (error instanceof IncompleteAnswerError) return error.arrived;
    return signal.aborted ? { kind: "timeout", detail: "no answer in time" } : noAnswerOf(error, null);
  } finally {
    void connection.close();
  }
}
