/** Interactions that break a requirement: counted and reported once, with the requirement. */
import { expect, test } from "vitest";
import { renderAnnotations } from "../reports/tests/annotations.ts";
import { renderShort } from "../reports/text/terminal-short-report.ts";
import { runAgain } from "../reports/words/printed-commands.ts";
import { casesOf } from "../reports/tests/test-cases.ts";
import { contractChecks } from "./contract-check-results.ts";
import type { RunResult } from "./result.ts";
import { sampleResult } from "./testing/sample-result.ts";
import { type InteractionOverrides, check } from "./testing/outcomes.ts";
import { catalogued, contracts } from "./testing/verdicts.ts";
import { verdictOf, verdictOfContracts, requirementResults, summarise } from "./verdict.ts";
import { renderVerdictLine } from "../reports/words/verdict-line.ts";

const findings = [{ where: "status", expected: "400", seen: "200" }];
const must = { requirements: ["b", "c"], requirement: "b", level: "MUST" } as const;
const should = { ...must, requirement: "c", level: "SHOULD" } as const;
const catalogue = [catalogued("a"), catalogued("b"), catalogued("c", "SHOULD")];
const { baseline: _baseline, waivers: _waivers, ...sample } = sampleResult;

/** A run whose checks all passed, with these interactions. */
function run(...interactions: readonly InteractionOverrides[]): RunResult {
  const { contracts: pacts } = contracts(...interactions);
  const met = ["a", "b", "c"].map((requirement) => ({ requirement, result: check({ id: `${requirement}/x` }) }));
  const requirements = requirementResults(catalogue, [...met, ...contractChecks(pacts)]);
  const evidence = { requirements, contracts: pacts, stopped: null, partial: false, strict: false };
  const summary = summarise(requirements, { exchanges: 0, plantsCreated: 0 });
  return { ...sample, exchanges: [], profile: {}, ...evidence, ...verdictOf({ ...evidence, causes: [] }), summary };
}

/** A run that only verified contracts. */
function runAlone(strict: boolean, ...interactions: readonly InteractionOverrides[]): RunResult {
  const evidence = { ...contracts(...interactions), stopped: null, strict };
  return {
    ...sample,
    ...evidence,
    selection: { only: ["contracts"], skip: [] },
    requirements: [],
    ...verdictOfContracts(evidence),
  };
}

const alone = (strict: boolean, ...interactions: readonly InteractionOverrides[]): string =>
  renderVerdictLine(runAlone(strict, ...interactions));

test("each is a failed check of that requirement, and one that is met is not a check", () => {
  const { requirements } = run({ ...must, status: "failed", findings }, must);
  expect(requirements.map(({ id, status }) => [id, status])).toEqual([
    ["a", "passed"],
    ["b", "failed"],
    ["c", "passed"],
  ]);
  expect(requirements[1]?.checks.map(({ id, status, findings: found }) => [id, status, found])).toEqual([
    ["b/x", "passed", []],
    ["b/contract-importer-step-0", "failed", findings],
  ]);
});

test("the first line and the reasons count the requirement, and the interaction not beside it", () => {
  const broken = run({ ...must, status: "failed", findings });
  expect(renderVerdictLine(broken)).toBe("NOT CONFORMANT   1 of 2 MUST broken");
  expect(broken.reasons).toEqual(["1 requirement broken: b."]);
  expect(renderVerdictLine(run({ ...should, status: "failed", findings }))).toBe(
    "CONFORMANT   2 of 2 MUST met, 1 SHOULD not met",
  );
});

test("a list of cases has one red case for each, by the name that it has where it is met", () => {
  const named = (result: RunResult): readonly string[] => casesOf(result).map(({ group, name }) => `${group} ${name}`);
  const broken = run({ ...must, status: "failed", findings });
  expect(named(broken)).toEqual(named(run(must)));
  const red = casesOf(broken).filter(({ kind, level }) => kind === "failed" && level !== "VERDICT");
  expect(red.map(({ name, check: own }) => [name, own?.requirement.id])).toEqual([["step 0", "b"]]);
  expect(renderAnnotations(broken).match(/^::error/gm)).toHaveLength(2);
});

test("the command that runs one again runs the contracts", () => {
  const interaction = "b/contract-importer-step-0";
  const broken = run({ ...must, status: "failed", findings });
  expect(runAgain(broken, [interaction])).toMatch(/ contracts http:\S+$/);
  expect(runAgain(broken, [interaction, "a/x"])).toMatch(/ check http:\S+ --only a\/x$/);
});

test("the short report of contracts alone lists what is broken, the worst first, and names it once", () => {
  const failed = [should, must, must, must, must].map((one) => ({ ...one, status: "failed", findings }) as const);
  const report = renderShort(runAlone(false, ...failed), { width: 200 });
  expect(report.match(/"?step \d/g)).toEqual(["step 1", "step 2", "step 3", "step 4", "step 0"]);
});

test("the first line of contracts alone counts what failed, and apart what does not meet a SHOULD", () => {
  const [broken, warned] = [must, should].map((one) => ({ ...one, status: "failed", findings }) as const);
  expect(alone(false, must, must)).toBe("CONTRACTS KEPT   2 of 2 interactions passed");
  expect(alone(false, must, warned ?? {})).toBe(
    "CONTRACTS KEPT   1 of 2 interactions passed, 1 does not meet a SHOULD",
  );
  expect(alone(false, must, broken ?? {}, warned ?? {})).toBe(
    "CONTRACTS BROKEN   1 of 3 interactions failed, 1 does not meet a SHOULD",
  );
  expect(alone(true, must, broken ?? {}, warned ?? {})).toBe("CONTRACTS BROKEN   2 of 3 interactions failed");
  expect(alone(false, must, { ...must, status: "not-judged" })).toBe(
    "CONTRACTS NOT JUDGED   1 of 2 interactions passed, 1 not judged",
  );
});
