/** `doctor` says whether a check can run, and how to fix what prevents it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startServer } from "../../reference-impl/server.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { addressLines, exchangeLines, versionLines } from "./doctor.ts";
import type { Exchange } from "../../result/result.ts";
import { command, folder } from "../testing/command.ts";
import { freePort } from "../../http/testing/free-port.ts";
import { startProvider } from "../testing/scripted-provider.ts";

const token = "token-of-the-doctor";
const operation = readOperation();
const JSON_TYPE = [["Content-Type", "Application/JSON; charset=utf-8"]] as const;
const doctor = (url: string, ...argv: readonly string[]): ReturnType<typeof command> =>
  command(["doctor", url, "--token", token, ...argv]);

describe("doctor", () => {
  test("has one hint for an https URL at which there is http, and calls nothing encrypted that was not reached", async () => {
    await using server = await startServer({ token });
    const { status, out } = await doctor(server.url.replace("http:", "https:"));
    expect(status).toBe(3);
    expect(out).toMatch(/^FAULT .*does not speak TLS here; is it http\? \(ERR_SSL_\w+\)$/m);
    expect(out).toContain("The base URL is https: what is sent is encrypted");
  });

  test("names no option that it does not have where there is no base URL", async () => {
    const { status, err } = await command(["doctor"]);
    expect([status, err.includes("--reference")], err).toEqual([2, false]);
  });

  test("asks the operation of another document, and expects the success that it shows", async () => {
    const shipped = readFileSync(new URL("../../spec/openapi.yaml", import.meta.url), "utf8");
    const document = join(folder(), "openapi.yaml");
    writeFileSync(document, shipped.replace("/plants:", "/seedlings:").replace('"200":', '"201":'));
    await using provider = await startProvider(({ url }, response) =>
      url === "/seedlings"
        ? response.writeHead(201, { "Content-Type": "application/json" }).end('{"name":"Rose"}')
        : response.writeHead(404).end(),
    );
    const ran = await doctor(provider.url, "--document", document);
    expect(ran).toMatchObject({ status: 0, out: expect.stringContaining("the operation is there (201)\n") });
    const other = await doctor(provider.url);
    expect(other).toMatchObject({
      status: 3,
      out: expect.stringContaining("no operation at POST {base_url}/plants (404)"),
    });
  });

  test("ends with 0 for a provider that can be judged, of which it creates one plant", async () => {
    await using server = await startServer({ token });
    const ran = await doctor(server.url);
    expect(ran.status).toBe(0);
    expect(ran.out).toContain("ok     The token is accepted, and the operation is there (200)\n");
    expect(ran.out).toContain("ok     The clocks agree\n");
    expect(ran.out).toMatch(/\n1 plant created\. A check can run\.\n$/);
    expect(ran.out).toContain(`Node.js ${process.versions.node}`);
    expect(ran.out + ran.err).not.toContain(token);
  });

  test("ends with 3 for a provider that refuses the token, and creates nothing", async () => {
    await using server = await startServer({ token: "another-token" });
    const ran = await doctor(server.url);
    expect(ran).toMatchObject({ status: 3, out: expect.stringMatching(/FAULT {2}The token is refused \(401\)/) });
    expect(ran.out).toMatch(/\n0 plants created\. A check cannot run\.\n$/);
  });

  test("ends with 3 where nobody listens, with what helps", async () => {
    const ran = await doctor(`http://127.0.0.1:${await freePort()}`);
    expect(ran).toMatchObject({
      status: 3,
      out: expect.stringMatching(
        /FAULT {2}The provider was not reached: the connection was refused; start it, or give --start/,
      ),
    });
  });

  test("says that /plants is doubled", async () => {
    await using server = await startServer({ token });
    const ran = await doctor(`${server.url}/plants`);
    expect(ran.status).toBe(3);
    expect(ran.out).toContain("note   The base URL ends with /plants");
    expect(ran.out).toMatch(/FAULT {2}There is no operation at POST \{base_url\}\/plants \(404\)/);
  });

  test("sends a single request, a valid plant", async () => {
    await using provider = await startProvider((_, response) => response.writeHead(201).end());
    const ran = await doctor(provider.url);
    expect(ran).toMatchObject({
      status: 0,
      out: expect.stringContaining("answered with 201, where the document says 200"),
    });
    expect(provider.seen.map(({ method, url }) => `${method} ${url}`)).toEqual(["POST /plants"]);
    expect(JSON.parse(provider.seen[0]?.body ?? "")).toMatchObject({
      id: expect.any(Number),
      name: expect.any(String),
    });
  });

  test("with --no-auth sends no token, and says none is needed", async () => {
    await using provider = await startProvider((_, response) =>
      response.writeHead(200, { "Content-Type": "application/json" }).end('{"name":"Fern"}'),
    );
    const ran = await command(["doctor", provider.url, "--no-auth"]);
    expect(ran).toMatchObject({ status: 0, out: expect.stringContaining("ok     No token is needed") });
    expect(provider.seen[0]?.headers).not.toContain("Authorization");
  });

  test("needs a base URL", async () => {
    expect(await command(["doctor"])).toMatchObject({ status: 2, out: "" });
  });
});

describe("a line of doctor", () => {
  const answered = (status: number, headers: ReadonlyArray<readonly [string, string]> = [], content = ""): Exchange =>
    ({
      response: { status, headers, body: { encoding: "utf-8", content, size: content.length } },
    }) as unknown as Exchange;

  test("is about a token that travels unencrypted, but not on this machine", () => {
    expect(addressLines("http://plants.example")[0]).toMatchObject({ kind: "note" });
    expect(addressLines("http://127.0.0.1:1")[0]).toMatchObject({ kind: "ok" });
    expect(addressLines("https://plants.example")[0]).toMatchObject({ kind: "ok" });
    expect(addressLines("http://plants.example", { unixSocket: "/run/plants" })[0]).toMatchObject({ kind: "ok" });
  });

  test("names the host of a proxy, and never its credentials", () => {
    const [, line] = addressLines("https://plants.example", { proxy: "http://user:password@proxy.example:3128" });
    expect(line?.text).toContain("the proxy proxy.example:3128;");
  });

  test.each([
    [407, "fault"],
    [403, "fault"],
    [302, "fault"],
    [405, "fault"],
    [503, "fault"],
    [500, "note"],
    [200, "ok"],
  ])("about the status %i is of the kind %s", (status, kind) => {
    expect(exchangeLines(answered(status, JSON_TYPE), { operation, hasToken: true, now: 0 })[1]).toMatchObject({
      kind,
    });
  });

  test("about a 405 that may be the operation's own quotes it, and does not call the base URL wrong", () => {
    const refused = exchangeLines(answered(405, JSON_TYPE, "Cannot destructure 'id'"), {
      operation,
      hasToken: true,
      now: 0,
    })[1];
    expect(refused).toMatchObject({ kind: "note", text: expect.stringContaining("Cannot destructure 'id'") as string });
    expect(refused?.text).not.toContain("base URL");
    const withAllow = exchangeLines(answered(405, [["allow", "GET"]], "no"), { operation, hasToken: true, now: 0 })[1];
    expect(withAllow).toMatchObject({ kind: "fault", text: expect.stringContaining("give the base URL") as string });
  });

  test.each([
    ["text/html; charset=utf-8", "the Content-Type text/html; charset=utf-8"],
    ["application/jsonx", "the Content-Type application/jsonx"],
    ["text/\u001b[31mhtml", "the Content-Type text/\\u{1b}[31mhtml"],
    [null, "no Content-Type"],
  ])("about a 200 that is not JSON does not say that the operation is there: %s", (type, shown) => {
    const headers = type === null ? [] : ([["content-type", type]] as const);
    expect(exchangeLines(answered(200, headers), { operation, hasToken: true, now: 0 })[1]).toEqual({
      kind: "note",
      text: `A valid plant is answered with 200 and ${shown}, not application/json; is the base URL correct?`,
    });
  });

  test.each([
    [200, { kind: "ok", text: "No token is needed, and the operation is there (200)" }],
    [401, { kind: "fault", text: expect.stringMatching(/^A request without a token is refused \(401\)/) }],
  ])("about the status %i with --no-auth speaks of no token", (status, line) => {
    expect(exchangeLines(answered(status, JSON_TYPE), { operation, hasToken: false, now: 0 })[1]).toEqual(line);
  });

  test("compares the clocks", () => {
    const now = Date.parse("2026-11-22T06:10:00Z");
    const lineAt = (date: string): unknown =>
      exchangeLines(answered(200, [["Date", date]]), { operation, hasToken: true, now: now })[2];
    expect(lineAt("Sun, 22 Nov 2026 06:09:30 GMT")).toMatchObject({ kind: "ok" });
    expect(lineAt("Sun, 22 Nov 2026 06:05:00 GMT")).toMatchObject({
      kind: "note",
      text: expect.stringContaining("300 s"),
    });
    expect(lineAt("yesterday")).toMatchObject({ kind: "note", text: expect.stringContaining("no Date") });
  });

  test("says what is missing without Pact's verifier", () => {
    expect(versionLines(["a 1"], "no such module")[1]).toMatchObject({
      kind: "note",
      text: expect.stringContaining("(no such module); check --no-contracts"),
    });
  });
});
