/** Unusual spellings of bodies that are a NewPlant: the text differs, the JSON value is the same. */
import { defined, ifAny } from "../../spec/defined.ts";
import type { Member, Shape } from "../../spec/schema.ts";
import { type Draft, escaped, nameOf, ORDINARY_IDS, stringOf, textOf, withMember } from "../bodies/body-drafts.ts";
import { isByChance } from "../checks/chance-failures.ts";
import { acceptance, checkOf, refusedToo } from "../checks/check-forms.ts";
import type { Answered, Check, History, Judgement, PlannedRequest, Sent } from "../checks/check.ts";
import { isAccepted } from "../checks/exchange-facts.ts";
import { notAccepted } from "../checks/findings.ts";
import { fromFindings, notJudged, passed, usable } from "../checks/judges.ts";
import { largestAccepted } from "../checks/request-variants.ts";
import {
  AOrAn,
  type Requests,
  int64Identity,
  integerIdentity,
  isAllowed,
  memberFor,
  plantOf,
} from "../checks/check-requests.ts";
import { isAnothers, markOf, returnedAs, returnedIn, returnedLabel } from "../checks/returned-members.ts";

/** `name` is the member whose spelling differs. */
type Spelling = readonly [slug: string, title: string, text: (draft: Draft, name: string) => string];

/** Escapes that make no difference (RFC 8259 section 7). White space and order are covered by the variants. */
const spellings: readonly Spelling[] = [
  [
    "escaped-name",
    "Escapes in a string make no difference",
    (draft, name) => textOf(withMember(draft, name, `"${escaped(stringOf(draft, name) ?? "")}"`)),
  ],
  [
    "escaped-member",
    "Escapes in a member's name make no difference",
    (draft, name) => textOf(draft).replace(JSON.stringify(name), () => withEscape(name)),
  ],
];

function respelled(write: (digits: string) => string): Spelling[2] {
  return (draft, name) => textOf(withMember(draft, name, write(literalOf(draft, name))));
}

/** Whole numbers written in other ways (JSON Schema 2020-12 Validation section 6.1.1). */
const integers: readonly Spelling[] = [
  ["fraction-zero", "written with a fraction of zero", respelled((digits) => `${digits}.0`)],
  ["exponent", "written with an exponent", respelled((digits) => `${digits}e0`)],
  ["moved-point", "written with a fraction and an exponent", respelled((digits) => `${shifted(digits)}E+3`)],
];

/** There are digits behind the point, but the exponent makes the value whole. */
const shrunk: readonly Spelling[] = [
  ["negative-exponent", "written with a negative exponent", respelled((digits) => `${digits}00e-2`)],
];

const wholeNumber = "an integer is a number without a fractional part, by JSON Schema";

/** Other spellings of a valid body. */
export function spellingChecks(requests: Requests): readonly Check[] {
  return [
    ...ifAny(memberFor(requests.operation, "label"), ({ name }) => {
      const way = { requirement: "accepts-json-spellings", basis: sameValue, name };
      return spellings.map((spelling) => spellingCheck(requests, way, spelling));
    }),
    ...integerChecks(requests, integers),
    ...otherIntegers(requests),
  ];
}

const sameValue = "the text is the same JSON value by RFC 8259";

/**
 * Characters that have a short escape, and that a name may contain; whether a provider accepts them is open. The other
 * spelling is the character itself by default.
 */
type EscapedSign = readonly [slug: string, title: string, sign: string, escape: string, other?: string];

const escapedSigns: readonly EscapedSign[] = [
  ["escaped-slash", "`\\/` stands for a slash", "/", "\\/"],
  ["escaped-surrogates", "Two escapes of surrogates stand for one character", "\u{1f331}", "\\ud83c\\udf31"],
  ["escaped-controls", "`\\b` and `\\f` stand for control characters", "\b\f", "\\b\\f", "\\u0008\\u000c"],
];

/**
 * A name with an escaped sign. If it is refused, the same is sent with the sign itself: a provider must accept the
 * escape only if it accepts the sign.
 */
export function escapedSignChecks(requests: Requests): readonly Check[] {
  return ifAny(memberFor(requests.operation, "label"), (label) =>
    escapedSigns.map((row) => escapedSignCheck(requests, label, row)),
  );
}

function escapedSignCheck(
  requests: Requests,
  { name }: Member,
  [slug, title, sign, escape, other = sign]: EscapedSign,
): Check {
  const { roles } = requests.operation;
  const label = { requirement: "accepts-json-spellings", slug, title, basis: sameValue };
  const request = (n: number, written: string): PlannedRequest => {
    const draft = withMember(requests.draft(n), name, JSON.stringify(nameWith(n, sign)));
    const plant = plantOf(draft, roles);
    const body = textOf(draft).replace(JSON.stringify(sign).slice(1), () => `${written}"`);
    return requests.raw("open", body, plant === undefined ? {} : { plant });
  };
  const isFine = (sent: Answered, text: string): boolean => comesBack(sent, text, requests);
  return checkOf("acceptance", label, {
    // Escaped, unescaped, then escaped twice more. The requests end when the name is returned unchanged, except after
    // the second.
    next: (fresh, own) => {
      const last = own.at(-1);
      const isOver = last !== undefined && isFine(last, nameWith(fresh(own.length - 1), sign)) !== (own.length === 2);
      return own.length === MOST_ESCAPES || isOver
        ? []
        : [request(fresh(own.length), own.length === 1 ? other : escape)];
    },
    judge: (own, run) => judgeEscape(own, run, isFine),
  });
}

/** One escape may be refused because its id is in the store already, and so may two: all three never are. */
const MOST_ESCAPES = 4;

/**
 * The tail of an ordinary name makes it unique. It is short and in lower case, so that a provider that cuts or changes
 * other kinds of names treats the names of all three requests alike.
 */
function nameWith(n: number, sign: string): string {
  return `${nameOf(n).replaceAll(" ", "").slice(-SHORTENED).toLowerCase()} ${sign}`;
}

const SHORTENED = 8;

/** Whether a plant was accepted, and its label was returned if a success returns it. */
function comesBack(sent: Answered, text: string, { operation: { roles } }: Requests): boolean {
  const [label, returned] = [returnedAs(roles, "label"), returnedIn(sent, roles)];
  return isAccepted(sent) && (returned === null || label === null || returned[label] === text);
}

function judgeEscape(own: History, run: History, isFine: (sent: Sent, text: string) => boolean): Judgement {
  const [first, parent, again, last] = own;
  const isWell = (sent: Sent | undefined): boolean =>
    sent !== undefined && (isFine(sent, markOf(sent.request) ?? "") || (isAccepted(sent) && isAnothers(sent, run)));
  if (isWell(first)) return { outcome: passed };
  if (parent !== undefined && !isWell(parent)) {
    const why = "the character as it is was refused or came back as another, so that its escape shows nothing";
    return { outcome: notJudged("no-occasion", why) };
  }
  if (isWell(again)) return { outcome: passed };
  const asked = usable(last, true);
  if ("outcome" in asked) return asked;
  if (isWell(asked.sent)) return { outcome: passed };
  if (isAccepted(asked.sent)) return { outcome: fromFindings(returnedLabel(asked.sent)) };
  return isByChance(MOST_ESCAPES - 1, run)
    ? { outcome: notJudged("no-accepted-parent", refusedToo) }
    : { outcome: fromFindings([notAccepted(asked.sent)]) };
}

/** Beyond 2^33 and odd: a double holds it (RFC 8259 section 6), and a float of 32 bits does not. */
const largeAndOdd = (n: number): bigint => 2n ** 33n + 2n * BigInt(n) + 1n;

/** A large id with a zero fraction, if large ids are accepted: a shorter number would be another id. */
function largeFractionChecks(requests: Requests): readonly Check[] {
  return ifAny(int64Identity(requests.operation), ({ name }) => {
    if (!isAllowed(requests, largeAndOdd(ORDINARY_IDS.least))) return [];
    const label = {
      requirement: "accepts-integer-spellings",
      slug: "large-fraction-zero",
      title: `${AOrAn(name)} beyond 2^33 written with a fraction of zeros is accepted`,
      basis: wholeNumber,
    };
    const check = acceptance(requests, label, (varied, n) =>
      varied.of("valid", withMember(varied.draft(n), name, `${largeAndOdd(n)}.000`)),
    );
    return [
      {
        ...check,
        next: (fresh, own, known) =>
          known === undefined || largestAccepted(known).length > 0 ? check.next(fresh, own, known) : [],
        judge: (own, run) =>
          own.length === 0
            ? { outcome: notJudged("no-occasion", "no id beyond 32 bits was accepted") }
            : check.judge(own, run),
      },
    ];
  });
}

/** An id with digits behind the point, which the exponent moves before it; escaped signs; and a large id. */
export function numberAndSignChecks(requests: Requests): readonly Check[] {
  return [...integerChecks(requests, shrunk), ...escapedSignChecks(requests), ...largeFractionChecks(requests)];
}

function integerChecks(requests: Requests, list: readonly Spelling[]): readonly Check[] {
  return ifAny(integerIdentity(requests.operation), ({ name }) => {
    const way = { requirement: "accepts-integer-spellings", basis: wholeNumber, name };
    return list.map(([slug, how, text]) =>
      spellingCheck(requests, way, [slug, `${AOrAn(name)} ${how} is accepted`, text]),
    );
  });
}

/** Every integer of a body besides the identity, at any depth: a provider may read each by a rule of its own. */
function otherIntegers(requests: Requests): readonly Check[] {
  const { request } = requests.operation;
  const own = integerIdentity(requests.operation)?.name;
  if (!request.members.some(({ name, shape }) => name !== own && hasInteger(shape))) return [];
  const label = {
    requirement: "accepts-integer-spellings",
    slug: "every-integer",
    title: "Every integer written with a fraction of zero is accepted",
    basis: wholeNumber,
  };
  return [
    acceptance(requests, label, (varied, n) => {
      const { plant } = varied.ordinary(n);
      const draft = varied
        .draft(n)
        .map(([name, literal]) => [name, name === own ? literal : withFractions(literal)] as const);
      return varied.raw("valid", textOf(draft), defined({ plant }));
    }),
  ];
}

function hasInteger({ types, members, items }: Shape): boolean {
  if (types.every((type) => type === "integer")) return true;
  return members.some(({ shape }) => hasInteger(shape)) || (items !== undefined && hasInteger(items));
}

/** JSON text whose whole numbers have a fraction of zero. Strings are left as they are. */
function withFractions(json: string): string {
  return json.replaceAll(/"(?:[^"\\]+|\\[^])*"|-?\d[\d.eE+-]*/g, (token) =>
    /^-?\d+$/.test(token) ? `${token}.0` : token,
  );
}

function spellingCheck(
  requests: Requests,
  { name, requirement, basis }: { readonly requirement: string; readonly basis: string; readonly name: string },
  [slug, title, text]: Spelling,
): Check {
  return acceptance(requests, { requirement, slug, title, basis }, (varied, n): PlannedRequest => {
    const draft = varied.draft(n);
    const plant = varied.ordinary(n).plant;
    return varied.raw("valid", text(draft, name), plant === undefined ? {} : { plant });
  });
}

/** A member's name with its second character escaped, or its only one. */
function withEscape(name: string): string {
  const at = Math.min(1, name.length - 1);
  if (!/^[ -~]*$/.test(name)) return `"${escaped(name)}"`;
  const escape = escaped(name.charAt(at));
  return `${JSON.stringify(name.slice(0, at)).slice(0, -1)}${escape}${JSON.stringify(name.slice(at + 1)).slice(1)}`;
}

function literalOf(draft: Draft, member: string): string {
  return draft.find(([name]) => name === member)?.[1] ?? "0";
}

/** A thousandth of a whole number in decimal digits: 1234567 becomes 1234.567. */
function shifted(number: string): string {
  const digits = number.padStart(4, "0");
  return `${digits.slice(0, -3).replace(/^0+(?=\d)/, "")}.${digits.slice(-3)}`;
}
