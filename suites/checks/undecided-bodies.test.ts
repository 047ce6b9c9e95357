/** What is judged where bodies are made of one schema of a choice. */
import { describe, expect, test } from "vitest";
import { compileValidators } from "../../spec/compile-schemas.ts";
import { leftOutOfRequests } from "../../spec/document-remarks.ts";
import { withExtra } from "../bodies/testing/other-schemas.ts";
import { checksOf } from "../index.ts";

const N = 123_456_789;
const row = { type: "object", required: ["row"], properties: { row: { type: "integer" } } };
const seat = { type: "object", required: ["seat"], properties: { seat: { type: "string" }, row: { type: "string" } } };

/** The kinds of the requests of the checks about `extra`, by slug. */
function kindsOf(extra: object): ReadonlyMap<string, string | undefined> {
  const operation = withExtra(extra, true);
  const checks = checksOf(operation, compileValidators(operation)).filter(({ slug }) => slug.startsWith("extra-"));
  return new Map(checks.map((check) => [check.slug, check.next((k) => N + k, [])[0]?.kind]));
}

describe("a body of one schema of a choice", () => {
  const kinds = kindsOf({ oneOf: [row, seat] });

  test("is wrong if no schema allows it", () => {
    expect(kinds.get("extra-missing-row")).toBe("not-a-plant");
  });

  test("is open if another schema allows it", () => {
    const odd = kindsOf({ anyOf: [row, { type: "object" }] });
    expect(odd.get("extra-missing-row")).toBe("open");
    expect(odd.get("extra-is-string")).toBe("not-a-plant");
  });

  test("has no member that another schema of a oneOf requires", () => {
    const operation = withExtra({ oneOf: [seat, row] }, true);
    const extra = operation.request.members.find(({ name }) => name === "extra");
    expect(extra?.shape.members.map(({ name }) => name)).toEqual(["seat"]);
  });
});

test("what the whole schema decides in another way is not judged", () => {
  const operation = withExtra({ anyOf: [row, { type: "object" }] }, true);
  const check = checksOf(operation, compileValidators(operation)).find(({ slug }) => slug === "extra-missing-row");
  const [request] = check?.next((k) => N + k, []) ?? [];
  expect(request?.isUndecided).toBe(true);
  const exchange = { time: "", durationMs: 0 } as never;
  const sent = [{ request: request as never, exchange, index: 0, answer: null }];
  expect(check?.judge(sent, sent).outcome).toMatchObject({
    because: "not-applicable",
    reason: expect.stringContaining("anyOf at"),
  });
});

describe("a keyword that bodies are not made by", () => {
  const properties = { row: { type: "integer" }, seat: { type: "string" } };
  const both = { type: "object", required: ["row"], properties };

  test.each<readonly [object, string, string]>([
    [{ dependentRequired: { row: ["seat"] } }, "extra-missing-row", "not-a-plant"],
    [{ not: { properties: { row: { type: "string" } }, required: ["row"] } }, "extra-row-is-string", "not-a-plant"],
    [{ if: { required: ["seat"] }, else: { maxProperties: 9 } }, "extra-is-string", "not-a-plant"],
    [{ required: [], minProperties: 1 }, "extra-row-is-string", "not-a-plant"],
    [{ maxProperties: 2 }, "extra-missing-row", "not-a-plant"],
    [{ propertyNames: { maxLength: 4 } }, "extra-missing-row", "not-a-plant"],
    [{ patternProperties: { "^x-": { type: "string" } } }, "extra-missing-row", "not-a-plant"],
  ])("%j leaves what the others say: %s", (keyword, slug, kind) => {
    expect(kindsOf({ ...both, ...keyword }).get(slug)).toBe(kind);
  });

  test("makes open what it decides otherwise", () => {
    const operation = withExtra({ ...both, dependentRequired: { row: ["seat"] } }, true);
    const checks = checksOf(operation, compileValidators(operation));
    const kinds = checks.flatMap((check) => check.next((k) => N + k, [])).filter(({ body }) => hasRowAlone(body));
    expect(kinds.length).toBeGreaterThan(0);
    expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(["open"]));
  });

  test.each<readonly [object, string]>([
    [{ type: "array", prefixItems: [{ type: "string" }] }, "prefixItems"],
    [{ type: "array", contains: { const: 1 } }, "contains"],
    [{ type: "object", minProperties: 1, additionalProperties: { type: "string" } }, "minProperties"],
  ])("%j: no value is made; the member is left out if it can be, else the run ends", (extra, keyword) => {
    const optional = withExtra(extra, false);
    expect(optional.request.members.map(({ name }) => name)).not.toContain("extra");
    expect(leftOutOfRequests({ ...optional }).join()).toContain(`The keyword ${keyword} at `);
    expect(() => withExtra(extra, true)).toThrow(`The keyword ${keyword} at `);
  });
});

function hasRowAlone(body: Uint8Array | string | null): boolean {
  return /"extra":\{"row":\d+\}/.test(body === null ? "" : Buffer.from(body).toString());
}

test("two schemas of a oneOf that allow the same end the run before anything is sent", () => {
  const operation = withExtra({ oneOf: [row, { ...row, title: "Another" }] }, true);
  expect(() => checksOf(operation, compileValidators(operation))).toThrow(
    /^The keyword oneOf at \/components.*extra cannot be turned into checks: a body of the schema that is followed/,
  );
});
