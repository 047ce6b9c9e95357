/** Ids from all of int64: beyond the ordinary ones, at the ends of smaller types, and adjacent to each other. */
import { defined, ifAny } from "../../spec/defined.ts";
import type { Member } from "../../spec/schema.ts";
import type { Answered, Check, History, Judgement, Label, PlannedRequest } from "../checks/check.ts";
import { describe, notAccepted } from "../checks/findings.ts";
import { TIMES, hasAcceptedParents, isAccepted } from "../checks/exchange-facts.ts";
import { fromFindings, judgeAcceptance, notJudged, passed, usable } from "../checks/judges.ts";
import { acceptance, checkOf, refusal, refusedToo } from "../checks/check-forms.ts";
import { isByChance } from "../checks/chance-failures.ts";
import {
  type Requests,
  aOrAn,
  int64Identity,
  integerIdentity,
  isAllowed,
  membersAt,
} from "../checks/check-requests.ts";
import { largeIdentities } from "../checks/request-variants.ts";
import { pickInTurn, type Draft, ORDINARY_IDS, withMember } from "../bodies/body-drafts.ts";
import { answersToId, askCertainId, refusedAsDuplicate } from "./values-scarce-ids.ts";

/** Ids of int64 beyond the ordinary ones. There are no checks if the identity does not have this format. */
export function idChecks(requests: Requests): readonly Check[] {
  return ifAny(int64Identity(requests.operation), (identity) => int64Checks(requests, identity));
}

/** More digits than some languages convert. */
const MANY_DIGITS = "7".repeat(5_000);

const BEYOND_INT64 = "refuses-id-beyond-int64";

/** A number of digits that no limit refuses. */
const LONG = 100;

/** A request with what a judge has to know of it: the members that it has, and the size of its id. */
function marked(request: PlannedRequest, which: "all" | "required", feature?: string): PlannedRequest {
  const onlyRequired = which === "required" ? (true as const) : undefined;
  return { ...request, ...defined({ onlyRequired, features: feature === undefined ? undefined : [feature] }) };
}

/** The ids are drawn, not fixed, so that they are free in a second run. */
function int64Checks(requests: Requests, { name }: Member): readonly Check[] {
  const positive = (slug: string, title: string): Label => positiveLabel(slug, title, name);
  const accepted = ([slug, what, id]: DrawnRow, large = largeIdentities[slug]): Check => ({
    ...acceptance(requests, positive(slug, `${what} is accepted as ${aOrAn(name)}`), (varied, n, attempt, known) => {
      const drawn = id(BigInt(known?.acceptedId ?? n), BigInt(attempt));
      // The first attempt has only the required members; the neighbours beyond 2^53 and the ids at the ends have the
      // others.
      const which = membersAt(attempt);
      return marked(varied.of("valid", withMember(varied.draft(n, which), name, String(drawn))), which, large?.name);
    }),
    // Two of the sizes are sent early, because refusals are sent with similar identities.
    ...(large === undefined ? {} : { stage: "early" as const }),
    goesByFirstId: true,
  });
  const refused = (slug: string, literal: string, what = `The number \`${literal}\``): Check =>
    refusal(
      requests,
      { requirement: BEYOND_INT64, slug, title: `${what} is refused as ${aOrAn(name)}`, basis: formatOf(name) },
      // A long number may be refused for its length, so the status says nothing about its value.
      (varied, n) =>
        varied.of(literal.length > LONG ? "not-allowed" : "not-a-plant", withMember(varied.draft(n), name, literal)),
    );
  return [
    ...idsLikelyTaken
      .filter(([, , id]) => isAllowed(requests, id(ORDINARY_IDS.least)))
      .map(([slug, what, id]) =>
        likelyTaken(requests, positive(slug, `${what} is accepted as ${aOrAn(name)} if it is free`), id),
      ),
    ...idsDrawn
      .filter(([, , id]) => isAllowed(requests, id(BigInt(ORDINARY_IDS.least), 0n)))
      .map((row) => accepted(row)),
    refused("one-above", "9223372036854775808"),
    refused("one-below", "-9223372036854775809"),
    refused("far-above", "1e30"),
    refused("beyond-doubles", "1e400"),
    refused("of-many-digits", MANY_DIGITS, "A number of 5,000 digits"),
    ...(isAllowed(requests, 2n ** 53n + 1n) ? [tellsApart(requests, name)] : []),
  ];
}

/** The first ids that 31 and 32 bits do not hold, and ordinary ids at which tables and shards begin and end. */
export function edgeIdChecks(requests: Requests): readonly Check[] {
  return [
    ...ifAny(int64Identity(requests.operation), ({ name }) =>
      idsOnEdges
        .filter(([, , id]) => isAllowed(requests, id(0)))
        .map(([slug, what, id]) =>
          likelyTaken(requests, positiveLabel(slug, `${what} is accepted as ${name}, if it is free`, name), id),
        ),
    ),
    ...ifAny(integerIdentity(requests.operation), ({ name }) => nearPowerOfTwo(requests, name)),
  ];
}

/** Powers of two within the ordinary ids, and their neighbours. */
const NEAR_POWERS_OF_TWO = Array.from({ length: 11 }, (_, k) => 2n ** BigInt(20 + k)).flatMap((power) => [
  power - 1n,
  power,
  power + 1n,
]);

function nearPowerOfTwo(requests: Requests, name: string): readonly Check[] {
  const label = {
    requirement: "accepts-valid-plant",
    slug: "id-near-a-power-of-two",
    title: `A power of two, or a number next to one, is accepted as ${name}, if it is free`,
    basis: `it matches the schema of the ${name} (${requests.operation.requestSchemaPath})`,
  };
  const id = (n: number): bigint => pickInTurn(NEAR_POWERS_OF_TWO, n);
  return NEAR_POWERS_OF_TWO.every((one) => isAllowed(requests, one)) ? [likelyTaken(requests, label, id)] : [];
}

type Row = readonly [slug: string, what: string, id: (n: number) => bigint];

const idsOnEdges: readonly Row[] = [
  ["first-beyond-31-bits", "2^31", () => 2n ** 31n],
  ["first-beyond-32-bits", "2^32", () => 2n ** 32n],
];

/** An id, given one that was accepted before, and the number of the attempt. */
type DrawnRow = readonly [slug: string, what: string, id: (accepted: bigint, attempt: bigint) => bigint];

/** Divisible by each lower power of ten, and by 2^12. */
const TWELVE_ZEROS = 10n ** 12n;

/**
 * Each id differs from an accepted one only by what a store may drop: a bit for which it has no room, or the digits
 * before the last ones. A store that drops it takes the id for the accepted one, and refuses it as a duplicate.
 */
export const idsDrawn: readonly DrawnRow[] = [
  ["beyond-31-bits", "A number of 2^31 or more", (id, attempt) => id + (2n * attempt + 1n) * 2n ** 31n],
  ["beyond-32-bits", "A number of 2^32 or more", (id, attempt) => id + (attempt + 1n) * 2n ** 32n],
  ["beyond-53-bits", "A number beyond 2^53", (id, attempt) => id + (attempt + 1n) * 2n ** 53n],
  [
    "near-the-top",
    "A number just below 2^63",
    (id, attempt) => id + ((2n ** 63n - 2n - id) / TWELVE_ZEROS - attempt) * TWELVE_ZEROS,
  ],
];

const idsLikelyTaken: readonly Row[] = [
  ["small", "A number below 1,000,000", (n) => BigInt(2 + (n % 999_998))],
  ["one", "The number 1", () => 1n],
  ["greatest", "The number 2^63-1", () => 2n ** 63n - 1n],
];

function positiveLabel(slug: string, title: string, name: string): Label {
  return { requirement: "accepts-every-positive-id", slug, title, basis: formatOf(name) };
}

function formatOf(name: string): string {
  return `the format of ${name} is int64`;
}

/**
 * An id that may be taken, by an earlier run or in a store that counts its plants from 1. A refusal that may be that of
 * a duplicate does not count against the provider.
 */
export function likelyTaken(requests: Requests, label: Label, id: (n: number) => bigint): Check {
  return checkOf("acceptance", label, {
    next: askCertainId(requests, { id, kind: "valid" }),
    judge: (own, run): Judgement => {
      if (answersToId(own).some(isAccepted)) return { outcome: passed };
      // Checked first, because a 429 is not evidence by itself.
      const refused = refusedAsDuplicate(own, run);
      if (refused !== undefined) {
        const why = `it was refused as a duplicate may be (${describe(refused)}), so it may be taken`;
        return { outcome: notJudged("no-occasion", why) };
      }
      const asked = usable(own[0]);
      if ("outcome" in asked) return asked;
      const { sent } = asked;
      if (!hasAcceptedParents(sent, run)) {
        const why = "no ordinary request was accepted both before and after it";
        return { outcome: notJudged("no-accepted-parent", why) };
      }
      return isByChance(2, run)
        ? { outcome: notJudged("no-accepted-parent", refusedToo) }
        : { outcome: fromFindings([notAccepted(sent)]) };
    },
  });
}

/**
 * The first of two adjacent ids that a double cannot distinguish. Beyond 2^62 the ids have 19 digits, and any type with
 * no room for the last digit confuses them too: both round to the first, or are cut to the same number. If a provider
 * does not accept ids of that size, the pair is beyond 2^53. Pairs are far apart, because a float would round pairs
 * that are near to the same number.
 */
const firstOfTwo = {
  large: (n: number, pair: number): bigint => 2n ** 62n + 2n ** 59n * BigInt(pair) + 1024n * BigInt(n),
  smaller: (n: number, pair: number): bigint => 2n ** 53n + 2n ** 50n * BigInt(pair) + 4n * BigInt(n),
} as const;

/** The pairs of adjacent ids that were sent; after the refusal of a large id, those beyond 2^53. */
function pairsIn<T extends Answered>(own: readonly T[]): readonly T[] {
  return own[0] === undefined || isAccepted(own[0]) ? own : own.slice(1);
}

/** Drafts of the same members. The first has the longer values, so the second keeps each limit that it keeps. */
function longerFirst(one: Draft, other: Draft): readonly [Draft, Draft] {
  const pairs = one.map((member, place) =>
    [member, other[place] ?? member].toSorted(([, a], [, b]) => b.length - a.length),
  );
  const draftOf = (place: number): Draft => pairs.flatMap((pair) => pair.slice(place, place + 1));
  return [draftOf(0), draftOf(1)];
}

function tellsApart(requests: Requests, name: string): Check {
  const request = (draft: Draft, value: bigint): PlannedRequest =>
    requests.of("valid", withMember(draft, name, String(value)));
  const label = {
    requirement: "tells-large-ids-apart",
    slug: "neighbours",
    title: "The second of two adjacent ids above 2^53 is not refused as a duplicate",
    basis: `${formatOf(name)}, which holds both`,
  };
  return checkOf("acceptance", label, {
    // A pair, and up to two more if the neighbour was not accepted: it may be taken, or have failed by accident.
    next: (fresh, all) => {
      const own = pairsIn(all);
      const id = firstOfTwo[own.length === all.length ? "large" : "smaller"];
      const [pair, isNeighbour] = [Math.floor(own.length / 2) * 2 + all.length - own.length, own.length % 2 === 1];
      const last = own.at(-1);
      // The neighbour has another name: a provider with unique names has no other reason to refuse it.
      const [one, neighbour] = longerFirst(requests.draft(fresh(pair)), requests.draft(fresh(pair + 1)));
      if (isNeighbour) {
        return last !== undefined && isAccepted(last) ? [request(neighbour, id(fresh(pair), pair) + 1n)] : [];
      }
      const goesOn = own.length < 2 * TIMES && (last === undefined || !isAccepted(last));
      return goesOn ? [request(one, id(fresh(pair), pair))] : [];
    },
    judge: judgeNeighbours,
  });
}

function judgeNeighbours(all: History, run: History): Judgement {
  const own = pairsIn(all);
  const first = usable(own[0] ?? all[0]);
  if ("outcome" in first) return first;
  if (!isAccepted(first.sent)) {
    return { outcome: notJudged("no-occasion", "the first of the two was refused, see accepts-every-positive-id") };
  }
  if (own.length % 2 === 1 && own.length !== 1) {
    return { outcome: notJudged("no-occasion", "after one neighbour the first of another pair was refused, too") };
  }
  return judgeAcceptance(
    own.filter((_, place) => place % 2 === 1),
    run,
  );
}
