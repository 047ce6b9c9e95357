/**
 * A run without a provider: what the checks send for a seed, answered as the document says, and judged. All of it is a
 * pure function of the seed, so that many seeds can be tried.
 */
import {
  type Answered,
  type Check,
  type History,
  type Known,
  type PlannedRequest,
  type Sent,
  STAGES,
} from "../../suites/checks/check.ts";
import { knownOf } from "../../suites/checks/run-state.ts";
import { checkIds } from "../../suites/run/id-ranges.ts";
import { checks } from "../../suites/testing/checks.ts";
import { answered } from "../../suites/testing/history.ts";
import { answerTo } from "./sent.ts";

/** What a run sends, and what the checks then report. */
export interface PlannedRun {
  readonly history: History;
  /** Judges the run. Returns the ids of checks that find a fault; there should be none. */
  readonly accusing: () => readonly string[];
}

/** Plans the run of a seed, stage by stage. */
export function plannedRun(seed: string): PlannedRun {
  const fresh = checkIds(seed, checks);
  const history: Sent[] = [];
  const own = new Map<string, readonly Sent[]>();
  let known: Known | undefined;
  const send = (request: PlannedRequest, { id }: Check): Sent => {
    const sent = answered({ ...request, askedBy: id }, answerTo(request), history.length);
    history.push(sent);
    return sent;
  };
  const ask = (check: Check): void => {
    for (;;) {
      const before: readonly Sent[] = own.get(check.id) ?? [];
      const batch = check.next(fresh(check.id), before satisfies readonly Answered[], known);
      if (batch.length === 0) return;
      own.set(check.id, [...before, ...batch.map((request) => send(request, check))]);
    }
  };
  for (const stage of STAGES) {
    for (const check of checks) if (check.stage === stage) ask(check);
    known = knownOf(history);
  }
  const accusing = (): readonly string[] =>
    checks.flatMap((check) => {
      const { outcome } = check.judge(own.get(check.reads ?? check.id) ?? [], history);
      return outcome.status === "failed" ? [check.id] : [];
    });
  return { history, accusing };
}
