/** The output of a started provider: its end for messages, and all of it in a file. */
import type { ChildProcess } from "node:child_process";
import { closeSync, writeSync } from "node:fs";
import type { Redaction } from "../../result/redact.ts";
import { openFollowed } from "../files/write-file.ts";
import { UsageError } from "../io.ts";

const TAIL_LINES = 20;
const TAIL_CHARACTERS = 16 * 1024;
const LOG_BYTES = 16 * 1024 * 1024;

const CUT_OFF = Buffer.from("--- the provider wrote more, which is not kept ---\n");

/** The most characters to show next to an exchange. */
const SHOWN_CHARACTERS = 4_000;

/** A file that takes output. */
export interface Log {
  readonly write: (text: string) => void;
  /** Whether it has reached its limit. */
  readonly isFull: () => boolean;
  readonly close: () => void;
}

/**
 * Opens the file for the output, which has a limit of size.
 * @throws {UsageError} when it cannot be opened
 */
export function openLog(path: string): Log {
  try {
    const file = openFollowed(path);
    let written = 0;
    let isFull = false;
    const append = (bytes: Buffer): void => {
      try {
        writeSync(file, bytes);
      } catch {
        // A full disk does not end a run. The output so far is kept.
        isFull = true;
      }
    };
    return {
      write: (text) => {
        if (isFull) return;
        const bytes = Buffer.from(text);
        written += bytes.length;
        isFull = written > LOG_BYTES;
        append(isFull ? CUT_OFF : bytes);
      },
      isFull: () => isFull,
      close: () => closeSync(file),
    };
  } catch (error) {
    const why = error instanceof Error ? String(Reflect.get(error, "code") ?? error.message) : String(error);
    throw new UsageError(
      `The output of the provider cannot be written to ${JSON.stringify(path)} (${why}); give another folder with --out`,
    );
  }
}

/** The output of a provider, also after it was started again. */
export interface ProviderOutput {
  /** Follows the output of a process. */
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
