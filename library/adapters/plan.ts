/**
 * The suites and tests of a run, before it: test runners register tests at once, and a run takes seconds. A test stands for
 * one case of the reports (`test-cases.ts`), by its group and name.
 */
import { writeFileSync } from "node:fs";
import { shippedPacts } from "../../contracts/index.ts";
import { readPact } from "../../contracts/pact-file.ts";
import { interactionName } from "../../reports/tests/test-cases.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { type Requirement, readRequirements } from "../../spec/requirements.ts";
import type { Validators } from "../../spec/validators.ts";
import { checksOf } from "../../suites/index.ts";

/** One test. */
export interface PlannedTest {
  /** The id of a check, or what an interaction is about. It is the name of the case in the reports. */
  readonly name: string;
  /** What is said after the id. */
  readonly title: string;
  /** It is asked only where this is given. */
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

/** Every suite, in the order of the catalogue; the contracts are the last. */
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
        ...(asked.has(check.id) ? {} : { needs: "invalidToken" as const }),
      })),
  }));
  return [...requirements.filter(({ tests }) => tests.length > 0), ...planContracts()];
}

/** Nothing is validated to plan: a check names its title before it is asked. */
const notAsked: Validators = { plant: () => [], error: () => [], newPlant: () => [], others: new Map() };

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
 * Writes the plan beside the compiled code, for the adapter that cannot load what it is made of (CommonJS). Called by the
 * build script.
 * @public
 */
export function writePlan(): void {
  writeFileSync(new URL("./plan.json", import.meta.url), JSON.stringify(planSuites()));
}
