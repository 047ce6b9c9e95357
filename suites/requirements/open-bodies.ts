/** Open points about the body: values and members that the document does not mention. */
import { defined, ifAny } from "../../spec/defined.ts";
import type { Member } from "../../spec/shape.ts";
import { brokenByNumber, brokenByText } from "../bodies/constraints.ts";
import { nameOf, ORDINARY_IDS, tagOf, textOf, withMember } from "../bodies/drafts.ts";
import { answersToId, askCertainId, refusedAsDuplicate } from "../checks/certain-id.ts";
import { acceptedOrNot, checkOf, observation } from "../checks/check-forms.ts";
import type { Check, History, Label, PlannedRequest, Sent } from "../checks/check.ts";
import { hasAcceptedParents, isAccepted, isSuccess } from "../checks/exchange-facts.ts";
import { isUsable, judgeObservation, notJudged, observed } from "../checks/judges.ts";
import type { Requests } from "../checks/requests.ts";
import { member as memberIn } from "../checks/returned-members.ts";
import { AOrAn, aOrAn, int64Identity, integerIdentity, memberFor } from "../checks/role-members.ts";
import { BESIDE_UNKNOWN, UNKNOWN, unknownName } from "../checks/unknown-members.ts";

// A search for the greatest length that is accepted, with few requests.

/** Common limits of lengths. The length after each is tried as well, so that a limit is found exactly. */
const usual = [
  40, 50, 60, 63, 64, 80, 100, 120, 127, 128, 150, 180, 200, 250, 254, 255, 256, 300, 400, 500, 511, 512, 600, 800,
  1000, 1023, 1024, 1500, 2000, 2047, 2048, 3000, 4000, 4095, 4096, 5000, 8000, 8191, 8192, 10_000, 16_383, 16_384,
  20_000, 32_767, 32_768,
] as const;

/** The greatest length that is tried, in characters. */
const GREATEST = 65_536;

const lengths: readonly number[] = [...new Set([...usual.flatMap((length) => [length, length + 1]), GREATEST])].sort(
  (a, b) => a - b,
);

/** The next length to try, or null and the result. */
interface SearchStep {
  readonly next: number | null;
  readonly value: string;
}

/**
 * The next step of the search, given whether each length so far was accepted, in order: the greatest first, then by
 * bisection. At most eight requests.
 */
export function searchLimit(accepted: readonly boolean[]): SearchStep {
  let low = -1;
  let high = lengths.length;
  let place = lengths.length - 1;
  for (const yes of accepted) {
    if (yes) low = place;
    else high = place;
    place = Math.floor((low + high) / 2);
  }
  const least = lengths[low];
  const most = lengths[high];
  if (high - low > 1) return { next: lengths[place] ?? null, value: "" };
  if (most === undefined) return { next: null, value: `accepted up to ${GREATEST}` };
  if (least === undefined) return { next: null, value: `refused at ${most}` };
  return {
    next: null,
    value: most === least + 1 ? `refused above ${least}` : `accepted up to ${least}, refused at ${most}`,
  };
}

interface Edit {
  readonly requirement: string;
  /** The content of the body, given the name of the edited member. */
  readonly title: (name: string) => string;
  readonly literal: (n: number) => string;
}

const ofIdentity: readonly Edit[] = [
  { requirement: "negative-id", title: (id) => `A negative ${id}`, literal: (n) => `-${n}` },
];

const ofLabel: readonly Edit[] = [
  { requirement: "empty-name", title: (name) => `An empty ${name}`, literal: () => '""' },
  { requirement: "blank-name", title: (name) => `${AOrAn(name)} of spaces only`, literal: () => '"   "' },
  {
    requirement: "control-characters-in-name",
    title: (name) => `${AOrAn(name)} with control characters`,
    literal: (n) => `"${nameOf(n)}\\u0000\\u0001"`,
  },
  {
    requirement: "lone-surrogate-in-name",
    title: (name) => `${AOrAn(name)} with a lone surrogate`,
    literal: (n) => `"${nameOf(n)}\\ud800"`,
  },
];

const ofOptionalLabel: readonly Edit[] = [
  { requirement: "empty-tag", title: (tag) => `An empty ${tag}`, literal: () => '""' },
  { requirement: "blank-tag", title: (tag) => `${AOrAn(tag)} of spaces only`, literal: () => '"   "' },
];

/** A member that the schema does not name, and the feature of a request with it. */
interface UnknownMember extends Edit {
  readonly member: string;
  readonly feature?: string;
}

const unknownMembers: readonly UnknownMember[] = [
  {
    requirement: "unknown-members",
    title: () => "Members that are not in NewPlant",
    member: UNKNOWN.member,
    literal: () => UNKNOWN.literal,
    feature: BESIDE_UNKNOWN,
  },
  {
    requirement: "deep-nesting",
    title: () => "An unknown member of 1,000 nested arrays",
    member: "nested",
    literal: () => `${"[".repeat(1000)}${"]".repeat(1000)}`,
  },
];

/** A value is not an open point if the schema of its member decides it. */
function isOpen({ shape }: Member, { literal }: Edit): boolean {
  const value: unknown = JSON.parse(literal(ORDINARY_IDS.least));
  if (typeof value === "string") return brokenByText(shape, value).length === 0;
  return typeof value !== "number" || brokenByNumber(shape, value).length === 0;
}

/** The checks of whether odd values, unknown members and unusual texts are accepted. */
export function openBodyChecks(requests: Requests): readonly Check[] {
  const { operation } = requests;
  const { request } = operation;
  const [named, optional] = [memberFor(operation, "label"), memberFor(operation, "optionalLabel")];
  const edit = (member: string, { requirement, title, literal }: Edit): Check =>
    observation(
      label(requirement, title(member)),
      [(fresh) => requests.of("open", withMember(requests.draft(fresh(0)), member, literal(fresh(0))))],
      acceptedOrNot,
    );
  const editsOf = (member: Member | undefined, edits: readonly Edit[]): readonly Check[] =>
    ifAny(member, (of) => edits.filter((one) => isOpen(of, one)).map((one) => edit(of.name, one)));
  // Unknown members are not an open point if the schema says something about them.
  const unknown = request.others === undefined || request.others === true ? unknownMembers : [];
  return [
    ...ifAny(integerIdentity(operation), (identity) =>
      brokenByNumber(identity.shape, 0).length === 0 ? [idZero(requests, identity.name)] : [],
    ),
    ...editsOf(int64Identity(operation), ofIdentity),
    ...ifAny(int64Identity(operation), (identity) => smallestIds(requests, identity)),
    ...editsOf(named, ofLabel),
    ...editsOf(optional, ofOptionalLabel),
    ...unknown.map((one) => asFeature(edit(unknownName(request, one.member), one), one.feature)),
    observation(
      label("byte-order-mark", "A byte order mark before the body"),
      [(fresh) => open(requests, fresh(0), `\u{feff}${textOf(requests.draft(fresh(0)))}`)],
      acceptedOrNot,
    ),
    ...ifAny(named, ({ name }) => [duplicateMembers(requests, name)]),
    ...ifAny(named, (member) => lengthOf(requests, member, { requirement: "name-length", start: nameOf })),
    ...ifAny(optional, (member) => lengthOf(requests, member, { requirement: "tag-length", start: tagOf })),
    bodySize(requests),
  ];
}

/** Sent early, with the name of a feature: if it is accepted, refusals are sent with this feature. */
function asFeature(check: Check, feature: string | undefined): Check {
  if (feature === undefined) return check;
  const next: Check["next"] = (...asked) =>
    check.next(...asked).map((request) => ({ ...request, features: [feature] }));
  return { ...check, stage: "early", next };
}

function label(requirement: string, title: string): Label {
  return { requirement, slug: "value", title };
}

/** Whether 0 is accepted. Nothing is known if it may be taken. */
function idZero(requests: Requests, name: string): Check {
  return checkOf("observation", label("id-zero", `The ${name} 0`), {
    next: askCertainId(requests, { id: () => 0n, kind: "open" }),
    judge: (own, run) =>
      refusedAsDuplicate(own, run) !== undefined
        ? { outcome: notJudged("no-occasion", "0 was refused as a duplicate may be, so it may be taken") }
        : judgeObservation(answersToId(own).find(isAccepted) ?? own[0], run, acceptedOrNot),
  });
}

const SMALLEST = -(2n ** 63n);

/** The least int64. If it is not accepted, it may be taken, and an id next to it says more. */
function smallestIds(requests: Requests, identity: Member): readonly Check[] {
  const { name } = identity;
  const literal = (n: number): string => String(SMALLEST + BigInt(n));
  const title = `${AOrAn(name)} at the lower end of int64`;
  if (!isOpen(identity, { requirement: "", title: () => title, literal })) return [];
  return [
    checkOf("observation", label("smallest-id", title), {
      next: (fresh, own, known) => {
        const [first] = own;
        const beside = (k: number): PlannedRequest =>
          requests.of("open", withMember(requests.draft(fresh(k)), name, literal(fresh(k))));
        // If nothing is known about a provider, as in a vector, there is one request, whatever its answer is.
        if (known === undefined) return first === undefined ? [beside(0)] : [];
        if (first !== undefined) return own.length > 1 || isAccepted(first) ? [] : [beside(1)];
        const least = withMember(requests.draft(fresh(0)), name, literal(0));
        return [requests.of("open", least, { mayMeet: "taken-id" })];
      },
      judge: (own, run) => judgeObservation(own.at(-1), run, acceptedOrNot),
    }),
  ];
}

function open(requests: Requests, n: number, text: string, mayMeet?: "cut-off"): PlannedRequest {
  const { plant } = requests.ordinary(n);
  return requests.raw("open", text, defined({ plant, mayMeet }));
}

/** The label twice: the answer shows which of the two counts. */
function duplicateMembers(requests: Requests, name: string): Check {
  const start = `{${JSON.stringify(name)}:`;
  return observation(
    label("duplicate-members", `An object that has \`${name}\` twice`),
    [
      (fresh) => {
        const text = textOf(requests.draft(fresh(0)));
        return requests.raw(
          "open",
          text.replace("{", () => `${start}${JSON.stringify(nameOf(fresh(1)))},`),
        );
      },
    ],
    (sent) => {
      if (!isAccepted(sent)) return acceptedOrNot(sent);
      const given = givenText(sent, name);
      if (given === undefined) return "accepted";
      const text = new TextDecoder().decode(sent.request.body ?? new Uint8Array());
      const isFirst = text.indexOf(JSON.stringify(given)) === start.length;
      return `accepted, the ${isFirst ? "first" : "last"} counts`;
    },
  );
}

function givenText(sent: Sent, name: string): string | undefined {
  const given = memberIn(sent, name);
  return typeof given === "string" ? given : undefined;
}

/**
 * The number of bytes from which a provider may find a body too large and close the connection (RFC 9110 section
 * 15.5.14).
 */
const LARGE = 8 * 1024;

function isCutOff({ request, exchange }: Sent): boolean {
  return request.mayMeet === "cut-off" && exchange.noAnswer?.kind === "connection-closed";
}

/**
 * The longest text that is accepted, found with few requests. Not an open point if the schema has a greatest length.
 */
function lengthOf(
  requests: Requests,
  { name, shape }: Member,
  { requirement, start }: { readonly requirement: string; readonly start: (n: number) => string },
): readonly Check[] {
  if (shape.maxLength !== undefined) return [];
  const request = (n: number, length: number): PlannedRequest =>
    requests.of(
      "open",
      withMember(requests.draft(n), name, JSON.stringify(ofLength(start(n), length))),
      length > LARGE ? { mayMeet: "cut-off" } : {},
    );
  const search = checkOf("search", label(requirement, `The greatest length of ${aOrAn(name)}`), {
    next: (fresh, own) => {
      const step = searchLimit(own.map(isSuccess));
      return step.next === null ? [] : [request(fresh(own.length), step.next)];
    },
    judge: (own, run) => {
      const unanswered = own.find((sent) => !isUsable(sent) && !isCutOff(sent));
      const judged = unanswered ?? own.find((sent) => !isCutOff(sent)) ?? own[0];
      return judgeObservation(judged, run, () => limitOf(own));
    },
  });
  return [search];
}

/** A success other than 200 counts neither as accepted nor as refused. */
function limitOf(own: History): string {
  const { value } = searchLimit(own.map(isSuccess));
  const other = own.find((sent) => isSuccess(sent) && !isAccepted(sent));
  return other === undefined ? value : value.replace("accepted", `answered ${other.answer?.status}`);
}

function ofLength(start: string, length: number): string {
  return start.padEnd(length, "abcdefghij").slice(0, length);
}

const SIZES: ReadonlyArray<readonly [name: string, bytes: number]> = [
  ["64 KiB", 64 * 1024],
  ["1 MiB", 1024 * 1024],
];

/** The connection of the first large body, and of the ordinary request after it. */
const LARGE_BODIES = "body-size";

/**
 * Bodies made large by white space, which has no meaning, so their size is the only reason to refuse them. The plant
 * that follows the first of them on its connection is one of the ordinary requests of the run.
 */
function bodySize(requests: Requests): Check {
  return checkOf("observation", label("body-size", "Bodies of 64 KiB and of 1 MiB"), {
    next: (fresh, own) => {
      const n = fresh(own.length);
      if (own.length === SIZES.length) return [requests.ordinary(n, "all", { connection: LARGE_BODIES })];
      const size = SIZES[own.length];
      if (size === undefined) return [];
      const text = textOf(requests.draft(n));
      const large = text.slice(0, 1).padEnd(size[1] - text.length + 1, " ") + text.slice(1);
      const request = open(requests, n, large, "cut-off");
      return [own.length === 0 ? { ...request, connection: LARGE_BODIES } : request];
    },
    judge: (all, run) => {
      const own = all.slice(0, SIZES.length);
      const sizes = own.map(
        (sent, place) => `${SIZES[place]?.[0] ?? ""} ${sent.answer === null ? "cut off" : acceptedOrNot(sent)}`,
      );
      const [first] = own;
      // If no body of this size is answered, the ordinary requests show that the provider is still there.
      if (first !== undefined && own.every(isCutOff) && hasAcceptedParents(first, run)) {
        return { outcome: observed(sizes.join(", ")) };
      }
      return judgeObservation(own.find(({ answer }) => answer !== null) ?? first, run, () => sizes.join(", "));
    },
  });
}
