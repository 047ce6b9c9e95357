/** `history`: keeps the outcomes of runs, and shows the changes over time. */
import { listed } from "../../result/counts.ts";
import { nearName } from "../../result/near-name.ts";
import { count } from "../../result/counts.ts";
import { type ProviderHistory, historyOf } from "../../result/history.ts";
import { excerpt } from "../../result/safe-text.ts";
import { historyRenderers } from "../../reports/index.ts";
import { addEntry, readHistory } from "../files/history-folder.ts";
import { rendererOf } from "../options/format-option.ts";
import { readRuns } from "../files/judged-file.ts";
import { EXIT, type Io, OutputError, UsageError } from "../io.ts";

/** The options of `history add`, as parsed from the command line. */
export interface AddOptions {
  readonly history: string;
  readonly provider?: string;
}

/** The options of `history show`, as parsed from the command line. */
export interface ShowOptions {
  readonly history: string;
  readonly format: string;
}

/**
 * Runs `history add`. Every file is read before anything is written.
 * @throws {UsageError} when a file does not contain a run
 */
export async function historyAdd(files: readonly string[], options: AddOptions, io: Io): Promise<number> {
  const { history, provider } = options;
  const entries = files.flatMap((file) => readRuns(file, provider));
  let added = 0;
  try {
    for (const entry of entries) if (await addEntry(history, entry, io)) added += 1;
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    io.err(`${error.message}\n`);
    return EXIT.inconclusive;
  }
  const known = entries.length - added;
  const note = known === 0 ? "" : `; ${known} ${known === 1 ? "was" : "were"} there already`;
  io.out(`${count(added, "run")} added to ${JSON.stringify(history)}${note}\n`);
  return EXIT.conformant;
}

/**
 * Runs `history show`.
 * @throws {UsageError} when there is no history, or no such provider
 */
export async function historyShow(provider: string | undefined, options: ShowOptions, io: Io): Promise<number> {
  const { history: folder, format } = options;
  const render = rendererOf(historyRenderers, format);
  const read = readHistory(folder, provider);
  for (const { faults } of read.values()) for (const fault of faults) io.err(`${fault}\n`);
  const histories = [...read.values()].flatMap(({ entries }) => historyOf(entries) ?? []);
  const [first] = histories;
  if (first === undefined) throw nothingThere(provider, folder);
  io.out(provider === undefined ? await render.all(sorted(histories)) : await render.one(first));
  return EXIT.conformant;
}

function sorted(histories: readonly ProviderHistory[]): readonly ProviderHistory[] {
  return histories.toSorted((one, other) => (one.provider < other.provider ? -1 : 1));
}

function nothingThere(provider: string | undefined, folder: string): UsageError {
  if (provider === undefined) return new UsageError(`The history ${JSON.stringify(folder)} holds no run`);
  const known = [...readHistory(folder).keys()];
  const nearest = nearName(provider, known);
  const names = `it has ${listed(known.map((one) => JSON.stringify(excerpt(one, 200))))}`;
  const other = known.length === 0 ? "it holds no run" : names;
  const hint = nearest === null ? other : `did you mean ${JSON.stringify(excerpt(nearest, 200))}?`;
  return new UsageError(`The history ${JSON.stringify(folder)} has no provider ${JSON.stringify(provider)}; ${hint}`);
}
