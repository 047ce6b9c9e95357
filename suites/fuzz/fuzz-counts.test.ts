import { describe, expect, test } from "vitest";
import type { Outcome } from "../../result/result.ts";
import type { Sent } from "../checks/check.ts";
import { checks, operation } from "../testing/checks.ts";
import { type Given, historyOf } from "../testing/history.ts";
import { noteAsked } from "./fuzz.ts";
import { openLedger } from "./fuzz-counts.ts";
import { asker, fuzzChecks } from "./fuzz-checks.ts";

const refused = (status: number): Given => ({ kind: "not-a-plant", status });

/** The outcome of a fuzz check if the ordinary requests at these places were accepted. */
function outcomeOf(requirement: string, given: readonly Given[], accepted: readonly number[]): Outcome {
  const ledger = openLedger(fuzzChecks(checks, operation));
  const ask = asker(checks, []);
  for (const at of accepted) ledger.accept(at);
  for (const sent of historyOf(...given)) noteAsked(ledger, ask(sent, []), { at: sent.index, sent });
  const { checks: results } = ledger.results({ first: 0, isOver: true });
  const own = results.find(({ result }) => result.id === `${requirement}/fuzz`);
  if (own === undefined) throw new Error(`There is no check of ${requirement}`);
  return own.result;
}

describe("a drawn body that is not a NewPlant", () => {
  const id = "refuses-with-400";

  test.each<readonly [string, readonly Given[], string]>([
    ["is refused with 400", [refused(400)], "passed"],
    ["is not refused with 422", [refused(400), refused(422)], "failed"],
    ["is not refused with 500", [refused(500)], "failed"],
    ["is left to other checks where it is accepted", [refused(200), refused(201)], "no-occasion"],
    ["may be asked to wait", [refused(429)], "no-occasion"],
    ["is not a valid request that is refused", [{ status: 422 }, { kind: "open", status: 422 }], "no-occasion"],
  ])("%s", (_what, given, expected) => {
    const outcome = outcomeOf(id, given, [-1, given.length]);
    expect(outcome.status === "not-judged" ? outcome.because : outcome.status).toBe(expected);
  });

  test.each([[[]], [[-1]], [[1]]])("is judged only between accepted requests, not with those at %j", (accepted) => {
    for (const status of [400, 422]) {
      expect(outcomeOf(id, [refused(status)], accepted)).toMatchObject({
        status: "not-judged",
        because: "no-accepted-parent",
      });
    }
  });
});

test("a passed check rests on its first two cases, in whatever order they are answered", () => {
  const ledger = openLedger(fuzzChecks(checks, operation));
  const sent = historyOf(...[0, 1, 2, 3].map(() => refused(400)));
  for (const at of [2, 3, 0, 1]) ledger.pass("refuses-with-400", { at, sent: sent[at] as Sent });
  const { checks: results, kept } = ledger.results({ first: 7, isOver: true });
  const own = results.find(({ result }) => result.id === "refuses-with-400/fuzz");
  expect(own?.result).toMatchObject({ status: "passed", exchanges: [7, 8] });
  expect(kept).toEqual([sent[0]?.exchange, sent[1]?.exchange]);
});
