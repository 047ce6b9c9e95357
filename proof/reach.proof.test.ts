/** The same provider, reached in every supported way: the verdict is always the same. */
import { mkdtempSync } from "node:fs";
import { type ServerHttp2Stream, constants } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { providerResult } from "../library/provider-result.ts";
import { startServer } from "../reference-impl/server.ts";
import type { RunResult } from "../result/result.ts";
import type { Transport } from "../http/connect.ts";
import { authority, certificate } from "./reach/certificates.ts";
import { http2Front, proxyFront, socketFront, tlsFront } from "./reach/fronts.ts";
import { atOnce } from "./right/idle-connections.ts";
import { startProvider } from "./test-provider.ts";

const token = "a-token-that-only-the-provider-may-see";
const known = await authority();
const good = await certificate({ by: known });
const pair = { cert: good.cert, key: good.private };

async function judged(baseUrl: string, transport: Transport): Promise<RunResult> {
  const provider = { url: baseUrl, token, transport };
  return providerResult({ ...provider, seed: "reach", strict: false });
}

const everyRequirement = { verdict: "conformant", exitCode: 0, reasons: ["Every requirement is met."] };

describe("over TLS", () => {
  test("with a certificate of a known authority the provider is judged", async () => {
    await using server = await startServer({ token, basePath: "/a%20b" });
    await using front = await tlsFront(server.url, pair);
    const result = await judged(`https://127.0.0.1:${front.port}/a%20b/`, { ca: known.cert });
    expect(result).toMatchObject(everyRequirement);
  });

  test("with a client's certificate, where the provider asks for one", async () => {
    await using server = await startServer({ token });
    await using front = await tlsFront(server.url, {
      ...pair,
      requestCert: true,
      ca: known.cert,
      ALPNProtocols: ["h2", "http/1.1"],
    });
    const client = await certificate({ by: known });
    const url = `https://127.0.0.1:${front.port}`;
    const withIt = await judged(url, { ca: known.cert, cert: client.cert, key: client.private });
    expect(withIt).toMatchObject(everyRequirement);
    const sentence = "could not be reached: the provider wants a client's certificate; give it with --cert and --key";
    for (const http2 of [{}, { http2: true }] as const) {
      const without = await judged(url, { ca: known.cert, ...http2 });
      expect(without).toMatchObject({ exitCode: 3, reasons: [expect.stringContaining(sentence)] });
    }
  });

  test("unverified when the user wants it so, and the result says it", async () => {
    await using server = await startServer({ token });
    const own = await certificate({});
    await using front = await tlsFront(server.url, { cert: own.cert, key: own.private });
    const result = await judged(`https://127.0.0.1:${front.port}`, { insecure: true });
    expect(result).toMatchObject({ ...everyRequirement, provider: { insecure: true } });
  });

  test.each([
    ["of an unknown authority", { by: known }, {}, "signed by an authority that is not known here"],
    ["signed by itself", {}, { ca: known.cert }, "signed by itself; give it with --ca"],
    ["that has expired", { by: known, endsAfterDays: -1 }, { ca: known.cert }, "has expired"],
    ["for another host", { by: known, ip: "192.0.2.1" }, { ca: known.cert }, "is for another host name"],
  ] as const)("with a certificate %s nothing is sent", async (_what, wanted, transport, sentence) => {
    await using server = await startServer({ token });
    const bad = await certificate(wanted);
    await using front = await tlsFront(server.url, { cert: bad.cert, key: bad.private });
    const result = await judged(`https://127.0.0.1:${front.port}`, transport);
    expect(result).toMatchObject({
      verdict: "inconclusive",
      exitCode: 3,
      reasons: [expect.stringContaining(sentence)],
    });
    expect(result.summary.plantsCreated).toBe(0);
  });

  test("where there is none, the first line asks whether it is http", async () => {
    await using server = await startServer({ token });
    const result = await judged(server.url.replace("http:", "https:"), {});
    expect(result).toMatchObject({ exitCode: 3, reasons: [expect.stringContaining("is it http?")] });
  });
});

describe("over HTTP/2", () => {
  test("the provider is judged, and HTTP/1.1 is not spoken", async () => {
    await using server = await startServer({ token });
    await using front = await http2Front(server.url, pair);
    const result = await judged(`https://127.0.0.1:${front.port}`, { ca: known.cert, http2: true });
    expect(result).toMatchObject(everyRequirement);
    expect(new Set(front.seen)).toEqual(new Set(["2.0"]));
  });

  test("a provider that does not speak it is not judged by another version", async () => {
    await using server = await startServer({ token });
    await using front = await tlsFront(server.url, { ...pair, ALPNProtocols: ["http/1.1"] });
    const result = await judged(`https://127.0.0.1:${front.port}`, { ca: known.cert, http2: true });
    expect(result).toMatchObject({ exitCode: 3, reasons: [expect.stringContaining("does not speak HTTP/2")] });
  });
});

/** Ends each third request on its session, and all that follow it. */
const third = (end: (stream: ServerHttp2Stream) => void) => ({
  ends: (stream: ServerHttp2Stream, count: number) => {
    if (count >= 2) end(stream);
    return count >= 2;
  },
});

describe("a provider whose used connections end meets every requirement", () => {
  test.each(atOnce.map((right) => [right.name, right] as const))("over TLS: it %s", async (_name, { behaviour }) => {
    await using started = await startProvider(behaviour, { token });
    await using front = await tlsFront(started.url, pair);
    const result = await judged(`https://127.0.0.1:${front.port}`, { ca: known.cert });
    expect(result).toMatchObject(everyRequirement);
  });

  test.each<readonly [string, Pick<Parameters<typeof http2Front>[1], "ends" | "idleMs">]>([
    ["with GOAWAY after each answer", { idleMs: 0 }],
    ["with GOAWAY after 30 ms", { idleMs: 30 }],
    ["with GOAWAY after 300 ms", { idleMs: 300 }],
    ["with GOAWAY for an earlier stream", third(({ id = 1, session }) => session?.goaway(0, id - 2))],
    ["with REFUSED_STREAM", third((stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM))],
    ["with 408", third((stream) => (stream.respond({ ":status": 408 }), stream.end()))],
    ["with 408 and without an end", third((stream) => stream.respond({ ":status": 408 }))],
  ])("over HTTP/2, %s", async (_name, ending) => {
    await using server = await startServer({ token });
    await using front = await http2Front(server.url, { ...pair, ...ending });
    const result = await judged(`https://127.0.0.1:${front.port}`, { ca: known.cert, http2: true });
    expect(result).toMatchObject(everyRequirement);
  });
});

test.each([
  ["refused", constants.NGHTTP2_REFUSED_STREAM],
  ["reset", constants.NGHTTP2_INTERNAL_ERROR],
])("over HTTP/2, a provider is judged by a first stream that is %s", async (_name, code) => {
  await using server = await startServer({ token });
  const ends = (stream: ServerHttp2Stream): boolean => (stream.close(code), true);
  await using front = await http2Front(server.url, { ...pair, ends });
  const result = await judged(`https://127.0.0.1:${front.port}`, { ca: known.cert, http2: true });
  expect(result).toMatchObject({ verdict: "inconclusive", summary: { plantsCreated: 0 } });
});

describe("through a proxy", () => {
  test("a plain provider is asked for by its whole URL, with the proxy's own credentials", async () => {
    await using server = await startServer({ token });
    await using proxy = await proxyFront(server.url);
    const result = await judged(server.url, { proxy: `http://user:p%40ss@127.0.0.1:${proxy.port}` });
    expect(result.summary.exchanges).toBeGreaterThan(1);
    expect(proxy.seen[0]).toMatch(/^POST http:\/\/127\.0\.0\.1:\d+\/plants HTTP\/1\.1\r\n/);
    expect(proxy.seen[0]).toContain(`Proxy-Authorization: Basic ${Buffer.from("user:p@ss").toString("base64")}`);
    expect(JSON.stringify(result)).not.toMatch(/Proxy-Authorization|p@ss|p%40ss/);
  });

  test("a provider with TLS is reached by a tunnel, in which the proxy sees nothing", async () => {
    await using server = await startServer({ token });
    await using front = await tlsFront(server.url, pair);
    await using proxy = await proxyFront(`https://127.0.0.1:${front.port}`);
    const transport = { ca: known.cert, proxy: `http://127.0.0.1:${proxy.port}` };
    const result = await judged(`https://127.0.0.1:${front.port}`, transport);
    expect(result).toMatchObject(everyRequirement);
    expect(proxy.seen[0]).toContain(`CONNECT 127.0.0.1:${front.port} HTTP/1.1\r\n`);
    expect(proxy.seen.join("")).not.toContain(token);
  });

  test.each(["http", "https"])("that is not reached by %s, the first line says so and where it is", async (scheme) => {
    const result = await judged(`${scheme}://plants.test`, { proxy: "http://user:geheim@127.0.0.1:9" });
    expect(result).toMatchObject({
      exitCode: 3,
      reasons: [
        "The provider could not be reached: the proxy 127.0.0.1:9 was not reached: the connection was refused.",
      ],
    });
  });

  test("that refuses the tunnel, the first line says so", async () => {
    await using proxy = await proxyFront("http://127.0.0.1:1", { refuses: true });
    const result = await judged("https://127.0.0.1:9", { proxy: `http://127.0.0.1:${proxy.port}` });
    expect(result).toMatchObject({
      exitCode: 3,
      reasons: [expect.stringContaining("the proxy refused to connect to 127.0.0.1:9 (403)")],
    });
  });
});

test("through a Unix socket", async () => {
  await using server = await startServer({ token });
  const path = join(mkdtempSync(join(tmpdir(), "plant-store-")), "provider.sock");
  await using front = await socketFront(server.url, path);
  expect(front.port).toBe(0);
  expect(await judged("http://plants.test/", { unixSocket: path })).toMatchObject(everyRequirement);
});

test("through a Unix socket that is not there, which the first line says", async () => {
  expect(await judged("http://plants.test/", { unixSocket: "/no/such.sock" })).toMatchObject({
    exitCode: 3,
    reasons: ["The provider could not be reached: there is no Unix socket at that path."],
  });
});

test("over IPv6", async () => {
  await using server = await startServer({ token, host: "::1" });
  expect(await judged(server.url, {})).toMatchObject(everyRequirement);
});

test("at a name with several addresses, of which the first refuses", async () => {
  await using server = await startServer({ token });
  // If the name has only one address, this is an ordinary run.
  const result = await judged(server.url.replace("127.0.0.1", "localhost"), {});
  expect(result).toMatchObject(everyRequirement);
});
