/** Publishes the results of pacts at a broker, for `can-i-deploy`. */
import { defined } from "../../spec/defined.ts";
import type { ContractResult, InteractionResult } from "../../result/result.ts";
import { listAt, stringAt } from "../json-values.ts";
import type { FetchedPact } from "./fetch.ts";
import { type Broker, BrokerError, ask, linkOf, resource } from "./hal.ts";

/** The version of the provider that was verified. */
export interface ProviderVersion {
  readonly version: string;
  readonly branch?: string;
  readonly buildUrl?: string;
  readonly tool: { readonly name: string; readonly version: string };
}

/**
 * Publishes a result for each pact.
 * @param verified each pact with its result
 * @returns a sentence for each result that was not published
 */
export async function publishResults(
  broker: Broker,
  version: ProviderVersion,
  verified: ReadonlyArray<readonly [FetchedPact, ContractResult]>,
): Promise<readonly string[]> {
  const failures: string[] = [];
  try {
    await publishBranch(broker, version, verified[0]?.[0].resource);
  } catch (error) {
    return [sentence("The provider's branch was not published, and no result either", error)];
  }
  for (const [{ resource: pact }, contract] of verified) {
    const unjudged = contract.interactions.filter(({ status, findings }) => {
      return status === "not-judged" && findings.length === 0;
    });
    if (unjudged.length > 0) {
      const count = `${unjudged.length} of ${contract.interactions.length}`;
      failures.push(`No result was published for ${contract.consumer}: ${count} interactions could not be judged.`);
      continue;
    }
    try {
      const url = linkOf(broker, pact, { relation: "pb:publish-verification-results" });
      await ask(broker, { method: "POST", url, body: resultOf(pact, contract, version) });
    } catch (error) {
      failures.push(sentence(`The result for ${contract.consumer} was not published`, error));
    }
  }
  return failures;
}

/** The branch is published before the results, because the broker relates them to the version. */
async function publishBranch(broker: Broker, { branch, version }: ProviderVersion, pact: unknown): Promise<void> {
  if (branch === undefined) return;
  const provider = await resource(broker, { method: "GET", url: linkOf(broker, pact, { relation: "pb:provider" }) });
  const url = linkOf(broker, provider, { relation: "pb:branch-version", values: { branch, version } });
  await ask(broker, { method: "PUT", url, body: {} });
}

function resultOf(
  pact: unknown,
  { interactions }: ContractResult,
  { version, buildUrl, tool }: ProviderVersion,
): object {
  const known = listAt(pact, "interactions");
  return defined({
    success: interactions.every(({ status }) => status === "passed"),
    providerApplicationVersion: version,
    buildUrl,
    verifiedBy: { implementation: tool.name, version: tool.version },
    testResults: interactions.map((interaction, place) => testResult(interaction, stringAt(known[place], "_id"))),
  });
}

/** The result of one interaction. A pending one that is not met has findings and is not successful. */
function testResult({ description, status, findings }: InteractionResult, interactionId: string | undefined): object {
  return defined({
    interactionId,
    interactionDescription: description,
    success: status === "passed",
    mismatches: findings.map(({ where, expected, seen }) => ({
      ...placeOf(where),
      description: `expected ${expected}, seen ${seen}`,
    })),
  });
}

/** The place of a finding in the format of Pact's verifiers, by which a broker groups findings. */
function placeOf(where: string): { readonly attribute: string; readonly identifier?: string } {
  if (where === "status") return { attribute: "status" };
  if (where.startsWith("header ")) return { attribute: "header", identifier: where.slice("header ".length) };
  return { attribute: "body", identifier: where };
}

function sentence(what: string, error: unknown): string {
  if (!(error instanceof BrokerError)) throw error;
  return `${what}. ${error.message}`;
}
