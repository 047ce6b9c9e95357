/** Reads the options of `judge` that name parts of the document, before anything is sent. */
import { defined } from "../result/defined.ts";
import type { RunResult, Waiver } from "../result/result.ts";
import { catalogueFor } from "../spec/document-catalogue.ts";
import { packageFile } from "../spec/package-file.ts";
import type { Operation } from "../spec/read-operation.ts";
import type { JudgeOptions, LibraryOptions } from "./judge-options.ts";
import { openPointFault } from "./option-rules.ts";
import { tidyWaiver } from "./waiver-form.ts";

/** The options that are read before the run. */
type Read = Pick<JudgeOptions, "selection" | "waivers" | "baseline">;

/**
 * Reads the options that name something.
 * @throws {TypeError} when an option has an unknown name, or the baseline is not a result
 */
export async function readOptions(options: LibraryOptions, operation: Operation): Promise<Read> {
  const { selection, expectations = {}, waivers, baseline } = options;
  const requirements = catalogueFor(operation);
  for (const id of Object.keys(expectations)) {
    const fault = openPointFault(id, requirements);
    if (fault !== null) throw new TypeError(`expectations: ${JSON.stringify(id)} ${fault}`);
  }
  return {
    ...defined({
      selection: selection === undefined ? undefined : { only: selection.only ?? [], skip: selection.skip ?? [] },
      waivers: waivers === undefined ? undefined : await readWaivers(waivers, operation),
      baseline: baseline === undefined ? undefined : await readBaseline(baseline),
    }),
  };
}

/** The names of requirements and checks are loaded only if there are waivers. */
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

/** The reader of results is loaded only if there is a baseline. */
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
