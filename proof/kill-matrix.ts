/**
 * The kill matrix: which mutant breaks which requirement, and which checks notice. Pure: takes what the suite reported
 * about each mutant, and returns sentences and Markdown.
 */
import type { RunResult } from "../result/result.ts";
import type { Requirement } from "../spec/requirements.ts";
import type { Check } from "../suites/checks/check.ts";
import type { Mutant } from "./mutants/mutant.ts";

/** What the suite reported about one mutant. */
export interface Kill {
  readonly mutant: string;
  /** The ids of the requirements that failed and of the checks that failed. */
  readonly requirements: readonly string[];
  readonly checks: readonly string[];
}

/** The requirements that are not OPEN, and their checks, in the order of the suite. */
interface Judged {
  readonly requirements: readonly Requirement[];
  readonly checks: ReadonlyArray<Pick<Check, "id" | "requirement" | "slug">>;
}

/** Extracts a mutant's failures from the result of its run. */
export function killOf({ name }: Pick<Mutant, "name">, result: RunResult): Kill {
  const failed = result.requirements.filter(({ status }) => status === "failed");
  return {
    mutant: name,
    requirements: failed.map(({ id }) => id),
    checks: failed.flatMap(({ checks }) => checks.filter(({ status }) => status === "failed").map(({ id }) => id)),
  };
}

/** The gaps in the proof, as sentences. Each is a fault of the suite or of the mutants. */
export function gapsOf({ requirements, checks }: Judged, kills: readonly Kill[]): readonly string[] {
  const alone = new Set(kills.filter(({ requirements: broken }) => broken.length === 1).flatMap((k) => k.requirements));
  const killing = new Set(kills.flatMap((kill) => kill.checks));
  return [
    ...kills.filter((kill) => kill.requirements.length === 0).map(({ mutant }) => `The mutant ${mutant} survives.`),
    ...requirements.filter(({ id }) => !alone.has(id)).map(({ id }) => `Nothing breaks ${id} alone.`),
    ...checks.filter(({ id }) => !killing.has(id)).map(({ id }) => `The check ${id} kills no mutant.`),
  ];
}

/**
 * Writes the matrix as a page: the mutants of each requirement and the checks that noticed, the mutants of each check,
 * and a table of measurements for faults that occur only sometimes.
 */
export function killMatrix(
  { requirements, checks }: Judged,
  kills: readonly Kill[],
  shares: readonly string[],
): string {
  const levels = ["MUST", "SHOULD"] as const;
  return [
    "# Kill matrix",
    "",
    `Generated from the runs of ${kills.length} mutants: providers that are each wrong in one named way. They break`,
    `${requirements.length} requirements and are noticed by ${checks.length} checks. CONTRIBUTING.md says how this page is made again.`,
    "",
    "## What breaks each requirement",
    ...levels.flatMap((level) =>
      requirements.filter((one) => one.level === level).flatMap((one) => sectionOf(one, checks, kills)),
    ),
    "",
    "## What each check kills",
    "",
    "| check | mutants | which |",
    "| --- | --- | --- |",
    ...checks.map(({ id }) => checkRow(id, kills)),
    "",
    "## What a run finds of a fault that is not always there",
    "",
    "The mutants above are wrong each time. Here a worker of the provider is wrong, and not each plant meets it. This was",
    "measured by `npm run shares`; `docs/shares.md` has the same table.",
    "",
    ...shares,
    "",
  ].join("\n");
}

function sectionOf(
  { id, level, statement }: Requirement,
  checks: Judged["checks"],
  kills: readonly Kill[],
): readonly string[] {
  const own = checks.filter(({ requirement }) => requirement === id);
  const breaking = kills.filter(({ requirements }) => requirements.includes(id));
  return [
    "",
    `### ${id} (${level})`,
    "",
    statement,
    "",
    "| mutant | noticed by | breaks besides |",
    "| --- | --- | --- |",
    ...breaking.map(({ mutant, requirements, checks: failed }) => {
      const noticed = own.filter((check) => failed.includes(check.id)).map(({ slug }) => slug);
      return `| ${mutant} | ${noticed.join(", ")} | ${requirements.filter((other) => other !== id).join(", ")} |`;
    }),
  ];
}

function checkRow(id: string, kills: readonly Kill[]): string {
  const killed = kills.filter(({ checks }) => checks.includes(id)).map(({ mutant }) => mutant);
  return `| ${id} | ${killed.length} | ${killed.join(", ")} |`;
}
