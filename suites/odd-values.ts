/** Odd values: names and tags that come back unchanged where they are accepted. */
import type { Check, CheckId, Label, PlannedRequest } from "./checks/check.ts";
import { isAccepted, judgeEach, ofBody } from "./checks/judges.ts";
import { checkOf, dressed, idOf } from "./checks/check-forms.ts";
import type { Requests } from "./checks/requests.ts";
import { nameOf, withMember } from "./bodies/drafts.ts";
import { isAnothers, returnedName, returnedTag } from "./checks/given-back.ts";

/** Texts that stacks are known to change. Each is made unique by an ordinary name beside it. */
const oddTexts: ReadonlyArray<readonly [slug: string, what: string, text: (unique: string) => string]> = [
  ["emoji", "an emoji", (unique) => `${unique} \u{1f331}`],
  ["combining-mark", "a combining mark that is not normalised", (unique) => `${unique} Cafe\u0301`],
  ["right-to-left", "right-to-left text", (unique) => `${unique} \u05e6\u05de\u05d7`],
  ["quotes", "quotes and backslashes", (unique) => `${unique} "it's" \\`],
  ["markup", "markup", (unique) => `${unique} <b>&amp; "x"</b>`],
  ["control-escapes", "control characters other than U+0000", (unique) => `${unique}\t\n\u0007`],
  ["outer-blanks", "spaces at both ends", (unique) => `  ${unique}  `],
  ["percent", "percent signs and plus signs", (unique) => `${unique} 100%25+1`],
  ["letter-case", "letters in mixed case", (unique) => `${unique} McIntosh \u00c4\u00df`],
];

/** Names that are words of a language or of JSON; they cannot be made unique without losing what is odd in them. */
const oddWords: ReadonlyArray<readonly [slug: string, text: string]> = [
  ["word-null", "null"],
  ["word-proto", "__proto__"],
  ["word-constructor", "constructor"],
];

/** Texts that may be cut, found by the search for the greatest length. */
function longChecks(): readonly Check[] {
  const long = (member: "name" | "tag", ask: typeof returnedName): Check =>
    givenBack(
      { requirement: `returns-${member}`, slug: "long", title: `A long ${member} is returned unchanged` },
      ask,
      {
        reads: idOf({ requirement: `${member}-length`, slug: "value" }),
      },
    );
  return [long("name", returnedName), long("tag", returnedTag)];
}

/** Odd names and tags: where they are accepted they come back unchanged; whether they are is left open. */
export function oddTextChecks(requests: Requests): readonly Check[] {
  const named = (slug: string, title: string, text: (unique: string) => string): Check =>
    givenBack({ requirement: "returns-name", slug, title }, returnedName, {
      requests,
      request: (varied, n) => varied.of("open", withMember(varied.draft(n), "name", JSON.stringify(text(nameOf(n))))),
    });
  const tagged = (slug: string, title: string, text: string): Check =>
    givenBack({ requirement: "returns-tag", slug, title }, returnedTag, {
      requests,
      request: (varied, n) => varied.of("open", withMember(varied.draft(n), "tag", JSON.stringify(text))),
    });
  return [
    ...oddTexts.map(([slug, what, text]) => named(slug, `A name with ${what} is returned unchanged`, text)),
    ...oddWords.map(([slug, text]) => named(slug, `The name \`${text}\` is returned unchanged`, () => text)),
    givenBack(
      { requirement: "returns-name", slug: "digits", title: "A name of digits only is returned unchanged" },
      returnedName,
      {
        requests,
        request: (varied, n) => varied.of("open", withMember(varied.draft(n), "name", JSON.stringify(String(n)))),
      },
    ),
    tagged("odd-letters", "A tag with quotes, markup and an emoji is returned unchanged", `"<b>" \u{1f331}`),
    tagged("outer-blanks", "A tag with spaces at both ends is returned unchanged", "  fern  "),
    tagged("letter-case", "A tag with letters in mixed case is returned unchanged", "McIntosh"),
    tagged("combining-mark", "A tag with a combining mark is returned unchanged", "Cafe\u0301"),
    tagged("word-null", "The tag `null` is returned unchanged", "null"),
    tagged("digits", "A tag of digits only is returned unchanged", "2024"),
    ...longChecks(),
  ];
}

/** What is sent to see an odd value come back: a request of its own, in a variant, or what another check sends. */
type Source =
  | { readonly requests: Requests; readonly request: (varied: Requests, n: number) => PlannedRequest }
  | { readonly reads: CheckId };

function givenBack(label: Label, ask: typeof returnedName, source: Source): Check {
  return checkOf("comparison", label, {
    ...("reads" in source ? source : {}),
    next: (fresh, own, known) =>
      "request" in source && own.length === 0 ? [source.request(dressed(source.requests, known), fresh(0))] : [],
    judge: (own, run) =>
      judgeEach(
        own.filter((sent) => isAccepted(sent) && !isAnothers(sent, run)),
        ofBody(ask),
        "an acceptance of this value, which the document leaves open,",
      ),
  });
}
