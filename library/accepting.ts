/** Whether a provider still answers an ordinary request with success, after contracts that failed. */
import { redactionOf } from "../result/redact.ts";
import type { Operation } from "../spec/read-operation.ts";
import { isSuccess } from "../suites/checks/judges.ts";
import { acceptingIds } from "../suites/run/id-ranges.ts";
import { openPace } from "../http/pace.ts";
import { requestsTo } from "../suites/checks/requests.ts";
import { guardRun } from "../suites/run/stop.ts";
import { openSession } from "../suites/run/session.ts";
import type { ContractRun } from "./judge-options.ts";

/** The provider does not accept ordinary requests when it refuses so many. */
const TIMES = 3;

/** The longest time to wait if the provider asks for it. A provider that is unavailable for longer is not judged. */
const PATIENCE_MS = 8_000;

/** Sends ordinary requests until one is accepted, at most three. */
export async function isAccepting(run: ContractRun, operation: Operation): Promise<boolean> {
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
  const requests = requestsTo(operation, provider.authentication);
  const fresh = acceptingIds(seed, run.attempt);
  try {
    for (let time = 0; time < TIMES && session.stopped() === null; time += 1) {
      // Another success is wrong, and shows that the provider is there.
      if (isSuccess(await session.ask(requests.ordinary(fresh(time))))) return true;
    }
    return false;
  } finally {
    unguard();
    await session.close();
  }
}
