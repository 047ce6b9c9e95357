import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { BaseUrlError, parseBaseUrl } from "../../http/provider.ts";

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
    ["localhost:8080", "has no scheme; did you mean http://localhost:8080?"],
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

test("what leaves is byte for byte what the exchange shows, but for the token", async () => {
  const { providerResult } = await import("../../library/provider-result.ts");
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
  const result = await providerResult({
    url: `http://127.0.0.1:${port}`,
    token: "secret-token",
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
