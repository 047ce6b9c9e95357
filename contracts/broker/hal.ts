/** A client for the HAL API of a Pact Broker: JSON resources with named links, some of which are templates. */
import { defined } from "../../spec/defined.ts";
import { redactionOf } from "../../result/redact.ts";
import { excerpt, safeText } from "../../result/safe-text.ts";
import { parseJson, stringAt } from "../json-values.ts";
import { noTextWords, requestText } from "../fetch-text.ts";

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
export async function ask(broker: Broker, { method, url, body }: BrokerRequest): Promise<string> {
  const what = `${method} ${said(broker, url, LONGEST_URL)}`;
  const late = AbortSignal.timeout(broker.timeoutMs);
  const answer = await requestText(url, {
    method,
    headers: defined({
      Accept: "application/hal+json, application/json",
      "Content-Type": body === undefined ? undefined : "application/json",
      ...authorization(broker),
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
function said(broker: Broker, text: string, longest = LONGEST_WORDS): string {
  return excerpt(withoutSecrets(broker, text).replaceAll(/\s+/g, " "), longest);
}

/** The same text uncut, for a name. @throws {BrokerError} when it is too long for a name */
export function nameOf(broker: Broker, text: string): string {
  if (text.length > LONGEST_URL)
    throw new BrokerError(`The broker at ${broker.url} has a link of ${text.length} characters`);
  return safeText(withoutSecrets(broker, text)).replaceAll(/\s+/g, " ");
}

function withoutSecrets({ credentials }: Broker, text: string): string {
  const redaction = redactionOf();
  for (const secret of secretsOf(credentials)) redaction.add(secret, "credentials");
  const isLong = text.length > SEARCHED;
  const head = isLong ? text.slice(0, redaction.cutOf(text.slice(0, SEARCHED))) : text;
  return `${redaction.redact(head).text}${isLong ? " [...]" : ""}`;
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
export async function resource(broker: Broker, asked: BrokerRequest): Promise<unknown> {
  const value = parseJson(await ask(broker, asked));
  if (value === undefined) throw new BrokerError(`${said(broker, asked.url, LONGEST_URL)} of the broker is not JSON`);
  return value;
}
