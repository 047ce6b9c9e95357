/** The environment of the command. `main.ts` binds it to the process; tests pass their own. */
import type { Redaction } from "../result/redact.ts";
import { excerpt } from "../result/safe-text.ts";
import { systemFault } from "../result/system-fault.ts";
import { defined } from "../spec/defined.ts";

export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The columns of standard output, if it is a terminal. */
  readonly columns: number | undefined;
  readonly outIsTerminal: boolean;
  /** Whether standard output is a pipe. Its reader may stop, and this does not end the command. */
  readonly outIsPipe?: boolean;
  readonly errIsTerminal: boolean;
  /** Asks a question on the terminal; absent without a terminal. */
  readonly ask?: (question: string) => Promise<string>;
  /** Reports keys for `--watch`. If standard input is not a terminal, reports the first character of each line. */
  readonly keys?: (listener: (key: string) => void) => () => void;
  /** Standard input as it arrives; absent in tests without one. */
  readonly input?: () => AsyncIterable<Uint8Array>;
  /** The working folder. Default: that of the process. */
  readonly folder?: string;
  /** The words that call the program, such as `npx plant-store-conformance`. Default: only its name. */
  readonly program?: string;
  /** Whether this is the single executable. It does not contain Pact, so it verifies no contracts. */
  readonly isExecutable?: true;
  /** Called before the first request. From then on, no exit status may mean that nothing was sent. */
  readonly onAsking?: () => void;
  /** Calls back on SIGINT, SIGTERM, SIGHUP and SIGQUIT until the returned function is called. */
  readonly onInterrupt: (callback: () => void) => () => void;
  /** Collects the secrets of the command, so that messages about faults contain none. Default: a new one. */
  readonly redaction?: Redaction;
}

/** Why the single executable verifies no contracts. */
export const NO_VERIFIER =
  "This executable has no verifier of contracts, because Pact's is a native library; with Node.js, npx plant-store-conformance has it.";

export type ExitWith = (status: number) => void;

/** A fault of the user's input: one sentence, exit status 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Does work in which an error of a class is the user's: a `UsageError`. @param sentence by default its message */
export function asUsage<Value, Fault extends Error>(
  kind: abstract new (...given: never[]) => Fault,
  work: () => Value,
  sentence: (error: Fault) => string = ({ message }) => message,
): Value {
  const refuse = (error: unknown): never => {
    throw error instanceof kind ? new UsageError(sentence(error)) : error;
  };
  try {
    const value = work();
    return value instanceof Promise ? (value.catch(refuse) as Value) : value;
  } catch (error) {
    return refuse(error);
  }
}

/** The sentence for a file or folder with which the system refuses to do something. @param done "read", "written" */
export function cannotBe(done: string, what: string, path: string): (error: unknown) => string {
  return (error) => `${what} ${JSON.stringify(path)} cannot be ${done}: ${systemFault(error)}`;
}

/** @throws {UsageError} when more than one of these options has a value */
export function refuseBoth(options: Readonly<Record<string, unknown>>): void {
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== false);
  const [first, second] = given.map(([name]) => name);
  if (second !== undefined) throw new UsageError(`Both ${first} and ${second} are given; give one of them`);
}

/** A file or stream cannot be written: one sentence, and an exit status that is not a verdict. */
export class OutputError extends Error {
  override readonly name = "OutputError";
}

/** Passes an interrupt of the whole command on to a part of it. */
export function interruptFrom(signal: AbortSignal): Io["onInterrupt"] {
  return (callback) => {
    if (signal.aborted) callback();
    signal.addEventListener("abort", callback);
    return () => signal.removeEventListener("abort", callback);
  };
}

/** Resolves on an interrupt, or when the time is over. */
export async function interruptOrEnd({ onInterrupt }: Io, milliseconds: number | null = null): Promise<void> {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const stopListening = onInterrupt(end);
  const timer = milliseconds === null ? undefined : setTimeout(end, milliseconds);
  await ended;
  clearTimeout(timer);
  stopListening();
}

export const EXIT = { conformant: 0, nonConformant: 1, usage: 2, inconclusive: 3 } as const;

/** How text looks on standard output: in colour, and how wide. */
export function lookOf(io: Io): { readonly colour: boolean; readonly width?: number } {
  return defined({ colour: wantsColour(io), width: io.columns });
}

/** Whether to colour standard output: on a terminal without NO_COLOR, or with FORCE_COLOR. */
export function wantsColour({ env, outIsTerminal }: Io): boolean {
  if (env["NO_COLOR"] !== undefined && env["NO_COLOR"] !== "") return false;
  const force = env["FORCE_COLOR"];
  if (force !== undefined) return force !== "0" && force !== "false";
  return outIsTerminal && env["TERM"] !== "dumb";
}

// Faults of the suite or the machine, each in one sentence that does not blame the provider.

/** The most code points of a message to show. */
const LONGEST = 500;

/** The sentence for an unexpected error, with its place in the code. */
export function faultSentence(error: unknown, redaction: Redaction): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, place] = (error instanceof Error && /([^/\\()]+[/\\][^/\\()]+:\d+:\d+)\)?$/m.exec(error.stack ?? "")) || [];
  const where = place === undefined ? "" : ` (${place})`;
  return `A fault of the suite itself, which says nothing about a provider: ${shown(message, redaction)}${where}`;
}

/** The sentence for a stream that cannot be written any more. */
export function streamSentence(name: string, error: unknown, redaction: Redaction): string {
  return `${name} cannot be written: ${shown(systemFault(error), redaction)}`;
}

function shown(text: string, redaction: Redaction): string {
  return excerpt(redaction.safely(text), LONGEST);
}
