import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseObject, type SourceMember } from "./json-reader.ts";

const NAMES: ReadonlySet<string> = new Set(["id", "name", "tag"]);

/** The members of `text`, or the reason for the refusal. */
function read(text: string | Buffer): Record<string, SourceMember> | string {
  const parsed = parseObject(Buffer.from(text), NAMES);
  return parsed.kind === "object" ? Object.fromEntries(parsed.members) : parsed.message;
}

describe("parseObject", () => {
  it("gives the members that were asked for, each with the text it was written in", () => {
    expect(read('{"id": 1.0 ,"name":"Fern"}')).toEqual({
      id: { value: 1, source: "1.0" },
      name: { value: "Fern", source: '"Fern"' },
    });
  });

  it("gives the source text of a number that the native parser rounds", () => {
    expect(read('{"id":9007199254740993}')).toMatchObject({ id: { source: "9007199254740993" } });
  });

  it("takes white space of every kind between all tokens", () => {
    expect(read(' \t\r\n{ \n"id"\t:\r1 \n, "tag" : "a b" } \n')).toEqual({
      id: { value: 1, source: "1" },
      tag: { value: "a b", source: '"a b"' },
    });
  });

  it("reads an escaped member name as the name it spells", () => {
    expect(read(String.raw`{"\u0069d":5}`)).toEqual({ id: { value: 5, source: "5" } });
  });

  it("is not misled by quotes, commas, colons and brackets inside strings", () => {
    const name = String.raw`{\"id\":2},[\"id\":3]\\`;
    expect(read(`{"name":"${name}","id":1}`)).toEqual({
      name: { value: '{"id":2},["id":3]\\', source: `"${name}"` },
      id: { value: 1, source: "1" },
    });
  });

  it("looks at the top level alone", () => {
    expect(read('{"a":{"id":2},"b":[{"id":3},[4,{"id":5}]],"id":1}')).toEqual({ id: { value: 1, source: "1" } });
    expect(read('{"a":{"id":2}}')).toEqual({});
  });

  it("gives a member whose value is an object or an array whole", () => {
    expect(read('{"id":{"id":1,"x":[2,3]},"name":[1,{}]}')).toEqual({
      id: { value: { id: 1, x: [2, 3] }, source: '{"id":1,"x":[2,3]}' },
      name: { value: [1, {}], source: "[1,{}]" },
    });
  });

  it("treats __proto__ and constructor as names like any other", () => {
    expect(read('{"__proto__":{"id":1,"name":"x"},"constructor":{"prototype":{"id":2}}}')).toEqual({});
    expect(Object.hasOwn(Object.prototype, "id")).toBe(false);
  });

  it.each(['{"id":1,"id":1}', String.raw`{"id":1,"name":"a","\u0069d":2}`, '{"id":1,"name":"id","id":2}'])(
    "refuses a repeated member: %s",
    (text) => {
      expect(read(text)).toBe('"id" is given more than once.');
    },
  );

  it("ignores that an unknown member is repeated", () => {
    expect(read('{"x":1,"x":2,"id":1}')).toEqual({ id: { value: 1, source: "1" } });
  });

  it.each([
    "{",
    '{"id":1',
    '{"id":1,}',
    "{'id':1}",
    "{id:1}",
    '{"id":1}x',
    '{"id":1}{}',
    '{"id":NaN}',
    '{"id":01}',
    '{"id":+1}',
    '{"id":1.}',
    '{"id":0x1}',
    '{"id":1}//',
    '{/**/"id":1}',
    '{"name":"\t"}',
    String.raw`{"name":"\x41"}`,
    '{"id":1}\u00a0',
    "undefined",
    " ",
  ])("refuses what is not JSON: %s", (text) => {
    expect(read(text)).toBe("The body is not JSON.");
  });

  it.each(["null", "true", "1", '"{}"', "[]", '[{"id":1}]'])("refuses the top level %s", (text) => {
    expect(read(text)).toBe("The body is not a JSON object.");
  });

  it("refuses bytes that are not UTF-8", () => {
    for (const bytes of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe4]]) {
      expect(read(Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]))).toBe(
        "The body is not UTF-8.",
      );
    }
    expect(read(Buffer.from('{"id":1}', "utf16le"))).toBe("The body is not JSON.");
  });

  it("refuses a byte order mark and an empty body", () => {
    expect(read('\uFEFF{"id":1}')).toBe("The body begins with a byte order mark.");
    expect(read("")).toBe("The body is empty. A JSON object is required.");
  });

  it("finds the members of any object, whatever stands beside them", () => {
    const member = fc.tuple(fc.oneof(fc.constantFrom(...NAMES), fc.string()), fc.jsonValue());
    const members = fc.uniqueArray(member, { selector: ([name]) => name });
    const blank = fc.constantFrom("", " ", "\n\t");
    fc.assert(
      fc.property(members, blank, (pairs, white) => {
        const written = pairs.map(([name, value]) =>
          [JSON.stringify(name), JSON.stringify(value)].join(`${white}:${white}`),
        );
        const known = pairs.filter(([name]) => NAMES.has(name));
        expect(read(`${white}{${white}${written.join(`${white},${white}`)}${white}}`)).toEqual(
          Object.fromEntries(
            known.map(([name, value]) => {
              const source = JSON.stringify(value);
              return [name, { value: JSON.parse(source), source }];
            }),
          ),
        );
      }),
      { numRuns: 500 },
    );
  });

  it("reads past an unknown member nested 100,000 levels deep", () => {
    for (const [opening, closing] of [
      ["[", "]"],
      ['{"a":', "}"],
    ] as const) {
      const deep = `${opening.repeat(100_000)}1${closing.repeat(100_000)}`;
      expect(read(`{"x":${deep},"id":1}`)).toEqual({ id: { value: 1, source: "1" } });
    }
  });
});
