import { describe, expect, test } from "vitest";
import { brokenCheckId, contractCheckId, contractChecks, passedContractChecks } from "./contract-check-results.ts";
import { interaction } from "./testing/outcomes.ts";
import { contracts } from "./testing/verdicts.ts";

const importer = { consumer: "importer" };
const shipped = { description: "creates", requirements: ["a"], requirement: "a", level: "MUST" } as const;

test("the id of an interaction is in lower case, with one hyphen between words and none at the ends", () => {
  expect(contractCheckId("a", "Importer", "Creates")).toBe("a/contract-importer-creates");
  expect(contractCheckId("a", "Importer (old)", "a name, as sent")).toBe("a/contract-importer-old-a-name-as-sent");
  expect(contractCheckId("a", "«Importer»", "refuses an id of 2^63!")).toBe(
    "a/contract-importer-refuses-an-id-of-2-63",
  );
});

describe("an interaction that breaks a requirement", () => {
  test("is a check of it, failed or waived", () => {
    for (const status of ["failed", "waived"] as const) {
      expect(brokenCheckId(importer, interaction({ ...shipped, status }))).toBe("a/contract-importer-creates");
      const checks = contractChecks(contracts({ ...shipped, status }).contracts);
      expect(checks).toEqual([
        {
          requirement: "a",
          result: expect.objectContaining({ id: "a/contract-importer-creates", status: "failed", contract: true }),
        },
      ]);
    }
  });

  test("is none where it passed, where it was not judged, and where its pact does not ship", () => {
    const { requirement: _requirement, level: _level, ...supplied } = shipped;
    const others = [
      { ...shipped, status: "passed" },
      { ...shipped, status: "not-judged" },
      { ...supplied, status: "failed" },
      { ...supplied, status: "waived" },
    ] as const;
    for (const one of others) {
      expect(brokenCheckId(importer, interaction(one))).toBeNull();
      expect(contractChecks(contracts(one).contracts)).toEqual([]);
    }
  });
});

test("the checks that interactions passed are those of the requirement and of what was asked for", () => {
  const { contracts: pacts } = contracts(
    { requirements: ["a", "b"] },
    { requirements: ["b"] },
    { requirements: ["a"], status: "failed" },
    {},
  );
  const ids = [0, 1, 2, 3, 4].map((step) => `a/contract-importer-step-${step}`);
  expect(passedContractChecks(pacts, "a", ids)).toEqual(["a/contract-importer-step-0"]);
  expect(passedContractChecks(pacts, "a", ids.slice(1))).toEqual([]);
});
