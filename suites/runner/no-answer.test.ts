import { describe, expect, test } from "vitest";
import { noAnswerOf } from "./no-answer.ts";

function withCode(code: string, cause?: unknown): Error {
  return Object.assign(new Error(code, { cause }), { code });
}

describe("why there is no answer", () => {
  test.each([
    ["ENOTFOUND", "name-not-found"],
    ["EAI_AGAIN", "name-not-found"],
    ["ECONNREFUSED", "connection-refused"],
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
    ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "not-http"],
    ["UND_ERR_OF_ANOTHER_KIND", "connection-closed"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "tls"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls"],
    ["EACCES", "harness-fault"],
    ["NOT_EPROTO", "harness-fault"],
  ])("%s is told as %s", (code, kind) => {
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
    expect(noAnswerOf(withCode("ECONNRESET"), "request").kind).toBe("timeout");
  });

  test("is that it is not HTTP, in the parser's words, cut short", () => {
    const error = Object.assign(new Error("x".repeat(101)), { name: "HTTPParserError" });
    expect(noAnswerOf(error, null)).toEqual({
      kind: "not-http",
      detail: `what came back is not HTTP (${"x".repeat(100)})`,
    });
    expect(noAnswerOf({ name: "HTTPParserError", message: "" }, null).kind).toBe("harness-fault");
  });

  test("is a fault of the suite where it is not known, in its words, cut short", () => {
    const detail = `the request could not be sent: ${"x".repeat(200)}`;
    expect(noAnswerOf(new TypeError("x".repeat(201)), null)).toEqual({ kind: "harness-fault", detail });
    expect(noAnswerOf("x".repeat(201), null)).toEqual({ kind: "harness-fault", detail });
  });
});
