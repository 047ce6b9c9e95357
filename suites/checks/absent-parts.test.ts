/** Documents whose members have none of the roles: checks of the roles are not run, and say why. */
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { compileValidators } from "../../spec/compile-schemas.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { readRequirements } from "../../spec/requirements.ts";
import { checksOf } from "../index.ts";
import type { Check } from "./check.ts";
import { answered } from "../testing/history.ts";

interface Schemas {
  readonly request: object;
  readonly response: object;
  readonly own?: object;
}

/** The checks of a document with one operation that has these schemas. */
function checksFor({ request, response, own = {} }: Schemas): readonly Check[] {
  const json = (schema: object): object => ({ description: "x", content: { "application/json": { schema } } });
  const error = { type: "object", required: ["error"], properties: { error: { type: "integer" } } };
  const post = {
    ...own,
    requestBody: { ...json(request), required: true },
    responses: { 200: json(response), 400: json(error) },
  };
  const operation = readOperation(
    stringify({
      openapi: "3.1.0",
      info: { title: "x", version: "1.0.0" },
      security: [{ bearer: [] }],
      paths: { "/things": { post } },
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    }),
  );
  return checksOf(operation, compileValidators(operation));
}

const object = (properties: object, ...required: readonly string[]): object => ({
  type: "object",
  properties,
  required,
});
const count = { type: "integer" };
const text = { type: "string" };

const reasons = (checks: readonly Check[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    checks
      .filter(({ slug }) => slug === "not-asked")
      .map(({ requirement, judge }) => {
        const { outcome } = judge([], []);
        return [requirement, outcome.status === "not-judged" ? outcome.reason : outcome.status];
      }),
  );

describe("a document whose success returns nothing that was sent, and whose request identifies nothing", () => {
  const checks = checksFor({ request: object({ count }, "count"), response: object({ created: { type: "boolean" } }) });

  test("leaves no requirement without a check: each that is not asked says what the document lacks", () => {
    const asked = new Set(checks.map(({ requirement }) => requirement));
    const forgotten = readRequirements().filter(({ id }) => !asked.has(id));
    expect(forgotten.map(({ id }) => id)).toEqual([]);
    expect(reasons(checks)).toMatchObject({
      "duplicate-id": "the document has no member that a client identifies what is created by",
      "returns-name": "nothing says that a success returns a required member with free text",
      "plant-has-no-id": "the document names no member that a success leaves out",
    });
    expect(Object.keys(reasons(checks))).not.toContain("refuses-missing-member");
  });

  test("is asked about the members that it has", () => {
    expect(checks.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["refuses-missing-member/missing-count", "refuses-invalid-member/count-is-string"]),
    );
  });
});

test("a document that requires nothing is asked to refuse what is not an object, and nothing for lack of a member", () => {
  const checks = checksFor({ request: object({ count }), response: object({}) });
  expect(reasons(checks)).toHaveProperty("refuses-missing-member");
  const bodies = checks
    .flatMap(({ next }) => next((k) => 1_000_000 + k, []))
    .filter(({ kind }) => kind === "not-a-plant")
    .map(({ body }) => new TextDecoder().decode(body ?? new Uint8Array()));
  expect(bodies).toContain("[]");
  expect(bodies.filter((body) => body === "{}")).toEqual([]);
});

test("a success whose schema names no members is not asked to have no others", () => {
  const own = { "x-conformance": { namedOnly: { source: "the page of the service" } } };
  for (const response of [{ type: "object" }, object({}), {}]) {
    const checks = checksFor({ request: object({ count }), response, own });
    expect(reasons(checks)).toHaveProperty("plant-has-no-other-members");
  }
});

test("a success is compared with the request, and its members counted, only where something says what it has", () => {
  const plant = object({ message: text, note: text, remark: text }, "message");
  const unsaid = ["returns-name", "returns-tag", "adds-no-tag", "keeps-answers-apart", "plant-has-no-other-members"];
  const named = (member: string): object => ({ member, source: "the page of the service" });
  const said = {
    label: named("message"),
    optionalLabel: named("note"),
    namedOnly: { source: "the page of the service" },
  };
  const asked = (own: object): ReadonlySet<string> =>
    new Set(
      checksFor({ request: plant, response: plant, own })
        .filter(({ slug }) => slug !== "not-asked")
        .map(({ requirement }) => requirement),
    );
  const [without, with_] = [asked({}), asked({ "x-conformance": said })];
  expect(unsaid.filter((id) => without.has(id))).toEqual([]);
  expect(unsaid.filter((id) => !with_.has(id))).toEqual([]);
  // The checks of free text are run nevertheless.
  expect([...without]).toEqual(expect.arrayContaining(["accepts-json-spellings", "blank-name", "blank-tag"]));
});

test("a value that the schema decides is no open point", () => {
  const named = object({ title: { ...text, minLength: 1, maxLength: 60 } }, "title");
  const checks = checksFor({ request: { ...named, additionalProperties: false }, response: named });
  const ids = checks.map(({ id }) => id);
  expect(Object.keys(reasons(checks))).toEqual(
    expect.arrayContaining(["empty-name", "name-length", "unknown-members"]),
  );
  expect(ids).toContain("blank-name/value");
  expect(ids).not.toContain("returns-name/long");
});

test("an identity that is no int64 is not asked for numbers that only int64 holds", () => {
  const own = { "x-conformance": { identity: { member: "sku", source: "the document" } } };
  const checks = checksFor({ request: object({ sku: text }, "sku"), response: object({ sku: text }, "sku"), own });
  expect(reasons(checks)).toHaveProperty("accepts-every-positive-id");
  const [first, second] = checks
    .filter(({ stage }) => stage === "opening")
    .flatMap(({ next }) => next(() => 1_234_567, []).map(({ plant }) => plant));
  expect(first?.sku).toMatch(/^[a-z]{7,12}$/);
  expect(second).toEqual(first);
});

describe("members whose names differ in signs alone", () => {
  test("have checks of different ids", () => {
    const ids = checksFor({
      request: object({ photoUrls: text, photo_urls: text }, "photoUrls", "photo_urls"),
      response: object({}),
    }).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain("refuses-missing-member/missing-photo-urls-2");
  });
});

describe("a text that a success returns beside the labels", () => {
  const plant = object({ name: text, tag: text, colour: text }, "name");
  const named = (member: string): object => ({ member, source: "the page of the service" });
  const own = { "x-conformance": { label: named("name"), optionalLabel: named("tag"), returned: [named("colour")] } };
  const check = checksFor({ request: plant, response: plant, own }).find(
    ({ id }) => id === "returns-tag/other-members",
  );
  const [request] =
    checksFor({ request: plant, response: plant, own })
      .find(({ stage }) => stage === "opening")
      ?.next(() => 1_234_567, []) ?? [];
  const outcomeOf = (colour: string | undefined): string | undefined => {
    if (request === undefined) throw new Error("Nothing is asked");
    const sent = answered(request, { body: JSON.stringify({ ...request.plant, colour }) }, 0);
    return check?.judge([], [sent]).outcome.status;
  };

  test("is compared with what was sent", () => {
    expect(check?.title).toBe("The ordinary texts of `colour` are returned unchanged");
    expect(outcomeOf(request?.plant?.colour)).toBe("passed");
    expect(outcomeOf("another")).toBe("failed");
    expect(outcomeOf(undefined)).toBe("failed");
  });

  test("is another one than that of the labels, so that an exchange is noticed", () => {
    expect(new Set(Object.values(request?.plant ?? {})).size).toBe(3);
  });
});
