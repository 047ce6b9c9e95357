/** A refusal that is sent as a 200: with an error in it, with nothing, or in an envelope that valid plants never get. */
import {
  everySeen,
  type FoundFailure,
  type Failures,
  isNewPlant,
  isSuccess,
  jsonTypeOf,
  memberOf,
  type Seen,
} from "./found-failures.ts";
import type { Json } from "../result.ts";

export function errorAsSuccess({ seen }: FoundFailure, failures: Failures): string | undefined {
  return seen !== undefined && isSuccessWithError(seen, failures) ? "error-as-200" : undefined;
}

/**
 * Whether an answer has a success status but contains an error, or nothing where only refusals do. In another document, a
 * member `error` may belong to a success.
 */
export function isSuccessWithError(seen: Seen, failures: Failures): boolean {
  if (failures.words !== undefined || !isSuccess(seen)) return false;
  if (isEmpty(seen)) return !isOfValidPlant(seen) && !failures.all.some(isEmptyPlant);
  if (memberOf(seen.answer, "name") !== undefined) return false;
  return memberOf(seen.answer, "error") !== undefined || envelopesIn(failures).has(shapeOf(seen.answer) ?? "");
}

/** An answer that was cut off is not empty. */
function isEmpty({ status, exchange: { response, noAnswer } }: Seen): boolean {
  return status === 200 && response?.body.size === 0 && noAnswer === undefined;
}

function isOfValidPlant({ senderRequirement, sent }: Seen): boolean {
  return /^(?:accepts|returns)-/.test(senderRequirement) && isNewPlant(sent);
}

function isEmptyPlant({ seen }: FoundFailure): boolean {
  return seen?.senderRequirement === "accepts-valid-plant" && isEmpty(seen);
}

const envelopes = new WeakMap<Failures["all"], ReadonlySet<string>>();

/**
 * The shapes of 200s without the name that was sent, where requests that two or more requirements refuse get them, and
 * no valid plant does.
 */
function envelopesIn(failures: Failures): ReadonlySet<string> {
  const known = envelopes.get(failures.all) ?? findEnvelopes(everySeen(failures).filter(isSuccess));
  envelopes.set(failures.all, known);
  return known;
}

function findEnvelopes(successes: readonly Seen[]): ReadonlySet<string> {
  const plants = successes.filter((seen) => seen.sent !== undefined && isOfValidPlant(seen));
  const ofPlants = new Set(plants.map(({ answer }) => shapeOf(answer)));
  const refused = successes.filter(({ senderRequirement: id }) => /^re(?:fuses|quires)-/.test(id));
  const shapes = new Set(refused.flatMap(({ answer }) => shapeOf(answer) ?? []));
  const isEnvelope = (shape: string): boolean => {
    const own = refused.filter(({ answer }) => shapeOf(answer) === shape);
    const isNameLost = own.some(({ sent }) => typeof memberOf(sent, "name") === "string");
    return isNameLost && new Set(own.map(({ senderRequirement }) => senderRequirement)).size > 1;
  };
  return new Set(plants.length === 0 ? [] : [...shapes].filter((shape) => !ofPlants.has(shape) && isEnvelope(shape)));
}

/** The names and types of members, or the type of another value; undefined if it may be what is left of a plant. */
function shapeOf(answer: Json | undefined): string | undefined {
  const type = jsonTypeOf(answer);
  if (type !== "object") return type === "nothing" || type === "array" ? undefined : type;
  const members = Object.entries(answer as object).map(([name, value]) => `${name}: ${jsonTypeOf(value as Json)}`);
  return members.every((one) => /^(?:id|name|tag):/.test(one)) ? undefined : members.sort().join();
}
