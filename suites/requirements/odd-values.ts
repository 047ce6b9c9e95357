/** Odd values: labels that are returned unchanged if they are accepted. */
import { ifAny } from "../../spec/defined.ts";
import type { Member, Shape } from "../../spec/shape.ts";
import { integerMember, withNumberInString } from "../bodies/coercible-values.ts";
import { brokenByText } from "../bodies/constraints.ts";
import { type Draft, nameOf, withMember, withoutMember } from "../bodies/drafts.ts";
import { type Departure, invalidMembers } from "../bodies/invalid-bodies.ts";
import { checkOf, dressed, idOf, refusal } from "../checks/check-forms.ts";
import type { Check, CheckId, Label, PlannedRequest } from "../checks/check.ts";
import { isAccepted } from "../checks/exchange-facts.ts";
import { judgeEach, ofBody } from "../checks/judges.ts";
import type { Requests } from "../checks/requests.ts";
import { isAnothers, returnedLabel, returnedOptionalLabel } from "../checks/returned-members.ts";
import { AOrAn, memberFor, returnedFor } from "../checks/role-members.ts";

// Bodies that are to be refused and contain a text that is long or hard to quote: a refusal may quote what was sent,
// and a long body may be read in another way than a short one.

/**
 * Marks of formats and templates, quotes, and characters of two, three and four bytes at every place where a byte limit
 * may cut.
 */
const HARD_TO_QUOTE = `100% %s %d {0} \${x} {{x}} "q" \\ <b> ${"Gr\u00f6\u00dfe \u2618 \u{1f331} ".repeat(24)}`;

/** More characters than servers read at once, and fewer than they refuse. */
const LONG = 9_000;

/** The checks of these refusals; none for a document without a label. */
export function besideOddValues(requests: Requests): readonly Check[] {
  const label = memberFor(requests.operation, "label");
  if (label === undefined) return [];
  const takes = (text: string): boolean => brokenByText(label.shape, text).length === 0;
  return [
    ...(takes(HARD_TO_QUOTE) ? lackingBesideHardToQuote(requests, label.name) : []),
    ...(takes("a".repeat(LONG)) ? wrongInLongBody(requests, label.name) : []),
  ];
}

function lackingBesideHardToQuote(requests: Requests, label: string): readonly Check[] {
  const { request, requestSchemaPath } = requests.operation;
  const missing = request.members.find(({ name, required }) => required && name !== label)?.name;
  if (missing === undefined) return [];
  const own = {
    requirement: "refuses-missing-member",
    slug: "beside-hard-to-quote",
    title: `An object without \`${missing}\` whose \`${label}\` is hard to quote is refused`,
    basis: `\`${missing}\` is required in the schema (${requestSchemaPath})`,
  };
  return [
    refusal(requests, own, (_varied, n) => {
      const text = JSON.stringify(`${nameOf(n)} ${HARD_TO_QUOTE}`);
      return requests.of("not-allowed", withMember(withoutMember(requests.draft(n), missing), label, text));
    }),
  ];
}

function wrongInLongBody(requests: Requests, label: string): readonly Check[] {
  const wrong = wrongBeside(requests.operation.request, label);
  if (wrong === undefined) return [];
  const own = {
    requirement: "refuses-invalid-member",
    slug: "in-long-body",
    title: `${wrong.title.replace(/ is refused$/, "")} and whose \`${label}\` is long is refused`,
    basis: wrong.basis,
    keyword: wrong.keyword,
  };
  return [
    refusal(requests, own, (_varied, n) => {
      const text = JSON.stringify(`${nameOf(n)}${" fern".repeat(LONG / 5)}`);
      return requests.of("not-allowed", withMember(wrong.apply(requests.draft(n), n), label, text));
    }),
  ];
}

/**
 * A member of a wrong type that is not the label: an integer in a string with a fraction, which no other check sends,
 * or else any. The first wrong type is null, which some providers read as no value.
 */
function wrongBeside(request: Shape, label: string): Departure | undefined {
  const ofType = invalidMembers(request).filter(({ member, keyword }) => keyword === "type" && member !== label);
  const integer = integerMember(request);
  const inString = ofType.find(({ slug, member }) => member === integer?.name && slug.endsWith("-is-string"));
  if (integer === undefined || inString === undefined) return ofType[1] ?? ofType[0];
  const title = inString.title.replace("is a string", "is a string of a number with a fraction");
  return { ...inString, title, apply: (draft) => withNumberInString(draft, integer, "fraction") };
}

/** Texts that stacks are known to change. An ordinary name next to each makes it unique. */
const oddTexts: ReadonlyArray<readonly [slug: string, what: string, text: (unique: string) => string]> = [
  ["emoji", "an emoji", (unique) => `${unique} \u{1f331}\u{1f33f}\u{1f332}`],
  ["combining-mark", "a combining mark that is not normalised", (unique) => `${unique} Cafe\u0301`],
  ["right-to-left", "right-to-left text", (unique) => `${unique} \u05e6\u05de\u05d7`],
  ["quotes", "quotes and backslashes", (unique) => `${unique} "it's" \\" \\\\ \\`],
  ["markup", "markup", (unique) => `${unique} <b>&amp; "x"</b>`],
  ["control-escapes", "control characters other than U+0000", (unique) => `${unique}\t\n\b\f\u0007\u000b\u001b[1m`],
  ["outer-blanks", "spaces at both ends", (unique) => `  ${unique}  `],
  ["percent", "percent signs and plus signs", (unique) => `${unique} 100%25+1`],
  ["letter-case", "letters in mixed case", (unique) => `${unique} McIntosh \u00c4\u00df`],
];

/** Names that are words of a language or of JSON. They cannot be made unique without losing what makes them odd. */
export const ODD_NAMES: ReadonlyArray<readonly [slug: string, text: string]> = [
  ["word-null", "null"],
  ["word-proto", "__proto__"],
  ["word-constructor", "constructor"],
];

/** Checks texts that may be cut, from the search for the greatest length. None if the schema has a greatest length. */
function longCheck(
  { name, shape }: Member,
  ask: typeof returnedLabel,
  [requirement, reads]: readonly [requirement: string, reads: string],
): readonly Check[] {
  if (shape.maxLength !== undefined) return [];
  const label = { requirement, slug: "long", title: `A long ${name} is returned unchanged` };
  return [givenBack(label, ask, { reads: idOf({ requirement: reads, slug: "value" }) })];
}

/** Odd labels: if they are accepted, they are returned unchanged. Whether they are accepted is open. */
export function oddTextChecks(requests: Requests): readonly Check[] {
  const { operation } = requests;
  const [label, optionalLabel] = [returnedFor(operation, "label"), returnedFor(operation, "optionalLabel")];
  return [
    ...ifAny(label, (member) => oddLabels(requests, member)),
    ...ifAny(optionalLabel, (member) => oddOptionalLabels(requests, member)),
    ...ifAny(label, (member) => longCheck(member, returnedLabel, ["returns-name", "name-length"])),
    ...ifAny(optionalLabel, (member) => longCheck(member, returnedOptionalLabel, ["returns-tag", "tag-length"])),
  ];
}

/**
 * Tags that stacks read as another type, one for each odd text and word: the answer must have a string nevertheless. If
 * the name has control characters, the tag has them too.
 */
export const TAG_WORDS = [
  "true",
  "off",
  "nan",
  "Yes",
  "false",
  "moss\b\f",
  "infinity",
  "undefined",
  "2024-06-01",
  "None",
  "nil",
  "on",
  "1.10",
] as const;

const CONTROLS = "control-escapes";

function withWord({ operation }: Requests, draft: Draft, place: number): Draft {
  const tag = memberFor(operation, "optionalLabel");
  const word = TAG_WORDS[place];
  if (tag === undefined || word === undefined || brokenByText(tag.shape, word).length > 0) return draft;
  return withMember(draft, tag.name, JSON.stringify(word));
}

function oddLabels(requests: Requests, { name }: Member): readonly Check[] {
  const odd = (slug: string, title: string, text: (n: number) => string, place: number): Check =>
    givenBack({ requirement: "returns-name", slug, title }, returnedLabel, {
      // A variant would write other escapes.
      requests: slug === CONTROLS ? undressed(requests) : requests,
      request: (varied, n, attempt) => {
        const draft = attempt === "again" ? varied.draft(n) : withWord(requests, varied.draft(n), place);
        return varied.of("open", withMember(draft, name, JSON.stringify(text(n))));
      },
    });
  return [
    ...oddTexts.map(([slug, what, text], place) =>
      odd(slug, `${AOrAn(name)} with ${what} is returned unchanged`, (n) => text(nameOf(n)), place),
    ),
    ...ODD_NAMES.map(([slug, text], place) =>
      odd(slug, `The ${name} \`${text}\` is returned unchanged`, () => text, oddTexts.length + place),
    ),
    odd("digits", `${AOrAn(name)} of digits only is returned unchanged`, String, oddTexts.length + ODD_NAMES.length),
  ];
}

/** The same requests, written in the ordinary way in every variant. */
function undressed(requests: Requests): Requests {
  return { ...requests, varied: () => requests };
}

/** Names that are words of a language, of YAML or of JavaScript, one for each odd tag by the slug of its check. */
export const NAME_WORDS = {
  "odd-letters": "No",
  "outer-blanks": "NaN",
  "letter-case": "true",
  "combining-mark": "undefined",
  "word-null": "Infinity",
  digits: "1e5",
} as const;

function withNameWord({ operation }: Requests, draft: Draft, word: string): Draft {
  const label = memberFor(operation, "label");
  if (label === undefined || brokenByText(label.shape, word).length > 0) return draft;
  return withMember(draft, label.name, JSON.stringify(word));
}

function oddOptionalLabels(requests: Requests, { name }: Member): readonly Check[] {
  const odd = (slug: keyof typeof NAME_WORDS, what: string, text: string): Check =>
    givenBack({ requirement: "returns-tag", slug, title: `${what} is returned unchanged` }, returnedOptionalLabel, {
      requests,
      request: (varied, n, attempt) => {
        const draft = withMember(varied.draft(n), name, JSON.stringify(text));
        return varied.of("open", attempt === "first" ? withNameWord(requests, draft, NAME_WORDS[slug]) : draft);
      },
    });
  return [
    givenBack(
      {
        requirement: "returns-tag",
        slug: CONTROLS,
        title: `${AOrAn(name)} with \`\\b\` and \`\\f\` is returned unchanged`,
      },
      returnedOptionalLabel,
      { reads: idOf({ requirement: "returns-name", slug: CONTROLS }) },
    ),
    odd("odd-letters", `${AOrAn(name)} with quotes, a backslash, markup and an emoji`, `"<b>" \\t \u{1f331}`),
    odd("outer-blanks", `${AOrAn(name)} with spaces at both ends`, "  fern  "),
    odd("letter-case", `${AOrAn(name)} with letters in mixed case`, "McIntosh"),
    odd("combining-mark", `${AOrAn(name)} with a combining mark`, "Cafe\u0301"),
    odd("word-null", `The ${name} \`null\``, "null"),
    odd("digits", `${AOrAn(name)} of digits only`, "2024"),
  ];
}

/**
 * The request whose odd value should be returned: a separate request, in a variant, or one that another check sends.
 */
type Source =
  | {
      readonly requests: Requests;
      /** Sent once more if it is not accepted, without the word beside it, which may have been the reason. */
      readonly request: (varied: Requests, n: number, attempt: "first" | "again" | "alone") => PlannedRequest;
    }
  | { readonly reads: CheckId };

function givenBack(label: Label, ask: typeof returnedLabel, source: Source): Check {
  return checkOf("comparison", label, {
    ...("reads" in source ? source : {}),
    next: (fresh, own, known) => {
      if ("reads" in source) return [];
      const [first] = own;
      if (first === undefined)
        return [source.request(dressed(source.requests, known), fresh(0), known === undefined ? "alone" : "first")];
      // If nothing is known about a provider, as in a vector, there is one request, whatever its answer is.
      const isOver = known === undefined || own.length > 1 || isAccepted(first);
      return isOver ? [] : [source.request(source.requests, fresh(1), "again")];
    },
    judge: (own, run) =>
      judgeEach(
        own.filter((sent) => isAccepted(sent) && !isAnothers(sent, run)),
        ofBody(ask),
        "an acceptance of this value, which the document leaves open,",
      ),
  });
}
