/** Each keyword of a schema adds departures and bounds of its own. ajv is the witness of which bodies are valid. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { formats } from "../../spec/schema-formats.ts";
import type { Operation } from "../../spec/read-operation.ts";
import { boundaries } from "./boundary-values.ts";
import { invalidMembers, missingMembers } from "./invalid-bodies.ts";
import { textOf } from "./body-drafts.ts";
import { ordinaryDraft } from "./ordinary-values.ts";
import { keywordCases } from "./testing/keyword-cases.ts";
import { operationWith, withExtra } from "./testing/other-schemas.ts";

const N = 123_456_789;

/** The compiled validator of each operation, which is used for many bodies. */
const compiled = new WeakMap<Operation, ValidateFunction>();

function compile({ document, requestSchemaPath }: Operation): ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, strict: false, formats });
  ajv.addSchema(document, "openapi");
  return ajv.compile({ $ref: `openapi#${requestSchemaPath}` });
}

/** The keywords that ajv finds broken in a body. */
function brokenBy(operation: Operation, body: string): readonly string[] {
  const validate = compiled.get(operation) ?? compile(operation);
  compiled.set(operation, validate);
  validate(JSON.parse(body));
  return [...new Set((validate.errors ?? []).map(({ keyword }) => keyword))].sort();
}

function extraIn(body: string): unknown {
  return (JSON.parse(body) as { readonly extra: unknown }).extra;
}

/** The departures of the member `extra`, except those of its type: slug, value, and the keywords that ajv names. */
function departuresOf(operation: Operation): readonly (readonly [string, unknown, readonly string[]])[] {
  return [...missingMembers(operation.request), ...invalidMembers(operation.request)]
    .filter(({ slug, keyword }) => slug.includes("extra-") && keyword !== "type")
    .map(({ slug, apply }) => {
      const body = textOf(apply(ordinaryDraft(operation.request, N), N));
      return [slug.replace("extra-", ""), extraIn(body), brokenBy(operation, body)] as const;
    });
}

function boundariesOf(operation: Operation): readonly (readonly [string, unknown, readonly string[]])[] {
  return boundaries(operation.request)
    .filter(({ slug }) => slug.startsWith("extra-"))
    .map(({ slug, apply }) => {
      const body = textOf(apply(ordinaryDraft(operation.request, N), N));
      return [slug.replace("extra-", ""), extraIn(body), brokenBy(operation, body)] as const;
    });
}

describe("a member with", () => {
  test.each(keywordCases())("%s has departures and bounds of its own", (_name, schema, departures, bounds) => {
    const operation = withExtra(schema);
    expect(brokenBy(operation, textOf(ordinaryDraft(operation.request, N)))).toEqual([]);
    const expected = Object.entries(departures).map(([slug, found]) => {
      const [value, keyword] = found as readonly [unknown, string];
      return [slug, value, [keyword]];
    });
    const order = (list: readonly (readonly unknown[])[]): readonly unknown[] =>
      list.toSorted(([one], [two]) => String(one).localeCompare(String(two)));
    expect(order(departuresOf(operation))).toEqual(order(expected));
    expect(order(boundariesOf(operation))).toEqual(
      order(Object.entries(bounds).map(([slug, value]) => [slug, value, []])),
    );
  });
});

test("of several optional members each is left out by itself, the first eight of a document", () => {
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const deep = { type: "object", properties: Object.fromEntries(names.map((name) => [name, { type: "boolean" }])) };
  const { request } = withExtra(deep);
  const left = boundaries(request).filter(({ slug }) => slug.includes("without-"));
  const bodies = left.map(({ apply }) => JSON.parse(textOf(apply(ordinaryDraft(request, N), N))) as object);
  expect(left.map(({ slug }) => slug)).toEqual([
    "without-tag",
    "without-extra",
    ...names.slice(0, 6).map((name) => `extra-without-${name}`),
  ]);
  expect(bodies.map((body) => Object.keys(body).length)).toEqual([3, 3, 4, 4, 4, 4, 4, 4]);
  expect(Object.keys((bodies[2] as { readonly extra: object }).extra)).toEqual(names.slice(1));
});

test("of a long list near misses are made of the first thousand values, and titles show only its start", () => {
  const { request } = withExtra({ enum: [...Array.from({ length: 1000 }, (_, k) => k), "tall"] });
  const left = invalidMembers(request).filter(({ slug }) => slug.startsWith("extra-outside-enumeration"));
  const slugs = left.map(({ slug }) => slug.replace("extra-outside-enumeration", ""));
  expect(slugs).toEqual(["", "-neighbour-below", "-neighbour-above", "-number-as-string", "-as-boolean"]);
  expect(Math.max(...left.map(({ title }) => title.length))).toBeLessThan(500);
});

test("a member of several types is wrong in the others alone", () => {
  const operation = withExtra({ type: ["string", "null"] }, true);
  const slugs = invalidMembers(operation.request).map(({ slug }) => slug);
  expect(slugs.filter((slug) => slug.startsWith("extra-"))).toEqual(
    ["boolean", "integer", "number", "array", "object"].map((type) => `extra-is-${type}`),
  );
  expect(missingMembers(operation.request).map(({ slug }) => slug)).toContain("missing-extra");
});

test("a letter is in other case also where the first text of the pattern has none", () => {
  const { request } = withExtra({ type: "string", pattern: "^[A-Z0-9-]{3,20}$" });
  const departure = invalidMembers(request).find(({ slug }) => slug === "extra-not-matching-pattern-in-other-case");
  expect(extraIn(textOf(departure?.apply(ordinaryDraft(request, N), N) ?? []))).toMatch(/^(?=.*[a-z])[a-z0-9-]+$/);
});

test("a name that both parts of an allOf bound is held to both", () => {
  const operation = operationWith(({ allOf }) => ({
    allOf: [...allOf, { properties: { name: { maxLength: 30, pattern: "^[A-Za-z ]+$" } } }],
  }));
  const slugs = invalidMembers(operation.request).map(({ slug }) => slug);
  expect(slugs).toEqual(expect.arrayContaining(["name-is-null", "name-above-max-length", "name-not-matching-pattern"]));
});

test("unevaluatedProperties shuts out members that no part names", () => {
  const operation = operationWith(({ allOf }) => ({ allOf, unevaluatedProperties: false }));
  const [departure] = invalidMembers(operation.request).filter(({ slug }) => slug === "with-unknown-member");
  const body = textOf(departure?.apply(ordinaryDraft(operation.request, N), N) ?? []);
  expect(brokenBy(operation, body)).toEqual(["unevaluatedProperties"]);
});
