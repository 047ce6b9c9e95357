/** Whether a provider still answers an ordinary request with success, after contracts that failed. */
import { defined } from "../result/defined.ts";
import { redactionOf } from "../result/redact.ts";
import type { Operation } from "../spec/read-operation.ts";
import { isSuccess } from "../suites/checks/exchange-facts.ts";
import { acceptingIds } from "../suites/run/id-ranges.ts";
import { openPace } from "../http/pace.ts";
import { requestsTo } from "../suites/checks/requests.ts";
import { guardRun } from "../suites/run/stop.ts";
import { openSession } from "../suites/run/session.ts";
import type { ContractRun } from "./judge-options.ts";

/** Ordinary requests that the provider may refuse. If it refuses this many, it does not accept them. */
const TIMES = 3;

/** The longest wait that a provider may ask for, in milliseconds. If it asks for longer, it is not judged. */
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
    ...defined({ clock }),
  });
  const unguard = guardRun(session, { provider, ...defined({ signal }) });
  const requests = requestsTo(operation, provider.authentication);
  const fresh = acceptingIds(seed, run.attempt);
  try {
    for (let time = 0; time < TIMES && session.stopped() === null; time += 1) {
      // A success other than 200 is wrong, but it shows that the provider answers.
      if (isSuccess(await session.ask(requests.ordinary(fresh(time))))) return true;
    }
    return false;
  } finally {
    unguard();
    await session.close();
  }
}
