/** Whether a provider still accepts an ordinary request, asked beside the contracts by the checks' own client. */
import { redactionOf } from "../result/redact.ts";
import { readOperation } from "../spec/read-operation.ts";
import { isAccepted } from "../suites/checks/judges.ts";
import { acceptingIds } from "../suites/run/id-ranges.ts";
import { openPace } from "../http/pace.ts";
import { requestsTo } from "../suites/checks/requests.ts";
import { guardRun } from "../suites/run/run-checks.ts";
import { openSession } from "../suites/run/session.ts";
import type { ContractRun } from "./judge-provider.ts";

/** An ordinary request is sent so many times before it is not accepted. */
export const TIMES = 3;

/** Waited in all for a provider that asks for time: one that is not back by then is gone, which accuses nobody. */
const PATIENCE_MS = 8_000;

/**
 * Sends ordinary requests until one is accepted, at most three.
 * @param asked how many were sent in this way before
 */
export async function isAccepting(run: ContractRun, asked: number): Promise<boolean> {
  const { seed, pace, clock, signal } = run;
  const limits = { ...run.provider.limits, rateLimitMs: Math.min(PATIENCE_MS, run.provider.limits.rateLimitMs) };
  const provider = { ...run.provider, limits };
  const session = openSession({
    provider,
    redaction: redactionOf([provider.token]),
    pace: pace ?? openPace(provider.rate),
    startedAt: performance.now(),
    ...(clock === undefined ? {} : { clock }),
  });
  const unguard = guardRun(session, { provider, ...(signal === undefined ? {} : { signal }) });
  const requests = requestsTo(readOperation(), provider.authentication);
  const fresh = acceptingIds(seed);
  try {
    for (let time = 0; time < TIMES && session.stopped() === null; time += 1) {
      if (isAccepted(await session.ask(requests.ordinary(fresh(asked + time))))) return true;
    }
    return false;
  } finally {
    unguard();
    await session.close();
  }
}
