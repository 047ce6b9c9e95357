/**
 * The drawn bodies: valid ones are valid by the schema, departures are not, whatever the schema is. ajv is the witness.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Operation, readOperation } from "../../spec/read-operation.ts";
import { validWithFormats } from "../../spec/testing/with-formats.ts";
import { ORDINARY_IDS } from "../bodies/body-drafts.ts";
import { keywordCases } from "../bodies/testing/keyword-cases.ts";
import { operationWith, withExtra } from "../bodies/testing/other-schemas.ts";
import { authorizationAxis } from "../checks/authorization.ts";
import type { Feature } from "../checks/request-features.ts";
import { drawnAxes } from "../checks/request-variants.ts";
import { isAllowed, requestsTo } from "../checks/check-requests.ts";
import { fuzzIds } from "../run/fuzz-ids.ts";
import { planned, sendingsOf } from "./fuzz-requests.ts";
import { bodiesOf, type FuzzBody, type Parent } from "./fuzz-cases.ts";
import { inDepth } from "../../proof/gate/depth.ts";
import { drawn } from "./fuzz-state.ts";

const operations: readonly (readonly [string, Operation])[] = [
  ["today's schema", readOperation()],
  ...keywordCases().map(([name, schema]) => [name, withExtra(schema, true)] as const),
  // Texts that are drawn from the pattern alone hardly ever fit: waiting for one that does has no end.
  ["a long text of a pattern", withExtra({ type: "string", pattern: "^[a-z]+$", minLength: 300 }, true)],
  ["no other members", operationWith(({ allOf }) => ({ allOf, unevaluatedProperties: false }))],
  ["short names", operationWith(({ allOf }) => ({ allOf: [...allOf, { properties: { name: { maxLength: 12 } } }] }))],
  ["ids of int32", operationWith(({ allOf }) => ({ allOf: [...allOf, { properties: { id: { format: "int32" } } }] }))],
];

describe("of what is drawn from", () => {
  test.each(operations)("%s, valid bodies are valid and departures are not", (_name, operation) => {
    const requests = requestsTo(operation);
    const newPlant = validWithFormats(operation);
    const cases = bodiesOf(operation.request, isAllowed(requests, 2n ** 62n));
    const number = fuzzIds("any", 2_000_000).ofCase;
    const kinds = new Map<FuzzBody["kind"], number>();
    fc.sample(cases, { seed: 1, numRuns: inDepth({ gate: 100, proof: 400 }) }).forEach((given, at) => {
      const plan = planned(
        { body: given, features: [] },
        { ...number(at), connection: "one", isAfterAccepted: false },
        requests,
      );
      const text = new TextDecoder().decode(plan.request.body ?? new Uint8Array());
      const mismatches = valueOf(text, newPlant);
      const found = mismatches.filter(({ where }) => !(where === "/id" && given.kind === "odd-id"));
      if (plan.wanted !== "refused") expect([text, found]).toEqual([text, []]);
      // A double rounds ids just below int64 to its least value.
      else if (!/"id":-92233720368547\d{5}[,}]/.test(text)) expect([text, mismatches.length > 0]).toEqual([text, true]);
      kinds.set(given.kind, (kinds.get(given.kind) ?? 0) + 1);
    });
    expect(kinds.size).toBeGreaterThanOrEqual(5);
  });
});

type Validate = ReturnType<typeof validWithFormats>;

/** The faults of a text; a text that is not JSON has one. */
function valueOf(text: string, validate: Validate): ReturnType<Validate> {
  try {
    return validate(JSON.parse(text));
  } catch {
    return [{ keyword: "type", where: "", expected: "JSON" }];
  }
}

test("ordinary bodies have ordinary names, tags and ids", () => {
  const operation = readOperation();
  const requests = requestsTo(operation);
  const number = fuzzIds("any", 2_000_000).ofCase;
  const cases = fc.sample(bodiesOf(operation.request, true), { seed: 2, numRuns: 3000 });
  const bodies = cases.flatMap((given, at) => {
    const { request } = planned(
      { body: given, features: [] },
      { ...number(at), connection: "one", isAfterAccepted: false },
      requests,
    );
    return request.kind === "ordinary" ? [JSON.parse(new TextDecoder().decode(request.body ?? new Uint8Array()))] : [];
  }) as readonly { id: number; name: string; tag?: string }[];
  expect(bodies.length).toBeGreaterThan(500);
  for (const { id, name, tag = "tree" } of bodies) {
    expect(name).toMatch(/^(?=.{3,40}$)[A-Za-z]+( [A-Za-z]+){0,2}$/);
    expect(tag).toMatch(/^[a-z]{3,12}$/);
    expect(id >= ORDINARY_IDS.least && id < 2 ** 31).toBe(true);
  }
  expect(bodies.some(({ tag }) => tag === undefined)).toBe(true);
  const tags = bodies.flatMap(({ tag }) => tag ?? []);
  expect(new Set(tags).size).toBe(tags.length);
});

describe("a request with a feature is another one than without:", () => {
  const requests = requestsTo(readOperation());
  const place = { ...fuzzIds("any", 10).ofCase(0), connection: "one", isAfterAccepted: false };
  const [name, tag] = ['"Fern"', '"tree"'];
  const written = (parent: Parent, features: readonly Feature[]): unknown => {
    const { before, request } = planned({ body: { kind: "ordinary", parent }, features }, place, requests);
    const { headers, body, framing, connection } = request;
    return { before, headers, body: new TextDecoder().decode(body ?? new Uint8Array()), framing, connection };
  };

  test.each(
    drawnAxes("application/json", authorizationAxis(true))
      .flat()
      .map((one) => [one.words, one] as const),
  )("%s", (_words, one) => {
    for (const parent of [{ name, tag }, { name }]) expect(written(parent, [one])).not.toEqual(written(parent, []));
  });
});

test("fresh numbers do not come again, and lie in the ordinary range", () => {
  const number = fuzzIds("any", 2_000_000).ofCase;
  const some = Array.from({ length: 200_000 }, (_, k) => number(k * 7).own);
  expect(new Set(some).size).toBe(some.length);
  expect(some.every((n) => n >= ORDINARY_IDS.least && n < 2 ** 31)).toBe(true);
});

test("a case is drawn again by its seed and place, and shrinks while it fails", async () => {
  const { request } = readOperation();
  const source = { bodies: bodiesOf(request, true), sendings: sendingsOf(drawnAxes("application/json", [])) };
  const [one, two] = [drawn(source, "s"), drawn(source, "s")];
  const places = [0, 1, 255, 256, 700];
  const print = (given: unknown): string =>
    JSON.stringify(given, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value));
  expect(places.map((at) => print(one.case(at)))).toEqual(places.map((at) => print(two.case(at))));
  const seen: string[] = [];
  await one.shrink(700, async (given) => Promise.resolve(seen.push(print(given)) < 3));
  expect(seen[0]).toBe(print(two.case(700).body));
});
