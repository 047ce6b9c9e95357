/** The ordered list of all checks, topic by topic. The order is the order in which they are sent and reported. */
import type { Operation } from "../spec/read-operation.ts";
import { loadValidators, type Validators } from "../spec/validators.ts";
import { assertEnoughIdentities } from "./bodies/ordinary-values.ts";
import { asApplicable, asPinned, withAbsentParts } from "./checks/check-applicability.ts";
import { idOf } from "./checks/check-forms.ts";
import type { Check } from "./checks/check.ts";
import { asDecided, assertDecided } from "./checks/undecided-bodies.ts";
import { type Requests, requestsTo } from "./checks/check-requests.ts";
import { withSchemaNamed } from "./checks/check-schema-words.ts";
import {
  authenticationChecks,
  invalidTokenCheck,
  noBearerTokenChecks,
  ofTokens,
  schemeAloneCheck,
} from "./requirements/authentication.ts";
import { duplicateChecks } from "./requirements/duplicates.ts";
import { errorAnswerChecks } from "./requirements/error-answer.ts";
import { usedConnectionsCheck } from "./requirements/http-connections.ts";
import { chunkedBodyCheck, everyRequestChecks, httpChecks, oddChunksCheck } from "./requirements/http.ts";
import { openAnswerChecks } from "./requirements/open-answers.ts";
import { openTokenChecks } from "./requirements/open-authentication.ts";
import { openBodyChecks, bodySizeCheck } from "./requirements/open-bodies.ts";
import { refusedWordsCheck, openValueChecks, lengthChecks } from "./requirements/open-values.ts";
import { ordinaryRequestChecks, ordinaryTextChecks } from "./requirements/operation-variants.ts";
import { askedWithoutOthers, operationChecks, refusedPlantCheck } from "./requirements/operation.ts";
import { otherRequestChecks } from "./requirements/other-requests.ts";
import { filteredWordChecks, packedTextChecks } from "./requirements/plant-answer-text-groups.ts";
import { oddTextChecks, returnedWordChecks } from "./requirements/plant-answer-texts.ts";
import { givesBackChecks, plantAnswerChecks, repeatedLabelChecks } from "./requirements/plant-answer.ts";
import { wrongShapeChecks, besideOddValues } from "./requirements/request-body-shapes.ts";
import { numberAndSignChecks, spellingChecks } from "./requirements/request-body-spellings.ts";
import { laterMalformedChecks, unreadableChecks } from "./requirements/request-body-malformed.ts";
import {
  bodyRefusalChecks,
  boundaryChecks,
  convertedBesideOthers,
  missingAmongRequiredChecks,
} from "./requirements/request-body.ts";
import { mediaTypeChecks, plainTextBesideOthers } from "./requirements/request-headers.ts";
import { edgeIdChecks, idChecks } from "./requirements/values.ts";

/** The options that decide which checks there are, besides the operation. */
export interface Asking {
  readonly authentication?: "none";
  /** Whether a token was named that is not valid. */
  readonly invalidToken?: boolean;
  /** The names of the header fields of the user, which every request carries. */
  readonly extraHeaders?: readonly string[];
}

/**
 * Every check of an operation. Pure: the bodies are derived from the operation's schema.
 * @throws {Error} when no bodies can be made for a run, such as when the identities cannot all differ
 */
export function checksOf(operation: Operation, validators: Validators, asking: Asking = {}): readonly Check[] {
  const { authentication, invalidToken, extraHeaders = [] } = asking;
  const asked = JSON.stringify([authentication, invalidToken === true, extraHeaders]);
  const last = made.get(operation);
  if (last?.asked === asked && last.validators === validators) return last.checks;
  assertEnoughIdentities(operation);
  assertDecided(operation, validators.newPlant);
  const checks = withIdsOfTheirOwn(withAbsentParts(listOf(operation, validators, asking))).map(
    asAsked(operation, validators, asking),
  );
  made.set(operation, { asked, validators, checks });
  return checks;
}

/** Every check of an operation, with the validators of its schemas. */
export async function loadChecks(operation: Operation, asking: Asking = {}): Promise<readonly Check[]> {
  return checksOf(operation, await loadValidators(operation), asking);
}

/** The last checks that were made for each operation, for a process that judges many providers. */
const made = new WeakMap<
  Operation,
  { readonly asked: string; readonly validators: Validators; readonly checks: readonly Check[] }
>();

/** If member names differ only in signs, their checks have the same id. The later ones get a number. */
function withIdsOfTheirOwn(checks: readonly Check[]): readonly Check[] {
  const seen = new Map<string, number>();
  return checks.map((check) => {
    const times = (seen.get(check.id) ?? 0) + 1;
    seen.set(check.id, times);
    if (times === 1) return check;
    const slug = `${check.slug}-${times}`;
    return { ...check, slug, id: idOf({ requirement: check.requirement, slug }) };
  });
}

/** Makes the checks of a topic. */
type Topic = (requests: Requests, validators: Validators) => Check | readonly Check[];

/** In the order of numbers and reports. What was added later is at the end, so that numbers stay the same. */
const TOPICS: readonly Topic[] = [
  operationChecks,
  plantAnswerChecks,
  givesBackChecks,
  errorAnswerChecks,
  bodyRefusalChecks,
  spellingChecks,
  boundaryChecks,
  oddTextChecks,
  idChecks,
  mediaTypeChecks,
  authenticationChecks,
  httpChecks,
  duplicateChecks,
  openValueChecks,
  openBodyChecks,
  lengthChecks,
  bodySizeCheck,
  otherRequestChecks,
  (requests, { error, plant }) => ofTokens(requests, openTokenChecks(requests, error, plant)),
  openAnswerChecks,
  everyRequestChecks,
  ordinaryTextChecks,
  laterMalformedChecks,
  wrongShapeChecks,
  noBearerTokenChecks,
  packedTextChecks,
  edgeIdChecks,
  numberAndSignChecks,
  returnedWordChecks,
  ordinaryRequestChecks,
  refusedPlantCheck,
  oddChunksCheck,
  usedConnectionsCheck,
  besideOddValues,
  filteredWordChecks,
  unreadableChecks,
  repeatedLabelChecks,
  missingAmongRequiredChecks,
  schemeAloneCheck,
  chunkedBodyCheck,
  refusedWordsCheck,
  convertedBesideOthers,
  plainTextBesideOthers,
];

function listOf(operation: Operation, validators: Validators, asking: Asking): readonly Check[] {
  const requests = requestsTo(operation, asking.authentication);
  const checks = TOPICS.flatMap((topic) => topic(requests, validators));
  return asking.invalidToken === true ? [...checks, ...invalidTokenCheck(requests)] : checks;
}

/** Adapts a check to this document and these options. */
function asAsked(
  operation: Operation,
  { newPlant }: Validators,
  { extraHeaders = [] }: Asking,
): (check: Check) => Check {
  const [pinned, applicable, named] = [asPinned(operation), asApplicable(operation), withSchemaNamed<Check>(operation)];
  const decided = asDecided(operation, newPlant);
  const { demandedFields } = operation;
  const hasOthers = extraHeaders.some((name) => !demandedFields.includes(name.toLowerCase()));
  return (check) => {
    const asked = named(decided(applicable(pinned(check))));
    return hasOthers ? askedWithoutOthers(asked, demandedFields) : asked;
  };
}
