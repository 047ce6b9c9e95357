/** Exchanges are found in the bytes of a connection, however they are cut. Unknown bytes are ignored. */
import { describe, expect, test } from "vitest";
import type { TrafficExchange } from "../recorded-traffic.ts";
import { openWirePairs } from "./wire-pairs.ts";

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly sent: unknown;
  readonly status: number | undefined;
  readonly received: unknown;
}

const shown = (body: unknown): unknown => (body instanceof Uint8Array ? Buffer.from(body).toString("latin1") : body);

/** Both directions in pieces of this many bytes, all requests before the answers. */
function pairsIn(requests: string, answers: string, size = 1000): readonly Seen[] {
  const seen: TrafficExchange[] = [];
  const pairs = openWirePairs("http://plants.example", (exchange) => seen.push(exchange));
  const pieces = (text: string): readonly Buffer[] =>
    Array.from({ length: Math.ceil(text.length / size) }, (_, k) =>
      Buffer.from(text.slice(k * size, (k + 1) * size), "latin1"),
    );
  for (const piece of pieces(requests)) pairs.fromClient(piece);
  for (const piece of pieces(answers)) pairs.fromServer(piece);
  pairs.serverEnded();
  return seen.map(({ request: { method, url, body }, response }) => ({
    method,
    url,
    sent: shown(body),
    status: response?.status,
    received: shown(response?.body),
  }));
}

const post = (body: string): string => `POST /plants HTTP/1.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const ok = (body: string): string => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const exchange = (sent: string, received: string): Seen => {
  return { method: "POST", url: "http://plants.example/plants", sent, status: 200, received };
};

describe("a connection", () => {
  test.each([1, 3, 1000])("has exchanges one after the other, in pieces of %i bytes", (size) => {
    expect(pairsIn(post("a") + post("") + post("bc"), ok("1") + ok("2") + ok(""), size)).toEqual([
      exchange("a", "1"),
      exchange("", "2"),
      exchange("bc", ""),
    ]);
  });

  test.each([1, 1000])("has chunked bodies with extensions and trailers, in pieces of %i bytes", (size) => {
    const chunked = "2;x=y\r\nab\r\n1\r\nc\r\n0\r\nX-Sum: 1\r\n\r\n";
    const head = "Transfer-Encoding: chunked\r\n\r\n";
    const requests = `POST /plants HTTP/1.1\r\n${head}${chunked}${post("d")}`;
    const answers = `HTTP/1.1 200 OK\r\n${head}${chunked}${ok("e")}`;
    expect(pairsIn(requests, answers, size)).toEqual([exchange("abc", "abc"), exchange("d", "e")]);
  });

  test("has interim answers, which belong to no request", () => {
    const interim = "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n";
    expect(pairsIn(post("a"), interim + ok("1"))).toEqual([exchange("a", "1")]);
  });

  test("has answers without a body, whatever their header says", () => {
    const requests = `HEAD /plants HTTP/1.1\r\n\r\n${post("a")}${post("b")}`;
    const answers = `HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nHTTP/1.1 204 No\r\n\r\n${ok("2")}`;
    expect(pairsIn(requests, answers).map(({ status, received }) => [status, received])).toEqual([
      [200, ""],
      [204, ""],
      [200, "2"],
    ]);
  });

  test("has an answer that ends with the connection", () => {
    expect(pairsIn(post("a"), "HTTP/1.0 200 OK\r\n\r\nto the end")).toEqual([exchange("a", "to the end")]);
  });

  test("has an answer that comes before the body was sent", () => {
    const [early] = pairsIn("POST /plants HTTP/1.1\r\nContent-Length: 9\r\n\r\nhalf", ok("1"));
    expect(early).toEqual({
      ...exchange("", "1"),
      sent: { lost: expect.stringContaining("before its body was sent") },
    });
  });

  test("has a body beyond the limit, which is lost, and goes on", () => {
    const long = "x".repeat(1024 * 1024 + 1);
    const [first, second] = pairsIn(post(long) + post("a"), ok("1") + ok("2"), 65_536);
    expect(first?.sent).toEqual({ lost: expect.stringContaining("the limit") });
    expect(second).toEqual(exchange("a", "2"));
  });
});

describe("nothing is looked at", () => {
  test.each<readonly [what: string, requests: string, answers: string]>([
    ["that is not HTTP", "\x16\x03\x01\0\0\r\n\r\n", "\x15\x03\x01\r\n\r\n"],
    ["after a protocol was switched", post("a"), `HTTP/1.1 101 Switching\r\n\r\n${ok("1")}`],
    ["in a tunnel", `CONNECT x:1 HTTP/1.1\r\n\r\n${post("a")}`, `HTTP/1.1 200 OK\r\n\r\n${ok("1")}`],
    [
      "where the length is none",
      "POST /plants HTTP/1.1\r\nContent-Length: 1, 2\r\n\r\na",
      "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n1",
    ],
    [
      "where a chunk has no size",
      post("a"),
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n1\r\n0\r\n\r\n",
    ],
    ["of answers that nobody asked for", "", ok("1")],
    ["of an answer that breaks off", post("a"), "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nhalf"],
    ["of more requests than are kept while they wait", post("a").repeat(17), ""],
    ["of a head without end", `POST /plants HTTP/1.1\r\nX: ${"x".repeat(300_000)}`, ok("1")],
  ])("%s", (_, requests, answers) => {
    expect(pairsIn(requests, answers)).toEqual([]);
  });
});

test("of what has no answer yet, sixteen requests are kept with their bodies, and none after the next", () => {
  const bodies = Array.from({ length: 18 }, (_, k) => String.fromCharCode(0x61 + k));
  const seen = pairsIn(bodies.map(post).join(""), bodies.map(ok).join(""));
  expect(seen.slice(0, 16)).toEqual(bodies.slice(0, 16).map((body) => exchange(body, body)));
  expect(seen.slice(16).map(({ sent }) => sent)).toEqual([{ lost: expect.any(String) }]);
});

test("a request may name its whole URL", () => {
  const absolute = post("a").replace("/plants", "http://other.example/v1/plants");
  expect(pairsIn(absolute, ok("1"))).toEqual([{ ...exchange("a", "1"), url: "http://other.example/v1/plants" }]);
});

test("what has no answer when the connection is closed is seen without one, unless it is not HTTP any more", () => {
  const closedAfter = (requests: string, answers: string): ReadonlyArray<readonly [string, unknown, unknown]> => {
    const seen: TrafficExchange[] = [];
    const pairs = openWirePairs("http://plants.example", (one) => seen.push(one));
    pairs.fromClient(Buffer.from(requests, "latin1"));
    pairs.fromServer(Buffer.from(answers, "latin1"));
    pairs.closed();
    pairs.closed();
    return seen.map(({ request, response }) => [request.url, shown(request.body), response?.status]);
  };
  const url = "http://plants.example/plants";
  expect(closedAfter(post("a") + post("bc"), ok("1"))).toEqual([
    [url, "a", 200],
    [url, "bc", undefined],
  ]);
  expect(closedAfter(post("abc").slice(0, -1), "")).toEqual([
    [url, { lost: "its body was not sent whole" }, undefined],
  ]);
  expect(closedAfter("CONNECT plants.example:443 HTTP/1.1\r\n\r\n", "")).toEqual([]);
  expect(closedAfter("GET / HTTP/1.1\r\nUpgrade: x\r\n\r\n", "HTTP/1.1 101 Ok\r\n\r\n")).toEqual([]);
});
