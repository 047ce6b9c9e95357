/** Recordings changed by tools and sanitizers. Such changes neither count against anybody, nor make traffic clean. */
import { describe, expect, test } from "vitest";
import { KNOWN, type Written, brokenIn, judgedLines, line, refused } from "./testing/exchanges.ts";
import { browserFields, entry, fields, judgedEntries } from "./testing/har-entries.ts";

const consumer = { side: "consumer" } as const;
const url = "http://plants.example/api/plants";
const request = { method: "POST", url, body: '{"id":1234567,"name":"Rose"}' };
const json = { "Content-Type": "application/json" };
const answer = { status: 200, headers: json, body: '{"name":"Rose"}' };

/** A line with header fields in a given notation, in its request and in its answer. */
function withHeaders(headers: unknown): readonly object[] {
  return [line(), { request: { ...request, headers }, response: { ...answer, headers } }];
}

describe("nobody is accused by a log", () => {
  const masked = { Authorization: `Bearer ${KNOWN}`, "Content-Type": "[REDACTED]" };
  test.each<readonly [what: string, lines: readonly object[]]>([
    ["whose header fields are objects, as in a HAR", withHeaders([{ name: "Content-Type", value: "text/plain" }])],
    ["whose header fields are one flat list", withHeaders(["Content-Type", "text/plain"])],
    ["whose header fields have values that are objects", withHeaders({ "Content-Type": { value: "text/plain" } })],
    ["whose header fields have values that are lists in a pair", withHeaders([["Content-Type", ["text/plain"]]])],
    ["whose list of header fields is empty", withHeaders([])],
    ["whose object of header fields is empty", withHeaders({})],
    ["whose media types are masked", [line({ headers: masked, answerHeaders: masked })]],
    [
      "whose challenge is masked",
      [line(), line({ status: 401, answerHeaders: { ...json, "WWW-Authenticate": "***" } })],
    ],
    ["whose bodies are cut off with dots", [line({ body: '{"id":12345...', answer: '{"na…' })]],
    ["whose bodies are cut off with a word", [line({ body: '{"id":12 [truncated]', answer: '{"na<truncated>' })]],
    [
      "whose bodies have masked values",
      [line({ body: '{"id":"[REDACTED]","name":"Rose"}', answer: '{"name":1,"x":"***"}' })],
    ],
    ["whose URL has a question mark and nothing behind it", [line({ url: `${url}?` })]],
  ])("%s", (_, lines) => {
    expect(brokenIn(judgedLines(lines))).toEqual([]);
  });
});

describe("nobody is accused by a HAR", () => {
  const { "Content-Type": _type, ...untyped } = browserFields;
  const { "Content-Length": _length, ...unsized } = browserFields;
  const base64 = Buffer.from(request.body).toString("base64");
  test.each<readonly [what: string, entries: readonly object[]]>([
    ["that names the media type of a request and has no field", [entry({ request: { headers: fields(untyped) } })]],
    [
      "whose request is in base64",
      [entry({ request: { headers: fields(unsized), bodySize: -1, postData: { text: base64, encoding: "base64" } } })],
    ],
    [
      "whose answer was transferred and not kept",
      [entry({ content: { size: 0, text: "" }, response: { bodySize: 40 } })],
    ],
    [
      "of a preflight, a redirect and an answer from a cache",
      [
        entry({ request: { method: "OPTIONS" }, response: { status: 204, headers: [] } }),
        entry({ response: { status: 307, redirectURL: "/plants/" }, content: { size: 0, text: "" } }),
        entry({ request: { url: "http://plants.example/plants/" }, response: { status: 404 } }),
        entry({ response: { status: 304 }, content: { size: 0, text: "" } }),
      ],
    ],
  ])("%s", (_, entries) => {
    expect(brokenIn(judgedEntries([entry(), ...entries]))).toEqual([]);
  });
});

describe("an answer that is not the provider's", () => {
  const wrong = { text: '{"name":7777777}', size: 16 };
  test.each<readonly [what: string, changes: Parameters<typeof entry>[0]]>([
    ["was given by a test in its place", { entry: { _wasFulfilled: true } }],
    ["came through a service worker", { response: { _fetchedViaServiceWorker: true } }],
    ["came from a cache", { entry: { _fromCache: "disk" } }],
    ["came from a cache, as Safari says", { entry: { _fetchType: "Memory Cache" } }],
    ["came through a service worker, as Safari says", { entry: { _fetchType: "Service Worker" } }],
    ["was given by the inspector", { entry: { _fetchType: "Inspector Override" } }],
    ["came from a cache, as Firefox says", { entry: { cache: { afterRequest: null } } }],
    ["came from a cache, as Firefox says in detail", { entry: { cache: { afterRequest: { fetchCount: "2" } } } }],
    ["came from a cache, as HAR says", { entry: { cache: { beforeRequest: { hitCount: 1 }, afterRequest: null } } }],
    ["came through a worker, by another member", { entry: { _isFromServiceWorker: "yes" } }],
    ["was a proxy's, which says that it failed", { response: { _charlesStatus: "EXCEPTION" } }],
    ["was a browser's, which says that it failed", { response: { _error: "net::ERR_CONNECTION_RESET" } }],
    ["was a test's, which says that it failed", { response: { _failureText: "aborted" } }],
    ["was mocked", { entry: { _isMocked: true } }],
  ])("%s, and says nothing", (_, changes) => {
    const { verdict, requirements } = judgedEntries([entry({ ...changes, content: wrong })], { side: "provider" });
    expect(requirements.filter(({ asked }) => asked > 0)).toEqual([]);
    expect(verdict).toBe("inconclusive");
  });
});

test("an answer is the provider's where the members that could tell of another say so", () => {
  const usual = {
    entry: { _fetchType: "Network Load", _fromCache: null, cache: {}, _wasFulfilled: false, _securityState: "secure" },
    response: { _error: "", _charlesStatus: "Complete", _fetchedViaServiceWorker: "false", _transferSize: 300 },
  };
  const none = { entry: { cache: { beforeRequest: null, afterRequest: null }, _fromCache: "None" } };
  const alike = {
    entry: { _interceptedBy: "x", _serviceWorkerRouterInfo: "x", _cachedBefore: "x", _blockedQueueing: 5 },
    response: { _charlesStatus: "no cache was asked" },
  };
  for (const changes of [usual, none, alike]) {
    const wrong = { text: '{"name":7777777}', size: 16 };
    const { requirements } = judgedEntries([entry({ ...changes, content: wrong })], { side: "provider" });
    expect(requirements.filter(({ status }) => status === "failed").map(({ id }) => id)).toEqual(["plant-shape"]);
  }
});

describe("nothing is clean", () => {
  test("where of the clients no more than the URL is known", () => {
    const lines = [{ request: { method: "POST", url }, response: answer }];
    expect(judgedLines(lines, consumer)).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
    expect(judgedLines([...lines, line()], consumer).verdict).toBe("traffic-clean");
  });
});

describe("no credential is shown", () => {
  const [one, other] = ["first-secret-of-a-client", "second-secret-of-a-client"];
  const both = [
    ["Authorization", `Bearer ${one}`],
    ["Authorization", `Bearer ${other}`],
  ];
  const echo = { ...answer, body: JSON.stringify({ id: 1, name: `${one} ${other}` }) };
  const basic = Buffer.from(`user-of-it:${one}`).toString("base64");
  test.each<readonly [what: string, request: object]>([
    ["of two Authorization fields", { ...request, headers: both }],
    [
      "of Authorization fields that were joined",
      { ...request, headers: { Authorization: `Bearer ${one}, Bearer ${other}` } },
    ],
    ["of two cookies", { ...request, headers: { Cookie: `a=${one}; b="${other}"` } }],
    ["of a query", { ...request, url: `${url}?access_token=${one}&key=${encodeURIComponent(other)}`, headers: json }],
    ["of Basic", { ...request, headers: { Authorization: `Basic ${basic}`, "X-Key": other } }],
    ["of a form", { ...request, headers: json, body: `access_token=${one}&client_secret=${other}&name=Rose` }],
    ["of a member", { ...request, headers: json, body: `{"api_key":"${one}","a":{"password" : "${other}"}}` }],
  ])("%s", (_, sent) => {
    const text = JSON.stringify(judgedLines([{ request: sent, response: echo }, line(refused)]));
    expect(text).toContain("plant-has-no-id");
    for (const secret of [one, other]) expect(text).not.toContain(secret);
  });

  test("in the name of a content coding", () => {
    const headers = { ...json, "Content-Encoding": KNOWN };
    const coded = { ...line(), response: { ...answer, headers, body: { encoding: "base64", content: "AAEC" } } };
    const text = JSON.stringify(judgedLines([coded, line()]));
    expect(text).toContain("with the content coding");
    expect(text).not.toContain(KNOWN);
  });
});

test.each<readonly [what: string, written: Written]>([
  ["a token", { headers: { Authorization: `Bearer ${"aA1-".repeat(20_000)}` } }],
  ["an address", { url: `${url}?key=${"a".repeat(80_000)}` }],
  ["a field of an answer", { answerHeaders: { "X-Odd": "a".repeat(80_000) } }],
])("%s of a length that no server takes is not searched for, and its exchange is not shown", (_what, written) => {
  const result = judgedLines([line({ ...refused, ...written, answer: "odd" })]);
  expect(brokenIn(result)).toEqual([]);
  expect(JSON.stringify(result)).toContain(
    "its address or its header fields have more than 65536 characters, the limit",
  );
});
