/** Reasons for no answer: errors of name resolution, connection, TLS and HTTP, as the result reports them. */
import { TransportError } from "./connect.ts";
import { ClosedUnderError, IncompleteAnswerError, WireError } from "./message.ts";

/** The kind of reason for no answer. With `connection-refused` and `name-not-found` no server was found. */
export type NoAnswerKind =
  | "name-not-found"
  | "connection-refused"
  | "connect-timeout"
  | "tls"
  | "timeout"
  | "connection-closed"
  | "not-http"
  | "headers-too-large"
  | "run-ended"
  | "harness-fault";

/** Why there is no answer. The detail is a clause for users. */
export interface NoAnswer {
  readonly kind: NoAnswerKind;
  readonly detail: string;
  /** The time limit in milliseconds, if it was not the usual one. */
  readonly withinMs?: number;
  /** The connection was closed before the whole request was sent. An answer that came earlier may be lost. */
  readonly whileSending?: true;
}

const byCode: ReadonlyMap<string, NoAnswer> = new Map([
  ["ENOTFOUND", { kind: "name-not-found", detail: "the host name was not found" }],
  ["EAI_AGAIN", { kind: "name-not-found", detail: "the host name could not be looked up" }],
  ["ECONNREFUSED", { kind: "connection-refused", detail: "the connection was refused" }],
  // Only a Unix socket has a path that can be missing.
  ["ENOENT", { kind: "connection-refused", detail: "there is no Unix socket at that path" }],
  ["EHOSTUNREACH", { kind: "connection-refused", detail: "the host cannot be reached" }],
  ["ENETUNREACH", { kind: "connection-refused", detail: "the network cannot be reached" }],
  ["UND_ERR_CONNECT_TIMEOUT", { kind: "connect-timeout", detail: "the connection was not opened in time" }],
  ["ETIMEDOUT", { kind: "connect-timeout", detail: "the connection was not opened in time" }],
  ["UND_ERR_HEADERS_TIMEOUT", { kind: "timeout", detail: "no answer in time" }],
  ["UND_ERR_BODY_TIMEOUT", { kind: "timeout", detail: "the answer was not complete in time" }],
  [
    "UND_ERR_HEADERS_OVERFLOW",
    { kind: "headers-too-large", detail: "the answer's header fields are beyond the limit" },
  ],
  ["HPE_HEADER_OVERFLOW", { kind: "headers-too-large", detail: "the answer's header fields are beyond the limit" }],
  ["ECONNRESET", { kind: "connection-closed", detail: "the connection was reset before the answer was complete" }],
  [
    "EPIPE",
    { kind: "connection-closed", whileSending: true, detail: "the connection was closed while the request was sent" },
  ],
  [
    "ERR_STREAM_PREMATURE_CLOSE",
    { kind: "connection-closed", detail: "the connection was closed before the answer was complete" },
  ],
  ["UND_ERR_SOCKET", { kind: "connection-closed", detail: "the connection was closed before the answer was complete" }],
  [
    "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
    { kind: "not-http", detail: "the answer's body is not as long as its Content-Length" },
  ],
] satisfies ReadonlyArray<readonly [string, NoAnswer]>);

/**
 * Converts an error to the reason for no answer. An unknown error counts as a fault of the suite.
 * @param clean removes secrets from messages that the suite did not write
 */
export function noAnswerOf(
  error: unknown,
  ended: "run" | null,
  clean: (text: string) => string = (text) => text,
): NoAnswer {
  const transport = transportErrorOf(error);
  if (error instanceof ClosedUnderError || error instanceof IncompleteAnswerError)
    return noAnswerOf(error.cause, ended, clean);
  if (ended === "run") return { kind: "run-ended", detail: "the run ended before the answer came" };
  if (error instanceof Error && error.name === "HTTPParserError") {
    return { kind: "not-http", detail: `what came back is not HTTP (${clean(error.message).slice(0, 100)})` };
  }
  if (transport?.code === "PROXY_UNREACHED") {
    const { kind, detail } = noAnswerOf(transport.cause, null, clean);
    // The provider was not reached, whichever error the proxy reports.
    const isUnreached = kind === "name-not-found" || kind === "connect-timeout" || kind === "tls";
    return { kind: isUnreached ? kind : "connection-refused", detail: `${transport.message}: ${detail}` };
  }
  if (transport !== null)
    return { kind: transport.code === "PROXY_REFUSED" ? "connection-refused" : "tls", detail: transport.message };
  if (error instanceof WireError) return { kind: wireKinds[error.code], detail: error.message };
  if (error instanceof Error && error.name === "SocketError" && error.message === "bad upgrade") {
    return { kind: "not-http", detail: "the provider switched protocols (101) without being asked" };
  }
  const codes = codesOf(error);
  const message = clean(error instanceof Error ? error.message : String(error));
  for (const code of codes) {
    const known = byCode.get(code);
    if (known !== undefined) return known;
    if (/^UND_ERR_(NOT_SUPPORTED|INVALID_ARG)$/.test(code)) break;
    if (code.startsWith("UND_ERR_")) return { kind: "connection-closed", detail: `the exchange failed (${code})` };
    if (code.startsWith("HPE_"))
      return { kind: "not-http", detail: `what came back is not HTTP (${message.slice(0, 100)})` };
    if (code.startsWith("ERR_HTTP2_"))
      return { kind: "not-http", detail: `the exchange in HTTP/2 failed (${message.slice(0, 100)})` };
    if (isTls(code)) return { kind: "tls", detail: tlsWords(code) };
  }
  return { kind: "harness-fault", detail: `the request could not be sent: ${message.slice(0, 200)}` };
}

const wireKinds: Readonly<Record<WireError["code"], NoAnswerKind>> = {
  SWITCHED: "not-http",
  TIMED_OUT: "timeout",
  TOO_MANY_FIELDS: "headers-too-large",
  RESET: "connection-closed",
  CLOSED: "connection-closed",
  UNREAD: "connection-closed",
  BROKEN: "not-http",
};

function isTls(code: string): boolean {
  return /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_|INVALID_CA)/.test(code);
}

/** A TLS error in words, with a hint. */
function tlsWords(code: string): string {
  const known = tlsFaults.find(([pattern]) => pattern.test(code));
  return known === undefined ? `TLS failed (${code})` : `${known[1]} (${code})`;
}

const tlsFaults: ReadonlyArray<readonly [RegExp, string]> = [
  [/^CERT_HAS_EXPIRED/, "the provider's certificate has expired"],
  [/^CERT_NOT_YET_VALID/, "the provider's certificate is not valid yet"],
  [/^DEPTH_ZERO_/, "the provider's certificate is signed by itself; give it with --ca if you trust it"],
  [
    /^(SELF_SIGNED_|UNABLE_TO_)/,
    "the provider's certificate is signed by an authority that is not known here; give the authority's with --ca",
  ],
  [
    /CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE/,
    "the provider wants a client's certificate; give it with --cert and --key",
  ],
  [/UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN/, "the provider refused the client's certificate"],
  [/NO_APPLICATION_PROTOCOL/, "the provider does not speak this version of HTTP"],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST/, "the provider does not speak TLS here; is it http?"],
];

/** The transport error that an error is, or that caused it. */
function transportErrorOf(error: unknown): TransportError | null {
  if (error instanceof TransportError) return error;
  return error instanceof Error && error.cause !== undefined ? transportErrorOf(error.cause) : null;
}

/** The codes of an error, of its aggregated errors (one for each address that was tried) and of its causes. */
function codesOf(error: unknown, depth = 0): readonly string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const own: unknown = Reflect.get(error, "code");
  const gathered = error instanceof AggregateError ? error.errors.flatMap((one) => codesOf(one, depth + 1)) : [];
  return [...gathered, ...(typeof own === "string" ? [own] : []), ...codesOf(error.cause, depth + 1)];
}
