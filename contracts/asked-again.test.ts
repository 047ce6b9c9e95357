/** What may be an accident is asked again, and what was not there is not judged. */
import { describe, expect, test } from "vitest";
import type { InteractionResult } from "../result/result.ts";
import { json, provider, right, verify } from "./testing/contract-provider.ts";

const statusOf = ({ status }: InteractionResult): string => status;
/** As many as the shipped pacts hold. */
const all = (status: string): readonly string[] => Array.from({ length: 8 }, () => status);

describe("a provider that may have had an accident", () => {
  test("is asked again three times where it refuses a valid plant, and is broken where it refuses each time", async () => {
    await using server = await provider((response, body) => {
      if (body.includes('"tag"')) json(response, 500, {});
      else right(response, body);
    });
    const results = await verify(server.url);
    expect(results[3]).toMatchObject({ status: "failed", requirement: "accepts-valid-plant", level: "MUST" });
    expect(server.bodies).toHaveLength(8 + 3 * 3);
  });

  test("is not asked again where it took what is no plant, or answered with another success", async () => {
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

  test.each([502, 503, 504])("is not judged where it answers everything with %i: it was not there", async (status) => {
    await using server = await provider((response) => json(response, status, {}));
    const results = await verify(server.url);
    expect(results.map(statusOf)).toEqual(all("not-judged"));
    expect(results[2]).toMatchObject({
      reason: expect.stringContaining("the provider was not available") as string,
    });
  });

  test("is broken where it answers 404 from the start, and not judged where the checks had found it", async () => {
    await using server = await provider((response) => json(response, 404, {}));
    expect((await verify(server.url)).map(statusOf)).toContain("failed");
    const after = await verify(server.url, { after: Promise.resolve() });
    expect(after.map(statusOf)).toEqual(all("not-judged"));
  });
});

test("a provider that takes everything is broken, and one that refuses everything passes nothing", async () => {
  await using taking = await provider((response) => json(response, 200, { name: "x" }));
  const taken = await verify(taking.url);
  const must = taken.filter(({ status, level }) => status === "failed" && level === "MUST");
  expect(must.map(({ requirement }) => requirement)).toEqual(["refuses-invalid-member", "refuses-missing-member"]);
  await using refusing = await provider((response) => json(response, 400, { error: 400, message: "no" }));
  expect((await verify(refusing.url)).map(statusOf)).not.toContain("passed");
});
