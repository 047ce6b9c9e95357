/** Whether other requests show the same failure. If so, it is not caused by the special features of its own request. */
import type { Finding } from "../result.ts";
import type { FoundFailure, Failures, Seen } from "./found-failures.ts";
import { jsonTypeOf, valueAt } from "./recorded-body.ts";

/** The most exchanges to search for one finding. A run has fewer; only fuzzing has more. */
const MOST_EXCHANGES = 500;

/** Whether an exchange whose own check did not fail shows the same. */
export function shownElsewhere(failure: FoundFailure, { checks, seenAt }: Failures): boolean {
  const { check, finding, seen } = failure;
  if (seen === undefined) return false;
  const shown = shows(finding, seen);
  return check.exchanges.slice(0, MOST_EXCHANGES).some((index) => {
    const other = index === seen.index ? undefined : seenAt(index);
    return other !== undefined && !checks.has(other.sender) && shows(finding, other) === shown;
  });
}

/**
 * The exchanges that show the same finding in the same words, for a wrong header, or a body that is wrong as a whole.
 */
export function exchangesThatShow({ check, finding, seen }: FoundFailure, { seenAt }: Failures): readonly Seen[] {
  if (seen === undefined || finding.where === "status" || finding.where.startsWith("/")) return [];
  const shown = shows(finding, seen);
  return check.exchanges.slice(0, MOST_EXCHANGES).flatMap((index) => {
    const other = seenAt(index);
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
  const name = where.replace(/^header /, "");
  return exchange.response?.headers.find(([other]) => other.toLowerCase() === name)?.[1] ?? "";
}
