/** Formats that the suite does not know: values come from other parts of the schema, and nothing is guessed. */
import fc from "fast-check";
import { stringify } from "yaml";
import { describe, expect, test } from "vitest";
import { documentNotes } from "../library/judged-document.ts";
import { checksOf } from "../suites/index.ts";
import { oddText, ordinaryValue } from "../suites/fuzz/fuzz-cases.ts";
import { compileValidators } from "./compile-schemas.ts";
import { type Operation, readOperation } from "./read-operation.ts";

function withMember(schema: object, required: readonly string[] = ["a"]): Operation {
  const json = (of: object): object => ({ content: { "application/json": { schema: of } } });
  const own = { type: "object", required, properties: { a: schema } };
  const post = { requestBody: json(own), responses: { 201: json({ type: "object" }) } };
  return readOperation(stringify({ openapi: "3.1.0", info: { version: "1" }, paths: { "/n": { post } } }));
}

/** Every value of the member in the valid bodies of a run; undefined if it is left out. */
function sentAsValid(operation: Operation): readonly unknown[] {
  const requests = checksOf(operation, compileValidators(operation)).flatMap((check) =>
    check.next((k) => 1_000_000 + k, []).filter(({ kind }) => kind === "ordinary" || kind === "valid"),
  );
  const values = requests.map(({ body }) => (JSON.parse(Buffer.from(body ?? []).toString()) as { a?: unknown }).a);
  return [...new Set(values)];
}

describe("valid bodies have the values that the schema shows:", () => {
  test.each<readonly [object, readonly unknown[]]>([
    [{ type: "string", format: "phone", example: "+4930123456", maxLength: 20 }, ["+4930123456"]],
    [{ type: "string", format: "phone", examples: ["+49", 7], default: "+1", minLength: 2 }, ["+49", "+1"]],
    [{ type: "string", format: "plate", pattern: "^[A-Z]+$", example: "AB" }, ["AB"]],
    [{ type: "number", format: "decimal", example: 1.5, minimum: 0, maximum: 9 }, [1.5]],
    [{ type: "integer", format: "uint8", enum: [1, 2] }, [1, 2]],
    [{ type: "boolean", format: "flag" }, [true, false]],
  ])("%j", (schema, values) => {
    expect(new Set(sentAsValid(withMember(schema)))).toEqual(new Set(values));
  });

  test.each<readonly [format: string, values: RegExp]>([
    ["ip", /^\d+\.\d+\.\d+\.\d+$/],
    ["url", /^https:\/\/example\.com\//],
    ["idn-email", /@/],
    ["guid", /^[\da-f-]{36}$/i],
  ])("a text of format %s is one of the narrower format that is known", (format, values) => {
    const sent = sentAsValid(withMember({ type: "string", format }));
    expect(sent.length).toBeGreaterThan(1);
    for (const value of sent) expect(value).toMatch(values);
  });

  test("a text of a pattern is drawn by it", () => {
    for (const text of sentAsValid(withMember({ type: "string", format: "plate", pattern: "^[A-Z]{3}$" }))) {
      expect(text).toMatch(/^[A-Z]{3}$/);
    }
  });
});

describe("a text that is guessed by a pattern, beside a format that is not known,", () => {
  const pattern = String.raw`^[+-]?\d{0,7}(?:\.\d{0,3})?$`;
  const amount = { type: "string", format: "amount", pattern };

  test("is the plainest: no sign or end of the pattern is sent as valid", () => {
    const all = sentAsValid(withMember(amount));
    expect(all.length).toBeGreaterThan(1);
    for (const text of all) expect(text).toMatch(/^\d+$/);
    const ofPatternAlone = sentAsValid(withMember({ type: "string", pattern }));
    expect(ofPatternAlone.every((text) => /^\d+$/.test(String(text)))).toBe(false);
  });

  test("is the plainest in fuzzing, among odd texts too", () => {
    const { request } = withMember(amount);
    const [shape] = request.members.map((member) => member.shape);
    if (shape === undefined) throw new Error("There is no member");
    for (const drawn of [ordinaryValue({ shape }), oddText(shape)])
      for (const text of fc.sample(drawn, { seed: 3, numRuns: 60 })) expect(text).toMatch(/^"\d+"$/);
  });
});

test("a member that is not required is left out, and the result says so", async () => {
  const operation = withMember({ type: "string", format: "phone" }, []);
  expect(sentAsValid(operation)).toEqual([undefined]);
  expect(await documentNotes(operation)).toContain(
    "The format phone at /paths/~1n/post/requestBody/content/application~1json/schema/properties/a is not known and has no example: no request has a value of it.",
  );
});

test("a member that is required ends the run where nothing shows a value", () => {
  expect(() => withMember({ type: "string", format: "phone" })).toThrow(
    /^The format phone at .*\/properties\/a cannot be turned into checks: .*\. Give it an example$/,
  );
  const wrong = withMember({ type: "string", format: "phone", example: "abc", maxLength: 2 });
  expect(() => sentAsValid(wrong)).toThrow(/^The format phone at .* has no example that its schema allows$/);
});
