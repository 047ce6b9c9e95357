/**
 * The suites and tests of a run that has not started: test runners register tests at once, and a run takes seconds.
 * Each test has the group and the name of one case of the reports (`test-cases.ts`).
 */
import { defined } from "../../spec/defined.ts";
import { writeFileSync } from "node:fs";
import { shippedPacts } from "../../contracts/shipped-pacts.ts";
import { readPact } from "../../contracts/pact-file.ts";
import { interactionName } from "../../reports/tests/test-cases.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { type Requirement, readRequirements } from "../../spec/requirements.ts";
import { checksOf } from "../../suites/index.ts";
import { notAsked } from "../provider-result.ts";

export interface PlannedTest {
  /** The id of a check, or the description of an interaction. It is the name of the case in the reports. */
  readonly name: string;
  /** The text after the id. */
  readonly title: string;
  /** The option without which the check does not run. */
  readonly needs?: "invalidToken";
}

/** The tests of one requirement, or of the contracts of one consumer. */
export interface PlannedSuite {
  readonly name: string;
  /** The group of its cases in the reports. */
  readonly group: string;
  readonly isContract?: true;
  /** Absent for contracts. */
  readonly requirement?: Pick<Requirement, "id" | "level">;
  readonly tests: readonly PlannedTest[];
}

/** All suites in the order of the catalogue, then the contracts. */
export function planSuites(): readonly PlannedSuite[] {
  const operation = readOperation();
  const asked = new Set(checksOf(operation, notAsked).map(({ id }) => id));
  const checks = checksOf(operation, notAsked, { invalidToken: true });
  const requirements = readRequirements().map(({ id, level, topic }) => ({
    name: `${id} (${level})`,
    group: topic,
    requirement: { id, level },
    tests: checks
      .filter(({ requirement }) => requirement === id)
      .map((check) => ({
        name: check.id,
        title: check.title,
        ...defined({ needs: asked.has(check.id) ? undefined : ("invalidToken" as const) }),
      })),
  }));
  return [...requirements.filter(({ tests }) => tests.length > 0), ...planContracts()];
}

function planContracts(): readonly PlannedSuite[] {
  return shippedPacts().map((source) => {
    const { consumer, interactions } = readPact(source);
    const group = `contract ${consumer}`;
    return {
      name: group,
      group,
      isContract: true,
      tests: interactions.map((interaction) => ({ name: interactionName(interaction), title: "" })),
    };
  });
}

/**
 * Writes the plan next to the compiled code, for the CommonJS adapter, which cannot load the modules that make it. The
 * build script calls this.
 * @public
 */
export function writePlan(): void {
  writeFileSync(new URL("./plan.json", import.meta.url), JSON.stringify(planSuites()));
}
