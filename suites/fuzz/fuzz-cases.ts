/** The bodies of fuzzing, which fast-check draws and shrinks: valid ones, departures, and other spellings. */
import { present } from "../../spec/defined.ts";
import fc, { type Arbitrary } from "fast-check";
import type { DrawnSubject } from "../../spec/requirements.ts";
import { isGuessed } from "../../spec/unknown-formats.ts";
import { type Member, type Shape, allows, everyType, isObjectAlone, ordinaryType } from "../../spec/schema.ts";
import type { FuzzReport } from "../../result/result.ts";
import {
  coercibleMembers,
  type Departure,
  invalidMembers,
  missingMembers,
  recasedMembers,
  renamed,
} from "../bodies/invalid-bodies.ts";
import { lenientEdits, otherFormats } from "../bodies/lenient-edits.ts";
import { secondEdits, edited, firstEdits, isJson } from "../bodies/text-edits.ts";
import { textFormatsOf } from "../bodies/formatted-texts.ts";
import { type Draft, textOf, withMember } from "../bodies/body-drafts.ts";
import { brokenByText, isAllowedNumber, timesStep } from "../bodies/constraints.ts";
import { arrayOf, hasItems, isDecimal, ordinaryLiteral, ordinaryText, stepsOf } from "../bodies/ordinary-values.ts";
import { matching, matchingText, otherCase } from "../bodies/pattern-texts.ts";
import { int64Identity, integerIdentity, isBeyondFormat, memberFor } from "../checks/check-requests.ts";
import type { Feature } from "../checks/request-features.ts";

/** The members of an ordinary body as JSON text. The request adds the id, which must be fresh. */
export type Parent = Readonly<Record<string, string>>;

/** One departure: why it is refused, and the changed body. */
export interface Fault {
  readonly subject: DrawnSubject;
  /** The member that it changes, so that two departures touch different ones. */
  readonly member: string;
  readonly apply: (draft: Draft, n: number) => Draft;
}

/** A fault of the text, after which it is not JSON or not an object. */
export interface TextFault {
  readonly subject: "unreadable-text" | "lenient-text" | "non-object";
  readonly rewrite: (text: string) => string;
}

/** How an ordinary body is written: white space and escapes are taken from their lists in turn. */
export interface Spelling {
  readonly subject: "json-spelling" | "integer-spelling";
  readonly blanks?: readonly string[];
  readonly escapes?: readonly boolean[];
  readonly reversed?: boolean;
  readonly integer?: { readonly zeros: number; readonly exponent: "none" | "e" | "E+" | "e-" };
}

/** The body of a case. */
export type FuzzBody =
  | { readonly kind: "ordinary"; readonly parent: Parent }
  | { readonly kind: "odd-texts"; readonly parent: Parent; readonly odd: Parent }
  | { readonly kind: "odd-id"; readonly parent: Parent; readonly offset: bigint }
  | { readonly kind: "departures"; readonly parent: Parent; readonly faults: readonly Fault[] }
  | { readonly kind: "text-fault"; readonly parent: Parent; readonly fault: TextFault }
  | { readonly kind: "spelling"; readonly parent: Parent; readonly spelling: Spelling };

/** One case: a body, and the features of the request. */
export interface FuzzCase {
  readonly body: FuzzBody;
  readonly features: readonly Feature[];
}

const counts = {
  ordinary: "ordinary",
  "odd-texts": "oddValues",
  "odd-id": "oddValues",
  departures: "singleDepartures",
  "text-fault": "singleDepartures",
  spelling: "spellings",
} as const;

/** The name under which a case is counted. */
export function countedAs(given: FuzzBody): keyof FuzzReport["sent"] {
  return given.kind === "departures" && given.faults.length > 1 ? "doubleDepartures" : counts[given.kind];
}

/** What is drawn for a body of one kind, besides the parent. */
type Parts<Kind> = {
  readonly [Name in Exclude<keyof Extract<FuzzBody, { kind: Kind }>, "kind" | "parent">]: Arbitrary<
    Extract<FuzzBody, { kind: Kind }>[Name]
  >;
};

/** Every body of a case. `hasAnyInt64` says whether the schema allows every int64 as the identity. */
export function bodiesOf(shape: Shape, hasAnyInt64: boolean): Arbitrary<FuzzBody> {
  const { members } = shape;
  const parent = membersOf({ ...shape, members: members.filter(({ role }) => role !== "identity") });
  const one = <Kind extends FuzzBody["kind"]>(weight: number, kind: Kind, parts: Parts<Kind>) => ({
    weight,
    arbitrary: fc.record({ kind: fc.constant(kind), parent, ...parts }) as unknown as Arbitrary<FuzzBody>,
  });
  const fault = faultOf(shape, hasAnyInt64);
  const textFaults = present([
    lenient,
    members.some(({ required }) => required) && unreadable,
    editedText(memberFor({ request: shape }, "optionalLabel")?.name),
    isObjectAlone(shape) && nonObject,
  ]);
  return fc.oneof(
    ...present([
      one(5, "ordinary", {}),
      one(3, "odd-texts", { odd: oddTexts(shape) }),
      hasAnyInt64 && one(1, "odd-id", { offset: offsets }),
      one(4, "departures", { faults: fc.tuple(fault) }),
      one(3, "departures", { faults: upToTwo(fault) }),
      one(2, "text-fault", { fault: fc.oneof(...textFaults) }),
      one(2, "spelling", { spelling: fc.oneof(jsonSpelling, ...integerSpelling(shape)) }),
    ]),
  );
}

function oddTexts({ members }: Shape): Arbitrary<Parent> {
  const texts = members.filter(
    ({ shape }) =>
      ordinaryType(shape) === "string" &&
      !isDecimal(shape) &&
      shape.values === undefined &&
      textFormatsOf(shape).length === 0,
  );
  const model = Object.fromEntries(texts.map(({ name, shape }) => [name, oddText(shape)]));
  return fc.record(model, { requiredKeys: [] }) as Arbitrary<Parent>;
}

/** Added to an ordinary id: the sum is as fresh as the ordinary id, and lies between 2^31 and the end of int64. */
const offsets = fc
  .tuple(fc.bigInt({ min: 0n, max: 2n ** 63n - 2n ** 33n }), fc.nat(31))
  .map(([value, shift]) => (value >> BigInt(shift)) + 2n ** 31n);

/** Two faults in different members, which shrink to one. */
function upToTwo(fault: Arbitrary<Fault>): Arbitrary<readonly Fault[]> {
  return fc.uniqueArray(fault, { minLength: 1, maxLength: 2, size: "max", selector: ({ member }) => member });
}

function faultOf(shape: Shape, hasAnyInt64: boolean): Arbitrary<Fault> {
  const named = (subject: DrawnSubject, departures: readonly Departure[]): readonly Fault[] =>
    departures.map(({ member, apply }) => ({ subject, member, apply }));
  const invalid = invalidMembers(shape).filter((departure) => !isBeyondFormat(departure));
  const identity = int64Identity({ request: shape })?.name;
  const missing = named("missing-member", missingMembers(shape));
  const fromSchema = [
    ...named("invalid-member", [...invalid, ...coercibleMembers(shape)]),
    ...named("renamed-member", recasedMembers(shape)),
  ];
  // A member of every type has no other type.
  const typed = shape.members.filter(({ shape: of }) => !everyType.every((type) => allows(of.types, type)));
  const others = typed.map(({ name, shape: of }) =>
    valueOfOtherType(of).map((literal): Fault => ({
      subject: "invalid-member",
      member: name,
      apply: (draft) => withMember(draft, name, literal),
    })),
  );
  const beyond = (member: string): Arbitrary<Fault> =>
    fc.tuple(fc.bigInt({ min: 0n, max: 2n ** 80n }), fc.boolean()).map(([more, below]): Fault => ({
      subject: "id-beyond-int64",
      member,
      apply: (draft) => withMember(draft, member, String(below ? -(2n ** 63n) - 1n - more : 2n ** 63n + more)),
    }));
  return fc.oneof(
    ...present([
      missing.length > 0 && { weight: 2, arbitrary: fc.constantFrom(...missing) },
      { weight: 1, arbitrary: fc.constantFrom(...fromSchema) },
      others.length > 0 && { weight: 3, arbitrary: fc.oneof(...others) },
      missing.length > 0 && { weight: 1, arbitrary: recased(shape) },
      hasAnyInt64 && identity !== undefined && { weight: 1, arbitrary: beyond(identity) },
    ]),
  );
}

function recased({ members }: Shape): Arbitrary<Fault> {
  const required = members.filter(({ required: isRequired }) => isRequired).map(({ name }) => name);
  return fc
    .tuple(fc.constantFrom(...required), fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }))
    .map(([name, turned]) => {
      const written = Array.from(name, (letter, k) =>
        turned[k % turned.length] === true ? otherCase(letter) : letter,
      );
      return [name, written.join("")] as const;
    })
    .filter(([, spelling]) => members.every(({ name }) => name !== spelling))
    .map(([name, spelling]) => ({ subject: "renamed-member", member: name, apply: renamed(name, spelling) }));
}

/** One character left out, inserted or replaced. If the text is still JSON, its end is cut off. */
const lenient: Arbitrary<TextFault> = fc
  .tuple(fc.nat(200), fc.nat(1), fc.constantFrom("", ...Array.from("{}[]:,\"'\\x0-+.eE/*#\u0001\n")))
  .map(([place, taken, put]) => ({
    subject: "lenient-text",
    rewrite: (text) => {
      const at = place % text.length;
      const changed = `${text.slice(0, at)}${put}${text.slice(at + taken)}`;
      return isJson(changed) ? text.slice(0, -1) : changed;
    },
  }));

const lenientForms = [...firstEdits, ...secondEdits, ...otherFormats, ...lenientEdits].filter(
  ({ refusedFor }) => refusedFor !== "nothing-to-read",
);

/** A text from which no reading gets the required members: blank, a bare word or signs, or a body that soon ends. */
const unreadable: Arbitrary<TextFault> = fc
  .oneof(
    fc.constantFrom(" ", "\n\n", "Fern", "@%&;!").map((word) => () => word),
    fc.integer({ min: 1, max: 4 }).map((end) => (text: string) => text.slice(0, end)),
  )
  .map((rewrite) => ({ subject: "unreadable-text", rewrite }));

function editedText(spare: string | null = null): Arbitrary<TextFault> {
  return fc.tuple(fc.constantFrom(...lenientForms), fc.nat(200)).map(([edit, place]) => ({
    subject: "lenient-text",
    rewrite: (text) => edited(edit, text, place, spare),
  }));
}

const nonObject: Arbitrary<TextFault> = fc
  .oneof(
    fc
      .jsonValue({ maxDepth: 2 })
      .filter((value) => typeof value !== "object" || value === null || Array.isArray(value))
      .map((value) => () => JSON.stringify(value)),
    fc.constantFrom(
      (text: string) => `[${text}]`,
      (text: string) => JSON.stringify(text),
    ),
  )
  .map((rewrite) => ({ subject: "non-object", rewrite }));

const blanks = fc.array(fc.constantFrom("", " ", "\n", "\t", "\r\n", "  "), { maxLength: 7 });

const jsonSpelling: Arbitrary<Spelling> = fc.record({
  subject: fc.constant("json-spelling" as const),
  blanks,
  escapes: fc.array(fc.boolean(), { maxLength: 9 }),
  reversed: fc.boolean(),
});

function integerSpelling(shape: Shape): readonly Arbitrary<Spelling>[] {
  if (integerIdentity({ request: shape }) === undefined) return [];
  const exponent = fc.constantFrom(...(["none", "e", "E+", "e-"] as const));
  const integer = fc
    .record({ zeros: fc.nat(6), exponent })
    .filter(({ zeros, exponent: one }) => zeros > 0 || one !== "none");
  return [fc.record({ subject: fc.constant("integer-spelling" as const), integer })];
}

// Values of a shape, as JSON text: ordinary ones and odd ones, both valid by the schema, and those of other types.

const small = "abcdefghijklmnopqrstuvwxyz";
const alphanumeric = `${small}${small.toUpperCase()}0123456789`;

/** The member or value that is drawn. */
type Drawn = Pick<Member, "shape" | "role">;

/** The text of an ordinary value. The letters of the number are added to labels when a request is made. */
export function ordinaryValue(drawn: Drawn): Arbitrary<string> {
  const { shape, role } = drawn;
  if (shape.values === undefined && shape.samples === undefined && !isDecimal(shape)) {
    switch (ordinaryType(shape)) {
      case "string":
        if (textFormatsOf(shape).length > 0 || isGuessed(shape)) break;
        return ordinaryTexts(shape, role).map((text) => JSON.stringify(text));
      case "integer":
      case "number":
        return numbers(shape).map(String);
      case "array":
        return arrays(shape);
      case "object":
        return membersOf(shape).map((members) => textOf(Object.entries(members)));
      case "boolean":
      case "null":
    }
  }
  // There are few values, or only the plainest may be sent.
  return fc.integer({ min: 1_000_000, max: 2 ** 31 - 1 }).map((n) => ordinaryLiteral(shape, drawn, n));
}

/** Names are one or two words, tags one in lower case. A request adds the letters of its number to both. */
function ordinaryTexts(shape: Shape, role: Drawn["role"]): Arbitrary<string> {
  const fits = (text: string): boolean => brokenByText(shape, text).length === 0;
  const [pattern] = shape.patterns;
  if (pattern !== undefined) return matchingOf(shape, pattern, fits);
  const { minLength = 0, maxLength = 40 } = shape;
  if (role === "optionalLabel") {
    return letters(small, Math.max(1, minLength), Math.min(5, maxLength));
  }
  const one = letters(small + small.toUpperCase(), Math.max(SHORTEST_WORD, minLength), Math.min(32, maxLength));
  return fc
    .tuple(one, fc.nat(32))
    .map(([text, place]) => inTwo(text, place))
    .filter(fits);
}

/** Texts of a pattern. One that does not fit is replaced by one that was looked for: drawing on may have no end. */
function matchingOf(shape: Shape, pattern: string, fits: (text: string) => boolean): Arbitrary<string> {
  return fc
    .tuple(matching(fc, pattern), fc.nat(1_000_000))
    .map(([text, n]) => (fits(text) ? text : (matchingText(shape, n) ?? ordinaryText(shape, {}, 0))));
}

function letters(unit: string, least: number, most: number): Arbitrary<string> {
  return fc.string({
    unit: fc.constantFrom(...Array.from(unit)),
    minLength: Math.min(least, most),
    maxLength: Math.max(least, most),
    size: "max",
  });
}

/** Shorter words happen to be words of a language, such as SQL, whose refusal is open. */
const SHORTEST_WORD = 5;

/** The text as two words, cut at a place; as one word if the place is not well inside the text. */
function inTwo(text: string, place: number): string {
  return place < SHORTEST_WORD || place >= text.length - SHORTEST_WORD
    ? text
    : `${text.slice(0, place)} ${text.slice(place + 1)}`;
}

function numbers(shape: Shape): Arbitrary<number> {
  const { step, first, last } = stepsOf(shape, 2 ** 31 - 1);
  if (first >= last) return fc.constant(Number(ordinaryLiteral(shape, {}, 0)));
  return fc
    .integer({ min: first, max: last })
    .map((steps) => timesStep(steps, step))
    .filter((value) => isAllowedNumber(shape, value));
}

/** Arrays of the least number of items, and of up to four more, as far as so many are possible. */
function arrays(shape: Shape): Arbitrary<string> {
  if (shape.isEndless === true) return fc.constant("[]");
  const { minItems = 0, maxItems = Infinity } = shape;
  const sizes = [0, 1, 2, 3, 4].map((more) => minItems + more).filter((size) => size <= maxItems);
  const possible = sizes.filter((size) => size === minItems || hasItems(shape, size));
  return fc.tuple(fc.nat(1_000_000), fc.constantFrom(...possible)).map(([n, size]) => arrayOf(shape, n, size));
}

/** The members of an object. The optional ones are sometimes left out. Shrinks towards fewer members. */
function membersOf({ members }: Shape): Arbitrary<Readonly<Record<string, string>>> {
  const model = Object.fromEntries(members.map((member) => [member.name, ordinaryValue(member)]));
  return fc.record(model, { requiredKeys: members.filter(({ required }) => required).map(({ name }) => name) });
}

/** Code points without surrogates. fast-check's own unit builds a table of all of them. */
const codePoint = fc
  .integer({ min: 1, max: 0x10ffff - 0x800 })
  .map((point) => String.fromCodePoint(point < 0xd800 ? point : point + 0x800));

const oddUnits = fc.oneof(
  fc.constantFrom(...Array.from("\"\\/<>&'%+ \t\n\r\u0001\u007f\u0085\u00a0\u200b\u200e\u2028\ufeff\ufffd")),
  fc.constantFrom(
    ..."e\u0301 \u{1f331} \u{1f468}\u200d\u{1f33e} \u05e6\u05de \u1112\u1161\u11ab \u0130 \u00df".split(" "),
  ),
  codePoint,
  fc.constantFrom(...Array.from(alphanumeric)),
);

const oddWords = ["null", "true", "0", "__proto__", "constructor", "undefined", "NaN"];

/** A valid text that few clients would send. It has no U+0000 and no lone surrogate, which are open points. */
export function oddText(shape: Shape): Arbitrary<string> {
  const fits = (text: string): boolean => !text.includes("\0") && brokenByText(shape, text).length === 0;
  const [pattern] = shape.patterns;
  if (isGuessed(shape)) return ordinaryValue({ shape });
  // A text drawn without the pattern hardly ever matches it.
  if (pattern !== undefined) return matchingOf(shape, pattern, fits).map((text) => JSON.stringify(text));
  const { minLength = 0, maxLength = Math.max(40, minLength) } = shape;
  const drawn = fc.array(oddUnits, { minLength, maxLength, size: "medium" }).map((units) => units.join(""));
  const words = oddWords.filter(fits);
  return fc
    .oneof(
      // Some units have several code points, so a text may have to be cut to fit.
      { weight: 4, arbitrary: drawn.map((text) => Array.from(text).slice(0, maxLength).join("")).filter(fits) },
      ...(words.length === 0 ? [] : [{ weight: 1, arbitrary: fc.constantFrom(...words) }]),
    )
    .map((text) => JSON.stringify(text));
}

/** A JSON value of a type that the shape does not allow. Whole numbers are left out if other numbers are allowed. */
function valueOfOtherType({ types }: Shape): Arbitrary<string> {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true });
  const texts = fc.oneof(fc.constantFrom("", " ", "0", "null", "true"), fc.string(), fc.integer().map(String));
  const all = present<Arbitrary<unknown>>([
    !types.includes("null") && fc.constant(null),
    !types.includes("boolean") && fc.boolean(),
    // If integers are allowed, only numbers with a fraction are of another type.
    !types.includes("number") &&
      (allows(types, "integer") ? number.filter((value) => !Number.isInteger(value)) : number),
    !types.includes("string") && texts,
    !types.includes("array") && fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }),
    !types.includes("object") && fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
  ]);
  return fc.oneof(...all).map((value) => JSON.stringify(value));
}
