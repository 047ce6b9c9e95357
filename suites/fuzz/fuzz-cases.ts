/** The bodies of fuzzing, which fast-check draws and shrinks: valid ones, departures, and other spellings. */
import { present } from "../../spec/defined.ts";
import fc from "fast-check";
import type { Arbitrary } from "fast-check";
import type { DrawnSubject } from "../../spec/requirements.ts";
import { type Shape, allows, everyType, isObjectAlone, ordinaryType } from "../../spec/schema.ts";
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
import { type Draft, withMember } from "../bodies/body-drafts.ts";
import { isDecimal } from "../bodies/ordinary-values.ts";
import { int64Identity, integerIdentity, isBeyondFormat, memberFor } from "../checks/check-requests.ts";
import type { Feature } from "../checks/request-features.ts";
import { membersOf, oddText, valueOfOtherType } from "./drawn-values.ts";

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
      shape.types.includes("string") &&
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
      const letters = Array.from(name, (letter, k) =>
        turned[k % turned.length] === true ? otherCase(letter) : letter,
      );
      return [name, letters.join("")] as const;
    })
    .filter(([, spelling]) => members.every(({ name }) => name !== spelling))
    .map(([name, spelling]) => ({ subject: "renamed-member", member: name, apply: renamed(name, spelling) }));
}

function otherCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

/** One character left out, inserted or replaced. If the text is still JSON, its end is cut off. */
const lenient: Arbitrary<TextFault> = fc
  .record({
    place: fc.nat(200),
    taken: fc.nat(1),
    put: fc.constantFrom("", ...Array.from("{}[]:,\"'\\x0-+.eE/*#\u0001\n")),
  })
  .map(({ place, taken, put }) => ({
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
  return fc
    .record({
      edit: fc.constantFrom(...lenientForms),
      place: fc.nat(200),
    })
    .map(({ edit, place }) => ({
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
