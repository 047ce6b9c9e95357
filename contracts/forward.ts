/** One request of Pact's verifier on its way to the provider, and the answer on its way back. */
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

/** Where to forward to, and the limits. Times in milliseconds, sizes in bytes. */
export interface Upstream {
  readonly baseUrl: string;
  readonly requestTimeoutMs: number;
  /** Waited for a provider that answers 429, 502, 503 or 504 to a request, in all. */
  readonly rateLimitMs: number;
  readonly maxBodyBytes: number;
  readonly maxHeaderBytes: number;
  /** Sends as the checks send. */
  readonly send: Send;
  /** Aborted when the verification is over. */
  readonly signal?: AbortSignal;
  /** Resolves when the next request may leave; at once where it is left out. */
  readonly pace?: () => Promise<void>;
  /** Resolves after so many milliseconds; the machine's clock where it is left out. */
  readonly pause?: (milliseconds: number) => Promise<void>;
}

/**
 * Sends one request over a connection of its own: one that is kept could be closed under a request. Rejects with an error
 * whose message says why there is no answer.
 */
export type Send = (request: Outgoing, upstream: Upstream) => Promise<Incoming>;

type Fields = ReadonlyArray<readonly [name: string, value: string]>;

/** A request for a path below the base URL. */
export interface Outgoing {
  readonly method: string;
  readonly path: string;
  readonly headers: Fields;
  readonly body: Uint8Array | null;
}

/** An answer as it arrived; `truncated` where its body is beyond the limit. */
export interface Incoming {
  readonly status: number;
  readonly headers: Fields;
  readonly body: Uint8Array;
  readonly truncated: boolean;
}

/** An answer as the verifier gets it. */
export interface Forwarded {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

/** Header fields that belong to one connection (RFC 9110 section 7.6.1), those that are written anew, and codings. */
const ownOf: ReadonlySet<string> = new Set(
  "host connection content-length transfer-encoding keep-alive accept-encoding content-encoding".split(" "),
);

/** What to send: the verifier's request, the path and query behind the base URL, and whose token. */
export interface Forwarding {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  readonly path: string;
  /** Null leaves the Authorization header as the pact has it. */
  readonly token: string | null;
  /** The names of header fields as the pact writes them: the verifier writes them in lower case. */
  readonly names: readonly string[];
}

/**
 * Sends one request to the provider.
 * @throws {Error} when there is no answer, or more of one than the limits allow
 */
export async function forward(upstream: Upstream, sending: Forwarding): Promise<Forwarded> {
  const { request, body, path } = sending;
  await upstream.pace?.();
  const answer = await upstream.send(
    {
      method: request.method ?? "POST",
      path,
      headers: headersFor(sending),
      body: body.length === 0 ? null : body,
    },
    upstream,
  );
  const limit = upstream.maxBodyBytes;
  if (answer.truncated) throw new Error(`the answer's body is longer than ${limit} bytes`);
  const headers = kept(answer.headers);
  const coding = answer.headers.find(([name]) => name.toLowerCase() === "content-encoding")?.[1];
  return { status: answer.status, headers, body: decompress(Buffer.from(answer.body), coding, limit) };
}

/** A gateway that goes on answering 502, 503 or 504 is asked so many times; what it then says is its answer. */
const TIMES = 5;

/** Waited at least for such a gateway, doubled each time, in milliseconds. */
const GATEWAY_MS = 250;

/**
 * Sends as `forward` does, and again as long as the provider answers 429, or for a while 502, 503 or 504, and the waits
 * that it asks for fit the limit.
 * @throws {Error} as `forward` does, and when the provider asks to wait longer
 */
export async function forwardPatiently(upstream: Upstream, sending: Forwarding): Promise<Forwarded> {
  let left = upstream.rateLimitMs;
  const ending = upstream.signal === undefined ? {} : { signal: upstream.signal };
  const pause = upstream.pause ?? ((milliseconds: number) => sleep(milliseconds, undefined, ending));
  for (let time = 1; ; time += 1) {
    const answer = await forward(upstream, sending);
    const isGateway = answer.status >= 502 && answer.status <= 504;
    if (answer.status !== 429 && (!isGateway || time === TIMES)) return answer;
    const unsaid = isGateway ? GATEWAY_MS * 2 ** (time - 1) : 1000;
    const wait = retryAfter(answer.headers["retry-after"], unsaid);
    left -= wait;
    if (left < 0 && isGateway) return answer;
    if (left < 0) {
      const limit = `${upstream.rateLimitMs / 1000} s that it may`;
      throw new Error(`it answered ${answer.status} for longer than the ${limit}`);
    }
    await pause(wait);
  }
}

/** Seconds or a date (RFC 9110 section 10.2.3), in milliseconds from now; `unsaid` where neither is said. */
function retryAfter(value: string | readonly string[] | undefined, unsaid: number): number {
  const text = typeof value === "string" ? value.trim() : "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? unsaid : Math.max(0, date - Date.now());
}

const decoders = { gzip: gunzipSync, "x-gzip": gunzipSync, deflate: inflateSync, br: brotliDecompressSync };

/**
 * Undoes one content coding, which a server may choose where the request names none (RFC 9110 section 12.5.3): the
 * verifier does not know all of them.
 * @throws {Error} when the body is not in its coding, or is longer than the limit without it
 */
function decompress(raw: Buffer, coding: string | undefined, maxOutputLength: number): Buffer {
  const name = (coding ?? "identity").toLowerCase();
  if (name === "identity" || raw.length === 0) return raw;
  const decode = Object.entries(decoders).find(([known]) => known === name)?.[1];
  if (decode === undefined) throw new Error(`the answer has the unknown content coding ${name.slice(0, 40)}`);
  try {
    return decode(raw, { maxOutputLength });
  } catch {
    throw new Error(`the answer's body is not ${name}, or is longer than ${maxOutputLength} bytes without it`);
  }
}

/** Without Location nobody can follow a redirect. Media types are known in any letter case (RFC 9110 section 8.3.1). */
function kept(headers: Fields): Forwarded["headers"] {
  const byName = new Map<string, readonly string[]>();
  for (const [given, value] of headers) {
    const name = given.toLowerCase();
    if (ownOf.has(name) || name === "location") continue;
    const own = name === "content-type" ? inLowerCase(value) : value;
    byName.set(name, [...(byName.get(name) ?? []), own]);
  }
  return Object.fromEntries(
    [...byName].map(([name, [first = "", ...more]]) => [name, more.length === 0 ? first : [first, ...more]]),
  );
}

/** The verifier compares the media type letter by letter; parameters are left as they are. */
function inLowerCase(mediaType: string): string {
  return mediaType.replace(/^[^;]+/, (type) => type.toLowerCase());
}

function headersFor({ request, token, names }: Pick<Forwarding, "request" | "token" | "names">): Fields {
  const { rawHeaders } = request;
  const fields = Array.from({ length: rawHeaders.length / 2 }, (_, k): [string, string] => [
    spelled(rawHeaders[2 * k] ?? "", names),
    rawHeaders[2 * k + 1] ?? "",
  ]);
  const isOwn = ([name]: Fields[number]): boolean => ownOf.has(name.toLowerCase());
  const isAuthorization = ([name]: Fields[number]): boolean => name.toLowerCase() === "authorization";
  const carried = fields.filter((field) => !isOwn(field) && (token === null || !isAuthorization(field)));
  // Consumers send one and the verifier does not; whether a provider demands it is a question of the checks.
  const isNamed = carried.some(([name]) => name.toLowerCase() === "user-agent");
  const agent = isNamed ? [] : [["User-Agent", "plant-store-conformance"] as const];
  return [...carried, ...agent, ...(token === null ? [] : [["Authorization", `Bearer ${token}`] as const])];
}

/** A name that the pact does not write is written as consumers do: whether another letter case is known is for the checks. */
function spelled(name: string, names: readonly string[]): string {
  const own = names.find((one) => one.toLowerCase() === name.toLowerCase());
  return own ?? name.replaceAll(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
}

/**
 * Reads a stream to its end.
 * @throws {Error} when there is more than the limit; the rest is not read
 */
export async function readUpTo(stream: AsyncIterable<unknown>, limit: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of stream) {
    if (!(part instanceof Uint8Array)) continue;
    size += part.length;
    if (size > limit) throw new Error(`the answer's body is longer than ${limit} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
