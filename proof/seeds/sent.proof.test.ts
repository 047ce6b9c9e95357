/** What a seed draws is what the suite declares it to be, for every seed. Judged without the suite. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { readOperation } from "../../spec/read-operation.ts";
import type { PlannedRequest } from "../../suites/checks/check.ts";
import { requestsTo } from "../../suites/checks/check-requests.ts";
import { faultsOf, faultsOfFuzzing, faultsOfRun } from "./sent-faults.ts";

/** The number of seeds; `npm run proof:seeds -- sent` tries thousands. */
const SEEDS = Number(process.env["SEEDS"] ?? 10);

const timeout = 60_000 + 1_000 * SEEDS;

test.each([
  ["every request of a run is what it is sent as, and no check accuses what answers by the document", faultsOfRun],
  ["every case of fuzzing is what it is sent as", faultsOfFuzzing],
])(`%s, for ${SEEDS} seeds`, { timeout }, (_title, faults) => {
  for (let k = 0; k < SEEDS; k += 1) {
    const seed = randomUUID();
    expect({ seed, faults: faults(seed) }).toEqual({ seed, faults: [] });
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
