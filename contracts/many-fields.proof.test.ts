/** Pact's verifier reads no answer with more than 100 header fields; HTTP has no such limit. */
import { reasonOf } from "../result/result.ts";
import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { userSupplied, json, options, provider, right, verify } from "./testing/contract-provider.ts";
import { verifyContracts } from "./verify-pacts.ts";

/** That many fields, by name. */
function fields(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`X-Field-${at}`, `value ${at}`]));
}

function withFields(
  response: ServerResponse,
  given: Readonly<Record<string, string | readonly string[]>>,
): ServerResponse {
  for (const [name, value] of Object.entries(given)) response.setHeader(name, value);
  return response;
}

describe("a provider whose answers have many header fields", () => {
  test.each([150, 990])("passes with %i of them", async (count) => {
    await using server = await provider((response, body) => right(withFields(response, fields(count)), body));
    expect((await verify(server.url)).map((one) => [one.status, reasonOf(one)])).toEqual(
      Array.from({ length: 8 }, () => ["passed", undefined]),
    );
  });

  test("and is wrong in one fails with it", async () => {
    await using server = await provider((response) => json(withFields(response, fields(150)), 200, { name: 7 }));
    const [first] = await verify(server.url);
    expect(first).toMatchObject({ status: "failed", findings: [{ where: "/name" }] });
  });
});

describe("a pact that mentions header fields", () => {
  /** A user-supplied pact that expects these fields in the refusal. */
  const expecting = (headers: object, matchingRules: object = {}): ReturnType<typeof userSupplied> =>
    userSupplied((interaction) => ({ ...interaction, response: { status: 400, headers, matchingRules } }));

  const refusal = async (
    pact: ReturnType<typeof userSupplied>,
    given: Readonly<Record<string, string | readonly string[]>>,
  ): Promise<object | undefined> => {
    await using server = await provider((response, body) => right(withFields(response, given), body));
    const [contract] = await verifyContracts(options(server.url, { pacts: [pact] }));
    return contract?.interactions[0];
  };

  test("is met among many others, in any letter case", async () => {
    const pact = expecting({ "x-FIELD-149": "value 149", "X-Field-3": ["value 3"] });
    expect(await refusal(pact, fields(150))).toMatchObject({ status: "passed" });
  });

  test("is broken by another value, and by none", async () => {
    const pact = expecting({ "X-Field-149": "another", "X-Field-150": "one" });
    expect(await refusal(pact, fields(150))).toMatchObject({
      status: "failed",
      findings: expect.arrayContaining([
        expect.objectContaining({ where: "header x-field-149", seen: "value 149" }),
        expect.objectContaining({ where: "header x-field-150", seen: "no such header" }),
      ]),
    });
  });

  test("by a rule is met by what matches it", async () => {
    const rules = {
      header: { "X-Field-149": { combine: "AND", matchers: [{ match: "regex", regex: "value \\d+" }] } },
    };
    expect(await refusal(expecting({ "X-Field-149": "value 1" }, rules), fields(150))).toMatchObject({
      status: "passed",
    });
  });

  test("and has more of them than Pact's verifier reads is not judged, and the reason says so", async () => {
    const pact = expecting(fields(120));
    expect(await refusal(pact, fields(150))).toMatchObject({
      status: "not-judged",
      reason:
        "The answer has 121 of the header fields that the pact mentions, and Pact's verifier reads no more than 90.",
    });
    const repeated = expecting({ "X-Field-1": "value" });
    expect(await refusal(repeated, { "X-Field-1": Array.from({ length: 120 }, () => "value") })).toMatchObject({
      status: "not-judged",
      reason: expect.stringContaining("has 121 of the header fields"),
    });
  });
});
