/** The names that a waiver may use: the requirements, checks and causes of a document. */
import { causeIds } from "../result/causes/cause-table.ts";
import { contractCheckIds } from "../result/contract-check-results.ts";
import { meantBy } from "../result/near-name.ts";
import type { Waiver } from "../result/result.ts";
import { catalogueFor } from "../spec/document-catalogue.ts";
import type { Operation } from "../spec/read-operation.ts";
import { fuzzChecks } from "../suites/fuzz/fuzz-checks.ts";
import { loadChecks } from "../suites/index.ts";

/** The ids of requirements and of checks of all kinds of runs, with the requirement of each. */
export async function waivableIds(operation: Operation): Promise<ReadonlyMap<string, string>> {
  const checks = await loadChecks(operation, { invalidToken: true });
  const { shippedInteractions } = await import("../contracts/shipped-pacts.ts");
  return new Map([
    ...catalogueFor(operation).map(({ id }) => [id, id] as const),
    ...[...checks, ...fuzzChecks(checks, operation).values()].map(({ id, requirement }) => [id, requirement] as const),
    ...contractCheckIds(shippedInteractions()),
  ]);
}

/** The fault of a waiver's name, as words that follow its id; null if the name is known. */
export function waivedNameFault({ id, cause }: Waiver, known: ReadonlyMap<string, string>): string | null {
  const causes = causeIds([...new Set(known.values())]);
  if (cause === true) {
    if (causes.includes(id)) return null;
    return `names no cause; ${known.has(id) ? `it is a check, so write \`id: ${id}\`` : meantBy(id, causes, "report.html shows the id of each, and `waivers --init reports/result.json --by-cause` writes them", JSON.stringify)}`;
  }
  if (known.has(id)) return null;
  const hint = causes.includes(id)
    ? `it is a cause, so write \`cause: ${id}\``
    : meantBy(id, [...known.keys()], "`list` shows them all", JSON.stringify);
  return `names no requirement and no check; ${hint}`;
}

/** Adds the requirement of the check to a waiver of a check. */
export function ofRequirement(waiver: Waiver, known: ReadonlyMap<string, string>): Waiver {
  const requirement = waiver.cause === true ? undefined : known.get(waiver.id);
  return requirement === undefined || requirement === waiver.id ? waiver : { ...waiver, requirement };
}
