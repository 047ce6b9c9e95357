/**
 * Recognises the cause of a failure. The table goes from the most specific to the most general recogniser. The first
 * one that recognises a failure gives its cause. If none does, the requirement is the cause.
 */
import { acceptedShape, idRange, lenient, missingMember, wrongType } from "./accepted-bodies.ts";
import type { GeneralCause } from "./cause-table.ts";
import { type FoundFailure, type Failures, type Seen, isOwn } from "./found-failures.ts";
import { shownElsewhere } from "./shown-elsewhere.ts";
import {
  changedText,
  errorAnswer,
  errorAsSuccess,
  isSuccessWithError,
  plantAnswer,
  serverError,
  unanswered,
} from "./wrong-answers.ts";

/** Returns the id of a cause or a requirement. Text after a blank distinguishes causes with the same id. */
type Recogniser = (failure: FoundFailure, failures: Failures) => string | undefined;

const recognisers: readonly Recogniser[] = [
  errorAsSuccess,
  otherSuccess,
  validRefused,
  oddChunks,
  serverError,
  unanswered,
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
export function causeOf(failure: FoundFailure, failures: Failures): string {
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
  return isOfAnyAnswer(failure) ? failures.all.find((other) => isSameRefusal(other, seen, failures.words)) : undefined;
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
function isSameRefusal({ finding, seen: other }: FoundFailure, seen: Seen, words: Failures["words"]): boolean {
  if (other === undefined || finding.where !== "status" || finding.expected !== expectedOf(words)) return false;
  const [one, two] = [other.exchange, seen.exchange];
  return (
    other.status === seen.status &&
    one.response?.body.content === two.response?.body.content &&
    one.noAnswer?.kind === two.noAnswer?.kind
  );
}

const ofValidPlants = new Set(["accepts-valid-plant", "accepts-every-ordinary-request"]);

/** The expected value in findings about valid requests that are not accepted. */
function expectedOf(words: Failures["words"]): string {
  return words?.success ?? "200";
}

function otherSuccess({ finding, seen }: FoundFailure, { words }: Failures): GeneralCause | undefined {
  const isAbout = finding.where === "status" && finding.expected === expectedOf(words);
  const status = seen?.status ?? 0;
  return isAbout && status >= 200 && status <= 299 ? "other-success-status" : undefined;
}

function validRefused({ requirement: { id }, seen }: FoundFailure): GeneralCause | undefined {
  return ofValidPlants.has(id) && (seen?.status ?? 0) >= 400 ? "valid-plants-refused" : undefined;
}

/** Only chunks in an unusual spelling fail. That is often the server, before the application reads anything. */
function oddChunks({ check }: FoundFailure, { checks }: Failures): GeneralCause | undefined {
  const isOdd = check.id === "accepts-chunked-body/odd-chunks" && !checks.has("accepts-chunked-body/chunked");
  return isOdd ? "odd-chunks-refused" : undefined;
}

/**
 * The provider accepts every header that is not a bearer token, so it does not check the scheme or does not require a
 * token. Checking the token last is not a cause: a request without a token is still refused, with a status that is
 * open.
 */
function withoutToken({ requirement: { id } }: FoundFailure, { requirement, checks }: Failures): string | undefined {
  if (!["requires-authorization", "requires-bearer-scheme", "refuses-empty-token"].includes(id)) return undefined;
  const schemes = requirement("requires-bearer-scheme")?.checks.filter(({ status }) => status !== "not-judged") ?? [];
  if (schemes.length === 0 || schemes.some(({ status }) => status !== "failed")) return undefined;
  return checks.has("requires-authorization/no-header") ? "no-authentication" : "requires-bearer-scheme";
}
