/** Sends a request of Pact's verifier to the provider, as the checks send theirs. */
import { defined, present } from "../spec/defined.ts";
import type { IncomingMessage } from "node:http";
import { openConnection } from "../http/connection.ts";
import { decompress } from "../http/decompress.ts";
import { header, type HeaderFields, type WireRequest, type WireResponse } from "../http/message.ts";
import { noAnswerOf } from "../http/no-answer.ts";
import { type Provider, TRACE_HEADER, freshTrace, targetBelow } from "../http/provider.ts";
import { type Clock, type Pace, openRateLimit, pause } from "../http/retry-after.ts";
import type { Security } from "../spec/security-schemes.ts";
import { mentionedHeaders, type Interaction, at, isObject } from "./pact-file.ts";

/** The provider, and how requests to it are paced. */
export interface Upstream {
  readonly provider: Provider;
  /** How requests are authorized, according to the document; by default with a bearer token. */
  readonly security?: Security;
  /** Aborted when the verification has ended. */
  readonly signal: AbortSignal;
  /** Shared with the rest of the run; without one, requests are not delayed. */
  readonly pace?: Pace;
  readonly clock?: Clock;
  /** The process of the provider, if it was started for the run. */
  readonly process?: Restartable;
  /** Told of each request for an interaction, with the status of its answer; null if it had none. */
  readonly onSent?: (interaction: Interaction, method: string, status: number | null) => void;
}

/** A process that can be started again. */
export interface Restartable {
  /** How it ended, in words; null while it runs. */
  readonly end: () => string | null;
  /** Resolves with false if the process does not answer within its wait. */
  readonly restart: () => Promise<boolean>;
}

/** A request of the verifier for an interaction. */
export interface Forwarding {
  readonly request: IncomingMessage;
  readonly body: Uint8Array;
  /** The path and query below the base URL. */
  readonly path: string;
  /** Null keeps the Authorization header of the pact. */
  readonly token: string | null;
  readonly interaction: Interaction;
}

/** An answer of the provider, decompressed. */
export type Forwarded = Pick<WireResponse, "status" | "headers" | "body">;

/**
 * Sends one request to the provider.
 * @throws {Error} when there is no answer, or it exceeds the limits; the message says why
 */
export async function forward(upstream: Upstream, sending: Forwarding): Promise<Forwarded> {
  const { provider, pace, signal } = upstream;
  const { method = "POST" } = sending.request;
  await pace?.wait(signal);
  const told = {
    ...upstream,
    onSent: (status: number | null) => upstream.onSent?.(sending.interaction, method, status),
  };
  const answer = await sendThrough(told, {
    method,
    target: targetBelow(provider.baseUrl, sending.path),
    headers: [
      ...headersFor(sending, upstream.security),
      ...(provider.trace === true ? [[TRACE_HEADER, freshTrace()] as const] : []),
    ],
    body: sending.body.length === 0 ? null : sending.body,
    framing: "content-length",
  });
  const bytes = provider.limits.bodyBytes;
  if (answer.truncated) throw new Error(`the answer's body is longer than ${bytes} bytes`);
  const body = decompress(answer.body, header(answer.headers, "content-encoding"), { bytes });
  if (!(body instanceof Uint8Array)) throw new Error(`the answer has ${body.fault}`);
  return { status: answer.status, headers: answer.headers, body };
}

/** Told of each sending of one request. */
type ToldUpstream = Omit<Upstream, "onSent"> & { readonly onSent: (status: number | null) => void };

/** The end of a process may be known a little after the end of its connections. Milliseconds. */
const CLOSED_MS = 250;
const STEP_MS = 10;

/**
 * Sends one request. If the process of the provider ends, starts it again and sends the request once more. If the
 * process ends again, the request is the cause; the process is started again for the others.
 * @throws {Error} when there is no answer; the message says why
 */
async function sendThrough(upstream: ToldUpstream, request: WireRequest): Promise<WireResponse> {
  const { process } = upstream;
  if (process === undefined) return await sendOnce(upstream, request);
  try {
    return await sendOnce(upstream, request);
  } catch (error) {
    if ((await endOf(process, upstream.signal)) === null) throw error;
    if (!(await process.restart()))
      throw new Error("its process ended, and did not answer when it was started again", { cause: error });
  }
  try {
    return await sendOnce(upstream, request);
  } catch (error) {
    const end = await endOf(process, upstream.signal);
    if (end === null) throw error;
    await process.restart();
    const why = `its process ended (${end}) at this request, and again when it had been started again`;
    throw Object.assign(new Error(why, { cause: error }), { name: ENDED });
  }
}

const ENDED = "ProcessEnded";

/** Whether there was no answer because the request ends the process of the provider each time. */
export function endsProcess(error: unknown): boolean {
  return error instanceof Error && error.name === ENDED;
}

async function endOf({ end }: Restartable, signal: AbortSignal): Promise<string | null> {
  for (let waited = 0; waited < CLOSED_MS && end() === null; waited += STEP_MS) await pause(STEP_MS, signal);
  return end();
}

/** Each request has its own connection: the provider could close one that is kept open while it is used again. */
async function sendOnce({ provider, signal, onSent }: ToldUpstream, request: WireRequest): Promise<WireResponse> {
  const connection = openConnection(provider);
  try {
    signal.throwIfAborted();
    const answer = await connection.send(request, signal);
    onSent(answer.status);
    return answer;
  } catch (error) {
    onSent(null);
    throw new Error(noAnswerOf(error, signal.aborted ? "run" : null).detail, { cause: error });
  } finally {
    await connection.close();
  }
}

/** After this many answers of 502, 503 or 504 to one request, the last answer counts. */
const MOST_GATEWAY_ANSWERS = 6;

/**
 * Sends a request with `forward`, and repeats it while the provider answers 429, 502, 503 or 504 and the limit leaves
 * time to wait.
 * @throws {Error} as `forward` does, and when the provider answers 429 for longer than the limit
 */
export async function forwardPatiently(upstream: Upstream, sending: Forwarding): Promise<Forwarded> {
  const { provider, signal, clock } = upstream;
  const limitMs = provider.limits.rateLimitMs;
  const rateLimit = openRateLimit(defined({ limitMs, clock }));
  for (let time = 1; ; time += 1) {
    const answer = await forward(upstream, sending);
    const isGateway = answer.status >= 502 && answer.status <= 504;
    if (answer.status !== 429 && (!isGateway || time === MOST_GATEWAY_ANSWERS)) return answer;
    const isExceeded = rateLimit.note(answer, time) !== null;
    if (isExceeded && isGateway) return answer;
    if (isExceeded) throw new Error(`it answered ${answer.status} for longer than the limit of ${limitMs / 1000} s`);
    await rateLimit.wait(signal);
  }
}

/** Header fields that belong to one connection (RFC 9110 section 7.6.1) or that are replaced. */
const HOP_BY_HOP: ReadonlySet<string> = new Set(
  "host connection content-length transfer-encoding keep-alive accept-encoding content-encoding".split(" "),
);

/** The header fields of a request, spelled as the pact spells them: the verifier sends lower case. */
function headersFor({ request, token, interaction }: Forwarding, security?: Security): HeaderFields {
  const written = at(interaction.value, "request", "headers");
  const names = isObject(written) ? Object.keys(written) : [];
  const { rawHeaders } = request;
  const fields = Array.from({ length: rawHeaders.length / 2 }, (_, k): [string, string] => [
    spelled(rawHeaders[2 * k] ?? "", names),
    rawHeaders[2 * k + 1] ?? "",
  ]);
  const credentials = token === null ? null : credentialsOf(token, security);
  const isDropped = (name: string): boolean => HOP_BY_HOP.has(name) || name === credentials?.[0].toLowerCase();
  const kept = fields.filter(([name]) => !isDropped(name.toLowerCase()));
  // Consumers send this field and the verifier does not. Whether a provider requires it is a question for the checks.
  const agent = header(kept, "user-agent") === null ? [["User-Agent", "plant-store-conformance"] as const] : [];
  return present([...kept, ...agent, credentials !== null && credentials]);
}

/** The header field that authorizes a request; null if the document requires none. */
function credentialsOf(token: string, security: Security = { kind: "bearer" }): readonly [string, string] | null {
  switch (security.kind) {
    case "bearer":
      return ["Authorization", `Bearer ${token}`];
    case "api-key":
      return [security.header, token];
    case "none":
      return null;
  }
}

/** A name that the pact does not have is capitalized, as consumers send it. Other letter cases are for the checks. */
function spelled(name: string, names: readonly string[]): string {
  const own = names.find((one) => one.toLowerCase() === name.toLowerCase());
  return own ?? name.replaceAll(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
}

/**
 * The header fields of an answer that are passed to the verifier: those that the pact mentions, and the media type, by
 * which it reads the body. Without Location it follows no redirect.
 */
export function verifierHeaders({ headers }: Forwarded, { value }: Interaction): Readonly<Record<string, string[]>> {
  const mentioned = mentionedHeaders(at(value, "response"));
  const byName: Record<string, string[]> = {};
  for (const [given, text] of headers) {
    const name = given.toLowerCase();
    const isMediaType = name === "content-type";
    if (HOP_BY_HOP.has(name) || name === "location" || !(isMediaType || mentioned.has(name))) continue;
    (byName[name] ??= []).push(isMediaType ? inLowerCase(text) : text);
  }
  return byName;
}

/** The verifier compares media types case-sensitively; their letter case has no meaning (RFC 9110 section 8.3.1). */
function inLowerCase(mediaType: string): string {
  return mediaType.replace(/^[^;]+/, (type) => type.toLowerCase());
}
