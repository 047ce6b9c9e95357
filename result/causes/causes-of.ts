/**
 * The causes of a result: its failures, grouped by their explanation. Every report has one entry for each cause. Pure:
 * the same requirements and exchanges have the same causes.
 */
import type { Level } from "../../spec/requirements.ts";
import { groupBy } from "../../spec/defined.ts";
import {
  type CauseResult,
  type Exchange,
  type Finding,
  type RequirementResult,
  type RunResult,
  fieldOf,
} from "../result.ts";
import { generalCause, generalWords, unmetTitle } from "./cause-table.ts";
import {
  changedText,
  errorAnswer,
  errorAsSuccess,
  isSuccessWithError,
  plantAnswer,
  serverError,
  shortLength,
  surplus,
  unanswered,
  unreadBefore,
  unreadRequest,
  unreadable,
} from "./answer-causes.ts";
import { compareInTurn, plainest, shownElsewhere } from "./simplest-failure.ts";
import type { DocumentWords } from "../../spec/document-words.ts";
import {
  type FoundFailure,
  type Failures,
  failuresOf,
  type Seen,
  areCutInPieces,
  failedPlants,
  isNewPlant,
  isOwn,
  isSuccess,
  jsonTypeOf,
  memberOf,
  ofValidPlants,
} from "./found-failures.ts";
import {
  idRange,
  isLackAccepted,
  lenient,
  missingMember,
  typeCause,
  withoutToken,
  wrongType,
} from "./accepted-requests.ts";
import { leadsBelow } from "../base-url-doubt.ts";

const levels: Readonly<Record<Level, number>> = { MUST: 0, OPEN: 1, SHOULD: 2 };

/** It prevents other judgements, as some general causes do. */
const FIRST = "operation-exists";

/** The failures, grouped by cause. */
export interface ExplainedFailures extends Failures {
  /** By the id of the cause. Text after a blank distinguishes causes with the same id. */
  readonly groups: ReadonlyMap<string, readonly FoundFailure[]>;
}

/**
 * Finds the cause of each failure.
 * @param words those of the document used in the run; undefined for the document that ships
 */
export function explainFailures(
  requirements: readonly RequirementResult[],
  exchanges: readonly Exchange[],
  words?: DocumentWords,
): ExplainedFailures {
  const failures = failuresOf(requirements, exchanges, words);
  return { ...failures, groups: groupBy(failures.all, (failure) => causeOf(failure, failures)) };
}

/** The causes of each failed check, by the id of the check. */
export function causesByCheck({ groups }: ExplainedFailures): ReadonlyMap<string, ReadonlySet<string>> {
  const pairs = [...groups].flatMap(([key, group]) => group.map(({ check }) => [check.id, idOf(key)] as const));
  return new Map(
    [...groupBy(pairs, ([check]) => check)].map(([check, own]) => [check, new Set(own.map(([, cause]) => cause))]),
  );
}

function idOf(key: string): string {
  return key.split(" ")[0] ?? key;
}

/**
 * The causes of all failures, the one that explains most first; empty if nothing failed.
 * @param isLeft whether a failure counts, by its check and by the id of its cause: not if it is waived
 */
export function causesOf(
  failures: ExplainedFailures,
  isLeft: (check: string, cause: string) => boolean = () => true,
): readonly CauseResult[] {
  return [...failures.groups]
    .map(([key, group]) => [idOf(key), group.filter(({ check }) => isLeft(check.id, idOf(key)))] as const)
    .flatMap(([id, group]) => {
      const [one, ...others] = group;
      return one === undefined ? [] : [causeResult(id, [one, ...others], failures)];
    })
    .map((cause, at) => ({ cause, rank: [...rankOf(cause), at] }))
    .toSorted((one, other) => compareInTurn(one.rank, other.rank))
    .map(({ cause }) => cause);
}

/** The causes of a result. They are computed if an earlier version wrote the result. */
export function causesIn({ causes, requirements, exchanges }: RunResult): readonly CauseResult[] {
  return causes ?? causesOf(explainFailures(requirements, exchanges));
}

function causeResult(id: string, group: readonly [FoundFailure, ...FoundFailure[]], failures: Failures): CauseResult {
  const sorted = worstFirst(group, generalCause(id)?.namesake);
  const [worst, ...others] = new Set(sorted.map(({ requirement }) => requirement));
  const [check, ...checks] = new Set(sorted.map((one) => one.check.id));
  const [own = group[0], ...alsoOwn] = sorted.filter(({ requirement }) => requirement === worst);
  const shown = plainest([own, ...alsoOwn], failures);
  return {
    id,
    // A failure may have another requirement's cause.
    ...wordsOf(id, failures.requirement(id) ?? shown.requirement, failures.words),
    level: (worst ?? shown.requirement).level,
    requirements: [(worst ?? shown.requirement).id, ...others.map((one) => one.id)],
    checks: [check ?? shown.check.id, ...checks],
    example: { requirement: shown.requirement.id, check: shown.check.id, finding: findingOf(id, shown, failures) },
  };
}

/** The finding to show. If the request before caused it, that one is shown. */
function findingOf(id: string, { finding, seen }: FoundFailure, failures: Failures): Finding {
  const before = id === "body-left-unread" && seen !== undefined ? unreadRequest(seen, failures) : undefined;
  if (before === undefined) return finding;
  const next = `the next request on its connection got ${seen?.status}`;
  return {
    where: "status",
    expected: `its body to be read, but ${next}`,
    seen: `${before.status}, and ${next}`,
    exchange: before.index,
  };
}

/** By level, then those of the namesake, then by how many checks of the requirement fail for this cause. */
function worstFirst(group: readonly FoundFailure[], namesake?: string): readonly FoundFailure[] {
  const checks = groupBy(group, ({ requirement }) => requirement.id);
  const many = ({ requirement }: FoundFailure): number =>
    new Set(checks.get(requirement.id)?.map(({ check }) => check.id)).size;
  return group.toSorted(
    (one, other) =>
      levels[one.requirement.level] - levels[other.requirement.level] ||
      Number(other.requirement.id === namesake) - Number(one.requirement.id === namesake) ||
      many(other) - many(one),
  );
}

function wordsOf(
  id: string,
  { id: of, statement, fix, level }: RequirementResult,
  words: DocumentWords | undefined,
): Pick<CauseResult, "title" | "fix"> {
  const general = generalCause(id);
  if (general !== undefined) return generalWords(general, words);
  if (level === "OPEN") return { title: `The value of ${of} is not the expected one`, fix };
  return { title: unmetTitle(id, words) ?? `Not met: ${statement}`, fix };
}

function rankOf({ id, level, checks, requirements }: CauseResult): readonly number[] {
  const isFirst = id === FIRST || generalCause(id)?.comesFirst === true;
  return [level === "MUST" && isFirst ? 0 : 1, levels[level], -checks.length, -requirements.length];
}

// Recognisers. Their table goes from the most specific to the most general one. The first that recognises a failure gives
// its cause. If none does, the requirement is the cause.

/** Returns the id of a cause or a requirement. Text after a blank distinguishes causes with the same id. */
type Recogniser = (failure: FoundFailure, failures: Failures) => string | undefined;

const recognisers: readonly Recogniser[] = [
  errorAsSuccess,
  unreadable,
  shortLength,
  unreadBefore,
  otherSuccess,
  validRefused,
  refusedForAccept,
  oddChunks,
  surplus,
  askingForTime,
  idCollision,
  serverError,
  unanswered,
  uncheckedInCapitals,
  withoutToken,
  missingMember,
  wrongType,
  idRange,
  lenient,
  plantAnswer,
  changedText,
  errorAnswer,
];

/** The cause of a failure: its id, and after a blank the text that distinguishes causes with the same id. */
function causeOf(failure: FoundFailure, failures: Failures): string {
  const shown = failure.seen === undefined ? ofRequirement(failure, failures) : undefined;
  if (shown !== undefined) return causeOf(shown, failures);
  const accepted = acceptedShape(failure, failures);
  if (accepted !== undefined) return accepted;
  const own = followed(failure, failures);
  if (own !== undefined) return causeOf(own, failures);
  for (const recognise of recognisers) {
    const cause = recognise(failure, failures);
    if (cause !== undefined) return cause;
  }
  return failure.requirement.id;
}

/** A failure of the same requirement that has an exchange. Interactions of contracts have none. */
function ofRequirement({ requirement }: FoundFailure, { all }: Failures): FoundFailure | undefined {
  return all.find((other) => other.requirement === requirement && other.seen !== undefined);
}

/**
 * The failure that another one follows from. Either the own check of the request failed, and no other request shows the
 * same fault in its answer; or a valid request was answered in exactly the same way.
 */
function followed(failure: FoundFailure, failures: Failures): FoundFailure | undefined {
  const { seen } = failure;
  if (seen === undefined || isOwn(failure) || isSuccessWithError(seen, failures)) return undefined;
  const own = failures.ownOf(seen);
  if (own !== undefined && !shownElsewhere(failure, failures)) return own;
  if (isOfAnyAnswer(failure)) return failures.all.find((other) => isSameRefusal(other, seen, failures.names));
  // What is no plant meets a fault that comes now and then, too. Any other one may have a page of the same bytes.
  if (failure.requirement.id !== "refuses-with-400" || (seen.status ?? 500) < 500) return undefined;
  return failures.all.find(
    (other) =>
      isSameRefusal(other, seen, failures.names) &&
      ["refused-at-times", "asks-for-time"].includes(validRefused(other, failures) ?? ""),
  );
}

const ofAnyAnswer = new Set([
  "answers-without-server-error",
  "answers-every-request",
  "error-media-type",
  "error-encoding",
  "error-shape",
]);

function isOfAnyAnswer({ requirement: { id } }: FoundFailure): boolean {
  return ofAnyAnswer.has(id);
}

/** Whether a valid request was answered with the same bytes, or the same lack of an answer. */
function isSameRefusal(
  { requirement, finding, seen: other }: FoundFailure,
  seen: Seen,
  { success }: Failures["names"],
): boolean {
  const isOfValidRequest =
    !ofAnyAnswer.has(requirement.id) && finding.where === "status" && finding.expected === success;
  if (other === undefined || !isOfValidRequest) return false;
  const [one, two] = [other.exchange, seen.exchange];
  return (
    other.status === seen.status &&
    one.response?.body.content === two.response?.body.content &&
    one.noAnswer?.kind === two.noAnswer?.kind
  );
}

/** A 503 to a request that got another answer when it was sent again: nothing in the request is the cause. */
function askingForTime({ seen }: FoundFailure, { exchanges }: Failures): string | undefined {
  if (seen?.status !== 503) return undefined;
  const later = exchanges.slice(seen.index + 1).filter((one) => isSentAgain(seen, one));
  return later.some(({ status = 503 }) => status !== 503) ? "asks-for-time" : undefined;
}

function isSentAgain(seen: Seen, later: Seen): boolean {
  const [one, two] = [seen.exchange.request.body, later.exchange.request.body];
  return later.sender === seen.sender && one?.content === two?.content;
}

function otherSuccess({ requirement, finding, seen }: FoundFailure, { names }: Failures): string | undefined {
  if (requirement.id === "operation-exists" && seen !== undefined && isCreatedElsewhere(seen.exchange)) {
    return "other-success-status";
  }
  const isAbout = finding.where === "status" && finding.expected === names.success;
  return isAbout && isSuccess(seen) ? "other-success-status" : undefined;
}

/** A redirect to the new plant shows that the operation is there. */
function isCreatedElsewhere({ request, response }: Exchange): boolean {
  const { status = 0, headers = [] } = response ?? {};
  return status >= 300 && status <= 399 && leadsBelow(request.url, fieldOf(headers, "location"));
}

function validRefused(failure: FoundFailure, failures: Failures): string | undefined {
  const { requirement, check, seen } = failure;
  if (!ofValidPlants.has(requirement.id) || isSuccess(seen)) return undefined;
  if (areCutInPieces(failures)) return "refused-as-sent";
  if (isAtTimes(failure, failures)) {
    return failedPlants(failures).every(({ status }) => status === 503) ? "asks-for-time" : "refused-at-times";
  }
  const isOfWay = (id: string): boolean => id.endsWith("/in-each-variant");
  const isOfPlants = failures.all.some((one) => ofValidPlants.has(one.requirement.id) && !isOfWay(one.check.id));
  if (isOfWay(check.id) && !isOfPlants) return "refused-as-sent";
  return (seen?.status ?? 0) >= 400 ? "valid-plants-refused" : undefined;
}

/** A request without Accept is refused as those with another Accept than the document's types are. */
function refusedForAccept({ requirement, seen }: FoundFailure, { all, checks }: Failures): string | undefined {
  const isOf = requirement.id === "needs-no-other-headers" && !checks.has("needs-no-other-headers/no-user-agent");
  const fields = seen?.exchange.request.headers.map(([name]) => name.toLowerCase()) ?? ["accept"];
  if (!isOf || fields.includes("accept")) return undefined;
  const isOther = ({ check, finding }: FoundFailure): boolean =>
    check.id.endsWith("/in-each-variant") && finding.seen.includes("with `Accept: ");
  return all.some(isOther) ? "refused-as-sent" : undefined;
}

const EVERY_MEMBER = "accepts-valid-plant/with-every-member";
const EVERY_ONE = "accepts-every-ordinary-request/every-one";

/** Whether some of many like plants fail, and none was refused again when it was sent again. */
function isAtTimes({ check }: FoundFailure, { checks, requirement, exchanges }: Failures): boolean {
  const again = requirement("accepts-valid-plant")?.checks.find(({ id }) => id.endsWith("/the-same-again"));
  if (again?.status !== "passed" || check.id === "accepts-valid-plant/in-each-variant") return false;
  const isOther = (one: Seen): boolean => one.sender === EVERY_MEMBER && isSuccess(one);
  return checks.has(EVERY_ONE) || (check.id === EVERY_MEMBER && exchanges.some(isOther));
}

/** Only chunks in an unusual spelling fail. That is often the server, before the application reads anything. */
function oddChunks({ check }: FoundFailure, { checks }: Failures): string | undefined {
  const isOdd = check.id === "accepts-chunked-body/odd-chunks" && !checks.has("accepts-chunked-body/chunked");
  return isOdd ? "odd-chunks-refused" : undefined;
}

/** Fewer bodies may have had capitals by chance, because requests have several unusual spellings. */
const NOT_BY_CHANCE = 3;

/** Each faulty body that was refused when it was sent in the ordinary way was accepted with a media type in capitals. */
function uncheckedInCapitals(failure: FoundFailure, { all, exchanges }: Failures): string | undefined {
  const isLetThrough = ({ check, seen }: FoundFailure): boolean =>
    (seen?.status ?? 500) < 300 && check.exchanges.some((at) => (exchanges[at]?.status ?? 0) >= 400);
  if (!isLetThrough(failure)) return undefined;
  const own = all.filter(isLetThrough);
  return own.length >= NOT_BY_CHANCE && own.every(({ seen }) => isInCapitals(seen))
    ? "unchecked-in-capitals"
    : undefined;
}

function isInCapitals(seen: Seen | undefined): boolean {
  return /^[^;]*[A-Z]/.test(fieldOf(seen?.exchange.request.headers ?? [], "content-type") ?? "");
}

/**
 * A 200 that is not a Plant because the request was not a NewPlant: a member was missing, or had the same wrong type.
 */
function acceptedShape(failure: FoundFailure, failures: Failures): string | undefined {
  const { requirement, finding, seen } = failure;
  const member = finding.where.slice(1);
  const { label, optionalLabel } = failures.names;
  if (requirement.id !== "plant-shape" || (member !== label && member !== optionalLabel)) return undefined;
  if (seen === undefined || isSuccessWithError(seen, failures)) return undefined;
  const isOfCapitals = isInCapitals(seen) && failures.all.some((one) => uncheckedInCapitals(one, failures));
  if (isOfCapitals) return "unchecked-in-capitals";
  const sent = memberOf(seen.sent, member);
  if (sent !== undefined) return typeof sent === "string" ? undefined : typeCause(failure, failures);
  return isLackAccepted(member, failures.checks) ? "missing-members-accepted" : undefined;
}

/** A wrong id that is taken for another one, or for none, is refused as a duplicate if that one exists. */
function idCollision(failure: FoundFailure, failures: Failures): string | undefined {
  const { requirement, seen } = failure;
  if (requirement.id !== "refuses-with-400" || seen?.status !== 409 || failures.words !== undefined) return undefined;
  if (seen.sent === undefined || isNewPlant(seen.sent)) return undefined;
  const id = memberOf(seen.sent, "id");
  const isSameKind = ({ requirement: of, check, seen: other }: FoundFailure): boolean =>
    id === undefined
      ? of.id === "refuses-missing-member"
      : of.id === "refuses-invalid-member" &&
        isSuccess(other) &&
        check.id.includes("/id-is-") &&
        jsonTypeOf(memberOf(other?.sent, "id")) === jsonTypeOf(id);
  const accepted = failures.all.find(isSameKind);
  return accepted && causeOf(accepted, failures);
}
