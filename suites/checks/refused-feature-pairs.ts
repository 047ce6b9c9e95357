/**
 * Pairs of features that a refused valid request had, and no accepted one had together. The cause is chance or the
 * pair; the same pair in another body shows which. Pure.
 */
import { isByChance } from "./chance-failures.ts";
import type { CheckId, History, PlannedRequest, Sent } from "./check.ts";
import { hasAcceptedParents, isAccepted, refusesToken, TIMES } from "./exchange-facts.ts";
import { type Feature, together } from "./request-features.ts";
import { narrowAxes, requirementOf, singleFeatures, wideAxes } from "./request-variants.ts";
import type { Requests } from "./check-requests.ts";
import { isRefusal, isSamePair } from "./run-state.ts";

const THE_SAME_AGAIN: CheckId = "accepts-valid-plant/the-same-again";

/** How often a pair is refused in another body before it counts. */
const ROUNDS = 2;

/** An ordinary plant in a request with some features. */
export function requestWith(requests: Requests, names: readonly string[], n: number): PlannedRequest {
  const features = featuresNamed(requests, names);
  const { which = "all" } = together(features);
  return { ...requests.varied(features).plant("valid", n, { which }), features: names };
}

/** The last request of each pair that was refused each time it was asked about, with the pair in words. */
export interface RefusedPair {
  readonly sent: Sent;
  readonly words: string;
  /** The requirement of the two features. */
  readonly requirement: string;
}

/** The pairs that were refused each time, among the requests of the check. */
export function refusedPairs(requests: Requests, run: History): readonly RefusedPair[] {
  const asked = run.filter((sent) => askerOf(sent) === THE_SAME_AGAIN && featuresOf(sent).length === 2);
  const names = asked.map(featuresOf).filter((pair, k, all) => all.findIndex((other) => isSamePair(pair, other)) === k);
  // If any request may fail, features that failed together show nothing.
  if (isByChance(TIMES, run, names.length)) return [];
  return names.flatMap((pair): readonly RefusedPair[] => {
    const own = asked.filter((sent) => isSamePair(featuresOf(sent), pair));
    const last = own.at(-1);
    const isEachRefused = own.every((sent) => isRefusal(sent) && !refusesToken(sent) && hasAcceptedParents(sent, run));
    if (last === undefined || own.length < ROUNDS || !isEachRefused) return [];
    const isHalfAccepted = (name: string): boolean =>
      run.some((sent) => askerOf(sent) === THE_SAME_AGAIN && isSamePair(featuresOf(sent), [name]) && isAccepted(sent));
    if (!pair.every(isHalfAccepted)) return [];
    const features = featuresNamed(requests, pair);
    const words = features.map((feature) => feature.words).join(" and ");
    return [{ sent: last, words, requirement: requirementOf(features) }];
  });
}

function featuresNamed({ operation }: Requests, names: readonly string[]): readonly Feature[] {
  const { requestMediaType } = operation;
  const all = [...singleFeatures(requestMediaType), ...wideAxes(requestMediaType).flat(), ...narrowAxes.flat()];
  return all.filter(({ name }) => names.includes(name));
}

function featuresOf({ request: { features = [] } }: Sent): readonly string[] {
  return features;
}

function askerOf({ request: { askedBy = "" } }: Sent): string {
  return askedBy;
}
