/** Fetches the pacts that a broker has for a provider. */
import { defined } from "../../spec/defined.ts";
import { at, listAt, parseJson, stringAt } from "../json-values.ts";
import { type PactSource } from "../pact-file.ts";
import { checkSource } from "../sources.ts";
import { type Broker, BrokerError, ask, linkOf, nameOf, resource } from "./hal.ts";

/** Which pacts to fetch. */
export interface PactSelection {
  /** The provider's name at the broker. */
  readonly provider: string;
  /** Consumer version selectors, as the broker takes them. */
  readonly selectors: readonly unknown[];
  /** Whether a pact that the provider has never met may fail without failing the run. */
  readonly pending: boolean;
  /** Also fetches the pacts of feature branches since this day (ISO 8601). They are pending. */
  readonly wipSince?: string;
  /** The provider's branch, on which it depends whether a pact is pending. */
  readonly branch?: string;
}

/** A pact from a broker, and its resource for the publication of the result. */
export interface FetchedPact {
  readonly source: PactSource;
  /** The resource of the pact, with a link for results. */
  readonly resource: unknown;
}

/** The most pacts that are fetched, and the most at a time. */
const MOST_PACTS = 500;
const AT_A_TIME = 4;

/** The most bytes of all pacts together. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The time limit for all requests together, as a multiple of the limit for one request. */
const WHOLE = 4;

/** The default selectors: the main branches, and the versions that are deployed or released. */
export const DEFAULT_SELECTORS: readonly unknown[] = [{ mainBranch: true }, { deployedOrReleased: true }];

/**
 * Fetches the pacts for verification, in the broker's order.
 * @throws {BrokerError} when the broker fails or has no pact for the provider: a run that verifies nothing does not pass
 * @throws {PactError} when the broker sends something else than a pact
 */
export async function fetchPacts(from: Broker, selection: PactSelection): Promise<readonly FetchedPact[]> {
  const broker = { ...from, signal: AbortSignal.timeout(WHOLE * from.timeoutMs) };
  const index = await resource(broker, { method: "GET", url: broker.url });
  const url = linkOf(broker, index, {
    relation: "pb:provider-pacts-for-verification",
    values: { provider: selection.provider },
  });
  const found = await resource(broker, {
    method: "POST",
    url,
    body: defined({
      consumerVersionSelectors: selection.selectors,
      includePendingStatus: selection.pending,
      includeWipPactsSince: selection.wipSince,
      providerVersionBranch: selection.branch,
    }),
  });
  const pacts = listAt(found, "_embedded", "pacts");
  if (pacts.length === 0) {
    throw new BrokerError(`The broker at ${broker.url} has no pact for ${JSON.stringify(selection.provider)}`);
  }
  if (pacts.length > MOST_PACTS) {
    const counts = `${pacts.length} pacts for ${JSON.stringify(selection.provider)}, and ${MOST_PACTS} is the limit`;
    throw new BrokerError(`The broker at ${broker.url} has ${counts}; select fewer with --consumer-versions`);
  }
  return fetchAll(broker, pacts);
}

/** Fetches a few pacts at a time, and returns them in the broker's order. The first failure ends the others. */
async function fetchAll(broker: Broker, listed: readonly unknown[]): Promise<readonly FetchedPact[]> {
  const fetched: FetchedPact[] = [];
  const left = listed.entries();
  let bytes = 0;
  let hasFailed = false;
  const fetchNext = async (): Promise<void> => {
    for (const [index, pact] of left) {
      if (hasFailed) return;
      const one = await fetchPact(broker, pact);
      bytes += one.source.text.length;
      if (bytes > MOST_BYTES) {
        throw new BrokerError(`The pacts of the broker at ${broker.url} have more than ${MOST_BYTES} bytes in all`);
      }
      fetched[index] = one;
    }
  };
  const failing = (error: unknown): never => {
    hasFailed = true;
    throw error;
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, () => fetchNext().catch(failing)));
  return fetched;
}

async function fetchPact(broker: Broker, listed: unknown): Promise<FetchedPact> {
  const url = linkOf(broker, listed, { relation: "self" });
  // As text, because a number in it may be greater than a double can hold.
  const text = await ask(broker, { method: "GET", url });
  const pending = at(listed, "verificationProperties", "pending") === true;
  const source: PactSource = {
    name: nameOf(broker, stringAt(listed, "_links", "self", "href") ?? url),
    text,
    origin: "user-supplied",
    pending,
  };
  checkSource(source);
  return { source, resource: parseJson(text) };
}
