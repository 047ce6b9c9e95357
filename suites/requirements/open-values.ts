/** Open points about the values of members: whether unusual ids, names and tags are accepted, and how long they may be. */
import type { Member } from "../../spec/schema.ts";
import { brokenByNumber, brokenByText } from "../bodies/constraints.ts";
import { nameOf, ORDINARY_IDS, tagOf, withMember } from "../bodies/body-drafts.ts";
import { answersToId, askCertainId, refusedAsDuplicate } from "./values-scarce-ids.ts";
import { acceptedOrNot, checkOf, observation, openPoint } from "../checks/check-forms.ts";
import type { Check, History, Label, PlannedRequest, Sent } from "../checks/check.ts";
import { isAccepted, isSuccess, hasAcceptedParents, isAskedAgain, isCutOff } from "../checks/exchange-facts.ts";
import { isUsable, judgeObservation, notJudged, observed } from "../checks/judges.ts";
import { AOrAn, type Requests, aOrAn, int64Identity, integerIdentity, memberFor } from "../checks/check-requests.ts";
import { ifAny } from "../../spec/defined.ts";
import { hasOrdinaryText } from "../checks/chance-failures.ts";
import { NAME_WORDS, ODD_NAMES, TAG_WORDS, PAIRS } from "./plant-answer-texts.ts";
import { FILTERED } from "./plant-answer-text-groups.ts";
import { LABELS_AGAIN } from "./plant-answer.ts";

// A search for the greatest length that is accepted, with few requests.

/** Common limits of lengths. The length after each is tried as well, so that a limit is found exactly. */
const usual = [
  40, 50, 60, 63, 64, 80, 100, 120, 127, 128, 150, 180, 200, 250, 254, 255, 256, 300, 400, 500, 511, 512, 600, 800,
  1000, 1023, 1024, 1500, 2000, 2047, 2048, 3000, 4000, 4095, 4096, 5000, 8000, 8191, 8192, 10_000, 16_383, 16_384,
  20_000, 32_767, 32_768,
] as const;

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
  if (most === least + 1) return { next: null, value: `refused above ${least}` };
  return { next: null, value: `accepted up to ${least}, refused at ${most}` };
}

/** An open point about a member: its requirement, the content of the body given the member's name, and the value. */
type Edit = readonly [requirement: string, title: (name: string) => string, literal: (n: number) => string];

const ofIdentity: readonly Edit[] = [["negative-id", (id) => `A negative ${id}`, (n) => `-${n}`]];

const ofLabel: readonly Edit[] = [
  ["empty-name", (name) => `An empty ${name}`, () => '""'],
  ["blank-name", (name) => `${AOrAn(name)} of spaces only`, () => '"   "'],
  [
    "control-characters-in-name",
    (name) => `${AOrAn(name)} with control characters`,
    (n) => `"${nameOf(n)}\\u0000\\u0001"`,
  ],
  ["lone-surrogate-in-name", (name) => `${AOrAn(name)} with a lone surrogate`, (n) => `"${nameOf(n)}\\ud800"`],
];

const ofOptionalLabel: readonly Edit[] = [
  ["empty-tag", (tag) => `An empty ${tag}`, () => '""'],
  ["blank-tag", (tag) => `${AOrAn(tag)} of spaces only`, () => '"   "'],
];

/** The checks of whether unusual values are accepted. */
export function openValueChecks(requests: Requests): readonly Check[] {
  const { operation } = requests;
  const editsOf = (member: Member | undefined, edits: readonly Edit[]): readonly Check[] =>
    ifAny(member, (of) =>
      edits
        .filter(([, , literal]) => isOpen(of, literal))
        .map(([requirement, title, literal]) =>
          editCheck(requests, openPoint(requirement, title(of.name)), [of.name, literal]),
        ),
    );
  return [
    ...ifAny(integerIdentity(operation), (identity) =>
      brokenByNumber(identity.shape, 0).length === 0 ? [idZero(requests, identity.name)] : [],
    ),
    ...editsOf(int64Identity(operation), ofIdentity),
    ...ifAny(int64Identity(operation), (identity) => smallestIds(requests, identity)),
    ...editsOf(memberFor(operation, "label"), ofLabel),
    ...editsOf(memberFor(operation, "optionalLabel"), ofOptionalLabel),
  ];
}

/** The checks of the greatest lengths that are accepted. */
export function lengthChecks(requests: Requests): readonly Check[] {
  const [named, optional] = (["label", "optionalLabel"] as const).map((role) => memberFor(requests.operation, role));
  return [
    ...ifAny(named, (member) => lengthOf(requests, member, { requirement: "name-length", start: nameOf })),
    ...ifAny(optional, (member) => lengthOf(requests, member, { requirement: "tag-length", start: tagOf })),
  ];
}

/** The check of whether an ordinary body with one other member is accepted. */
export function editCheck(
  requests: Requests,
  label: Label,
  [member, literal]: readonly [member: string, literal: (n: number) => string],
): Check {
  return observation(
    label,
    [(fresh) => requests.of("open", withMember(requests.draft(fresh(0)), member, literal(fresh(0))))],
    acceptedOrNot,
  );
}

/** A value is not an open point if the schema of its member decides it. */
function isOpen({ shape }: Member, literal: (n: number) => string): boolean {
  const value: unknown = JSON.parse(literal(ORDINARY_IDS.least));
  if (typeof value === "string") return brokenByText(shape, value).length === 0;
  return typeof value !== "number" || brokenByNumber(shape, value).length === 0;
}

/** Whether 0 is accepted. Nothing is known if it may be taken. */
function idZero(requests: Requests, name: string): Check {
  return checkOf("observation", openPoint("id-zero", `The ${name} 0`), {
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
  if (!isOpen(identity, literal)) return [];
  return [
    checkOf("observation", openPoint("smallest-id", title), {
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

/** From this many bytes on, a provider may close the connection on a body (RFC 9110 section 15.5.14). */
const LARGE = 8 * 1024;

/** The longest text that is accepted. Not an open point if the schema has a greatest length. */
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
  const search = checkOf("search", openPoint(requirement, `The greatest length of ${aOrAn(name)}`), {
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

// The words in labels that a provider refuses. Words that mean something to a machine are constraints on a format,
// which the document does not show. Other checks send them, to see whether they come back.

const roles = ["label", "optionalLabel"] as const;
type Role = (typeof roles)[number];

/** The words that each run sends and that have the form of an ordinary text, so that only their meaning is unusual. */
const WORDS: Readonly<Record<Role, readonly string[]>> = {
  label: [
    ...PAIRS.map(({ label }) => label),
    ...Object.values(NAME_WORDS),
    ...ODD_NAMES.map(([, text]) => text),
  ].filter((label) => hasOrdinaryText({ label })),
  optionalLabel: [...PAIRS.map(({ optionalLabel }) => optionalLabel), ...TAG_WORDS, "null"].filter((optionalLabel) =>
    hasOrdinaryText({ optionalLabel }),
  ),
};

/** The open point of the words that are refused; none for a document without a label. */
export function refusedWordsCheck(requests: Requests): readonly Check[] {
  const { operation } = requests;
  const label = openPoint("refused-words", "The words in names and tags that are refused");
  return ifAny(memberFor(operation, "label"), () => [
    checkOf("tally", label, {
      judge: (_own, run) => {
        const isMeant = (one: Sent): boolean => one.request.kind === "open" && isUsable(one) && hasAWord(one);
        const sent = run.filter((one) => isMeant(one) && (isAccepted(one) || hasAcceptedParents(one, run)));
        if (sent.length === 0) {
          const why = "no such word was sent between two ordinary requests that were accepted";
          return { outcome: notJudged("no-occasion", why) };
        }
        const refused = roles.flatMap((role) => refusedAs(role, sent, run));
        const value = refused.map(({ role, word }) => `${operation.roles[role]} ${JSON.stringify(word)}`).join(", ");
        const evidence = (refused.length === 0 ? sent : refused.map(({ by }) => by)).map(({ index }) => index);
        return { outcome: observed(value === "" ? "none" : value), evidence };
      },
    }),
  ]);
}

interface RefusedWord {
  readonly role: Role;
  readonly word: string;
  /** The request that shows it. */
  readonly by: Sent;
}

/** The words that were refused as one of the labels, and never accepted, in the order in which they are listed. */
function refusedAs(role: Role, sent: History, run: History): readonly RefusedWord[] {
  // A word that stands alone may be refused because an earlier run sent it.
  const isUnique = run.filter((one) => one.request.askedBy === LABELS_AGAIN).some((one) => !isAccepted(one));
  const alone = isUnique ? [] : WORDS[role];
  return [...FILTERED, ...alone].flatMap((word) => {
    const having = sent.filter((one) => wordsAs(role, one).includes(word));
    const by = having.find((one) => isToBlame(role, one, run));
    return by === undefined || having.some(isAccepted) ? [] : [{ role, word, by }];
  });
}

/** Whether the word is why it was refused: the rest is ordinary, or was accepted when it was sent without the word. */
function isToBlame(role: Role, sent: Sent, run: History): boolean {
  if (wordsAs(role, sent).length !== 1) return false;
  const other = role === "label" ? "optionalLabel" : "label";
  const text = textOf(other, sent);
  const isOtherOrdinary = hasOrdinaryText({ [other]: text }) && wordsAs(other, sent).length === 0;
  if (isOtherOrdinary) return true;
  const own = run.filter((one) => one.request.askedBy === sent.request.askedBy && !isAskedAgain(one));
  const [, again] = own;
  return own.length === 2 && again !== undefined && isAccepted(again) && wordsAs(role, again).length === 0;
}

function hasAWord(sent: Sent): boolean {
  return roles.some((role) => wordsAs(role, sent).length > 0);
}

function wordsAs(role: Role, sent: Sent): readonly string[] {
  const text = textOf(role, sent) ?? "";
  return [...new Set(WORDS[role].filter((word) => word === text)), ...FILTERED.filter((word) => text.includes(word))];
}

function textOf(role: Role, { request: { plant, roles: of } }: Sent): string | undefined {
  const name = of?.[role];
  return name == null ? undefined : plant?.[name];
}
