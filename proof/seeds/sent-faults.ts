/** Faults in what a seed draws; there should be none. Pure, so that thousands of seeds can be tried. */
import { readOperation } from "../../spec/read-operation.ts";
import { authorizationAxis } from "../../suites/checks/authorization.ts";
import type { PlannedRequest } from "../../suites/checks/check.ts";
import { drawnAxes } from "../../suites/checks/request-variants.ts";
import { requestsTo } from "../../suites/checks/check-requests.ts";
import { planned, sendingsOf } from "../../suites/fuzz/fuzz-requests.ts";
import { bodiesOf } from "../../suites/fuzz/fuzz-cases.ts";
import { drawn } from "../../suites/fuzz/fuzz-state.ts";
import { fuzzIds } from "../../suites/run/fuzz-ids.ts";
import { type PlannedRun, plannedRun } from "./planned-run.ts";
import { faultsOfHttp, isAsSaid, lookAlikes, plantIn } from "./sent.ts";

/** Fuzz cases for each seed: as many as are drawn at once. */
const CASES = 256;

/** A run with fewer requests would prove nothing. */
const LEAST_REQUESTS = 200;

const operation = readOperation();
const requests = requestsTo(operation);
const sendings = sendingsOf(drawnAxes(operation.requestMediaType, authorizationAxis(false)));
const bodies = bodiesOf(operation.request, true);

/**
 * The faults of some requests: those that are not of their declared kind, and ordinary plants that are nearly the same.
 */
export function faultsOf(sent: readonly PlannedRequest[]): readonly unknown[] {
  const wrong = sent.flatMap((request) => {
    const faults = [...faultsOfHttp(request), ...(isAsSaid[request.kind](request) ? [] : [request.kind])];
    const { headers, framing, body } = request;
    return faults.length === 0 ? [] : [{ faults, headers, framing, body: new TextDecoder().decode(body ?? undefined) }];
  });
  const ordinary = sent.filter(({ kind }) => kind === "ordinary");
  return [...wrong, ...lookAlikes(ordinary.flatMap((request) => plantIn(request) ?? []))];
}

/** The faults in the run of a seed: in what it sends, and in what the checks report about correct answers. */
export function faultsOfRun(seed: string): readonly unknown[] {
  const run = plannedRun(seed);
  return [...faultsOfSent(run), ...run.accusing()];
}

function faultsOfSent({ history }: PlannedRun): readonly unknown[] {
  if (history.length < LEAST_REQUESTS) return [`only ${history.length} requests`];
  // The same bytes are sent twice on purpose, to see what happens to a duplicate.
  const sent = new Map(history.map(({ request }) => [keyOf(request), request]));
  return faultsOf([...sent.values()]);
}

function keyOf({ kind, headers, body }: PlannedRequest): string {
  return JSON.stringify([kind, headers, Buffer.from(body ?? []).toString("latin1")]);
}

/** The faults in the fuzz cases that a seed draws. */
export function faultsOfFuzzing(seed: string): readonly unknown[] {
  const { case: caseAt } = drawn({ bodies, sendings }, seed);
  const ids = fuzzIds(seed, CASES);
  const sent = Array.from({ length: CASES }, (_, at) =>
    planned(caseAt(at), { ...ids.ofCase(at), connection: "one", isAfterAccepted: false }, requests),
  );
  const all = sent.flatMap(({ before, request }) => (before === null ? [request] : [before, request]));
  // An odd text is a NewPlant, and an ordinary body is one in each variant that has the token.
  const refused = sent.filter(({ wanted, request }) => wanted === "accepted" && plantIn(request) === undefined);
  return [...faultsOf(all), ...refused.map(({ request }) => ["wanted accepted", request.headers, request.body])];
}
