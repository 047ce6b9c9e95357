/** Odd values: names and tags that come back unchanged where they are accepted, and ids over the whole of int64. */
import type { Check, CheckId, Fresh, History, Judgement, PlannedRequest } from "./runner/check.ts";
import { describe, notAccepted } from "./runner/findings.ts";
import {
  fromFindings,
  hasAcceptedParents,
  isAccepted,
  judgeAcceptance,
  judgeEach,
  notJudged,
  passed,
  unusable,
} from "./runner/judges.ts";
import { type Label, acceptance, refusal } from "./runner/make.ts";
import type { Requests } from "./runner/requests.ts";
import { withMember, ORDINARY_IDS, nameOf } from "./runner/values.ts";
import { brokenByNumber } from "./runner/fits.ts";
import { isAnothers, returnedName, returnedTag } from "./plant-answer.ts";

/** Texts that stacks are known to change. Each is made unique by an ordinary name beside it. */
const oddTexts: ReadonlyArray<readonly [slug: string, what: string, text: (unique: string) => string]> = [
  ["emoji", "an emoji", (unique) => `${unique} \u{1f331}`],
  ["combining-mark", "a combining mark that is not normalised", (unique) => `${unique} Cafe\u0301`],
  ["right-to-left", "right-to-left text", (unique) => `${unique} \u05e6\u05de\u05d7`],
  ["quotes", "quotes and backslashes", (unique) => `${unique} "it's" \\`],
  ["markup", "markup", (unique) => `${unique} <b>&amp; "x"</b>`],
  ["control-escapes", "control characters other than U+0000", (unique) => `${unique}\t\n\u0007`],
  ["outer-blanks", "blanks at both ends", (unique) => `  ${unique}  `],
  ["percent", "percent signs and plus signs", (unique) => `${unique} 100%25+1`],
  ["letter-case", "letters in mixed case", (unique) => `${unique} McIntosh \u00c4\u00df`],
];

/** Names that are words of a language or of JSON; they cannot be made unique without losing what is odd in them. */
const oddWords: ReadonlyArray<readonly [slug: string, text: string]> = [
  ["word-null", "null"],
  ["word-proto", "__proto__"],
  ["word-constructor", "constructor"],
];

/** Odd names and tags: where they are accepted they come back unchanged; whether they are is left open. */
export function oddTextChecks(requests: Requests): readonly Check[] {
  const named = (slug: string, title: string, text: (unique: string) => string): Check =>
    givenBack({ id: `returns-name/${slug}`, title }, returnedName, (n) =>
      requests.of("open", withMember(requests.draft(n), "name", JSON.stringify(text(nameOf(n))))),
    );
  const tagged = (slug: string, title: string, text: string): Check =>
    givenBack({ id: `returns-tag/${slug}`, title }, returnedTag, (n) =>
      requests.of("open", withMember(requests.draft(n), "tag", JSON.stringify(text))),
    );
  return [
    ...oddTexts.map(([slug, what, text]) => named(slug, `A name with ${what} comes back as it was sent`, text)),
    ...oddWords.map(([slug, text]) => named(slug, `The name \`${text}\` comes back as it was sent`, () => text)),
    tagged("odd-letters", "A tag with quotes, markup and an emoji comes back as it was sent", `"<b>" \u{1f331}`),
    tagged("word-null", "The tag `null` comes back as it was sent", "null"),
  ];
}

function givenBack(
  label: { id: CheckId; title: string },
  ask: typeof returnedName,
  request: (n: number) => PlannedRequest,
): Check {
  return {
    ...label,
    next: (fresh, own) => (own.length === 0 ? [request(fresh(0))] : []),
    judge: (own, run) =>
      judgeEach(
        own.filter((sent) => isAccepted(sent) && !isAnothers(sent, run)),
        ask,
        "an acceptance of this value, which the document leaves open,",
      ),
  };
}

/** Ids of int64 beyond the ordinary ones. They are drawn, not fixed, so that a second run finds them free. */
export function idChecks(requests: Requests): readonly Check[] {
  const withId =
    (id: (n: number) => bigint) =>
    (n: number): PlannedRequest =>
      requests.of("valid", withMember(requests.draft(n), "id", String(id(n))));
  const accepted = (slug: string, what: string, id: (n: number) => bigint): Check =>
    acceptance(
      {
        id: `accepts-every-positive-id/${slug}`,
        title: `${what} is accepted as id`,
        basis: "the format of id is int64",
      },
      withId(id),
    );
  const refused = (slug: string, literal: string): Check =>
    refusal(
      {
        id: `refuses-id-beyond-int64/${slug}`,
        title: `${literal} is refused as id`,
        basis: "the format of id is int64",
      },
      (n) => requests.of("not-a-plant", withMember(requests.draft(n), "id", literal)),
    );
  return [
    ...drawn
      .filter(([, , id]) => isAllowed(requests, id(ORDINARY_IDS.least)))
      .map(([slug, what, id]) => accepted(slug, what, id)),
    ...certain
      .filter(([, id]) => isAllowed(requests, id))
      .map(([slug, id]) => exactId(requests, positive(slug, id), id)),
    refused("one-above", "9223372036854775808"),
    refused("one-below", "-9223372036854775809"),
    refused("far-above", "1e30"),
    ...(isAllowed(requests, 2n ** 53n + 1n) ? [tellsApart(requests)] : []),
  ];
}

const drawn: readonly (readonly [slug: string, what: string, id: (n: number) => bigint])[] = [
  ["small", "A number below 1,000,000", (n) => BigInt(2 + (n % 999_998))],
  ["beyond-31-bits", "A number from 2^31 on", (n) => 2n ** 31n + BigInt(n)],
  ["beyond-32-bits", "A number from 2^32 on", (n) => 2n ** 32n + BigInt(n)],
  ["beyond-53-bits", "An odd number beyond 2^53", (n) => 2n ** 53n + 2n * BigInt(n) + 1n],
  ["near-the-top", "A number just below 2^63", (n) => 2n ** 63n - 2n - BigInt(n)],
];

const certain: readonly (readonly [slug: string, id: bigint])[] = [
  ["one", 1n],
  ["greatest", 2n ** 63n - 1n],
];

function positive(slug: string, id: bigint): Label {
  return {
    id: `accepts-every-positive-id/${slug}`,
    title: `${id} is accepted as id, if it is free`,
    basis: "the format of id is int64",
  };
}

/** Whether the schema of the id allows an int64: another schema may bound it, or list what it may be. */
export function isAllowed({ operation }: Requests, id: bigint): boolean {
  const shape = operation.request.members.find(({ name }) => name === "id")?.shape;
  if (shape === undefined || shape.multipleOf !== undefined) return false;
  // A double rounds the ends of int64 out of it; that they are in it is known.
  return (
    brokenByNumber({ ...shape, formats: shape.formats.filter((format) => format !== "int64") }, Number(id)).length === 0
  );
}

/**
 * One certain id, which an earlier run may have taken. Where it is refused, an ordinary id is sent twice: a provider
 * that refuses a duplicate in the same way may have refused this one as a duplicate, and is not accused. It is asked
 * once more at the end, so that one hiccup accuses nobody.
 */
export function exactId(requests: Requests, label: Label, id: bigint): Check {
  return {
    ...label,
    next: (fresh, own) => {
      if (own.length === 0) {
        return [requests.of("valid", withMember(requests.draft(fresh(0)), "id", String(id)))];
      }
      const wanted = own[0] === undefined || own[0].answer === null || isAccepted(own[0]) ? 1 : 4;
      if (own.length === 3) return [requests.of("valid", withMember(requests.draft(fresh(2)), "id", String(id)))];
      return own.length < wanted ? [duplicate(requests, fresh, own.length)] : [];
    },
    judge: (own, run): Judgement => {
      const [sent, , again, last] = own;
      const none = unusable(sent);
      if (none !== null || sent === undefined) return { outcome: none ?? passed };
      if (isAccepted(sent) || (last !== undefined && isAccepted(last))) return { outcome: passed };
      if (again?.answer?.status === sent.answer?.status) {
        return {
          outcome: notJudged("no-occasion", `it was refused as a duplicate is (${describe(sent)}), so it may be taken`),
        };
      }
      if (!hasAcceptedParents(sent, run)) {
        return {
          outcome: notJudged("no-accepted-parent", "no ordinary request was accepted both before and after it"),
        };
      }
      return { outcome: fromFindings([notAccepted(sent)]) };
    },
  };
}

/** An ordinary request, and its id again with another name: a name that comes again could be refused by itself. */
function duplicate(requests: Requests, fresh: Fresh, place: number): PlannedRequest {
  if (place === 1) return requests.ordinary(fresh(1));
  return requests.of("open", withMember(requests.draft(fresh(3)), "id", String(fresh(1))));
}

/** Two ids that a double cannot tell apart: 2^53 + 4n and its successor both round to the former. */
function tellsApart(requests: Requests): Check {
  const id = (n: number): bigint => 2n ** 53n + 4n * BigInt(n);
  const request = (n: number, value: bigint): PlannedRequest =>
    requests.of("valid", withMember(requests.draft(n), "id", String(value)));
  return {
    id: "tells-large-ids-apart/neighbours",
    title: "An id right after its neighbour beyond 2^53 is not refused as a duplicate",
    basis: "the format of id is int64, which holds both",
    // A pair, and a second one where the neighbour was not accepted, so that one hiccup accuses nobody.
    next: (fresh, own) => {
      const [pair, isNeighbour] = [Math.floor(own.length / 2) * 2, own.length % 2 === 1];
      const last = own.at(-1);
      if (isNeighbour) {
        // The neighbour has a name of its own: a provider whose names are unique has no other reason to refuse it.
        return last !== undefined && isAccepted(last) ? [request(fresh(pair + 1), id(fresh(pair)) + 1n)] : [];
      }
      const goesOn = own.length === 0 || (own.length === 2 && last !== undefined && !isAccepted(last));
      return goesOn ? [request(fresh(pair), id(fresh(pair)))] : [];
    },
    judge: judgeNeighbours,
  };
}

function judgeNeighbours(own: History, run: History): Judgement {
  const [first] = own;
  const none = unusable(first);
  if (none !== null || first === undefined) return { outcome: none ?? passed };
  if (!isAccepted(first)) {
    return { outcome: notJudged("no-occasion", "the first of the two was refused, see accepts-every-positive-id") };
  }
  return judgeAcceptance(
    own.filter((_, place) => place % 2 === 1),
    run,
  );
}
