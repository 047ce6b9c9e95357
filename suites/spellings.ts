/** Unusual spellings of bodies that are a NewPlant: the text is another, the JSON value the same. */
import type { Answered, Check, History, Judgement, PlannedRequest, Sent } from "./checks/check.ts";
import { isByChance } from "./checks/accidents.ts";
import { acceptance, checkOf, refusedToo } from "./checks/check-forms.ts";
import { notAccepted } from "./checks/findings.ts";
import { isAnothers, plantIn, returnedName } from "./checks/given-back.ts";
import { TIMES, fromFindings, isAccepted, notJudged, passed, usable } from "./checks/judges.ts";
import { type Requests, plantOf } from "./checks/requests.ts";
import { type Draft, nameOf, stringOf, textOf, withMember } from "./bodies/drafts.ts";

type Spelling = readonly [slug: string, title: string, text: (draft: Draft, n: number) => string];

/** Escapes that make no difference (RFC 8259 section 7). White space and order are asked in each variant. */
const spellings: readonly Spelling[] = [
  [
    "escaped-name",
    "Escapes in a string make no difference",
    (draft) => textOf(withMember(draft, "name", escapes(stringOf(draft, "name") ?? ""))),
  ],
  [
    "escaped-member",
    "Escapes in a member's name make no difference",
    (draft) => textOf(draft).replace('"name"', '"n\\u0061me"'),
  ],
];

/** Whole numbers written in other ways (JSON Schema 2020-12 Core section 4.2.3). */
const integers: readonly Spelling[] = [
  [
    "fraction-zero",
    "An id written with a fraction of zero is accepted",
    (draft, n) => textOf(withMember(draft, "id", `${idOf(draft, n)}.0`)),
  ],
  [
    "exponent",
    "An id written with an exponent is accepted",
    (draft, n) => textOf(withMember(draft, "id", `${idOf(draft, n)}e0`)),
  ],
  [
    "moved-point",
    "An id written with a fraction and an exponent is accepted",
    (draft, n) => textOf(withMember(draft, "id", `${shifted(idOf(draft, n))}E+3`)),
  ],
];

/** The fraction that a point would show is in the exponent. */
const shrunk: readonly Spelling[] = [
  [
    "negative-exponent",
    "An id written with a negative exponent is accepted",
    (draft, n) => textOf(withMember(draft, "id", `${idOf(draft, n)}00e-2`)),
  ],
];

const wholeNumber = "an integer is a number without a fractional part, by JSON Schema";

/** Other spellings of a valid body. */
export function spellingChecks(requests: Requests): readonly Check[] {
  return [
    ...checksOf(requests, "accepts-json-spellings", "the text is the same JSON value by RFC 8259", spellings),
    ...checksOf(requests, "accepts-integer-spellings", wholeNumber, integers),
  ];
}

/** Characters with an escape of their own, which a name may have; whether it may is open. */
const escapedSigns: ReadonlyArray<readonly [slug: string, title: string, sign: string, escape: string]> = [
  ["escaped-slash", "`\\/` stands for a slash", "/", "\\/"],
  ["escaped-surrogates", "Two escapes of surrogates stand for one character", "\u{1f331}", "\\ud83c\\udf31"],
];

/**
 * A name with a sign that is escaped. Where it is refused, the same is asked with the sign itself: only a provider that
 * accepts that has to accept the other.
 */
export function escapedSignChecks(requests: Requests): readonly Check[] {
  return escapedSigns.map(([slug, title, sign, escape]) => {
    const label = {
      requirement: "accepts-json-spellings",
      slug,
      title,
      basis: "the text is the same JSON value by RFC 8259",
    };
    const request = (n: number, written: string): PlannedRequest => {
      const name = nameWith(n, sign);
      const body = textOf(withMember(requests.draft(n), "name", JSON.stringify(name)));
      const plant = plantOf(withMember(requests.draft(n), "name", JSON.stringify(name)));
      return requests.raw(
        "open",
        body.replace(`${sign}"`, () => `${written}"`),
        plant === undefined ? {} : { plant },
      );
    };
    return checkOf("acceptance", label, {
      // Escaped, as it is, and escaped again: what comes back as it was sent ends it, but for the one in between.
      next: (fresh, own) => {
        const last = own.at(-1);
        const isOver = last !== undefined && isFine(last, nameWith(fresh(own.length - 1), sign)) !== (own.length === 2);
        return own.length === TIMES || isOver ? [] : [request(fresh(own.length), own.length === 1 ? sign : escape)];
      },
      judge: judgeEscape,
    });
  });
}

/**
 * The tail of an ordinary name makes it unique. It is short and in small letters, so that a provider that cuts or changes
 * names of another kind treats those of all three questions alike.
 */
function nameWith(n: number, sign: string): string {
  return `${nameOf(n).replaceAll(" ", "").slice(-SHORTENED).toLowerCase()} ${sign}`;
}

/** Letters of a name that has a sign behind it. */
const SHORTENED = 8;

/** Whether a plant was accepted, and its name came back. */
function isFine(sent: Answered, name: string): boolean {
  return isAccepted(sent) && (plantIn(sent) === null || plantIn(sent)?.name === name);
}

function judgeEscape(own: History, run: History): Judgement {
  const [first, parent, again] = own;
  const isWell = (sent: Sent | undefined): boolean =>
    sent !== undefined && (isFine(sent, sent.request.plant?.name ?? "") || (isAccepted(sent) && isAnothers(sent, run)));
  if (isWell(first)) return { outcome: passed };
  if (parent !== undefined && !isWell(parent)) {
    const why = "the sign as it is was refused or came back as another, so that its escape shows nothing";
    return { outcome: notJudged("no-occasion", why) };
  }
  const asked = usable(again);
  if ("outcome" in asked) return asked;
  if (isWell(asked.sent)) return { outcome: passed };
  if (isAccepted(asked.sent)) return { outcome: fromFindings(returnedName(asked.sent)) };
  return isByChance(2, run)
    ? { outcome: notJudged("no-accepted-parent", refusedToo) }
    : { outcome: fromFindings([notAccepted(asked.sent)]) };
}

/** An id whose digits go on behind the point, if the exponent is left out. */
export function negativeExponentChecks(requests: Requests): readonly Check[] {
  return checksOf(requests, "accepts-integer-spellings", wholeNumber, shrunk);
}

function checksOf(requests: Requests, requirement: string, basis: string, list: readonly Spelling[]): readonly Check[] {
  return list.map(([slug, title, text]) =>
    acceptance(requests, { requirement, slug, title, basis }, (varied, n): PlannedRequest => {
      const draft = varied.draft(n);
      const plant = varied.ordinary(n).plant;
      return varied.raw("valid", text(draft, n), plant === undefined ? {} : { plant });
    }),
  );
}

function escapes(text: string): string {
  const units = Array.from(text, (letter) => `\\u${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`);
  return `"${units.join("")}"`;
}

function idOf(draft: Draft, n: number): string {
  return draft.find(([name]) => name === "id")?.[1] ?? String(n);
}

/** A thousandth of a whole number in decimal digits: 1234567 becomes 1234.567. */
function shifted(number: string): string {
  const digits = number.padStart(4, "0");
  return `${digits.slice(0, -3).replace(/^0+(?=\d)/, "")}.${digits.slice(-3)}`;
}
