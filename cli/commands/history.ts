/** `history`: keeps the outcomes of runs, and shows the changes over time. */
import { docsUrlOf } from "../files/write-reports.ts";
import type { OptionsOf } from "../options/option-table.ts";
import { meantBy } from "../../result/near-name.ts";
import { historyOf, entriesOfFleet, entryOfResult, type HistoryEntry } from "../../result/over/history.ts";
import { count, excerpt, listed } from "../../result/safe-text.ts";
import { historyRenderers } from "../../reports/index.ts";
import { addEntry, readHistory } from "../files/history-folder.ts";
import { rendererOf } from "../options/typed-options.ts";
import { EXIT, type Io, OutputError, UsageError } from "../io.ts";
import { fleetIn } from "../files/fleet-files.ts";
import { readUtf8 } from "../files/read-file.ts";
import { readResultFile } from "../files/result-file.ts";

/** Runs `history add`. Every file is read before anything is written. */
export async function historyAdd(files: readonly string[], options: OptionsOf<"history add">, io: Io): Promise<number> {
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

/** Runs `history show`. @throws {UsageError} when there is no history, or no such provider */
export async function historyShow(
  provider: string | undefined,
  options: OptionsOf<"history show">,
  io: Io,
): Promise<number> {
  const { history: folder, format } = options;
  const render = rendererOf(historyRenderers, format);
  const docs = docsUrlOf(options);
  const read = readHistory(folder, provider);
  for (const { faults } of read.values()) for (const fault of faults) io.err(`${fault}\n`);
  const histories = [...read.values()].flatMap(({ entries }) => historyOf(entries) ?? []);
  const [first] = histories;
  if (first === undefined) throw nothingThere(provider, folder);
  const sorted = histories.toSorted((one, other) => (one.provider < other.provider ? -1 : 1));
  io.out(await render(provider === undefined ? sorted : first, docs));
  return EXIT.conformant;
}

function nothingThere(provider: string | undefined, folder: string): UsageError {
  if (provider === undefined) return new UsageError(`The history ${JSON.stringify(folder)} holds no run`);
  const known = [...readHistory(folder).keys()];
  const names = `it has ${listed(known.map((one) => JSON.stringify(excerpt(one, 200))))}`;
  const other = known.length === 0 ? "it holds no run" : names;
  const hint = meantBy(provider, known, other, (name) => JSON.stringify(excerpt(name, 200)));
  return new UsageError(`The history ${JSON.stringify(folder)} has no provider ${JSON.stringify(provider)}; ${hint}`);
}

/** The most UTF-16 code units of a name. The schema of an entry has the same limit. */
const LONGEST_NAME = 2_000;

/** The runs in a file. @param provider the name in the history, for a single result; by default its base URL */
function readRuns(path: string, provider?: string): readonly HistoryEntry[] {
  if (provider !== undefined) requireName(provider);
  const fleet = fleetIn(readUtf8(path), path);
  if (fleet !== null) {
    if (provider === undefined) return entriesOfFleet(fleet);
    throw new UsageError(
      `The file ${JSON.stringify(path)} is of a fleet, which names its providers; leave out --provider`,
    );
  }
  const { result } = readResultFile(path);
  if (result.shard !== undefined) {
    throw new UsageError(
      `The file ${JSON.stringify(path)} is of shard ${result.shard.index} of ${result.shard.of}, a part of a run; give the result of merge`,
    );
  }
  if (provider === undefined && result.provider.inProcess === true) {
    throw new UsageError(
      `The result in ${JSON.stringify(path)} is of an application that was served for its run alone, so its base URL is no name; give one with --provider`,
    );
  }
  if (result.requirements.length > 0) return [entryOfResult(result, provider ?? result.provider.baseUrl)];
  throw new UsageError(`The file ${JSON.stringify(path)} is of a run without checks; give the result of check`);
}

/** Refuses a name with which the entry could not be read again. */
function requireName(provider: string): void {
  if (provider.trim() !== "" && provider.length <= LONGEST_NAME) return;
  const shown = JSON.stringify(excerpt(provider, 100));
  throw new UsageError(`--provider is ${shown}; give a string of 1 to ${LONGEST_NAME} characters`);
}
