/** Records bytes in the result: the token is removed, long bodies are cut, nothing else is changed. */
import { createHash } from "node:crypto";
import { decompress } from "../../http/decompress.ts";
import {
  header,
  type Framing,
  type HeaderFields,
  isChunked,
  lacksConnection,
  type SeldomRead,
  type WireResponse,
} from "../../http/message.ts";
import type { Limits } from "../../http/provider.ts";
import type { Redact } from "../../result/redact.ts";
import { METHODS } from "../../spec/create-operation.ts";
import type { Exchange, RecordedBody, RecordedRequest, RecordedResponse } from "../../result/result.ts";
import type { PlannedRequest } from "../checks/check.ts";

// Turns a recorded request into one that can be sent again: the reverse of `record-exchange.ts`. Pure.

/** The request, or why it cannot be sent as it was: the end of a sentence that begins with "it". */
type Replanned = { readonly request: PlannedRequest } | { readonly fault: string };

/**
 * Plans a recorded request once more, byte for byte, with `$PLANT_STORE_TOKEN` in the same places.
 * @param baseUrl the base URL of the run that recorded it; the rest of the URL is the path
 */
export function plannedAgain(recorded: RecordedRequest, baseUrl: string): Replanned {
  const { method, url, headers, body } = recorded;
  const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : null;
  if (path === null) return { fault: "was not sent to the base URL of its run" };
  const bytes = body === null ? null : bytesOf(body);
  if (bytes !== null && (body?.sha256 !== undefined || bytes.length !== body?.size)) {
    return { fault: `had a body of ${body?.size ?? 0} bytes, of which only the first ${bytes.length} were kept` };
  }
  const own = recorded.noConnection === true ? ({ added: "user-only" } as const) : {};
  return { request: { kind: "open", method, path, headers, body: bytes, framing: framingOf(recorded), ...own } };
}

/** A record names only chunks and pieces. The other framings follow from the rest of the request. */
function framingOf({ method, headers, body, framing, oddChunks, inPieces }: RecordedRequest): Framing {
  if (framing === "chunked") return oddChunks === true ? "odd-chunks" : "chunked";
  if (inPieces === true) return "in-pieces";
  if (headers.some(([name, value]) => name.toLowerCase() === "expect" && /100-continue/i.test(value))) {
    return "expect-continue";
  }
  // An empty body is recorded as a body; a request to create without one has neither Content-Length nor Transfer-Encoding.
  return METHODS.some((one) => one === method) && body === null ? "none" : "content-length";
}

function bytesOf({ encoding, content }: RecordedBody): Uint8Array {
  return Uint8Array.from(Buffer.from(content, encoding === "utf-8" ? "utf8" : "base64"));
}

/** The recorded answer, and where the token was found in it. */
export interface RecordedAnswer {
  readonly response: RecordedResponse;
  readonly redacted: Exchange["redacted"];
}

/** Where a request was sent, and how much of its body is kept. */
interface Recording {
  readonly baseUrl: string;
  readonly keptBytes: number;
  /** For a request that others sent: cleans the body before it is cut. */
  readonly redact?: Redact;
}

/** Records a request. A planned request has `$PLANT_STORE_TOKEN` and never the token. */
export function recordRequest(
  request: PlannedRequest,
  { baseUrl, keptBytes, redact = (text) => ({ text, found: false }) }: Recording,
): RecordedRequest {
  const { method, path, headers } = request;
  // `Expect: 100-continue` is among the header fields and is not framing.
  const framing = isChunked(request) ? "chunked" : "content-length";
  const body = request.body === null ? null : recordBody(request.body, keptBytes, redact).body;
  return {
    method,
    url: `${baseUrl}${path}`,
    headers,
    body,
    framing,
    ...(request.framing === "odd-chunks" ? { oddChunks: true } : {}),
    ...(request.framing === "in-pieces" ? { inPieces: true } : {}),
    ...(lacksConnection(request) ? { noConnection: true } : {}),
  };
}

/** Records an answer: a compressed body with the token decompressed, because nothing can be removed from it. */
export function recordResponse(
  response: Pick<WireResponse, "status" | "headers" | "body" | "truncated" | "seldomRead">,
  limits: Pick<Limits, "keptBytes" | "bodyBytes">,
  redact: Redact,
): RecordedAnswer {
  const redacted: string[] = [];
  const headers = redactHeaders(response.headers, redact, redacted);
  // A truncated body may end within an echo of the token, which is then not found, so its second half is not kept.
  const half = Math.floor(response.body.length / 2);
  const most = response.truncated ? Math.min(limits.keptBytes, half) : limits.keptBytes;
  const plain = decompress(response.body, header(response.headers, "content-encoding"), { bytes: limits.bodyBytes });
  const opened = plain instanceof Uint8Array ? recordBody(plain, most, redact) : null;
  const isShown = opened !== null && (opened.isChanged || plain === response.body);
  const { body, found } = isShown ? opened : recordBody(response.body, most, redact);
  if (found) redacted.push("body");
  if (response.seldomRead !== undefined) redacted.push(...echoesBeside(response.seldomRead, redact));
  return { response: { status: response.status, headers, body }, redacted };
}

/** Adds the names of fields that held the token to `redacted`. */
function redactHeaders(headers: HeaderFields, redact: Redact, redacted: string[]): HeaderFields {
  // Most answers do not hold the token, and one search in all fields shows that.
  const all = headers.flat().join("; ");
  if (redact(all).text === all) return headers;
  return headers.map(([name, value]) => {
    const [cleanName, cleanValue] = [redact(name), redact(value)];
    if (cleanName.found || cleanValue.found) redacted.push(`header ${cleanName.text.toLowerCase()}`);
    return [cleanName.text, cleanValue.text];
  });
}

/** The places outside header and body that hold the token. Nothing of these parts is recorded. */
function echoesBeside({ reason, trailers, interim }: SeldomRead, redact: Redact): readonly string[] {
  const found = (text: string): boolean => text !== "" && redact(text).found;
  return [
    ...(found(reason) ? ["reason phrase"] : []),
    ...trailers.flatMap(([name, value]) =>
      found(name) || found(value) ? [`trailer ${redact(name).text.toLowerCase()}`] : [],
    ),
    ...(found(interim) ? ["interim response"] : []),
  ];
}

interface Cleaned {
  readonly body: RecordedBody;
  /** Whether the text held a token that is long enough to be recognised. */
  readonly found: boolean;
  /** Whether anything was removed. */
  readonly isChanged: boolean;
}

/** A body as text if it is UTF-8, otherwise in base64. A long body is cut, with the digest of what was read. */
function recordBody(bytes: Uint8Array, keptBytes: number, redact: Redact): Cleaned {
  const isLong = bytes.length > keptBytes;
  const whole = decode(bytes);
  // Bytes that are not text may hold the token, too. They are searched as Latin-1, in which every byte is a character.
  const text = whole ?? Buffer.from(bytes).toString("latin1");
  const clean = redact(text);
  const cleaned = { found: clean.found, isChanged: clean.text !== text };
  const size = bytes.length;
  const digest = isLong ? { sha256: createHash("sha256").update(bytes).digest("hex") } : {};
  if (whole !== null) {
    const content = isLong ? firstBytes(clean.text, keptBytes) : clean.text;
    return { body: { ...digest, encoding: "utf-8", content, size }, ...cleaned };
  }
  const content = Buffer.from(clean.text, "latin1").subarray(0, keptBytes).toString("base64");
  return { body: { ...digest, encoding: "base64", content, size }, ...cleaned };
}

/** The first bytes of a text in UTF-8; a character that would be cut in two is left out. A slice would hold the whole text. */
function firstBytes(text: string, bytes: number): string {
  // Every character takes at least one byte, so the text further back need not be encoded.
  const encoded = Buffer.from(text.slice(0, bytes)).subarray(0, bytes);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(encoded, { stream: true });
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}
