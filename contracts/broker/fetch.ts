/** Fetches the pacts that a broker has for a provider. */
import { at, listAt, parseJson, stringAt } from "../json-values.ts";
import { type PactSource } from "../pact-file.ts";
import { checkSource } from "../sources.ts";
import { type Broker, BrokerError, ask, linkOf, resource } from "./hal.ts";

/** Which pacts to fetch. */
export interface PactSelection {
  /** The provider's name at the broker. */
  readonly provider: string;
  /** Consumer version selectors, as the broker takes them. */
  readonly selectors: readonly unknown[];
  /** A pact that the provider never met before does not fail the run. */
  readonly pending: boolean;
  /** Pacts of feature branches since this day (ISO 8601) too; they are pending. */
  readonly wipSince?: string;
  /** The provider's branch: whether a pact is pending depends on it. */
  readonly branch?: string;
}

/** A pact from a broker, and its resource for the publication of the result. */
export interface FetchedPact {
  readonly source: PactSource;
  /** The resource of the pact, with a link for results. */
  readonly resource: unknown;
}

/** The default selectors: the main branches, and the versions that are deployed or released. */
export const DEFAULT_SELECTORS: readonly unknown[] = [{ mainBranch: true }, { deployedOrReleased: true }];

/**
 * Fetches the pacts for verification, in the broker's order.
 * @throws {BrokerError} when the broker fails or has no pact for the provider: a run that verifies nothing does not pass
 * @throws {PactError} when the broker sends something else than a pact
 */
export async function fetchPacts(broker: Broker, selection: PactSelection): Promise<readonly FetchedPact[]> {
  const index = await resource(broker, { method: "GET", url: broker.url });
  const url = linkOf(broker, index, "pb:provider-pacts-for-verification", { provider: selection.provider });
  const found = await resource(broker, {
    method: "POST",
    url,
    body: {
      consumerVersionSelectors: selection.selectors,
      includePendingStatus: selection.pending,
      ...(selection.wipSince === undefined ? {} : { includeWipPactsSince: selection.wipSince }),
      ...(selection.branch === undefined ? {} : { providerVersionBranch: selection.branch }),
    },
  });
  const pacts = listAt(found, "_embedded", "pacts");
  if (pacts.length === 0) {
    throw new BrokerError(`The broker at ${broker.url} has no pact for ${JSON.stringify(selection.provider)}`);
  }
  return Promise.all(pacts.map((pact) => fetchPact(broker, pact)));
}

async function fetchPact(broker: Broker, listed: unknown): Promise<FetchedPact> {
  const url = linkOf(broker, listed, "self");
  // As text, because a number in it may be greater than a double can hold.
  const text = await ask(broker, { method: "GET", url });
  const pending = at(listed, "verificationProperties", "pending") === true;
  const source: PactSource = {
    name: stringAt(listed, "_links", "self", "href") ?? url,
    text,
    origin: "user-supplied",
    pending,
  };
  checkSource(source);
  return { source, resource: parseJson(text) };
}
