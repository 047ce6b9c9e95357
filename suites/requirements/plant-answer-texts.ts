/** Odd values: labels that are returned unchanged if they are accepted. */
import { ifAny } from "../../spec/defined.ts";
import type { Member } from "../../spec/schema.ts";
import { nameOf, withMember } from "../bodies/body-drafts.ts";
import { checkOf, dressed, idOf, comparison } from "../checks/check-forms.ts";
import type { Check, CheckId, Label, PlannedRequest, Sent } from "../checks/check.ts";
import { isAccepted } from "../checks/exchange-facts.ts";
import { judgeEach, ofBody } from "../checks/judges.ts";
import { AOrAn, type LabelTexts, type Requests, returnedFor, withLabels } from "../checks/check-requests.ts";
import { isAnothers, returnedLabel, returnedOptionalLabel } from "../checks/returned-members.ts";
import { BESIDE_MARKS } from "./plant-answer-text-groups.ts";

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

/** Tags that stacks read as another type, one for each odd text. Beside controls in the name they have some, too. */
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

function oddLabels(requests: Requests, { name }: Member): readonly Check[] {
  const odd = (own: Pick<Label, "slug" | "title">, text: (n: number) => string, place: number): Check =>
    givenBack({ requirement: "returns-name", ...own }, returnedLabel, {
      // A variant would write other escapes.
      requests: own.slug === CONTROLS ? undressed(requests) : requests,
      request: (varied, n, attempt) => {
        const word = attempt === "again" ? undefined : TAG_WORDS[place];
        const draft = withLabels(requests.operation, varied.draft(n), { optionalLabel: word });
        return varied.of("open", withMember(draft, name, JSON.stringify(text(n))));
      },
    });
  return [
    ...oddTexts.map(([slug, what, text], place) =>
      odd({ slug, title: `${AOrAn(name)} with ${what} is returned unchanged` }, (n) => text(nameOf(n)), place),
    ),
    ...ODD_NAMES.map(([slug, text], place) =>
      odd({ slug, title: `The ${name} \`${text}\` is returned unchanged` }, () => text, oddTexts.length + place),
    ),
    odd(
      { slug: "digits", title: `${AOrAn(name)} of digits only is returned unchanged` },
      String,
      oddTexts.length + ODD_NAMES.length,
    ),
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

function oddOptionalLabels(requests: Requests, { name }: Member): readonly Check[] {
  const odd = (slug: keyof typeof NAME_WORDS, what: string, text: string): Check =>
    givenBack({ requirement: "returns-tag", slug, title: `${what} is returned unchanged` }, returnedOptionalLabel, {
      requests,
      request: (varied, n, attempt) => {
        const draft = withMember(varied.draft(n), name, JSON.stringify(text));
        const word = attempt === "first" ? NAME_WORDS[slug] : undefined;
        return varied.of("open", withLabels(requests.operation, draft, { label: word }));
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
    odd("odd-letters", `${AOrAn(name)} with quotes, a comma, a backslash, markup and an emoji`, `"<b>", \\t \u{1f331}`),
    odd("outer-blanks", `${AOrAn(name)} with spaces at both ends`, "  fern  "),
    odd("letter-case", `${AOrAn(name)} with letters in mixed case`, "McIntosh"),
    odd("combining-mark", `${AOrAn(name)} with a combining mark`, "Cafe\u0301"),
    odd("word-null", `The ${name} \`null\``, "null"),
    odd("digits", `${AOrAn(name)} of digits only`, "2024"),
  ];
}

/** The request whose odd value should be returned: one of its own, in a variant, or that of another check. */
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

// Words that read like another value: each is a string in JSON, and is returned unchanged wherever it is accepted.
// Two words are sent at a time, one as each label. Requests of other checks with one of the words are judged too.

/**
 * Words that YAML, spreadsheets, databases, Python or JavaScript read as something else; some are numbers in another
 * spelling. No label is read as the label of another request of the run, and none differs from one only in letter case:
 * otherwise the returned text would be taken for the label of that request.
 */
export const PAIRS = [
  { label: "12:30", optionalLabel: "~" },
  { label: "=1+1", optionalLabel: "12:30" },
  { label: "+1", optionalLabel: "1e400" },
  { label: "1_000", optionalLabel: "=1+1" },
  { label: "False", optionalLabel: "__proto__" },
  { label: "2024-06-01", optionalLabel: "NULL" },
] as const satisfies readonly LabelTexts[];

const names: ReadonlySet<string> = new Set([
  ...PAIRS.map(({ label }) => label),
  ...Object.values(NAME_WORDS),
  BESIDE_MARKS.label,
]);
const tags: ReadonlySet<string> = new Set([
  ...PAIRS.map(({ optionalLabel }) => optionalLabel),
  // Words with control characters have a separate check.
  ...TAG_WORDS.filter((word) => /^[!-~]+$/u.test(word)),
  ...BESIDE_MARKS.optionalLabels,
]);

const requirements = { label: "returns-name", optionalLabel: "returns-tag" } as const;
type Role = keyof typeof requirements;

const what = "an acceptance of such a value, which the document leaves open,";

/** The checks that words are returned, as the label and as the optional label. */
export function returnedWordChecks(requests: Requests): readonly Check[] {
  const { operation } = requests;
  const [label, optionalLabel] = [returnedFor(operation, "label"), returnedFor(operation, "optionalLabel")];
  const titled = (role: Role, name: string) => ({
    requirement: requirements[role],
    slug: "words",
    title: `${AOrAn(name)} that reads like another value is returned`,
  });
  const hasWord = (words: ReadonlySet<string>, name: string) => (sent: Sent, run: readonly Sent[]) =>
    isAccepted(sent) && words.has(sent.request.plant?.[name] ?? "") && !isAnothers(sent, run);
  return [
    ...ifAny(label, ({ name }) => {
      const isOne = hasWord(names, name);
      return [
        checkOf("comparison", titled("label", name), {
          goesFirst: true,
          next: wordRequests(requests),
          judge: (_own, run) =>
            judgeEach(
              run.filter((sent) => isOne(sent, run)),
              ofBody(returnedLabel),
              what,
            ),
        }),
      ];
    }),
    ...ifAny(optionalLabel, ({ name }) => {
      const isOne = hasWord(tags, name);
      const select = (run: readonly Sent[]): readonly Sent[] => run.filter((sent) => isOne(sent, run));
      const check = comparison(titled("optionalLabel", name), { what, select, ask: ofBody(returnedOptionalLabel) });
      return [label === undefined ? check : { ...check, reads: idOf({ requirement: "returns-name", slug: "words" }) }];
    }),
  ];
}

/** Each pair; if a pair is refused, each of its words separately, because only one may be the reason. */
function wordRequests(requests: Requests): Check["next"] {
  return (fresh, own, known) => {
    if (own.length === 0) {
      return PAIRS.map((words, k) => {
        const turn = known?.turn === undefined ? known : { ...known, turn: known.turn + k };
        return withWords(dressed(requests, turn), fresh(k), words);
      });
    }
    if (known === undefined || own.length > PAIRS.length) return [];
    return PAIRS.flatMap(({ label, optionalLabel }, k) => {
      const [sent, from] = [own[k], PAIRS.length + 2 * k];
      if (sent === undefined || isAccepted(sent)) return [];
      return [withWords(requests, fresh(from), { label }), withWords(requests, fresh(from + 1), { optionalLabel })];
    });
  };
}

function withWords(requests: Requests, n: number, words: LabelTexts): PlannedRequest {
  return requests.of("open", withLabels(requests.operation, requests.draft(n), words));
}
