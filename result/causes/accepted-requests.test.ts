/** What is accepted in place of a member's own type decides the cause. */
import { expect, test } from "vitest";
import { idRange, lenient, wrongType } from "./accepted-requests.ts";
import { type Failures, failuresOf, type FoundFailure } from "./found-failures.ts";

/** An accepted body whose `id` is of another type, as a check with this slug sends it. */
function accepted(slug: string, id: unknown): FoundFailure {
  const check = { id: `refuses-invalid-member/${slug}`, keyword: "type" };
  const seen = { sent: { id, name: "Fern" }, answer: { name: "Fern" } };
  return { requirement: { id: "refuses-invalid-member" }, check, seen } as unknown as FoundFailure;
}

const boolean = accepted("id-is-boolean", true);
const longBody = accepted("in-long-body", false);
const nothing = accepted("id-is-null", null);
const text = accepted("id-is-number-in-string", "7");
const fraction = accepted("id-is-number", 1.5);
const tag = accepted("tag-is-false", 7);

test.each([
  ["booleans alone are taken as integers", [boolean, longBody], ["booleans-as-integers", "booleans-as-integers"]],
  ["booleans and null are two causes", [boolean, nothing], ["booleans-as-integers", "null-accepted"]],
  ["null alone is its own cause", [nothing], ["null-accepted"]],
  ["fractions alone are taken as integers", [fraction, nothing], ["fractions-as-integers", "null-accepted"]],
  [
    "what is accepted for another member is another cause",
    [fraction, tag],
    ["fractions-as-integers", "types-converted"],
  ],
  ["texts and fractions are a conversion of types", [fraction, text], ["types-converted", "types-converted"]],
  ["texts too are a conversion of types", [boolean, text], ["types-converted", "types-converted"]],
])("%s", (_what, all, causes) => {
  const { names } = failuresOf([], []);
  const failures = { all, names, checks: new Set(all.map(({ check }) => check.id)) } as unknown as Failures;
  expect(all.map((one) => wrongType(one, failures))).toEqual(causes);
});

/** An accepted body whose tag or name is of another type, and what came back in its place. */
function answered(member: "name" | "tag", slug: string, sent: unknown, back?: unknown): FoundFailure {
  const one = accepted(`${member}-is-${slug}`, 7);
  const [label, answer] = [
    { id: 7, name: "Fern", [member]: sent },
    { name: "Fern", ...(back === undefined ? {} : { [member]: back }) },
  ];
  return { ...one, seen: { sent: label, answer } } as unknown as FoundFailure;
}

test.each([
  [
    "every falsy value of Python is accepted",
    [
      ["object", {}],
      ["empty-array", []],
      ["zero", 0],
    ],
    "falsy-as-absent",
  ],
  [
    "numbers and objects come back as texts",
    [
      ["integer", 7, "7"],
      ["object", {}, "[object Object]"],
    ],
    "types-converted",
  ],
  [
    "numbers come back as they are",
    [
      ["zero", 0, 0],
      ["integer", 7, 7],
      ["object", {}, "{}"],
    ],
    "no-type-checks",
  ],
  [
    "an object is accepted, and does not come back",
    [
      ["integer", 7, "7"],
      ["object", { a: 1 }],
    ],
    "no-type-checks",
  ],
] as const)("where %s for the tag, that is the cause", (_what, values, cause) => {
  const all = values.map(([slug, sent, back]) => answered("tag", slug, sent, back));
  const failures = { all, names: failuresOf([], []).names, checks: new Set() } as unknown as Failures;
  expect(all.map((one) => wrongType(one, failures))).toEqual(all.map(() => cause));
});

test("the range of ids is unchecked with their type only if types are not checked at all", () => {
  const range = {
    ...boolean,
    requirement: { id: "refuses-id-beyond-int64" },
    check: { id: "refuses-id-beyond-int64/a" },
  };
  const causeWith = (...all: readonly FoundFailure[]): string | undefined =>
    idRange(range as unknown as FoundFailure, { all, names: failuresOf([], []).names } as unknown as Failures);
  expect(causeWith(accepted("id-is-object", { a: 1 }))).toBe("no-type-checks");
  expect(causeWith(accepted("id-is-object", {}), accepted("id-is-false", false))).toBeUndefined();
});

/** An accepted body that is not JSON, as a check with this slug sends it. */
function acceptedText(slug: string, content: string, sha256?: string): FoundFailure {
  const check = { id: `refuses-lenient-json/${slug}` };
  const seen = { exchange: { request: { body: { encoding: "utf-8", content, sha256 } } } };
  return { requirement: { id: "refuses-lenient-json" }, check, seen } as unknown as FoundFailure;
}

const comment = acceptedText("comment-outside", '{"id":1,"name":"}"} // new');
const second = acceptedText("second-value", '{"id":1,"name":"a"}{"id":2}');
const far = acceptedText("garbage-far-after", '{"id":1,"name":"a"}       x');
const line = acceptedText("second-line", '{"id":1,"name":"a"}\n{"id":2,"name":"a"}');
const before = acceptedText("comment-outside", '/* new */{"id":1,"name":"a"}');
const space = acceptedText("unicode-white-space", '{"id":1,"name":"a"}\u2028');
const plain = acceptedText("quotes", "{'id':1,'name':'a'}");
const cutOff = acceptedText("comment-outside", '{"id":1,"name":"a"} // n', "0".repeat(64));

test.each([
  ["whatever follows the object is one cause", [comment, second, space], "text-after-json"],
  ["white space that is none of JSON is not, alone", [space], "lenient-json"],
  ["what follows thousands of bytes later, alone, is in a part that is not read", [far], "body-read-in-part"],
  ["what follows on another line, too", [far, line], "body-read-in-part"],
  ["what follows at once is ignored, wherever else something follows", [far, line, second], "text-after-json"],
  ["a comment before the object is not", [comment, before], "lenient-json"],
  ["other spellings are not", [plain], "lenient-json"],
  ["what follows in a body that was not kept whole is not known", [cutOff], "lenient-json"],
])("%s", (_what, all, cause) => {
  expect(all.map((one) => lenient(one, { all, exchanges: [] } as unknown as Failures))).toEqual(all.map(() => cause));
});

test("a value of another document that is wrong in another way than by its type is of no cause about types", () => {
  const requirement = { id: "refuses-invalid-member", checks: [] };
  const tooGreat = { ...boolean, requirement, check: { id: "refuses-invalid-member/id-is-great", keyword: "maximum" } };
  const failures = { all: [tooGreat], checks: new Set(), words: { label: null } } as unknown as Failures;
  expect(wrongType(tooGreat as unknown as FoundFailure, failures)).toBeUndefined();
});
