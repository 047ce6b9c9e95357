/** The options of `judge` as judging takes them: what they name is looked up in the document before anything is sent. */
import type { RunResult, Waiver } from "../result/result.ts";
import { catalogueFor } from "../spec/document-catalogue.ts";
import { packageFile } from "../spec/package-file.ts";
import type { Operation } from "../spec/read-operation.ts";
import type { JudgeOptions } from "./judge-options.ts";
import type { LibraryOptions } from "./library-options.ts";
import { openPointFault } from "./open-point.ts";
import { tidyWaiver } from "./waiver-form.ts";

/** What was given that is read before it is judged by. */
type Read = Pick<JudgeOptions, "selection" | "waivers" | "baseline">;

/**
 * Reads the options that name something.
 * @throws {TypeError} when one names nothing, or a baseline is no result
 */
export async function readOptions(options: LibraryOptions, operation: Operation): Promise<Read> {
  const { selection, expectations = {}, waivers, baseline } = options;
  const requirements = catalogueFor(operation);
  for (const id of Object.keys(expectations)) {
    const fault = openPointFault(id, requirements);
    if (fault !== null) throw new TypeError(`expectations: ${JSON.stringify(id)} ${fault}`);
  }
  return {
    ...(selection === undefined ? {} : { selection: { only: selection.only ?? [], skip: selection.skip ?? [] } }),
    ...(waivers === undefined ? {} : { waivers: await readWaivers(waivers, operation) }),
    ...(baseline === undefined ? {} : { baseline: await readBaseline(baseline) }),
  };
}

/** What names requirements and checks is loaded only for waivers. */
async function readWaivers(waivers: readonly Waiver[], operation: Operation): Promise<readonly Waiver[]> {
  if (waivers.length === 0) return [];
  const { ofRequirement, waivableIds, waivedNameFault } = await import("./known-names.ts");
  const known = await waivableIds(operation);
  return waivers.map((waiver, index) => {
    const fault = waivedNameFault(waiver, known);
    if (fault !== null) throw new TypeError(`waivers[${index}]: ${JSON.stringify(waiver.id)} ${fault}`);
    return ofRequirement(tidyWaiver(waiver), known);
  });
}

/** The reader of results is loaded only if there is one to compare with. */
async function readBaseline(baseline: RunResult): Promise<RunResult> {
  const { ResultError, resultReader } = await import("../result/read-result.ts");
  const schema = JSON.parse(packageFile("result/result.schema.json")) as object;
  try {
    return resultReader({ schema })(JSON.stringify(baseline));
  } catch (error) {
    if (!(error instanceof ResultError)) throw error;
    throw new TypeError(`baseline ${error.message}`, { cause: error });
  }
}
