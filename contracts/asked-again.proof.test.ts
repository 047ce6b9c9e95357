/** Failures that may be accidents are verified again, and a provider that was not available is not judged. */
import { describe, expect, test } from "vitest";
import type { InteractionResult } from "../result/result.ts";
import { shippedPacts } from "./shipped-pacts.ts";
import { json, options, provider, right, userSupplied, verify } from "./testing/contract-provider.ts";
import { sumOfSent } from "../result/contract-result.ts";
import { verifyContracts } from "./verify-pacts.ts";

const statusOf = ({ status }: InteractionResult): string => status;
/** As many as the shipped pacts hold. */
const all = (status: string): readonly string[] => Array.from({ length: 8 }, () => status);

/** One wait for a gateway, and no more. */
const limits = { rateLimitMs: 250 };

describe("a provider that may have had an accident", () => {
  test("is verified three times more if it refuses a valid plant, and fails if it refuses each time", async () => {
    await using server = await provider((response, body) => {
      if (body.includes('"tag"')) json(response, 500, {});
      else right(response, body);
    });
    const results = await verify(server.url);
    expect(results[3]).toMatchObject({ status: "failed", requirement: "accepts-valid-plant", level: "MUST" });
    expect(server.bodies).toHaveLength(8 + 3 * 3);
    const sent = sumOfSent((await verifyContracts(options(server.url))).map((contract) => contract.sent));
    expect(sent.exchanges).toBe(server.bodies.length - (8 + 3 * 3));
    expect(sent.plantsCreated).toBeGreaterThan(0);
    expect(sent.plantsCreated).toBeLessThan(8);
  });

  test("is not verified again if it accepts an invalid plant, or answers with another success", async () => {
    await using server = await provider((response) => json(response, 201, { name: "x", tag: "succulent" }));
    const results = await verify(server.url);
    const broken = results.flatMap(({ status, requirement }) => (status === "failed" ? (requirement ?? "") : []));
    expect(broken.toSorted((one, other) => one.localeCompare(other))).toEqual([
      ...Array.from({ length: 4 }, () => "accepts-valid-plant"),
      "refuses-id-beyond-int64",
      "refuses-invalid-member",
      "refuses-missing-member",
    ]);
    expect(server.bodies).toHaveLength(8);
  });

  test.each([502, 503, 504])("is not judged if it answers %i to everything: it was not available", async (status) => {
    await using server = await provider((response) => json(response, status, {}));
    const results = await verify(server.url, { limits });
    expect(results.map(statusOf)).toEqual(all("not-judged"));
    expect(results[2]).toMatchObject({
      reason: expect.stringContaining("it was not available, or accepts none") as string,
    });
  });

  test("fails if it answers 404 from the start, and is not judged if the checks had found the operation", async () => {
    await using server = await provider((response) => json(response, 404, {}));
    expect((await verify(server.url)).map(statusOf)).toContain("failed");
    const after = await verify(server.url, { after: Promise.resolve() });
    expect(after.map(statusOf)).toEqual(all("not-judged"));
  });
});

describe("a provider that was not available", () => {
  /** The shipped pacts, and one whose interactions expect another status. */
  const pacts = [...shippedPacts(), userSupplied((interaction) => ({ ...interaction, response: { status: 422 } }))];

  test("breaks no user-supplied interaction either", async () => {
    await using server = await provider((response) => json(response, 503, {}));
    expect((await verify(server.url, { pacts, limits })).map(statusOf)).toEqual([...all("not-judged"), "not-judged"]);
  });

  test("is not judged if it accepts no ordinary request after the contracts, and fails if it accepts one", async () => {
    await using server = await provider((response) => json(response, 500, {}));
    const gone = await verify(server.url, { pacts, isAccepting: () => Promise.resolve(false) });
    expect(gone.map(statusOf)).toEqual([...all("not-judged"), "not-judged"]);
    const there = await verify(server.url, { pacts, isAccepting: () => Promise.resolve(true) });
    expect(there.at(-1)?.status).toBe("failed");
  });
});

test("a provider that accepts everything fails, and one that refuses everything passes nothing", async () => {
  await using taking = await provider((response) => json(response, 200, { name: "x" }));
  const taken = await verify(taking.url);
  const must = taken.filter(({ status, level }) => status === "failed" && level === "MUST");
  expect(must.map(({ requirement }) => requirement)).toEqual(["refuses-invalid-member", "refuses-missing-member"]);
  await using refusing = await provider((response) => json(response, 400, { error: 400, message: "no" }));
  expect((await verify(refusing.url)).map(statusOf)).not.toContain("passed");
});
