/** What a run has shown so far. It decides what is sent next. Pure. */
import { besideAccepted, explainedBy, idIn, isFailure } from "./chance-failures.ts";
import type { Answered, History, Known, Pair, Sent } from "./check.ts";
import { isAccepted, isAcceptedAgain, isParent, isValid } from "./exchange-facts.ts";
import { connectionAxis } from "./request-variants.ts";

/** What the requests so far show about a provider. */
export function knownOf(run: History): Known {
  const varied = run.filter((sent) => isValid(sent) && sent.request.features !== undefined);
  const featuresOf = (list: History): Known["variants"] => list.map(({ request: { features = [] } }) => features);
  // If an open point is accepted, it may be a feature of requests that must be refused.
  const open = run.filter((sent) => sent.request.kind === "open" && isAccepted(sent) && hasFeatures(sent));
  const first = run.find((sent) => sent.request.kind === "ordinary" && isAccepted(sent));
  const id = first === undefined ? undefined : idIn(first.request);
  return {
    ...(typeof id === "number" ? { acceptedId: id } : {}),
    variants: featuresOf([...varied.filter(isAccepted), ...open]),
    refusedVariants: featuresOf(varied.filter((sent) => !isAccepted(sent))),
    refused: [...ordinaryOf(run), ...besideAccepted(run)]
      .filter((sent) => isRefusal(sent) && !isAcceptedAgain(sent, run))
      .map(({ request }) => request),
    unmetPairs: unmetPairs(run),
  };
}

const MOST_PAIRS = 12;

/** Pairs of features of refused requests that no accepted request had, if their check was accepted without features. */
function unmetPairs(run: History): readonly Pair[] {
  const valid = run.filter((sent) => isValid(sent) && sent.request.mayMeet !== "taken-id");
  const accepted = valid.filter(isAccepted).map(({ request: { features = [] } }) => features);
  const plain = new Set(valid.filter((sent) => isAccepted(sent) && !hasFeatures(sent)).map(askerOf));
  const isExplained = explainedBy(run);
  const refused = valid.filter((sent) => isRefusal(sent) && !isExplained(sent)).map(({ request }) => request);
  const pairs = refused.flatMap(({ askedBy = "", features = [] }) => (plain.has(askedBy) ? pairsOf(features) : []));
  // A refusal of only these two is reported by the check that asked.
  const isKnown = (pair: Pair): boolean =>
    accepted.some((names) => pair.every((name) => names.includes(name))) ||
    refused.some(({ features = [] }) => isSamePair(pair, features));
  const unmet = pairs.filter((pair) => !isKnown(pair));
  return unmet.filter((pair, k) => unmet.findIndex((other) => isSamePair(pair, other)) === k).slice(0, MOST_PAIRS);
}

/** The request before on the connection is not part of a request, so it cannot be tested in another one. */
function pairsOf(features: readonly string[]): readonly Pair[] {
  const names = features.filter((name) => !connectionAxis.some((feature) => feature.name === name));
  return names.flatMap((one, k) => names.slice(k + 1).map((other): Pair => [one, other]));
}

/** Whether two lists have the same names, in any order. */
export function isSamePair(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name));
}

function hasFeatures({ request: { features = [] } }: Sent): boolean {
  return features.length > 0;
}

function askerOf({ request: { askedBy = "" } }: Sent): string {
  return askedBy;
}

/** The ordinary requests, except those of a kind that was never accepted. */
function ordinaryOf(run: History): History {
  const ordinary = run.filter(({ request }) => request.kind === "ordinary");
  return ordinary.filter((sent) => ordinary.some((other) => isParent(other) === isParent(sent) && isAccepted(other)));
}

/** A timeout, and a conflict with what exists: a gateway that sends a request twice may answer like this, too. */
const MAY_BE_STORED: ReadonlySet<number> = new Set([408, 409]);

/** Whether a status means that nothing was stored. After a 5xx, or without an answer, the plant may exist. */
export function saysRefused(sent: Answered | undefined): boolean {
  const status = sent?.answer?.status ?? 0;
  return status >= 400 && status <= 499 && !MAY_BE_STORED.has(status);
}

/** Whether a valid request was refused, and not because of a rate limit or a proxy. */
export function isRefusal(sent: Sent): boolean {
  return saysRefused(sent) && isFailure(sent);
}
