import { describe, expect, test } from "vitest";
import { noAnswerOf } from "./no-answer.ts";
import { TransportError } from "./connect.ts";
import { ClosedUnderError, endedWith408, WireError, withStatus } from "./message.ts";

function withCode(code: string, cause?: unknown): Error {
  return Object.assign(new Error(code, { cause }), { code });
}

describe("why there is no answer", () => {
  test.each([
    ["ENOTFOUND", "name-not-found"],
    ["EAI_AGAIN", "name-not-found"],
    ["ECONNREFUSED", "connection-refused"],
    ["ENOENT", "connection-refused"],
    ["EHOSTUNREACH", "connection-refused"],
    ["ENETUNREACH", "connection-refused"],
    ["UND_ERR_CONNECT_TIMEOUT", "connect-timeout"],
    ["ETIMEDOUT", "connect-timeout"],
    ["UND_ERR_HEADERS_TIMEOUT", "timeout"],
    ["UND_ERR_BODY_TIMEOUT", "timeout"],
    ["UND_ERR_HEADERS_OVERFLOW", "headers-too-large"],
    ["HPE_HEADER_OVERFLOW", "headers-too-large"],
    ["ECONNRESET", "connection-closed"],
    ["EPIPE", "connection-closed"],
    ["UND_ERR_SOCKET", "connection-closed"],
    ["ERR_STREAM_PREMATURE_CLOSE", "connection-closed"],
    ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "not-http"],
    ["UND_ERR_OF_ANOTHER_KIND", "connection-closed"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "tls"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls"],
    ["UND_ERR_NOT_SUPPORTED", "harness-fault"],
    ["UND_ERR_INVALID_ARG", "harness-fault"],
    ["UND_ERR_INVALID_ARGUMENT", "connection-closed"],
    ["EACCES", "harness-fault"],
    ["NOT_EPROTO", "harness-fault"],
  ])("%s is reported as %s", (code, kind) => {
    expect(noAnswerOf(withCode(code), null).kind).toBe(kind);
  });

  test("says what happened to the connection", () => {
    expect(noAnswerOf(withCode("UND_ERR_SOCKET"), null).detail).toBe(
      "the connection was closed before the answer was complete",
    );
  });

  test("is found among the errors that one gathers, and those that caused it", () => {
    const refused = withCode("ECONNREFUSED");
    expect(noAnswerOf(new AggregateError([refused]), null).kind).toBe("connection-refused");
    expect(noAnswerOf(new AggregateError([new AggregateError([refused])]), null).kind).toBe("connection-refused");
    expect(noAnswerOf(new Error("failed", { cause: refused }), null).kind).toBe("connection-refused");
    expect(noAnswerOf(withCode("EACCES", refused), null).kind).toBe("connection-refused");
    expect(noAnswerOf(withCode("NOT_UND_ERR_INVALID_ARG", refused), null).kind).toBe("connection-refused");
    expect(noAnswerOf(withCode("UND_ERR_INVALID_ARG", refused), null).kind).toBe("harness-fault");
  });

  test.each([
    [4, "connection-refused"],
    [5, "harness-fault"],
  ])("is looked for %i causes deep: %s", (depth, kind) => {
    const wrapped = (wrap: (error: Error) => Error): Error =>
      Array.from({ length: depth }).reduce<Error>((error) => wrap(error), withCode("ECONNREFUSED"));
    expect(
      noAnswerOf(
        wrapped((cause) => new Error("failed", { cause })),
        null,
      ).kind,
    ).toBe(kind);
    expect(
      noAnswerOf(
        wrapped((error) => new AggregateError([error])),
        null,
      ).kind,
    ).toBe(kind);
  });

  test("is what the suite itself decided, where it did", () => {
    expect(noAnswerOf(withCode("ECONNRESET"), "run").kind).toBe("run-ended");
    expect(noAnswerOf(new WireError("TIMED_OUT", "late"), null).kind).toBe("timeout");
  });

  test.each([
    ["PROXY_REFUSED", "connection-refused"],
    ["NO_HTTP2", "tls"],
    ["OTHER_HOST", "tls"],
  ] as const)("is an error of the transport, with its message: %s", (code, kind) => {
    const transport = new TransportError(code, "it cannot be reached");
    expect(noAnswerOf(transport, null)).toEqual({ kind, detail: "it cannot be reached" });
    expect(noAnswerOf(new Error("failed", { cause: transport }), null)).toEqual({
      kind,
      detail: "it cannot be reached",
    });
  });

  test("is the reason why a proxy was not reached, with the name of the proxy", () => {
    const unreached = new TransportError("PROXY_UNREACHED", "the proxy was not reached", {
      cause: withCode("ENOTFOUND"),
    });
    const expected = { kind: "name-not-found", detail: "the proxy was not reached: the host name was not found" };
    expect(noAnswerOf(unreached, null)).toEqual(expected);
  });

  test("is Node's message for an error of HTTP/2, shortened", () => {
    const error = Object.assign(new Error("x".repeat(150)), { code: "ERR_HTTP2_STREAM_ERROR" });
    const detail = `the exchange in HTTP/2 failed (${"x".repeat(100)})`;
    expect(noAnswerOf(error, null)).toEqual({ kind: "not-http", detail });
  });

  test("is that the provider switched protocols, whichever client noticed", () => {
    const error = (name: string): Error => Object.assign(withCode("UND_ERR_SOCKET"), { name, message: "bad upgrade" });
    expect(noAnswerOf(error("SocketError"), null).kind).toBe("not-http");
    const closed = Object.assign(error("SocketError"), { message: "other side closed" });
    expect(noAnswerOf(closed, null).kind).toBe("connection-closed");
    expect(noAnswerOf(error("Error"), null).kind).toBe("connection-closed");
    expect(noAnswerOf({ name: "SocketError", message: "bad upgrade" }, null).kind).toBe("harness-fault");
    expect(noAnswerOf(new WireError("SWITCHED", "it switched"), null)).toEqual({
      kind: "not-http",
      detail: "it switched",
    });
  });

  test("is that there are more header fields than the suite takes", () => {
    const detail = "it has too many";
    expect(noAnswerOf(new WireError("TOO_MANY_FIELDS", detail), null)).toEqual({ kind: "headers-too-large", detail });
  });

  test.each([
    ["CERT_HAS_EXPIRED", "the provider's certificate has expired"],
    ["CERT_NOT_YET_VALID", "the provider's certificate is not valid yet"],
    [
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "the provider's certificate is signed by itself; give it with --ca if you trust it",
    ],
    [
      "SELF_SIGNED_CERT_IN_CHAIN",
      "the provider's certificate is signed by an authority that is not known here; give the authority's with --ca",
    ],
    [
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "the provider's certificate is signed by an authority that is not known here; give the authority's with --ca",
    ],
    [
      "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED",
      "the provider wants a client's certificate; give it with --cert and --key",
    ],
    ["ERR_SSL_TLSV1_ALERT_UNKNOWN_CA", "the provider refused the client's certificate"],
    ["ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL", "the provider does not speak this version of HTTP"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "the provider does not speak TLS here; is it http?"],
    ["EPROTO", "TLS failed"],
    ["ERR_SSL_CERT_HAS_EXPIRED", "TLS failed"],
    ["ERR_SSL_SELF_SIGNED_X", "TLS failed"],
    ["CERT_DEPTH_ZERO_X", "TLS failed"],
    ["ERR_SSL_CERT_NOT_YET_VALID", "TLS failed"],
  ])("is what is wrong with TLS, and what would be right: %s", (code, words) => {
    expect(noAnswerOf(withCode(code), null)).toEqual({ kind: "tls", detail: `${words} (${code})` });
  });

  test("is that it is not HTTP, in the parser's words, cut short", () => {
    const error = Object.assign(withCode("EACCES"), { name: "HTTPParserError", message: "x".repeat(101) });
    expect(noAnswerOf(error, null)).toEqual({
      kind: "not-http",
      detail: `what came back is not HTTP (${"x".repeat(100)})`,
    });
    expect(noAnswerOf({ name: "HTTPParserError", message: "" }, null).kind).toBe("harness-fault");
  });

  test.each([
    ["ENOTFOUND", "name-not-found"],
    ["ETIMEDOUT", "connect-timeout"],
    ["CERT_HAS_EXPIRED", "tls"],
    ["ECONNREFUSED", "connection-refused"],
    ["ECONNRESET", "connection-refused"],
  ])("is never that the provider was reached where the proxy was not, by %s: %s", (code, kind) => {
    const error = new TransportError("PROXY_UNREACHED", "the proxy gave no answer", { cause: withCode(code) });
    const { detail } = noAnswerOf(withCode(code), null);
    expect(noAnswerOf(error, null)).toEqual({ kind, detail: `the proxy gave no answer: ${detail}` });
  });

  test("is that the answer is not HTTP, also where Node's parser reports it", () => {
    const error = Object.assign(withCode("HPE_UNEXPECTED_CONTENT_LENGTH"), { message: "x".repeat(150) });
    const detail = `what came back is not HTTP (${"x".repeat(100)})`;
    expect(noAnswerOf(error, null)).toEqual({ kind: "not-http", detail });
  });

  test("is a fault of the suite for an unknown error, with its message, shortened", () => {
    const detail = `the request could not be sent: ${"x".repeat(200)}`;
    expect(noAnswerOf(new TypeError("x".repeat(201)), null)).toEqual({ kind: "harness-fault", detail });
    expect(noAnswerOf("x".repeat(201), null)).toEqual({ kind: "harness-fault", detail });
    const thrown = { name: "SocketError", message: "bad response", cause: new TransportError("NO_HTTP2", "no HTTP/2") };
    expect(noAnswerOf(thrown, null).detail).toBe("the request could not be sent: [object Object]");
  });
});

test("why a connection was closed under a request shows in what is reported", () => {
  expect(noAnswerOf(new ClosedUnderError(withCode("ECONNRESET")), null)).toEqual(
    noAnswerOf(withCode("ECONNRESET"), null),
  );
  expect(noAnswerOf(new ClosedUnderError(new WireError("RESET", "it was reset")), null)).toEqual({
    kind: "connection-closed",
    detail: "it was reset",
  });
});

test("a request is known to be unread where a 408 ended its connection, and not by any other end", () => {
  const isUnread = (cause: Error): boolean => new ClosedUnderError(cause).isUnread;
  expect(isUnread(endedWith408())).toBe(true);
  expect(isUnread(new WireError("RESET", "it was reset"))).toBe(false);
  expect(isUnread(withCode("UNREAD"))).toBe(false);
});

test("what is known of an answer that was not read in full is its status, where no more is known", () => {
  const reset = withCode("ECONNRESET");
  expect(withStatus(reset, null)).toBe(reset);
  const incomplete = withStatus(reset, 400);
  expect(incomplete).toMatchObject({ arrived: { status: 400, headers: null }, cause: reset });
  expect(withStatus(incomplete, 400)).toBe(incomplete);
});

test("why only the status of an answer arrived is why the rest did not", () => {
  const reset = withCode("ECONNRESET");
  expect(noAnswerOf(withStatus(reset, 200), null)).toEqual(noAnswerOf(reset, null));
  expect(noAnswerOf(withStatus(new WireError("TIMED_OUT", "it was late"), 400), null).kind).toBe("timeout");
});
