/** A client for the HAL API of a Pact Broker: JSON resources with named links, some of which are templates. */
import { redactionOf } from "../../result/redact.ts";
import { parseJson, stringAt } from "../json-values.ts";
import { messageOf, requestText } from "../request-text.ts";

/** A broker, and the options for its requests. */
export interface Broker {
  /** Of its index, a path prefix included. */
  readonly url: string;
  /** Sent with each request to the origin of the broker, and to no other origin. */
  readonly credentials: BrokerCredentials | null;
  /** For each request, in milliseconds. */
  readonly timeoutMs: number;
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
export async function ask(broker: Broker, { method, url, body }: BrokerRequest): Promise<string> {
  const what = `${method} ${withoutSecrets(broker, url)}`;
  const answer = await requestText(url, {
    method,
    headers: {
      Accept: "application/hal+json, application/json",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...authorization(broker),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    limit: MAX_RESOURCE,
    signal: AbortSignal.timeout(broker.timeoutMs),
  }).catch((error: unknown) => fail(broker, what, `: ${messageOf(error)}`));
  if (answer.status >= 200 && answer.status <= 299) return answer.text;
  const words = answer.text.replaceAll(/\s+/g, " ");
  return fail(broker, `${what} was answered ${answer.status}`, words === "" ? "" : `: ${words}`);
}

function fail(broker: Broker, message: string, words: string): never {
  throw new BrokerError(`The broker failed: ${message}${withoutSecrets(broker, words).slice(0, 300)}`);
}

/** A broker may echo the credentials. */
function withoutSecrets({ credentials }: Broker, text: string): string {
  const redaction = redactionOf();
  for (const secret of secretsOf(credentials)) redaction.add(secret, "credentials");
  return redaction.redact(text).text;
}

/** The secrets in credentials: the token, or the user with the password, and the password. */
export function secretsOf(credentials: BrokerCredentials | null): readonly string[] {
  if (credentials === null) return [];
  if (credentials.scheme === "bearer") return [credentials.token];
  return [`${credentials.user}:${credentials.password}`, credentials.password];
}

function authorization({ credentials }: Broker): Readonly<Record<string, string>> {
  if (credentials === null) return {};
  return {
    Authorization: credentials.scheme === "bearer" ? `Bearer ${credentials.token}` : `Basic ${basic(credentials)}`,
  };
}

function basic({ user, password }: { readonly user: string; readonly password: string }): string {
  return Buffer.from(`${user}:${password}`).toString("base64");
}

/**
 * The URL of a link of a resource, with the values in its template.
 * @throws {BrokerError} when there is no such link, or it leads to another origin, which must not get the credentials
 */
export function linkOf(
  broker: Broker,
  shown: unknown,
  relation: string,
  values: Readonly<Record<string, string>> = {},
): string {
  const href = stringAt(shown, "_links", relation, "href");
  if (href === undefined) throw new BrokerError(`The broker at ${broker.url} has no link ${relation}`);
  const filled = href.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const url = URL.canParse(filled, broker.url) ? new URL(filled, broker.url) : undefined;
  if (url?.origin !== new URL(broker.url).origin) {
    throw new BrokerError(
      `The link ${relation} of the broker at ${broker.url} leads to another origin: ${withoutSecrets(broker, filled).slice(0, 200)}`,
    );
  }
  return url.href;
}

/** A resource. @throws {BrokerError} as `ask` does, and when it is not JSON */
export async function resource(broker: Broker, asked: BrokerRequest): Promise<unknown> {
  const value = parseJson(await ask(broker, asked));
  if (value === undefined) throw new BrokerError(`${asked.url} of the broker is not JSON`);
  return value;
}
