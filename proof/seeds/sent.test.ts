/** What is drawn from a seed is what the suite takes it for, whatever the seed: judged without the suite. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { readOperation } from "../../spec/read-operation.ts";
import { authorizationAxis } from "../../suites/checks/authorization.ts";
import type { PlannedRequest } from "../../suites/checks/check.ts";
import { drawnAxes } from "../../suites/checks/request-variants.ts";
import { requestsTo } from "../../suites/checks/requests.ts";
import { planned } from "../../suites/fuzz/case-requests.ts";
import { bodiesOf } from "../../suites/fuzz/cases.ts";
import { drawn } from "../../suites/fuzz/drawn.ts";
import { sendingsOf } from "../../suites/fuzz/sending.ts";
import { fuzzIds } from "../../suites/run/id-ranges.ts";
import { plannedRun } from "./planned-run.ts";
import { faultsOfHttp, isAsSaid, lookAlikes, plantIn } from "./sent.ts";

/** Seeds that are tried; `SEEDS=10000` for more. */
const SEEDS = Number(process.env["SEEDS"] ?? 10);

/** Cases of fuzzing for each seed: as many as are drawn at once. */
const CASES = 256;

const timeout = 60_000 + 1_000 * SEEDS;

/** What is wrong with the requests of one seed. */
function faultsOf(requests: readonly PlannedRequest[]): readonly unknown[] {
  const wrong = requests.flatMap((request) => {
    const faults = [...faultsOfHttp(request), ...(isAsSaid[request.kind](request) ? [] : [request.kind])];
    const { headers, framing, body } = request;
    return faults.length === 0 ? [] : [{ faults, headers, framing, body: new TextDecoder().decode(body ?? undefined) }];
  });
  const ordinary = requests.filter(({ kind }) => kind === "ordinary");
  return [...wrong, ...lookAlikes(ordinary.flatMap((request) => plantIn(request) ?? []))];
}

test(`every request of a run is what it is sent as, for ${SEEDS} seeds`, { timeout }, () => {
  for (let k = 0; k < SEEDS; k += 1) {
    const seed = randomUUID();
    const { history } = plannedRun(seed);
    expect(history.length).toBeGreaterThan(200);
    // The same bytes are sent twice on purpose, to see what becomes of a duplicate.
    const requests = new Map(history.map(({ request }) => [keyOf(request), request]));
    expect({ seed, faults: faultsOf([...requests.values()]) }).toEqual({ seed, faults: [] });
  }
});

test(`no check accuses what answers by the document, for ${SEEDS} seeds`, { timeout }, () => {
  for (let k = 0; k < SEEDS; k += 1) {
    const seed = randomUUID();
    expect({ seed, accusing: plannedRun(seed).accusing() }).toEqual({ seed, accusing: [] });
  }
});

function keyOf({ kind, headers, body }: PlannedRequest): string {
  return JSON.stringify([kind, headers, Buffer.from(body ?? []).toString("latin1")]);
}

test(`every case of fuzzing is what it is sent as, for ${SEEDS} seeds`, { timeout }, () => {
  const operation = readOperation();
  const requests = requestsTo(operation);
  const sendings = sendingsOf(drawnAxes(operation.requestMediaType, authorizationAxis(false)));
  const bodies = bodiesOf(operation.request, true);
  for (let k = 0; k < SEEDS; k += 1) {
    const seed = randomUUID();
    const { case: caseAt } = drawn({ bodies, sendings }, seed);
    const ids = fuzzIds(seed, CASES);
    const sent = Array.from({ length: CASES }, (_, at) =>
      planned(caseAt(at), { ...ids.ofCase(at), connection: "one", isAfterAccepted: false }, requests),
    );
    const all = sent.flatMap(({ before, request }) => (before === null ? [request] : [before, request]));
    expect({ seed, faults: faultsOf(all) }).toEqual({ seed, faults: [] });
    // An odd text is a NewPlant, and an ordinary body stays one in each variant that has its token.
    const accepted = sent.filter(({ wanted }) => wanted === "accepted").map(({ request }) => plantIn(request));
    expect({ seed, isEach: accepted.every((plant) => plant !== undefined) }).toEqual({ seed, isEach: true });
  }
});

test("a request that is not what it is sent as is reported", () => {
  const requests = requestsTo(readOperation());
  const ordinary = requests.ordinary(1_234_567);
  expect(faultsOf([ordinary])).toEqual([]);
  const as = (change: Partial<PlannedRequest>): number => faultsOf([{ ...ordinary, ...change }]).length;
  const body = (text: string): Uint8Array => new TextEncoder().encode(text);
  expect(as({ kind: "not-a-plant" })).toBe(1);
  expect(as({ kind: "not-allowed" })).toBe(1);
  expect(as({ body: body('{"id":1234567,"name":"Fern 1"}') })).toBe(1);
  expect(as({ body: body('{"id":12,"name":"Fern"}') })).toBe(1);
  expect(as({ kind: "valid", body: body('{"id":"12","name":"Fern"}') })).toBe(1);
  expect(as({ kind: "valid", body: body('{"id":9223372036854775808,"name":"Fern"}') })).toBe(1);
  expect(as({ kind: "not-a-plant", body: body('{"id":9223372036854775807,"name":"Fern"}') })).toBe(1);
  expect(as({ headers: [["Content-Type", "application/json"]] })).toBe(1);
  expect(as({ headers: [...ordinary.headers, ["Bad Name", "x"]] })).toBe(1);
  expect(as({ framing: "none" })).toBe(1);
  expect(faultsOf([ordinary, ordinary])).toHaveLength(4);
});
