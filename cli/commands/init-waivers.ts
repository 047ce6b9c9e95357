/** `waivers --init`: writes a first file of waivers for the user to complete. */
import { type FilledWaiver, renderFirstWaivers } from "../files/first-waivers.ts";
import { usableText } from "../files/waivers-file.ts";
import { count } from "../../result/counts.ts";
import { type Io, OutputError, UsageError } from "../io.ts";
import { systemWords } from "../process/faults.ts";
import { readResultFile } from "../files/result-file.ts";
import { writeNew } from "../files/write-file.ts";

export interface InitWaiversOptions {
  /** A result.json. */
  readonly init: string;
  /** `-` is standard output. */
  readonly out: string;
  /** The reason and last day of all entries; without them, the user has to complete each entry. */
  readonly reason?: string;
  readonly until?: string;
  /** One entry per cause, instead of one per requirement. */
  readonly byCause: boolean;
}

/**
 * Runs `waivers --init`.
 * @returns 0, also if there is nothing to waive; nothing is written then
 * @throws {UsageError} when there is no result, or the file exists
 * @throws {OutputError} when it cannot be written
 */
export function initWaivers({ init, out, reason, until, byCause }: InitWaiversOptions, io: Io): number {
  const filled = filledBy(reason, until);
  const { text, entries } = renderFirstWaivers(readResultFile(init).result, filled, byCause ? "cause" : "requirement");
  const what = JSON.stringify(init);
  if (entries === 0) {
    io.err(
      `There is nothing to waive: no MUST and no SHOULD failed in ${what} without a waiver. Nothing was written.\n`,
    );
    return 0;
  }
  if (out === "-") {
    io.out(text);
    return 0;
  }
  write(out, text);
  const needs = filled === null ? " Each needs a reason and an expiry date." : "";
  io.err(`Written: ${out}, with ${count(entries, "entry", "entries")}.${needs}\n`);
  return 0;
}

/** Requires both or neither, because an incomplete entry is refused when the file is read. */
function filledBy(reason: string | undefined, until: string | undefined): FilledWaiver | null {
  if (reason === undefined && until === undefined) return null;
  if (reason === undefined || until === undefined) {
    const [given, missing] = reason === undefined ? ["--until", "--reason"] : ["--reason", "--until"];
    throw new UsageError(`${given} is given without ${missing}; give both, or neither`);
  }
  const expires = usableText("expires", until, "--until");
  // A waiver is valid until the end of its last day in UTC.
  if (expires < new Date().toISOString().slice(0, 10)) {
    throw new UsageError(
      `--until ${expires} is in the past, so that every waiver would be expired; give a date in the future`,
    );
  }
  return { reason: usableText("reason", reason, "--reason"), expires };
}

/** Does not replace an existing file: it may contain reasons that somebody has written. */
function write(path: string, text: string): void {
  try {
    writeNew(path, text);
  } catch (error) {
    const name = `The file ${JSON.stringify(path)}`;
    if (error instanceof Error && Reflect.get(error, "code") === "EEXIST") {
      throw new UsageError(`${name} exists and is left as it is; give another with --out, or - for standard output`);
    }
    throw new OutputError(`${name} cannot be written: ${systemWords(error)}`);
  }
}
