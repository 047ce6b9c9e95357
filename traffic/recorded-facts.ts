/** The facts of one recorded exchange with the operation, read once for all questions. Pure. */
import type { Operation } from "../spec/read-operation.ts";
import { type BodyLimit, decompress } from "../http/decompress.ts";
import { header, type HeaderFields } from "../http/message.ts";
import { DEFAULT_LIMITS, parseBaseUrl } from "../http/provider.ts";
import type { Validator } from "../spec/validators.ts";
import { type Answer, readAnswer, readJson } from "../suites/checks/decoded-answer.ts";
import { charsetOf } from "./read/read-exchange.ts";
import { type BodyIs, readRequestBody } from "./recorded-body.ts";
import { isMasked, type MaskedBodies } from "./masked-values.ts";
import {
  isLost,
  unlessLost,
  type Lost,
  type TrafficExchange,
  type TrafficRequest,
  type TrafficResponse,
} from "./recorded-traffic.ts";
import { type Credentials, credentialsOfRequest, isHarmlessField } from "./recorded-credentials.ts";

// Finds the operation and the base URL of a recorded request. Pure.

/**
 * The destination of a request: the operation, its path with a trailing slash, its path with another method, or the
 * operation at a base URL that is not judged.
 */
export interface OperationPlace {
  readonly kind: "operation" | "slash-after-path" | "other-method" | "elsewhere";
  /** Without a trailing slash; only the path if the recording names no host. */
  readonly baseUrl: string;
  /** Without the question mark; undefined if the request has no query. */
  readonly query: string | undefined;
}

/** Finds the place of a request; null if it is another operation. */
export type Locate = (method: string, url: string) => OperationPlace | null;

/**
 * Creates a function that locates one operation.
 * @param path of the operation, below the base URL
 * @param baseUrls the base URLs to judge; if empty, any base URL
 */
export function locator(
  { path, method: own }: Pick<Operation, "path" | "method">,
  baseUrls: readonly string[],
): Locate {
  const wanted = new Set(baseUrls.map(parseBaseUrl));
  // A log may contain only the path.
  const paths = new Set([...wanted].map((base) => new URL(base).pathname.replace(/\/$/, "")));
  const isWanted = (base: string): boolean => wanted.size === 0 || wanted.has(base) || paths.has(base);
  return (method, url) => {
    const [whole = "", ...rest] = (url.split("#")[0] ?? "").split("?");
    const isSlash = whole.endsWith(`${path}/`);
    if (!isSlash && !whole.endsWith(path)) return null;
    const baseUrl = baseOf(whole.slice(0, isSlash ? -path.length - 1 : -path.length));
    if (baseUrl === null || (isSlash && method !== own)) return null;
    const kind = !isWanted(baseUrl)
      ? "elsewhere"
      : isSlash
        ? "slash-after-path"
        : method === own
          ? "operation"
          : "other-method";
    return { kind, baseUrl, query: rest.length === 0 ? undefined : rest.join("?") };
  };
}

/** An absolute URL as `parseBaseUrl` returns it; a path unchanged. */
function baseOf(prefix: string): string | null {
  if (prefix.endsWith("/")) return null;
  if (prefix === "" || prefix.startsWith("/")) return prefix;
  if (!/^https?:\/\//i.test(prefix) || !URL.canParse(prefix)) return null;
  const url = new URL(prefix);
  return `${url.origin}${url.pathname.replace(/\/$/, "")}`;
}

/** An answer, and which of its parts can be judged. */
export interface AnswerFacts {
  readonly answer: Answer;
  /** The bytes of its body, decoded; empty where they were lost. */
  readonly body: Uint8Array;
  readonly hasHeaders: boolean;
}

/** The known facts of an exchange. */
export interface TrafficFacts {
  readonly exchange: TrafficExchange;
  readonly place: OperationPlace;
  readonly credentials: Credentials | null;
  readonly mediaType: string | undefined | null;
  /** Null if it was lost, or has an encoding that the document does not cover. */
  readonly body: BodyIs | null;
  /** Whether the request is ordinary except for its credentials and its body. */
  readonly isPlain: boolean;
  readonly answered: AnswerFacts | null;
  /** Parts that the recording has lost. */
  readonly lost: readonly string[];
}

/** The known content codings. Any other text in their place may be a secret of the request. */
const CODING = /^(?:aes128gcm|br|compress|dc[bz]|deflate|exi|identity|pack200-gzip|(?:x-)?gzip|zstd)$/;

const { bodyBytes } = DEFAULT_LIMITS;
const limit: BodyLimit = { bytes: bodyBytes, clean: (coding) => (CODING.test(coding) ? coding : "(not shown)") };

const MAY_BE_MASKED: Lost = { lost: "a value may be masked" };

interface PlacedExchange {
  readonly exchange: TrafficExchange;
  readonly place: OperationPlace;
  /** The bodies that are lost, because a value in them may be masked. */
  readonly masked?: MaskedBodies;
}

/** Reads an exchange. */
export function factsOf(
  { exchange, place, masked = { request: false, answer: false } }: PlacedExchange,
  newPlant: Validator,
): TrafficFacts {
  const { request, response: recorded } = exchange;
  const response = recorded !== null && masked.answer ? { ...recorded, body: MAY_BE_MASKED } : recorded;
  const headers = unlessLost(request.headers);
  const mediaType = headers === undefined || isMaskedIn(headers) ? null : mediaTypeIn(headers);
  const answered = response === null ? null : answerFacts(response);
  // The body stays in the exchange, because its secrets are looked for.
  const body = masked.request ? MAY_BE_MASKED : request.body;
  const parts: readonly unknown[] = [request.headers, body, response?.headers, response?.body];
  const unread = answered?.answer.reading;
  const lost = [
    ...parts.flatMap((part) => (isLost(part) ? [part.lost] : [])),
    ...(response === null ? [exchange.unanswered ?? "no answer was recorded"] : []),
    ...(unread?.as === "unread" && !isLost(response?.body) ? [`the body of the answer is ${unread.why}`] : []),
  ];
  return {
    exchange,
    place,
    credentials: credentialsOfRequest(request),
    mediaType,
    body: bodyFacts({ ...request, body }, newPlant),
    isPlain:
      headers !== undefined &&
      place.query === undefined &&
      mediaType === "application/json" &&
      headers.every(([name]) => isHarmlessField(name) || /^authorization$/i.test(name)),
    answered,
    lost: [...new Set(lost)],
  };
}

/**
 * Whether the value of one of the two judged fields is masked. Sanitizers may mask the values of all fields that they
 * do not know.
 */
function isMaskedIn(headers: HeaderFields): boolean {
  return headers.some(([name, value]) => /^(?:content-type|www-authenticate)$/i.test(name) && isMasked(value));
}

function mediaTypeIn(headers: HeaderFields): string | undefined {
  return header(headers, "content-type")?.split(";")[0]?.trim().toLowerCase();
}

/** What the body of a request is. The document does not cover bodies that are compressed or in another charset. */
export function bodyFacts({ headers, body }: TrafficRequest, newPlant: Validator): BodyIs | null {
  if (isLost(headers) || isLost(body)) return null;
  const coding = header(headers, "content-encoding");
  const charset = charsetOf(headers);
  const isUsual = (coding ?? "identity") === "identity" && /^utf-?8$/.test(charset ?? "utf-8");
  return isUsual ? readRequestBody(body, newPlant) : null;
}

function answerFacts({ status, headers, body, isDecoded }: TrafficResponse): AnswerFacts {
  const fields = unlessLost(headers) ?? [];
  const hasHeaders = !isLost(headers) && !isMaskedIn(headers);
  const decoded = isLost(body) ? body : decodedBody(body, fields, isDecoded);
  // The field is removed because the body is decoded, unless decoding failed.
  const isUndone = isLost(decoded) || decoded.isUndone;
  const without = isUndone ? fields.filter(([name]) => name.toLowerCase() !== "content-encoding") : fields;
  if (isLost(decoded)) {
    const reading = { as: "unread", why: decoded.lost } as const;
    const answer = { ...readAnswer({ status, headers: without, body: new Uint8Array() }, limit), reading };
    return { answer, body: new Uint8Array(), hasHeaders };
  }
  const wasCut = decoded.bytes.length > bodyBytes ? { wasCut: true } : {};
  const answer = readAnswer({ status, headers: without, body: decoded.bytes }, { ...limit, ...wasCut });
  return { answer, body: decoded.bytes, hasHeaders };
}

interface Decoded {
  readonly bytes: Uint8Array;
  readonly isUndone: boolean;
}

/**
 * Decodes a body that the recorder may have decoded already: if it cannot be decoded again but is JSON, it stays
 * unchanged.
 */
function decodedBody(body: Uint8Array, headers: HeaderFields, isDecoded: boolean): Decoded | { readonly lost: string } {
  const plain = decompress(body, header(headers, "content-encoding"), limit);
  if (plain instanceof Uint8Array) return { bytes: plain, isUndone: true };
  // The body is as it was on the wire, so the fault is in the answer itself.
  if (!isDecoded) return { bytes: body, isUndone: false };
  return readJson(body).as === "json"
    ? { bytes: body, isUndone: true }
    : { lost: "the body of the answer may be compressed or may be not" };
}
