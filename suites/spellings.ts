/** Unusual spellings of bodies that are a NewPlant: the text is another, the JSON value the same. */
import type { Check, PlannedRequest } from "./checks/check.ts";
import { acceptance } from "./checks/check-forms.ts";
import type { Requests } from "./checks/requests.ts";
import { type Draft, stringOf, textOf, withMember } from "./bodies/drafts.ts";

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

/** An id whose digits go on behind the point, if the exponent is left out. */
export function negativeExponentChecks(requests: Requests): readonly Check[] {
  return checksOf(requests, "accepts-integer-spellings", wholeNumber, shrunk);
}

function checksOf(requests: Requests, requirement: string, basis: string, list: readonly Spelling[]): readonly Check[] {
  return list.map(([slug, title, text]) =>
    acceptance({ requirement, slug, title, basis }, (n): PlannedRequest => {
      const draft = requests.draft(n);
      const plant = requests.ordinary(n).plant;
      return requests.raw("valid", text(draft, n), plant === undefined ? {} : { plant });
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
