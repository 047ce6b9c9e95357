/** A Pact Broker: fetches the pacts that it has for a provider, and publishes their results. */
import { redactionOf } from "../../result/redact.ts";
import type { ContractResult, InteractionResult } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { defined } from "../../spec/defined.ts";
import { noTextWords, requestText } from "../fetch-text.ts";
import { type PactSource, at, listAt, parseJson, stringAt } from "../pact-file.ts";
import { checkSource } from "../read-pacts.ts";

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
    name: said(broker, stringAt(listed, "_links", "self", "href") ?? url, LONGEST_URL),
    text,
    origin: "user-supplied",
    pending,
  };
  checkSource(source);
  return { source, resource: parseJson(text) };
}

// Publishes the results of pacts at a broker, for `can-i-deploy`.

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

// A client for the HAL API of a Pact Broker: JSON resources with named links, some of which are templates.

/** A broker, and the options for its requests. */
export interface Broker {
  /** The URL of its index, with any path prefix. */
  readonly url: string;
  /** Sent with each request to the origin of the broker, and to no other origin. */
  readonly credentials: BrokerCredentials | null;
  /** The limit for each request, in milliseconds. */
  readonly timeoutMs: number;
  /** Ends every request. */
  readonly signal?: AbortSignal;
}

export type BrokerCredentials =
  | { readonly scheme: "bearer"; readonly token: string }
  | { readonly scheme: "basic"; readonly user: string; readonly password: string };

/** An error of a broker. The message quotes its URL and has no credentials. */
export class BrokerError extends Error {
  override readonly name = "BrokerError";
}

/** A request to the broker. */
export interface BrokerRequest {
  readonly method: "GET" | "POST" | "PUT";
  readonly url: string;
  readonly body?: unknown;
}

/** The longest resource that is read, in bytes. */
const MAX_RESOURCE = 8 * 1024 * 1024;

/**
 * Sends a request to the broker. Redirects are not followed.
 * @returns the body, as text
 * @throws {BrokerError} when there is no answer in time, or its status is not 2xx
 */
async function ask(broker: Broker, { method, url, body }: BrokerRequest): Promise<string> {
  const what = `${method} ${said(broker, url, LONGEST_URL)}`;
  const late = AbortSignal.timeout(broker.timeoutMs);
  const answer = await requestText(url, {
    method,
    headers: defined({
      Accept: "application/hal+json, application/json",
      "Content-Type": body === undefined ? undefined : "application/json",
      Authorization: authorization(broker),
    }),
    ...defined({ body: body === undefined ? undefined : JSON.stringify(body) }),
    limit: MAX_RESOURCE,
    signal: broker.signal === undefined ? late : AbortSignal.any([late, broker.signal]),
  }).catch((error: unknown) => fail(broker, what, `: ${noTextWords(error)}`));
  if (answer.status >= 200 && answer.status <= 299) return answer.text;
  return fail(broker, `${what} was answered ${answer.status}`, answer.text === "" ? "" : `: ${answer.text}`);
}

function fail(broker: Broker, message: string, words: string): never {
  throw new BrokerError(`The broker failed: ${message}${said(broker, words, LONGEST_WORDS)}`);
}

/** The most code points that are shown of a broker's text. */
const LONGEST_WORDS = 300;
const LONGEST_URL = 1_000;

/** The most characters of a broker's text that are searched for secrets. Never more than these are shown. */
const SEARCHED = 64 * 1024;

/**
 * A broker's text for a message on one line. Credentials, which it may echo, are removed first; then it is made safe
 * and cut.
 */
function said({ credentials }: Broker, text: string, longest = LONGEST_WORDS): string {
  const redaction = redactionOf();
  for (const secret of secretsOf(credentials)) redaction.add(secret, "credentials");
  const isLong = text.length > SEARCHED;
  const head = isLong ? text.slice(0, redaction.cutOf(text.slice(0, SEARCHED))) : text;
  return excerpt(`${redaction.redact(head).text}${isLong ? " [...]" : ""}`.replaceAll(/\s+/g, " "), longest);
}

/** The secrets in credentials: the token, or the user with the password, and the password. */
export function secretsOf(credentials: BrokerCredentials | null): readonly string[] {
  if (credentials === null) return [];
  if (credentials.scheme === "bearer") return [credentials.token];
  return [`${credentials.user}:${credentials.password}`, credentials.password];
}

function authorization({ credentials }: Broker): string | undefined {
  if (credentials === null) return undefined;
  if (credentials.scheme === "bearer") return `Bearer ${credentials.token}`;
  return `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString("base64")}`;
}

/**
 * The URL of a link of a resource, with the values in its template.
 * @throws {BrokerError} when there is no such link, or it leads to another origin, which must not get the credentials
 */
function linkOf(
  broker: Broker,
  shown: unknown,
  { relation, values = {} }: { readonly relation: string; readonly values?: Readonly<Record<string, string>> },
): string {
  const href = stringAt(shown, "_links", relation, "href");
  if (href === undefined) throw new BrokerError(`The broker at ${broker.url} has no link ${relation}`);
  const filled = href.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const url = URL.canParse(filled, broker.url) ? new URL(filled, broker.url) : undefined;
  if (url?.origin !== new URL(broker.url).origin) {
    throw new BrokerError(
      `The link ${relation} of the broker at ${broker.url} leads to another origin: ${said(broker, filled)}`,
    );
  }
  return url.href;
}

/** Requests a resource. @throws {BrokerError} as `ask` does, and when it is not JSON */
async function resource(broker: Broker, asked: BrokerRequest): Promise<unknown> {
  const value = parseJson(await ask(broker, asked));
  if (value === undefined) throw new BrokerError(`${said(broker, asked.url, LONGEST_URL)} of the broker is not JSON`);
  return value;
}
