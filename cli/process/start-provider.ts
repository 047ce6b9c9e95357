/** `--start COMMAND`: runs the provider for the time of the check, and stops it with its children. */
import type { ChildProcess } from "node:child_process";
import { closeSync, writeSync } from "node:fs";
import type { Redaction } from "../../result/redact.ts";
import type { Provider } from "../../http/provider.ts";
import { UsageError } from "../io.ts";
import { openFollowed } from "../files/write-file.ts";
import { type GroupEnd, startGroup } from "./process-group.ts";
import { waitUntilAnswered, waitedInVain } from "./wait-for-answer.ts";

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
}

/** Milliseconds for it to end by itself. */
const GRACE_MS = 2_000;

const TAIL_LINES = 20;
const TAIL_CHARACTERS = 16 * 1024;
const LOG_BYTES = 16 * 1024 * 1024;

/**
 * Starts the provider and waits until it answers anything in HTTP, ends, or the wait is over.
 * @throws {UsageError} when its output cannot be written; it has not been started then
 */
export async function startProvider(options: StartOptions): Promise<Started> {
  const { command, waitMs, signal } = options;
  const log = options.logFile === undefined ? null : openLog(options.logFile);
  const group = startGroup(command, { stdio: ["ignore", "pipe", "pipe"], env: environment() });
  const output = keepOutput(group.child, options.redaction, log);
  let ended: string | null = null;
  void group.ended.then((end) => (ended = wordsFor(end)));
  const tried = await waitUntilAnswered(options, () => ended !== null);
  const trouble = (): string | null => {
    if (ended !== null) return `The provider that was started has ended (${ended}).${output.tail()}`;
    if (tried === null || waitMs === 0 || signal.aborted) return null;
    return `${waitedInVain("The provider that was started", waitMs, tried)}${output.tail()}`;
  };
  const stop = async (): Promise<void> => {
    await group.stop(GRACE_MS, signal);
    log?.close();
  };
  return { trouble, stop };
}

/** Ours, without what is the broker's affair and ours. The provider may know its own token from `PLANT_STORE_TOKEN`. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^PACT_BROKER_/i.test(name)));
}

function wordsFor({ error, signal, code }: GroupEnd): string {
  if (error !== null) return error.message;
  return signal === null ? `exit status ${code}` : `signal ${signal}`;
}

interface Log {
  readonly write: (text: string) => void;
  readonly close: () => void;
}

/** Opens the file for the output, which takes no more than its limit. */
function openLog(path: string): Log {
  try {
    const file = openFollowed(path);
    let written = 0;
    return {
      write: (text) => {
        written += Buffer.byteLength(text);
        if (written > LOG_BYTES) return;
        try {
          writeSync(file, text);
        } catch {
          // A full disk is no reason to stop a run; what is there is kept.
          written = LOG_BYTES;
        }
      },
      close: () => closeSync(file),
    };
  } catch (error) {
    const why = error instanceof Error ? String(Reflect.get(error, "code") ?? error.message) : String(error);
    throw new UsageError(
      `The output of the provider cannot be written to ${JSON.stringify(path)} (${why}); give another folder with --out`,
    );
  }
}

/** Keeps the end of the output for a message, and all of it in a file; secrets are taken out line by line. */
function keepOutput(
  child: ChildProcess,
  { redact, cutOf }: StartOptions["redaction"],
  log: Log | null,
): { readonly tail: () => string } {
  let tail = "";
  const keep = (line: string): void => {
    const clean = redact(line).text;
    tail = `${tail}${clean}`.slice(-TAIL_CHARACTERS);
    log?.write(clean);
  };
  for (const stream of [child.stdout, child.stderr]) {
    let rest = "";
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      const lines = `${rest}${chunk}`.split(/(?<=\n)/);
      rest = lines.at(-1)?.endsWith("\n") === true ? "" : (lines.pop() ?? "");
      // A line without an end is cut, so that it does not fill the memory, and never within a secret.
      const cut = rest.length > TAIL_CHARACTERS ? cutOf(rest) : 0;
      lines.push(rest.slice(0, cut));
      rest = rest.slice(cut);
      for (const line of lines) keep(line);
    });
    stream?.on("end", () => keep(rest));
  }
  return {
    tail: () => {
      const lines = tail.trimEnd().split("\n").slice(-TAIL_LINES);
      return tail.trim() === "" ? " It printed nothing." : ` The last lines that it printed:\n${lines.join("\n")}`;
    },
  };
}
