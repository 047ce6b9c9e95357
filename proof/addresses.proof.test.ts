/** The client tries each address of a host, within the connect limit. Only the last is the provider's. */
import dns from "node:dns";
import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, test, vi } from "vitest";
import { providerResult } from "../library/provider-result.ts";
import { startServer } from "../reference-impl/server.ts";
import type { Transport } from "../http/connect.ts";
import { authority, certificate } from "./reach/certificates.ts";
import { http2Front, proxyFront, tlsFront } from "./reach/fronts.ts";
import { needs } from "./gate/skips.ts";

const token = "a-token-that-only-the-provider-may-see";
const known = await authority();
const good = await certificate({ by: known, name: "plants.test" });
const pair = { cert: good.cert, key: good.private };

/** Resolves `plants.test` to these addresses, and fails for any other name. */
function resolving(addresses: readonly string[]): void {
  const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  const lookup = (
    name: string,
    options: { all?: boolean },
    answer: (error: null, found: unknown, family?: number) => void,
  ): void => {
    if (name !== "plants.test") throw new Error(`${name} was looked up`);
    if (options.all === true) answer(null, found);
    else answer(null, found[0]?.address, found[0]?.family);
  };
  vi.spyOn(dns, "lookup").mockImplementation(lookup as unknown as typeof dns.lookup);
}

afterEach(() => {
  vi.restoreAllMocks();
});

/** Refuses connections: nothing listens there. */
const REFUSING = "127.0.0.2";

const everyRequirement = { verdict: "conformant", exitCode: 0, reasons: ["Every requirement is met."] };

async function judged(port: number | string, scheme: string, transport: Transport): Promise<unknown> {
  const provider = { url: `${scheme}://plants.test:${port}`, token, transport };
  return providerResult({ ...provider, seed: "reach", strict: false });
}

describe.each([
  ["another family's, which refuses", ["::1", "127.0.0.1"]],
  ["the same family's, which refuses", [REFUSING, "127.0.0.1"]],
  ["several, all of which refuse", [REFUSING, "127.0.0.3", "127.0.0.4", "127.0.0.1"]],
])("after addresses that are %s, the provider is reached", (_what, addresses) => {
  test("in plain HTTP", async () => {
    await using server = await startServer({ token });
    resolving(addresses);
    expect(await judged(new URL(server.url).port, "http", {})).toMatchObject(everyRequirement);
  });

  test("over TLS", async () => {
    await using server = await startServer({ token });
    await using front = await tlsFront(server.url, pair);
    resolving(addresses);
    expect(await judged(front.port, "https", { ca: known.cert })).toMatchObject(everyRequirement);
  });

  test("over HTTP/2", async () => {
    await using server = await startServer({ token });
    await using front = await http2Front(server.url, pair);
    resolving(addresses);
    expect(await judged(front.port, "https", { ca: known.cert, http2: true })).toMatchObject(everyRequirement);
  });

  test("through a proxy at such a name", async () => {
    await using server = await startServer({ token });
    await using front = await tlsFront(server.url, pair);
    await using proxy = await proxyFront(`https://127.0.0.1:${front.port}`);
    resolving(addresses);
    const transport = { ca: known.cert, proxy: `http://plants.test:${proxy.port}` };
    expect(await judged(front.port, "https", transport)).toMatchObject(everyRequirement);
  });
});

/** A thread that listens at an address and port and never accepts. Linux leaves further connections unanswered. */
const deaf = `
  const { createServer } = require("node:net");
  const { parentPort, workerData } = require("node:worker_threads");
  const server = createServer().listen({ ...workerData, backlog: 1 }, () => {
    parentPort.postMessage("listening");
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });`;

/** Occupies an address and a port: a client that connects there gets no answer. */
async function silenced(host: string, port: number): Promise<AsyncDisposable> {
  const worker = new Worker(deaf, { eval: true, workerData: { host, port } });
  await once(worker, "message");
  const waiting: Socket[] = Array.from({ length: 8 }, () => connect(port, host).on("error", () => undefined));
  await Promise.race(waiting.map((socket) => once(socket, "connect")));
  return {
    [Symbol.asyncDispose]: async () => {
      for (const socket of waiting) socket.destroy();
      await worker.terminate();
    },
  };
}

test("after an address that is silent, the provider is reached", async ({ skip }) => {
  if (process.platform !== "linux") return skip(needs("Linux"));
  await using server = await startServer({ token });
  const port = Number(new URL(server.url).port);
  await using silent = await silenced(REFUSING, port);
  expect(silent).toBeDefined();
  resolving([REFUSING, "127.0.0.1"]);
  expect(await judged(port, "http", {})).toMatchObject(everyRequirement);
}, 60_000);

test("where every address refuses, the first line says so", async () => {
  resolving([REFUSING, "127.0.0.3"]);
  expect(await judged(9, "http", {})).toMatchObject({
    exitCode: 3,
    reasons: [expect.stringContaining("the connection was refused")],
  });
});
