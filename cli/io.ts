/** The world as the command sees it. `main.ts` binds it to the process, a test to its own. */
import type { Redaction } from "../result/redact.ts";

export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Columns of standard output, where it is a terminal. */
  readonly columns: number | undefined;
  readonly outIsTerminal: boolean;
  /** Standard output is a pipe, whose reader may stop without ending the command. */
  readonly outIsPipe?: boolean;
  readonly errIsTerminal: boolean;
  /** Asks a question on the terminal; absent where there is none. */
  readonly ask?: (question: string) => Promise<string>;
  /** Tells of keys, or of the first character of each line where standard input is no terminal; for `--watch`. */
  readonly keys?: (listener: (key: string) => void) => () => void;
  /** Standard input as it arrives; absent where a test gives none. */
  readonly input?: () => AsyncIterable<Uint8Array>;
  /** The working folder; by default that of the process. */
  readonly folder?: string;
  /** The words that call the program, such as `npx plant-store-conformance`; by default its name alone. */
  readonly program?: string;
  /** The command is the single executable, which has no part of Pact: it verifies no contracts. */
  readonly isExecutable?: true;
  /** Is called before the first request may leave: from then on no exit status says that nothing was sent. */
  readonly onAsking?: () => void;
  /** Calls back on SIGINT, SIGTERM, SIGHUP and SIGQUIT until the returned function is called. */
  readonly onInterrupt: (callback: () => void) => () => void;
  /** Learns the secrets of the command, so that a message about a fault holds none. By default it is new. */
  readonly redaction?: Redaction;
}

/** Why the single executable verifies no contracts. */
export const NO_VERIFIER =
  "This executable has no verifier of contracts, because Pact's is a native library; with Node.js, npx plant-store-conformance has it.";

/** Takes the exit status of a command. */
export type ExitWith = (status: number) => void;

/** Something wrong in what the user gave: one sentence, exit status 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Something that was to be written cannot be: one sentence, and an exit status that is no verdict. */
export class OutputError extends Error {
  override readonly name = "OutputError";
}

/** How a part of a command learns of an interrupt that the whole has heard. */
export function interruptFrom(signal: AbortSignal): Io["onInterrupt"] {
  return (callback) => {
    if (signal.aborted) callback();
    signal.addEventListener("abort", callback);
    return () => signal.removeEventListener("abort", callback);
  };
}

/** Exit statuses of the command. */
export const EXIT = { conformant: 0, nonConformant: 1, usage: 2, inconclusive: 3 } as const;

/** Whether to colour standard output: on a terminal, unless NO_COLOR asks not to; FORCE_COLOR asks to. */
export function wantsColour({ env, outIsTerminal }: Io): boolean {
  if (env["NO_COLOR"] !== undefined && env["NO_COLOR"] !== "") return false;
  const force = env["FORCE_COLOR"];
  if (force !== undefined) return force !== "0" && force !== "false";
  return outIsTerminal && env["TERM"] !== "dumb";
}
