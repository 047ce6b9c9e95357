/** Verifies contracts as a part of a run. */
import { defined } from "../spec/defined.ts";
import type { PactSource } from "../contracts/pact-file.ts";
import { verifyContracts } from "../contracts/verify-pacts.ts";
import type { DrawPlant, DrawnPlant } from "../contracts/provider-states.ts";
import type { ContractResult } from "../result/result.ts";
import { type Operation, readOperation } from "../spec/read-operation.ts";
import { nameOf, stringOf, tagOf } from "../suites/bodies/body-drafts.ts";
import { isAllowed, requestsTo } from "../suites/checks/check-requests.ts";
import { contractIds, acceptingIds } from "../suites/run/id-ranges.ts";
import { redactionFor } from "../suites/run/run-secrets.ts";
import type { ContractRun } from "./judge-options.ts";
import { redactionOf } from "../result/redact.ts";
import { isSuccess } from "../suites/checks/exchange-facts.ts";
import { withSession } from "../suites/run/session.ts";

/** Makes a function that verifies pacts in a run, by default for the shipped document. */
export function contractsOf(
  pacts: readonly PactSource[],
  given: { readonly statesUrl?: string | undefined; readonly operation?: Operation | undefined } = {},
): (run: ContractRun) => Promise<readonly ContractResult[]> {
  const { statesUrl, operation = readOperation() } = given;
  return (run) =>
    verifyContracts({
      ...run,
      pacts,
      operation,
      redaction: redactionFor(run.provider, run.redaction),
      drawPlant: operation.isShipped
        ? contractPlants(run.seed, run.attempt)
        : documentPlants(operation, run.seed, run.attempt),
      isAccepting: () => isAccepting(run, operation),
      ...defined({ statesUrl }),
    });
}

/** Draws the plants of the contracts from the seed of the run: ordinary values that no other request has. */
export function contractPlants(seed: string, attempt?: number): () => DrawnPlant {
  const nextId = contractIds(seed, attempt);
  return () => {
    const id = nextId();
    return { id: BigInt(id), name: nameOf(id), tag: tagOf(id) };
  };
}

/** The same for another document: its schema decides which values are ordinary. */
function documentPlants(operation: Operation, seed: string, attempt?: number): DrawPlant {
  const nextId = contractIds(seed, attempt);
  const requests = requestsTo(operation);
  const { identity, label, optionalLabel } = operation.roles;
  const mayBeBeyondDoubles = isAllowed(requests, 2n ** 54n);
  return () => {
    const draft = requests.draft(nextId());
    const textOf = (name: string | null): string | null => (name === null ? null : (stringOf(draft, name) ?? null));
    const literal = draft.find(([name]) => name === identity)?.[1] ?? "";
    return {
      id: /^-?\d+$/.test(literal) ? BigInt(literal) : textOf(identity),
      mayBeBeyondDoubles,
      name: textOf(label),
      tag: textOf(optionalLabel),
    };
  };
}

/** Ordinary requests that the provider may refuse. If it refuses this many, it does not accept them. */
const TIMES = 3;

/** The longest wait that a provider may ask for, in milliseconds. If it asks for longer, it is not judged. */
const PATIENCE_MS = 8_000;

async function isAccepting(run: ContractRun, operation: Operation): Promise<boolean> {
  const { seed, pace, clock, signal } = run;
  const limits = { ...run.provider.limits, rateLimitMs: Math.min(PATIENCE_MS, run.provider.limits.rateLimitMs) };
  const provider = { ...run.provider, limits };
  const redaction = redactionOf([provider.token]);
  const requests = requestsTo(operation, provider.authentication);
  const fresh = acceptingIds(seed, run.attempt);
  return withSession(defined({ provider, redaction, pace, clock, signal }), async (session) => {
    for (let time = 0; time < TIMES && session.stopped() === null; time += 1) {
      // A success other than 200 is wrong, but it shows that the provider answers.
      if (isSuccess(await session.ask(requests.ordinary(fresh(time))))) return true;
    }
    return false;
  });
}
