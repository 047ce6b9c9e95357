/** What passes the proxy is what was sent, whatever becomes of the judging. */
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type Socket, connect, createServer } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { correct } from "../../proof/correct.ts";
import { startHostileProvider } from "../../proof/hostile/hostile-provider.ts";
import { authority, certificate } from "../../proof/reach/certificates.ts";
import { needs, skipFor } from "../../proof/gate/skips.ts";
import { listen, startProvider } from "../../proof/test-provider.ts";
import { type TrafficItem, isLost } from "../../traffic/recorded-traffic.ts";
import { brokenIn } from "../../traffic/testing/exchanges.ts";
import type { TrafficResult } from "../../traffic/traffic-result.ts";
import { openJudgedProxy, openProxy, openQueue } from "./proxy.ts";

const token = "token-behind-the-proxy";
const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
const valid = (k: number): RequestInit => {
  return { method: "POST", headers, body: JSON.stringify({ id: 1_234_567 + k, name: "Weeping fig" }) };
};

/** A proxy before a target that judges what passes. */
async function through<T>(
  target: string,
  use: (url: string) => Promise<T>,
  { ca, onUnreached }: { readonly ca?: string; readonly onUnreached?: (why: string) => void } = {},
): Promise<{ readonly used: T; readonly result: TrafficResult }> {
  const by = { side: "provider", strict: false, baseUrls: [target], consumerHeader: "user-agent" } as const;
  const proxy = await openJudgedProxy({
    target,
    host: "127.0.0.1",
    port: 0,
    wishes: { ...by, tool: { name: "test", version: "0" } },
    transport: ca === undefined ? {} : { ca },
    ...(onUnreached === undefined ? {} : { onUnreached }),
  });
  const used = await use(proxy.url).catch(async (error: unknown) => {
    await proxy.close();
    throw error;
  });
  return { used, result: await proxy.close() };
}

/** A proxy before a target that passes on what it sees. */
async function lookedAt<T>(
  target: string,
  use: (url: string) => Promise<T>,
  seen: (item: TrafficItem) => void,
): Promise<T> {
  const proxy = await openProxy({ target, transport: {}, host: "127.0.0.1", port: 0, seen });
  return use(proxy.url).finally(proxy.close);
}

const request = (k: number, framing: string): string =>
  `POST /plants?k=${k} HTTP/1.1\r\nhOsT: x\r\nX-Odd: two  blanks\r\nX-Odd: again\r\n${framing}`;
const chunked = "Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 1\r\n\r\n";
const whole =
  "HTTP/1.1 200 Fine\r\nTrAnSfEr-EnCoDiNg: chunked\r\nTrailer: X-Sum\r\n\r\n1\r\na\r\n0\r\nX-Sum: 2\r\n\r\n";

describe("messages pass as they are", () => {
  /** A server that answers each request, the last one with the end of its connection. */
  async function exchanged(
    requests: readonly string[],
    answers: readonly string[],
  ): Promise<readonly [string, string]> {
    let arrived = "";
    const server = createServer((socket: Socket) => {
      socket.setEncoding("latin1").on("data", (chunk) => {
        arrived += String(chunk);
        const count = requests.filter((_, k) => arrived.length >= requests.slice(0, k + 1).join("").length).length;
        for (; given < count; given += 1) socket.write(answers[given] ?? "", "latin1");
        if (given === answers.length) socket.end();
      });
    });
    let given = 0;
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const used = await lookedAt(
      `http://127.0.0.1:${port}`,
      async (url) => {
        const client = connect({ port: Number(new URL(url).port), host: "127.0.0.1" });
        client.write(requests.join(""), "latin1");
        return text(client.setEncoding("latin1"));
      },
      () => undefined,
    );
    server.close();
    return [arrived, used];
  }

  test.each<readonly [what: string, requests: readonly string[], answers: readonly string[]]>([
    [
      "with early hints, chunks, trailers and odd header fields",
      [request(1, chunked)],
      [`HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${whole.replace("Trailer", "Connection: close\r\nTrailer")}`],
    ],
    [
      "where several requests are sent at once, and the last answer has no length",
      [request(1, "Content-Length: 2\r\n\r\n{}"), request(2, chunked), request(3, "\r\n")],
      [whole, "HTTP/1.1 204 \r\n\r\n", "HTTP/1.1 200 OK\r\nX-Last: 1\r\n\r\nto the end"],
    ],
  ])("%s", async (_, requests, answers) => {
    expect(await exchanged(requests, answers)).toEqual([requests.join(""), answers.join("")]);
  });
});

describe("exchanges with a provider are judged", () => {
  test("that is right: nothing is found, and one connection carries several", async () => {
    await using provider = await startProvider(correct, { token, basePath: "/api" });
    const { used, result } = await through(provider.url, async (url) => {
      const statuses: number[] = [];
      for (let k = 0; k < 20; k += 1) statuses.push((await fetch(`${url}/api/plants`, valid(k % 10))).status);
      return statuses;
    });
    expect(used).toEqual([...Array(10).fill(200), ...Array(10).fill(409)]);
    expect([result.verdict, result.summary.judged, brokenIn(result)]).toEqual(["traffic-clean", 20, []]);
    expect(result.profile["duplicate-id"]).toEqual([{ value: "409", count: 10 }]);
  });

  test("that is wrong, over TLS: what it breaks is found", async () => {
    const ca = await authority();
    const { cert, private: key } = await certificate({ by: ca });
    const server = createTlsServer({ cert, key }, (incoming, response) => {
      incoming.resume().on("end", () => response.writeHead(201, { "Content-Type": "application/json" }).end("{}"));
    });
    const { port, stop } = await listen(server);
    const { used, result } = await through(
      `https://127.0.0.1:${port}`,
      async (url) => [(await fetch(`${url}/plants`, valid(1))).status, (await fetch(`${url}/plants`, valid(2))).status],
      { ca: ca.cert },
    );
    await stop();
    expect(used).toEqual([201, 201]);
    expect(brokenIn(result)).toEqual(["accepts-valid-plant"]);
    expect(JSON.stringify(result)).not.toContain(token);
  });

  test("that is hostile: clients get what it sends, and no report holds the token", async () => {
    const provider = await startHostileProvider(token);
    const asked = async (url: string): Promise<readonly unknown[]> => {
      const answers: unknown[] = [];
      for (let k = 0; k < 40; k += 1) {
        const answer = await fetch(`${url}/plants`, valid(k)).catch((error: unknown) => String(error));
        answers.push(typeof answer === "string" ? answer : answer.status);
      }
      return answers;
    };
    const { used, result } = await through(provider.url, asked);
    await provider.stop();
    expect(used).toEqual(Array(40).fill(200));
    expect(brokenIn(result)).toContain("plant-has-no-other-members");
    expect(JSON.stringify(result)).not.toContain(token);
  });
});

describe("the traffic is not disturbed", () => {
  test("by what is not HTTP, which is not judged", async () => {
    const server = createServer((socket) => socket.end("hello\r\n\r\n"));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const { result } = await through(`http://127.0.0.1:${port}`, (url) =>
      expect(fetch(`${url}/plants`, valid(1))).rejects.toThrow("fetch failed"),
    );
    server.close();
    const why = expect.stringContaining("the server gave no answer: ");
    expect(result.recordings).toMatchObject([{ exchanges: 1, notReadable: [{ why, count: 1 }] }]);
  });

  test("by traffic that is faster than the judging: what waits beyond eight mebibytes is counted", () => {
    const items: TrafficItem[] = [];
    const { add, end } = openQueue({ add: (item) => (items.push(item), []) }, () => undefined);
    const body = new Uint8Array(1024 * 1024);
    const exchange = { request: { method: "POST", url: "/plants", headers: [], body }, response: null };
    for (let k = 0; k < 10; k += 1) add(exchange);
    end();
    expect(items.filter(isLost)).toHaveLength(3);
    expect(items.find(isLost)).toEqual({ lost: "the traffic was faster than the judging" });
    expect(items).toHaveLength(10);
    for (let k = 0; k < 7; k += 1) add(exchange);
    end();
    expect(items.filter(isLost)).toHaveLength(3);
  });

  test("by a body beyond the limit, which is not judged", async () => {
    const { port, stop } = await listen(createHttpServer((incoming, response) => void incoming.pipe(response)));
    const body = "x".repeat(3 * 1024 * 1024);
    const items: TrafficItem[] = [];
    const isSame = await lookedAt(
      `http://127.0.0.1:${port}`,
      async (url) => (await (await fetch(`${url}/plants`, { method: "POST", body })).text()) === body,
      (item) => items.push(item),
    );
    await stop();
    expect(isSame).toBe(true);
    expect(items.map((item) => !isLost(item) && isLost(item.request.body) && isLost(item.response?.body))).toEqual([
      true,
    ]);
  });

  test("where the target is not there: the connection is closed, and the reason is counted", async () => {
    const { port, stop } = await listen(createHttpServer());
    await stop();
    const whys: string[] = [];
    const { result } = await through(
      `http://127.0.0.1:${port}`,
      (url) => expect(fetch(`${url}/plants`, valid(1))).rejects.toThrow("fetch failed"),
      { onUnreached: (why) => void whys.push(why) },
    );
    expect(whys).toEqual(["the connection was refused"]);
    const why = "the server could not be reached: the connection was refused";
    expect(result.recordings).toMatchObject([{ exchanges: 1, notReadable: [{ why, count: 1 }] }]);
    expect([result.verdict, result.reasons]).toEqual(["inconclusive", [`None of 1 exchange could be read: ${why}.`]]);
  });

  test("where the target does not speak TLS: the reason is counted", async () => {
    const { port, stop } = await listen(createHttpServer());
    const { result } = await through(`https://127.0.0.1:${port}`, (url) =>
      expect(fetch(`${url}/plants`, valid(1))).rejects.toThrow("fetch failed"),
    );
    await stop();
    expect(result.reasons[0]).toContain("does not speak TLS here; is it http?");
  });

  test("by the end of the proxy: a request that waits for its answer is counted", async () => {
    const server = createHttpServer();
    const arrived = once(server, "request");
    const { port, stop } = await listen(server);
    const waiting: Array<Promise<unknown>> = [];
    const { result } = await through(`http://127.0.0.1:${port}`, async (url) => {
      waiting.push(fetch(`${url}/plants`, valid(1)).catch((error: unknown) => error));
      await arrived;
    });
    await Promise.all(waiting);
    await stop();
    expect(result.summary).toMatchObject({ exchanges: 1, ofOperation: 1 });
    expect(result.notJudged).toContainEqual({ why: "no answer was recorded", count: 1 });
  });
});

test("many connections at the same time bring no warning of the process", async () => {
  const clients = 24;
  const waiting: Array<() => void> = [];
  const server = createHttpServer((incoming, response) => {
    incoming.resume();
    waiting.push(() => void response.end());
    if (waiting.length === clients) for (const answer of waiting) answer();
  });
  const { port, stop } = await listen(server);
  const warnings: string[] = [];
  const warned = ({ name }: Error): void => void warnings.push(name);
  process.on("warning", warned);
  const all = (url: string): Promise<unknown> =>
    Promise.all(Array.from({ length: clients }, (_, k) => fetch(url, valid(k))));
  await lookedAt(`http://127.0.0.1:${port}`, all, () => undefined);
  await new Promise(setImmediate);
  process.off("warning", warned);
  await stop();
  expect(warnings).toEqual([]);
});

describe("a crowd", () => {
  skipFor(process.platform === "linux" ? undefined : needs("Linux"));

  test("of a thousand clients is taken in at once", async () => {
    const open = async (url: string): Promise<number> => {
      const sockets = Array.from({ length: 1000 }, () => connect(Number(new URL(url).port), "127.0.0.1"));
      // Loopback connections are open at once where the system holds all of them; the others are tried after a second.
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      const connected = sockets.filter(({ connecting }) => !connecting).length;
      for (const socket of sockets) socket.destroy();
      return connected;
    };
    expect(await lookedAt("http://127.0.0.1:9", open, () => undefined)).toBe(1000);
  });
});
