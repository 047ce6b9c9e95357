/** Contracts reach a provider in the same ways as the checks do. */
import { readOperation } from "../spec/read-operation.ts";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import type { ServerResponse } from "node:http";
import type { ServerHttp2Stream } from "node:http2";
import { join } from "node:path";
import { expect, test } from "vitest";
import { prepareContracts } from "../cli/options/contract-options.ts";
import { providerResult } from "../library/provider-result.ts";
import { reasonOf } from "../result/result.ts";
import { startServer } from "../reference-impl/server.ts";
import type { Transport } from "../http/connect.ts";
import { DEFAULT_LIMITS } from "../http/provider.ts";
import { but, withHeaders } from "./correct.ts";
import { startProvider } from "./test-provider.ts";
import { authority, certificate } from "./reach/certificates.ts";
import { http2Front, proxyFront, socketFront, tlsFront } from "./reach/fronts.ts";

const token = "a-token-that-only-the-provider-may-see";
const known = await authority();
const good = await certificate({ by: known });
const pair = { cert: good.cert, key: good.private };

/** More header fields than Pact's verifier reads. */
const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`X-Field-${at}`, "value"]));

/** The distinct statuses of the shipped interactions, and the first reason. */
async function verified(baseUrl: string, transport: Transport): Promise<readonly (string | undefined)[]> {
  const io = { out: () => true, err: () => true, env: {}, columns: undefined, onInterrupt: () => () => undefined };
  const prepared = await prepareContracts(
    { pacts: [], shippedPacts: true, pending: false, publish: false },
    { ...io, outIsTerminal: false, errIsTerminal: false },
    { operation: readOperation(), signal: new AbortController().signal },
  );
  const contracts = await prepared.verify({
    provider: { baseUrl, token, transport, concurrency: 1, limits: DEFAULT_LIMITS },
    seed: "reach",
  });
  const all = contracts.flatMap(({ interactions }) => interactions);
  return [...new Set(all.map(({ status }) => status)), ...all.slice(0, 1).map(reasonOf)];
}

test("over TLS with a known authority, and not with another", async () => {
  await using server = await startServer({ token });
  await using front = await tlsFront(server.url, pair);
  const url = `https://127.0.0.1:${front.port}`;
  expect(await verified(url, { ca: known.cert })).toEqual(["passed", undefined]);
  expect(await verified(url, { insecure: true })).toEqual(["passed", undefined]);
  expect(await verified(url, {})).toEqual(["not-judged", expect.stringMatching(/gave no answer: .*certificate/)]);
});

test("over HTTP/2", async () => {
  await using server = await startServer({ token });
  await using front = await http2Front(server.url, pair);
  const url = `https://127.0.0.1:${front.port}`;
  expect(await verified(url, { ca: known.cert, http2: true })).toEqual(["passed", undefined]);
  expect(new Set(front.seen)).toEqual(new Set(["2.0"]));
});

test.each([
  ["100", (response: ServerResponse) => response.writeContinue()],
  ["103, twice", (response: ServerResponse) => [1, 2].forEach(() => response.writeEarlyHints({ link: "</x>" }))],
])("where %s comes before every answer", async (_what, before) => {
  await using server = await startProvider(
    but({
      takeOver: (_incoming, response) => (before(response), false),
      finish: (answer) => withHeaders(answer, many),
    }),
    { token },
  );
  expect(await verified(server.url, {})).toEqual(["passed", undefined]);
});

test("where it comes before every answer over HTTP/2, with 150 fields", async () => {
  await using server = await startProvider(but({ finish: (answer) => withHeaders(answer, many) }), { token });
  const interim = (stream: ServerHttp2Stream): void => {
    for (const status of [100, 103, 103]) stream.additionalHeaders({ ":status": status });
  };
  await using front = await http2Front(server.url, { ...pair, interim });
  const url = `https://127.0.0.1:${front.port}`;
  expect(await verified(url, { ca: known.cert, http2: true })).toEqual(["passed", undefined]);
  const provider = { url, token, transport: { ca: known.cert, http2: true } as const };
  const { verdict, reasons } = await providerResult({ ...provider, seed: "interim", strict: true });
  expect({ verdict, reasons }).toEqual({ verdict: "conformant", reasons: ["Every requirement is met."] });
});

test("through a proxy, by the whole URL or in a tunnel", async () => {
  await using server = await startServer({ token });
  await using front = await tlsFront(server.url, pair);
  await using plain = await proxyFront(server.url);
  expect(await verified(server.url, { proxy: `http://u:p@127.0.0.1:${plain.port}` })).toEqual(["passed", undefined]);
  expect(plain.seen[0]).toMatch(/^POST http:\/\/127\.0\.0\.1:\d+\/plants HTTP\/1\.1\r\n/);
  expect(plain.seen[0]).toContain("Proxy-Authorization: Basic");
  await using tunnel = await proxyFront(`https://127.0.0.1:${front.port}`);
  const transport = { ca: known.cert, proxy: `http://127.0.0.1:${tunnel.port}` };
  expect(await verified(`https://127.0.0.1:${front.port}`, transport)).toEqual(["passed", undefined]);
  expect(tunnel.seen.join("")).not.toContain(token);
});

test("through a Unix socket", async () => {
  await using server = await startServer({ token });
  const path = join(mkdtempSync(join(tmpdir(), "plant-store-")), "provider.sock");
  await using front = await socketFront(server.url, path);
  expect(front.port).toBe(0);
  expect(await verified("http://plants.test", { unixSocket: path })).toEqual(["passed", undefined]);
});
