import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { readAnswer } from "./answer.ts";
import { searchLimit } from "./limit-search.ts";
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

describe("the search for a length", () => {
  const run = (limit: number): { value: string; requests: number } => {
    const accepted: boolean[] = [];
    for (;;) {
      const { next, value } = searchLimit(accepted);
      if (next === null) return { value, requests: accepted.length };
      accepted.push(next <= limit);
    }
  };

  test.each([
    [Number.MAX_SAFE_INTEGER, "accepted up to 65536"],
    [40, "refused above 40"],
    [100, "refused above 100"],
    [255, "refused above 255"],
    [32_768, "refused above 32768"],
    [12, "refused at 40"],
    [700, "accepted up to 601, refused at 800"],
  ])("a limit of %i is told as %s, with at most eight requests", (limit, value) => {
    expect(run(limit).value).toBe(value);
    expect(run(limit).requests).toBeLessThanOrEqual(8);
  });
});

describe("an answer", () => {
  const read = (
    body: Uint8Array | string,
    headers: readonly (readonly [string, string])[] = [],
  ): ReturnType<typeof readAnswer> =>
    readAnswer(200, headers, typeof body === "string" ? Buffer.from(body) : body, { bytes: 1000 });

  test("has a media type without parameters and letter case", () => {
    expect(read("{}", [["Content-Type", "Application/JSON; charset=utf-8"]]).mediaType).toBe("application/json");
    expect(read("{}").mediaType).toBeNull();
  });

  test.each([
    ["", "an empty body"],
    ["{}x", "text that is not JSON"],
    [Buffer.from([0x22, 0xff, 0x22]), "bytes that are not UTF-8"],
  ])("with the body %j holds %s", (body, why) => {
    expect(read(body).reading).toEqual({ as: "nothing", why });
  });

  test("keeps a byte order mark in mind and reads what follows", () => {
    expect(read("\u{feff}{}").reading).toMatchObject({ as: "json", byteOrderMark: true, value: {} });
  });

  test.each(["1.00000000000000000001", "9007199254740993", "0.99999999999999999999", "1e-400"])(
    "knows that %s is not what a double holds",
    (text) => {
      expect(read(`{"error":${text}}`).reading).toMatchObject({ rounded: [{ where: "/error", text }] });
    },
  );

  test.each(["400", "4e2", "400.0", "-2147483648", "1.5", "1E400"])("takes %s as a double holds it", (text) => {
    expect(read(`{"error":${text}}`).reading).toMatchObject({ rounded: [] });
  });

  test("nested 200,000 deep is read", () => {
    const deep = `${"[".repeat(200_000)}1.5${"]".repeat(200_000)}`;
    expect(readAnswer(200, [], Buffer.from(deep), { bytes: 1_000_000 }).reading.as).toBe("json");
  });

  test.each([
    ["gzip", gzipSync("{}")],
    ["br", brotliCompressSync("{}")],
  ])("in %s is read, up to the limit", (coding, body) => {
    expect(read(body, [["content-encoding", coding]]).reading).toMatchObject({ as: "json", value: {} });
    const bomb = coding === "gzip" ? gzipSync("x".repeat(5000)) : brotliCompressSync("x".repeat(5000));
    expect(read(bomb, [["content-encoding", coding]]).reading).toMatchObject({ as: "nothing" });
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
