import { createHash } from "node:crypto";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { SeldomRead } from "../../http/message.ts";
import { DEFAULT_LIMITS } from "../../http/provider.ts";
import { redactor } from "../../result/redact.ts";
import { METHODS } from "../../spec/create-operation.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { loadValidators } from "../../spec/validators.ts";
import { requestsTo } from "../checks/check-requests.ts";
import { checksOf } from "../index.ts";
import { checkIds } from "./id-ranges.ts";
import { plannedAgain, recordRequest, recordResponse } from "./record-exchange.ts";

const token = "canary-token-31415926";
const limits = { keptBytes: 100, bodyBytes: 10_000 };

function recorded(body: Uint8Array, headers: ReadonlyArray<readonly [string, string]> = []) {
  return recordResponse({ status: 200, headers, body, truncated: false }, limits, redactor(token));
}

describe("a recorded body", () => {
  test.each([
    ["ASCII", "x".repeat(500), 100],
    ["three bytes a character", "€".repeat(500), 99],
    ["four bytes a character", "\u{1f331}".repeat(500), 100],
  ])("of %s is kept up to the limit in bytes, with the size and the digest of the whole", (_what, text, kept) => {
    const bytes = Buffer.from(text);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const { body } = recorded(bytes).response;
    expect(body).toEqual({ encoding: "utf-8", content: expect.any(String), size: bytes.length, sha256 });
    expect(text.startsWith(body.content)).toBe(true);
    expect(Buffer.byteLength(body.content)).toBe(kept);
    const request = { kind: "open", method: "POST", path: "/plants", headers: [], framing: "content-length" } as const;
    expect(
      recordRequest({ ...request, body: bytes }, { baseUrl: "http://host", keptBytes: limits.keptBytes }).body,
    ).toEqual(body);
  });

  test("that is not UTF-8 is kept as bytes, up to the same limit", () => {
    const bytes = Buffer.alloc(500, 0xff);
    const { body } = recorded(bytes).response;
    expect(body).toMatchObject({ encoding: "base64", size: 500, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(Buffer.from(body.content, "base64")).toEqual(bytes.subarray(0, 100));
  });

  test("that is short is kept whole, without a digest, a byte order mark included", () => {
    expect(recorded(Buffer.from("\ufeff{}")).response.body).toEqual({
      encoding: "utf-8",
      content: "\ufeff{}",
      size: 5,
    });
  });
});

describe("the token beside the header and the body", () => {
  const nothing = { reason: "OK", trailers: [], interim: "" };
  const escaped = token.replaceAll("-", "%2D");

  test.each<readonly [string, SeldomRead, readonly string[]]>([
    ["nowhere", { ...nothing, trailers: [["X-Sum", "1"]], interim: "HTTP/1.1 103 Early Hints" }, []],
    ["in the reason phrase", { ...nothing, reason: `Hello ${token}` }, ["reason phrase"]],
    [
      "in a trailer",
      {
        ...nothing,
        trailers: [
          ["X-Sum", "1"],
          ["X-Auth", escaped],
        ],
      },
      ["trailer x-auth"],
    ],
    ["in the name of a trailer", { ...nothing, trailers: [[`x-${token}`, "1"]] }, ["trailer x-[redacted token]"]],
    [
      "in an interim response",
      { ...nothing, interim: `HTTP/1.1 103 Early Hints\r\nX-Auth: ${token}` },
      ["interim response"],
    ],
  ])("is found %s, and nothing of it is recorded", (_where, seldomRead, found) => {
    const answer = { status: 200, headers: [], body: Buffer.from("{}"), truncated: false, seldomRead };
    const { response, redacted } = recordResponse(answer, limits, redactor(token));
    expect(redacted).toEqual(found);
    expect(Object.keys(response)).toEqual(["status", "headers", "body"]);
  });
});

describe("a compressed body", () => {
  const text = JSON.stringify({ name: "Ivy", echo: token });

  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ] as const)(
    "in %s with the token in it is recorded as what it decompresses to, without the token",
    (coding, compress) => {
      const { response, redacted } = recorded(compress(text), [["Content-Encoding", coding]]);
      expect(redacted).toEqual(["body"]);
      expect(response.body).toMatchObject({ encoding: "utf-8", content: text.replace(token, "[redacted token]") });
    },
  );

  test("without the token is recorded as it came", () => {
    const bytes = gzipSync("{}");
    const { response, redacted } = recorded(bytes, [["Content-Encoding", "gzip"]]);
    expect(redacted).toEqual([]);
    expect(response.body).toMatchObject({ encoding: "base64", content: bytes.toString("base64") });
  });
});

const base = "http://127.0.0.1:8080/api";
const operation = readOperation();
const checks = checksOf(operation, await loadValidators(operation), { invalidToken: true });
const fresh = checkIds("again", checks);
const planned = checks.flatMap((check) =>
  check.next(fresh(check.id), []).map((request) => ({ id: check.id, request })),
);

describe("a recorded request is planned as it was sent", () => {
  test.each(METHODS)("for a %s without a body", (method) => {
    const request = { kind: "open", method, path: "/plants", headers: [], body: null, framing: "none" } as const;
    const again = recordRequest(request, { baseUrl: base, keptBytes: DEFAULT_LIMITS.keptBytes });
    expect(plannedAgain(again, base)).toEqual({ request });
  });

  test.each(planned.map(({ id, request }) => [id, request] as const))("for %s", (_id, request) => {
    const { method, path, headers, body, added, framing } = request;
    const way = added === "user-only" ? { added } : {};
    const again = plannedAgain(recordRequest(request, { baseUrl: base, keptBytes: DEFAULT_LIMITS.keptBytes }), base);
    if ((body?.length ?? 0) > DEFAULT_LIMITS.keptBytes) {
      expect(again).toEqual({
        fault: expect.stringMatching(/^had a body of \d+ bytes, of which only the first \d+ were kept$/),
      });
    } else {
      expect(again).toEqual({
        request: { kind: "open", method, path, headers, body: body && Uint8Array.from(body), framing, ...way },
      });
    }
  });
});

describe("a recorded request is not planned where", () => {
  const ordinary = recordRequest(requestsTo(operation).ordinary(1_000_000), { baseUrl: base, keptBytes: 4096 });

  test.each([
    ["http://elsewhere.example/api/plants"],
    ["http://127.0.0.1:8080/apiplants"],
    ["http://127.0.0.1:8080/api.evil/plants"],
    [""],
  ])("it went elsewhere: %s", (url) => {
    expect(plannedAgain({ ...ordinary, url }, base)).toEqual({ fault: "was not sent to the base URL of its run" });
  });

  test("the run kept nothing of its body", () => {
    const body = { encoding: "utf-8", content: "", size: 55, sha256: "0".repeat(64) } as const;
    expect(plannedAgain({ ...ordinary, body }, base)).toEqual({
      fault: "had a body of 55 bytes, of which only the first 0 were kept",
    });
  });
});
