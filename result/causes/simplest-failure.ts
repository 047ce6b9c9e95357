/** Selects the plainest of several failures: the one that a person can read with the least effort. */
import { type Exchange, fieldOf, type Finding, type RecordedRequest } from "../result.ts";
import { type FoundFailure, type Failures, jsonTypeOf, type Seen, valueAt } from "./found-failures.ts";

/** The failure to show: the smallest one that has readable bodies and whose request has no other fault. */
export function plainest(group: readonly [FoundFailure, ...FoundFailure[]], failures: Failures): FoundFailure {
  const [first, ...others] = group.map((failure) => withPlainestExchange(failure, failures));
  return others.reduce(
    (best, other) => (isLess(effortOf(other, failures), effortOf(best, failures)) ? other : best),
    first ?? group[0],
  );
}

/** The failure with the plainest exchange, if several exchanges show it in the same words. */
function withPlainestExchange(failure: FoundFailure, failures: Failures): FoundFailure {
  const [plain] = exchangesThatShow(failure, failures)
    .map((seen) => ({ ...failure, seen, finding: { ...failure.finding, exchange: seen.index } }))
    .toSorted((one, other) => (isLess(effortOf(one, failures), effortOf(other, failures)) ? -1 : 1));
  return plain ?? failure;
}

/** The index of the exchange that is the plainest to read; undefined if there are no exchanges. */
export function plainestExchange(indices: readonly number[], exchanges: readonly Exchange[]): number | undefined {
  const [first, ...others] = indices.flatMap((index) => {
    const exchange = exchanges[index];
    return exchange === undefined ? [] : [{ index, effort: exchangeEffort(exchange) }];
  });
  return others.reduce((best, other) => (best && isLess(other.effort, best.effort) ? other : best), first)?.index;
}

/** The obstacles for a reader, the worst first. */
function effortOf({ check, seen, finding }: FoundFailure, { checks }: Failures): readonly number[] {
  if (seen === undefined) return [1];
  const isFaultyItself = seen.sender !== check.id && checks.has(seen.sender);
  // A status is read with less effort than a difference between two bodies.
  return [0, isFaultyItself ? 1 : 0, finding.where === "status" ? 0 : 1, ...exchangeEffort(seen.exchange)];
}

/** Bodies that cannot be read as text, then a missing or empty body, then what is hard to read or odd, then the size. */
function exchangeEffort({ request, response }: Exchange): readonly number[] {
  const bodies = [request.body, response?.body ?? null];
  const sent = request.body?.encoding === "utf-8" ? request.body.content : "";
  return [
    bodies.filter((body) => body?.encoding === "base64").length,
    bodies.filter((body) => body === null || body.size === 0).length,
    oddities(request),
    hasOddCredentials(request) ? 1 : 0,
    /\\u[0-9a-f]{4}|\de-?\d|[\r\n\t]|^\s|\s$/i.test(sent) ? 1 : 0,
    PLAIN.test(sent) ? 0 : 1,
    (request.body?.size ?? 0) + (response?.body.size ?? 0),
  ];
}

/** The fields of an ordinary request, as they are spelled and recorded. */
export const ordinaryFields: ReadonlyMap<string, string> = new Map([
  ["Authorization", "Bearer $PLANT_STORE_TOKEN"],
  ["Content-Type", "application/json"],
  ["Accept", "application/json"],
  ["User-Agent", "plant-store-conformance"],
]);

/** An object of whole numbers and of texts of words. */
const PLAIN = /^\{(?:"\w+":(?:-?\d+|"[a-z]+(?: [a-z]+)*")(?:,|\}$))+$/iu;

/** The number of ways in which a request is unusual: fields that are missing, odd or more than usual, and the framing. */
function oddities({ headers, framing }: RecordedRequest): number {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const missing = [...ordinaryFields.keys()].filter((name) => !names.has(name.toLowerCase()));
  const odd = headers.filter(([name, value]) => name !== "User-Agent" && ordinaryFields.get(name) !== value);
  return missing.length + odd.length + (framing === "chunked" ? 1 : 0);
}

/** A request without credentials is plainer than one whose credentials are wrong. */
function hasOddCredentials({ headers }: RecordedRequest): boolean {
  return headers.some(([name, value]) => name.toLowerCase() === "authorization" && ordinaryFields.get(name) !== value);
}

/** Compares lists of numbers by the first one in which they differ. */
export function compareInTurn(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((part, index) => part !== (other[index] ?? 0));
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

function isLess(one: readonly number[], other: readonly number[]): boolean {
  return compareInTurn(one, other) < 0;
}

// Whether other requests show the same failure. If so, it is not caused by the special features of its own request.

/** The most exchanges to search for one finding. A run has fewer; only fuzzing has more. */
const MOST_EXCHANGES = 500;

/** Whether an exchange whose own check did not fail shows the same. */
export function shownElsewhere(failure: FoundFailure, { checks, exchanges }: Failures): boolean {
  const { check, finding, seen } = failure;
  if (seen === undefined) return false;
  const shown = shows(finding, seen);
  return check.exchanges.slice(0, MOST_EXCHANGES).some((index) => {
    const other = index === seen.index ? undefined : exchanges[index];
    return other !== undefined && !checks.has(other.sender) && shows(finding, other) === shown;
  });
}

/**
 * The exchanges that show the same finding in the same words, for a wrong header, or a body that is wrong as a whole.
 */
function exchangesThatShow({ check, finding, seen }: FoundFailure, { exchanges }: Failures): readonly Seen[] {
  if (seen === undefined || finding.where === "status" || finding.where.startsWith("/")) return [];
  const shown = shows(finding, seen);
  return check.exchanges.slice(0, MOST_EXCHANGES).flatMap((index) => {
    const other = exchanges[index];
    return other !== undefined && other.status === seen.status && shows(finding, other) === shown ? [other] : [];
  });
}

/** The content of an answer at the place of a finding, as text for comparison. */
function shows({ where, expected }: Finding, { status, mediaType, answer, exchange }: Seen): string {
  if (where.startsWith("/")) {
    const type = answer === undefined ? "no JSON" : jsonTypeOf(valueAt(answer, where));
    // The type of a member that must not exist does not matter.
    return expected === "no such member" && type !== "nothing" ? "a member" : type;
  }
  if (where === "status") return String(status);
  if (where === "") return `${answer === undefined ? "no JSON" : "JSON"} as ${mediaType}`;
  return fieldOf(exchange.response?.headers ?? [], where.replace(/^header /, "")) ?? "";
}
