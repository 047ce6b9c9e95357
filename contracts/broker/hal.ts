/** The HAL that a Pact Broker speaks: JSON resources with named, sometimes templated links. */
import { redactionOf } from "../../result/redact.ts";
import { parseJson, stringAt } from "../json-values.ts";
import { messageOf, requestText } from "../request-text.ts";

/** A broker, and how it is asked. */
export interface Broker {
  /** Of its index, a path prefix included. */
  readonly url: string;
  /** The secret that goes with every request to the broker's origin, and to no other. */
  readonly credentials: BrokerCredentials | null;
  /** For each request, in milliseconds. */
  readonly timeoutMs: number;
}

export type BrokerCredentials =
  | { readonly scheme: "bearer"; readonly token: string }
  | { readonly scheme: "basic"; readonly user: string; readonly password: string };

/** What a broker did not do. The message quotes its URL and holds no credentials. */
export class BrokerError extends Error {
  override readonly name = "BrokerError";
}

/** One request to the broker. */
export interface BrokerRequest {
  readonly method: "GET" | "POST" | "PUT";
  readonly url: string;
  readonly body?: unknown;
}

/** The longest resource that is read, in bytes. */
const MAX_RESOURCE = 8 * 1024 * 1024;

/**
 * Asks the broker. Redirects are not followed.
 * @returns the body, as text
 * @throws {BrokerError} when it is not reached in time, or answers otherwise than 2xx
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

/** A broker may say back what it was sent. */
function withoutSecrets({ credentials }: Broker, text: string): string {
  const redaction = redactionOf();
  for (const secret of secretsOf(credentials)) redaction.add(secret, "credentials");
  return redaction.redact(text).text;
}

/** What is secret about credentials: the token, or the user with the password, and the password alone. */
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
 * Where a link of a resource leads, its template filled in.
 * @throws {BrokerError} when there is no such link, or it leads away from the broker: the credentials go nowhere else
 */
export function linkOf(
  broker: Broker,
  shown: unknown,
  relation: string,
  values: Readonly<Record<string, string>> = {},
): string {
  const href = stringAt(shown, "_links", relation, "href");
  if (href === undefined) throw new BrokerError(`The broker at ${broker.url} shows no link ${relation}`);
  const filled = href.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const url = URL.canParse(filled, broker.url) ? new URL(filled, broker.url) : undefined;
  if (url?.origin !== new URL(broker.url).origin) {
    throw new BrokerError(
      `The link ${relation} of the broker at ${broker.url} leads elsewhere: ${withoutSecrets(broker, filled).slice(0, 200)}`,
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
