import { describe, expect, test } from "vitest";
import { contracts } from "./testing/verdicts.ts";
import { contractWords } from "./contract-verdict.ts";

const must = { description: "a MUST", requirement: "a", level: "MUST" } as const;
const should = { description: "a SHOULD", requirement: "b", level: "SHOULD" } as const;
const supplied = { description: "their own" } as const;

describe("interactions that failed", () => {
  const all = [must, should, supplied].map((one) => ({ ...one, status: "failed" }) as const);
  const { contracts: pacts } = contracts(...all);

  test("are broken at a level that counts, warnings at a SHOULD, and apart where the pact does not ship", () => {
    const words = contractWords(pacts, false);
    expect(words.broken).toEqual([expect.stringMatching(/^1 interaction .*: importer, "a MUST"\.$/)]);
    expect(words.warnings).toEqual(['importer, "a SHOULD"']);
    expect(words.userSupplied.broken).toEqual([expect.stringMatching(/^1 interaction .*: importer, "their own"\.$/)]);
    expect([...words.unclear, ...words.userSupplied.unclear]).toEqual([]);
  });

  test("count at a SHOULD as well where a SHOULD counts like a MUST", () => {
    const words = contractWords(pacts, true);
    expect(words.broken).toEqual([expect.stringMatching(/^2 .*: importer, "a MUST", importer, "a SHOULD"\.$/)]);
    expect(words.warnings).toEqual([]);
    expect(words.userSupplied.broken).toEqual([expect.stringMatching(/^1 .*: importer, "their own"\.$/)]);
  });
});

test("interactions that passed, were waived or are pending are not named", () => {
  const { contracts: pacts } = contracts(
    must,
    { ...must, status: "waived" },
    { ...must, status: "failed", pending: true },
    { ...supplied, status: "failed", pending: true },
  );
  expect(contractWords(pacts, false)).toEqual({
    broken: [],
    warnings: [],
    unclear: [],
    userSupplied: { broken: [], unclear: [] },
  });
});
