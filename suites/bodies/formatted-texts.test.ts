import { fullFormats } from "ajv-formats/dist/formats.js";
import { describe, expect, test } from "vitest";
import { type Shape, textFormats } from "../../spec/schema.ts";
import { formattedText, variedTexts } from "./formatted-texts.ts";
import { assertEnoughIdentities, ordinaryText, textOfLength } from "./ordinary-values.ts";
import { unlikeOrdinary } from "./boundary-values.ts";

const text: Shape = { path: "/here", types: ["string"], formats: [], patterns: [], uniqueItems: false, members: [] };
const numbers = Array.from({ length: 500 }, (_, k) => 1_000_000 + k * 4_000_037);

/** Whether ajv-formats, which the suite does not use for texts, accepts a text as one of a format. */
function isOfFormat(format: (typeof textFormats)[number], value: string): boolean {
  const found = fullFormats[format] as RegExp | { validate: (text: string) => boolean } | ((text: string) => boolean);
  if (found instanceof RegExp) return found.test(value);
  return typeof found === "function" ? found(value) : found.validate(value);
}

describe.each(textFormats)("an ordinary text of the format %s", (format) => {
  test("is one", () => {
    const drawn = numbers.map((n) => ordinaryText({ ...text, formats: [format] }, {}, n));
    expect(drawn.filter((one) => !isOfFormat(format, one))).toEqual([]);
    // There are fewer days and times of a day.
    expect(new Set(drawn).size).toBeGreaterThanOrEqual(["date", "time"].includes(format) ? 450 : 500);
  });

  test("is given no other length, which might not be a text of the format", () => {
    expect(textOfLength({ ...text, formats: [format] }, {}, 1, 100)).toBeUndefined();
  });
});

describe("a text of a format is written in other ways that its RFC allows:", () => {
  const ways: Readonly<Record<(typeof textFormats)[number], readonly RegExp[]>> = {
    date: [],
    "date-time": [/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\+02:00$/, /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.123Z$/],
    time: [/^\d\d:\d\d:\d\d\+02:00$/, /^\d\d:\d\d:\d\d\.123Z$/],
    duration: [/^P3W$/, /^PT\d+H\d+M\d+S$/],
    uuid: [/^(?=.*[A-F])[0-9A-F-]{36}$/, /^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-/],
    uri: [/^https:\/\/example\.com\/[a-z]+\?page=2&sort=name#top$/],
    email: [/^[a-z]+\.b\+news@mail\.example\.com$/],
    hostname: [/^3d-[a-z]+\.example\.com$/],
    ipv4: [],
    ipv6: [/^2001:db8:0:0:0:0:[0-9a-f]{4}:[0-9a-f]{4}$/],
    byte: [/^\+\/\+\/[A-Za-z0-9]+=*$/],
  };

  test.each(textFormats)("%s", (format) => {
    const found = variedTexts({ ...text, formats: [format] });
    const drawn = found.flatMap((way) => numbers.map((n) => way.text(n)));
    expect(drawn.filter((one) => !isOfFormat(format, one))).toEqual([]);
    expect(found.map((way) => way.text(123_456_789))).toEqual(ways[format].map((way) => expect.stringMatching(way)));
  });

  test("an identity only in those that differ from request to request", () => {
    const slugsFor = (role?: "identity"): readonly string[] => {
      const member = { name: "key", required: true, shape: { ...text, formats: ["duration"] }, ...(role && { role }) };
      return unlikeOrdinary(member).map(({ slug }) => slug);
    };
    expect(slugsFor()).toEqual(["in-weeks", "of-time-alone"]);
    expect(slugsFor("identity")).toEqual(["of-time-alone"]);
  });

  test("none that the other keywords shut out", () => {
    expect(variedTexts({ ...text, formats: ["date-time"], patterns: ["Z$"] }).map(({ slug }) => slug)).toEqual([
      "with-fraction",
    ]);
    expect(variedTexts({ ...text, formats: ["uuid"], patterns: ["^[0-9a-f-]+$"] }).map(({ slug }) => slug)).toEqual([
      "of-version-1",
    ]);
    expect(variedTexts({ ...text, formats: ["email"], maxLength: 20 })).toEqual([]);
    expect(variedTexts({ ...text, formats: ["uri"], values: ["https://example.com/"] })).toEqual([]);
  });
});

test("a text of two formats is not guessed", () => {
  expect(() => formattedText({ ...text, formats: ["uuid", "email"] }, 1)).toThrow(
    "the formats uuid and email at /here",
  );
  expect(formattedText({ ...text, formats: ["password"] }, 1)).toBeNull();
});

describe("an identity", () => {
  const check = (shape: Partial<Shape>) => (): void => {
    const member = { name: "key", required: true, role: "identity", shape: { ...text, ...shape } } as const;
    const roles = { identity: "key", label: null, optionalLabel: null, returned: [], leftOut: [], namedOnly: false };
    assertEnoughIdentities({ request: { ...text, members: [member] }, roles });
  };

  test.each<readonly [string, Partial<Shape>]>([
    ["any text", {}],
    ["a UUID", { formats: ["uuid"] }],
    ["any integer", { types: ["integer"] }],
    ["an integer within 31 bits", { types: ["integer"], minimum: 1, maximum: 2 ** 31 - 1 }],
    ["a text of a pattern", { patterns: ["^[A-Z]{3}-[0-9]{8}$"] }],
  ])("that is %s differs in each request", (_what, shape) => {
    expect(check(shape)).not.toThrow();
  });

  test.each<readonly [string, Partial<Shape>]>([
    ["one of a list", { values: ["a", "b"] }],
    ["a text of two letters", { maxLength: 2 }],
    ["a number below a million", { types: ["integer"], minimum: 0, maximum: 999_999 }],
  ])("that is %s is reported before anything is sent", (_what, shape) => {
    expect(check(shape)).toThrow("The schema of the identity `key` at /here leaves too few values");
  });
});
