import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { noAnswerOf } from "./no-answer.ts";
import { showBoth } from "./findings.ts";
import { BaseUrlError, parseBaseUrl } from "./provider.ts";
import { redactor } from "../../reports/redact.ts";

describe("a base URL", () => {
  test.each([
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
    ["http://127.0.0.1:8080/", "http://127.0.0.1:8080"],
    ["http://host/a/b%20c/", "http://host/a/b%20c"],
    ["https://plants.example/v1", "https://plants.example/v1"],
    ["http://[::1]:8080/api", "http://[::1]:8080/api"],
  ])("%s is taken as %s", (text, expected) => {
    expect(parseBaseUrl(text)).toBe(expected);
  });

  test.each([
    ["plants", "did you mean http://plants?"],
    ["localhost:8080", "has the scheme localhost"],
    ["", "is not a URL"],
    ["ftp://host/", "must be http or https"],
    ["http://host/?a=1", "has a query"],
    ["http://host/#top", "has a fragment"],
  ])("%j is refused: %s", (text, reason) => {
    expect(() => parseBaseUrl(text)).toThrow(BaseUrlError);
    expect(() => parseBaseUrl(text)).toThrow(reason);
  });

  test("with credentials is refused without repeating them", () => {
    expect(() => parseBaseUrl("http://user:geheim@host/x")).toThrow("holds credentials");
    expect(() => parseBaseUrl("http://user:geheim@host/x")).not.toThrow("geheim");
  });
});

describe("redaction", () => {
  const token = "to+ken/with=odd&letters";
  const redact = redactor(token);

  test.each([
    ["as it is", token],
    ["percent-encoded", encodeURIComponent(token)],
    ["JSON-escaped", JSON.stringify(token).replaceAll("/", "\\/")],
    ["HTML-escaped", token.replaceAll("&", "&amp;")],
    ["in base64", Buffer.from(token).toString("base64")],
    ["in base64 after one byte", Buffer.from(`x${token}`).toString("base64")],
    ["in base64 after two bytes", Buffer.from(`xy${token}zz`).toString("base64")],
    ["in base64url", Buffer.from(`user:${token}`).toString("base64url")],
    ["in hexadecimal", Buffer.from(token).toString("hex")],
    ["in another letter case", token.toUpperCase()],
  ])("finds the token %s", (_, form) => {
    const { text, found } = redact(`before ${form} after`);
    expect(found).toBe(true);
    expect(text).not.toContain(form);
    expect(text).toContain("before ");
  });

  test("takes a short token out as well, but calls it no echo: it may stand there by chance", () => {
    expect(redactor("test")("a test")).toEqual({ text: "a [redacted token]", found: false });
  });

  test("leaves other text alone", () => {
    expect(redact("a token with odd letters")).toEqual({ text: "a token with odd letters", found: false });
  });
});

describe("no answer", () => {
  const withCode = (code: string): Error => Object.assign(new Error(code), { code });

  test.each([
    [withCode("ECONNREFUSED"), "connection-refused"],
    [new AggregateError([withCode("ECONNREFUSED")]), "connection-refused"],
    [withCode("ENOTFOUND"), "name-not-found"],
    [Object.assign(new Error("Expected HTTP/"), { name: "HTTPParserError" }), "not-http"],
    [withCode("UND_ERR_OF_ANOTHER_KIND"), "connection-closed"],
    [withCode("DEPTH_ZERO_SELF_SIGNED_CERT"), "tls"],
    [withCode("UND_ERR_SOCKET"), "connection-closed"],
    [new TypeError("x is not a function"), "harness-fault"],
  ])("%s is told as %s", (error, kind) => {
    expect(noAnswerOf(error, null).kind).toBe(kind);
  });
});

describe("two texts that differ", () => {
  test("are shown whole where they are short", () => {
    expect(showBoth("Fern", "fern")).toEqual(['"Fern"', '"fern"']);
  });

  test("are shown from the difference on where they are long", () => {
    const name = "ab".repeat(200);
    expect(showBoth(name, name.slice(0, 255))).toEqual([
      `400 characters, after the first 255: "${"ba".repeat(20)}"`,
      "255 characters, after the first 255: nothing",
    ]);
  });
});

test("what leaves is byte for byte what the exchange shows, but for the token", async () => {
  const { judgeProvider, providerAt } = await import("../../cli/index.ts");
  const arrived: { headers: readonly string[]; body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      arrived.push({ headers: request.rawHeaders, body: Buffer.concat(chunks).toString() });
      response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const result = await judgeProvider({
    provider: providerAt(`http://127.0.0.1:${port}`, "secret-token"),
    seed: "1",
    strict: false,
  });
  await new Promise((resolve) => server.close(resolve));
  const [exchange] = result.exchanges;
  expect(arrived[0]?.body).toBe(exchange?.request.body?.content);
  expect(arrived[0]?.headers.slice(0, 4)).toEqual(["host", `127.0.0.1:${port}`, "connection", "keep-alive"]);
  expect(arrived[0]?.headers.slice(4, 12)).toEqual(
    exchange?.request.headers.flat().map((text) => text.replace("$PLANT_STORE_TOKEN", "secret-token")),
  );
});
