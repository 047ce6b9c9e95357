/**
 * The values of open points that one exchange shows: the same observations as in a run, for one exchange at a time.
 * Pure.
 */
import type { Validator } from "../spec/validators.ts";
import type { AnsweredSent, Check } from "../suites/checks/check.ts";
import { acceptedOrNot } from "../suites/checks/check-forms.ts";
import { bodyKindOf } from "../suites/open-requests.ts";
import { isWellFormed } from "./credentials-of.ts";
import type { TrafficFacts } from "./traffic-facts.ts";

/** A value of an open point. */
export interface OpenValue {
  readonly point: string;
  readonly value: string;
  /** As for requirements: if a recorder removed the field, a request without it shows nothing. */
  readonly until?: "authorization-kept";
}

/** The values of a tally for an exchange that is not an occasion for it. */
const NOTHING: ReadonlySet<string> = new Set(["none", "none seen"]);

/** Reads the values from one answered exchange with the operation. */
export type ReadOpenValues = (sent: AnsweredSent, facts: TrafficFacts) => readonly OpenValue[];

/** @param checks every check of the suite; the tallies of open points among them receive one exchange at a time */
export function openValueReader(
  checks: readonly Check[],
  open: ReadonlySet<string>,
  { error, plant }: { readonly error: Validator; readonly plant: Validator },
): ReadOpenValues {
  const tallies = checks.filter(({ form, requirement }) => form === "tally" && open.has(requirement));
  return (sent, facts) => [
    ...tallies.flatMap(({ requirement, judge }): readonly OpenValue[] => {
      const { outcome } = judge([], [sent]);
      const isSeen = outcome.status === "observed" && !NOTHING.has(outcome.value);
      return isSeen ? [{ point: requirement, value: outcome.value }] : [];
    }),
    ...ofToken(sent, facts, (of) => bodyKindOf(of, error, plant)),
    ...ofBody(sent, facts),
  ];
}

function ofToken(
  sent: AnsweredSent,
  { credentials, lost }: TrafficFacts,
  bodyOf: (sent: AnsweredSent) => string,
): readonly OpenValue[] {
  const status = String(sent.answer.status);
  const body = lost.length === 0 ? bodyOf(sent) : null;
  const values = (point: string): readonly OpenValue[] => [
    { point, value: status },
    ...(body === null ? [] : [{ point: `${point}-body`, value: body }]),
  ];
  if (credentials?.kind === "none") {
    return values("missing-token").map((value) => ({ ...value, until: "authorization-kept" }));
  }
  return credentials?.kind === "bearer" && !isWellFormed(credentials.token) ? values("malformed-token") : [];
}

/** The values of a request that is unusual in exactly one way. */
function ofBody(sent: AnsweredSent, { body, credentials, mediaType, place }: TrafficFacts): readonly OpenValue[] {
  if (credentials?.kind !== "bearer" || body === null || body.is === "no-plant") return [];
  const points = [
    ...body.open,
    ...(mediaType === undefined ? ["no-content-type"] : []),
    ...((place.query ?? "") === "" ? [] : ["unknown-query"]),
  ];
  const [point, ...others] = points;
  const isUsual = mediaType === undefined || mediaType === "application/json";
  return point === undefined || others.length > 0 || !isUsual ? [] : [{ point, value: acceptedOrNot(sent) }];
}
