/** The parts read from an entry of a HAR, and the parts reported as lost. Nothing is guessed. */
import { describe, expect, test } from "vitest";
import { partsOf } from "../testing/exchanges.ts";
import { entry, fields, plantText as text } from "../testing/har-entries.ts";
import { isLost } from "../recorded-traffic.ts";
import { exchangeOfEntry } from "./read-exchange.ts";

describe("an entry of a HAR", () => {
  test("is an exchange with the bytes of both bodies", () => {
    expect(partsOf(exchangeOfEntry(entry()))).toEqual({ request: text, response: '{"name":"Rose"}' });
  });

  test("has no pseudo-header fields", () => {
    const headers = fields({ ":method": "POST", "content-type": "application/json" });
    expect(exchangeOfEntry(entry({ request: { headers } }))).toMatchObject({
      request: { headers: [["content-type", "application/json"]] },
    });
  });

  test("has the bytes of base64, and those of a body that was compressed on the way", () => {
    const encoded = { text: Buffer.from("{}").toString("base64"), encoding: "base64", size: 2 };
    expect(partsOf(exchangeOfEntry(entry({ content: encoded }))).response).toBe("{}");
    const transferred = { size: 9, compression: 6 };
    expect(partsOf(exchangeOfEntry(entry({ content: transferred }))).response).toBe('{"name":"Rose"}');
  });

  test.each<readonly [what: string, part: "request" | "response", changes: Readonly<Record<string, object>>]>([
    ["postData that is missing", "request", { request: { postData: null } }],
    ["postData of another length", "request", { request: { postData: { text: `${text} ` } } }],
    ["postData whose bytes were replaced", "request", { request: { postData: { text: "\u{fffd}".padEnd(26) } } }],
    ["a form of which only the parameters are there", "request", { request: { postData: { params: [], text: "" } } }],
    ["a request whose header fields are missing", "request", { request: { headers: [] } }],
    ["content without text", "response", { content: { text: undefined } }],
    ["content without text whose size is 0", "response", { content: { text: undefined, size: 0 } }],
    ["content that was cut off", "response", { content: { text: '{"name"' } }],
    ["content that was written anew", "response", { content: { text: '{ "name": "Rose" }' } }],
    ["content that is marked as cut", "response", { content: { _sha256: "00" } }],
    ["base64 that is none", "response", { content: { text: "%", encoding: "base64" } }],
    ["content in another encoding", "response", { content: { text: "00", encoding: "hex" } }],
  ])("has lost the body: %s", (_, part, changes) => {
    expect(partsOf(exchangeOfEntry(entry(changes)))[part]).toEqual({ lost: expect.any(String) });
  });

  test("has no body only where its client said so", () => {
    const none = { headers: fields({ "Content-Length": "0" }), bodySize: 0, postData: undefined };
    expect(partsOf(exchangeOfEntry(entry({ request: none }))).request).toBeNull();
    const silent = { headers: fields({ Accept: "*/*" }), bodySize: 0, postData: undefined };
    expect(partsOf(exchangeOfEntry(entry({ request: silent }))).request).toHaveProperty("lost");
  });

  test("has an empty answer where its text is empty, or the provider said so", () => {
    const empty = { content: { text: "", size: 0 } };
    expect(partsOf(exchangeOfEntry(entry(empty))).response).toBe("");
    const headers = fields({ "Content-Type": "application/json", "Content-Length": "0" });
    const said = { content: { text: undefined, size: 0 }, response: { headers } };
    expect(partsOf(exchangeOfEntry(entry(said))).response).toBe("");
    const noContent = { content: { text: undefined, size: 0 }, response: { status: 204 } };
    expect(partsOf(exchangeOfEntry(entry(noContent))).response).toBe("");
    const notModified = { content: { text: undefined, size: 0 }, response: { status: 304 } };
    expect(partsOf(exchangeOfEntry(entry(notModified))).response).toBe("");
  });

  test("has lost the media type where it names one and has no field", () => {
    const item = exchangeOfEntry(entry({ response: { headers: fields({ Date: "now" }) } }));
    expect(item).toMatchObject({ response: { headers: { lost: expect.any(String) as unknown } } });
  });

  test.each([0, -1, 100, 103, "200", undefined])("has no answer with the status %j", (status) => {
    expect(exchangeOfEntry(entry({ response: { status } }))).toMatchObject({ response: null });
  });

  test.each<readonly [value: unknown, why: string]>([
    [null, "the entry has no request"],
    [[], "the entry has no request"],
    [7, "the entry has no request"],
    [{}, "the entry has no request"],
    [{ request: "POST /plants" }, "the entry has no request"],
    [{ request: ["POST", "/plants"] }, "the entry has no request"],
    [{ request: {} }, "its request has no method or no URL"],
    [{ request: { method: "POST" } }, "its request has no method or no URL"],
    [{ request: { url: "/plants" } }, "its request has no method or no URL"],
  ])("is none: %j", (value, why) => {
    expect(exchangeOfEntry(value)).toEqual({ lost: why });
  });

  test("has no answer where it has no response", () => {
    expect(exchangeOfEntry({ ...entry(), response: undefined })).toMatchObject({ response: null });
  });
});

describe("an answer that a private member names", () => {
  const unansweredIn = (own: object): unknown => {
    const item = exchangeOfEntry(entry({ entry: own }));
    return isLost(item) ? item : item.unanswered;
  };

  test.each<readonly [own: object, why: string]>([
    [{ _wasIntercepted: true }, "a test gave the answer"],
    [{ _fetchedViaServiceWorker: "Yes" }, "a service worker gave the answer"],
    [{ _fetchType: "Disk Cache" }, "the answer came from a cache"],
    [{ _error: "x" }, "the exchange failed"],
    [{ _wasBlocked: 1 }, "the exchange failed"],
  ])("is not the provider's: %j", (own, why) => {
    expect(unansweredIn(own)).toContain(why);
  });

  test.each([
    { _interceptedRequests: 1 },
    { _serviceWorkerVersion: "7" },
    { _fetchType: "No cache used" },
    { _blockedQueueing: 3 },
  ])("is the provider's where the name only begins like that: %j", (own) => {
    expect(unansweredIn(own)).toBeUndefined();
  });

  test.each([null, false, 0, "", "0", "No", "NONE", "False", "null"])(
    "is the provider's where the value says that there is none: %j",
    (value) => {
      expect(unansweredIn({ _error: value })).toBeUndefined();
    },
  );
});

describe("the header fields of an entry", () => {
  const headersOf = (headers: unknown): unknown => {
    const item = exchangeOfEntry(entry({ request: { headers, postData: undefined } }));
    return isLost(item) ? item : item.request.headers;
  };

  test.each([undefined, {}, "Accept: */*", []])("are missing: %j", (headers) => {
    expect(headersOf(headers)).toEqual({ lost: "the header fields are missing" });
  });

  test("are those that have a name; without a value they are empty", () => {
    const odd = [{ value: "x" }, { name: null, value: "x" }, { name: "Via" }, { name: "Accept", value: null }];
    expect(headersOf(odd)).toEqual([
      ["Via", ""],
      ["Accept", ""],
    ]);
  });

  test("of an answer that are missing leave its body", () => {
    const item = exchangeOfEntry(entry({ response: { headers: [] } }));
    expect(item).toMatchObject({ response: { headers: { lost: "the header fields are missing" } } });
    expect(partsOf(item).response).toBe('{"name":"Rose"}');
  });

  test.each<readonly [mimeType: unknown, isKnown: boolean]>([
    ["application/JSON", false],
    ["application/problem+json", false],
    ["text/plain", true],
    [null, true],
  ])("without Content-Type, beside the media type %j, are known: %s", (mimeType, isKnown) => {
    const item = exchangeOfEntry(entry({ content: { mimeType }, response: { headers: fields({ Date: "now" }) } }));
    if (isLost(item)) throw new Error(item.lost);
    expect(isLost(item.response?.headers)).toBe(!isKnown);
  });
});

describe("the body of a request in an entry", () => {
  const headers = fields({ "Content-Type": "application/json" });
  const bodyIn = (request: object): unknown =>
    partsOf(exchangeOfEntry(entry({ request: { headers, ...request } }))).request;

  test.each([undefined, null, -1, 2.5, "27"])("is its text where its size is not known: %j", (bodySize) => {
    expect(bodyIn({ bodySize })).toBe(text);
  });

  test("is missing where its text is empty and its client says nothing of its length", () => {
    const missing = { lost: "the body of the request is missing" };
    expect(bodyIn({ bodySize: -1, postData: { mimeType: "application/json", text: "" } })).toEqual(missing);
  });

  test("is none where its text is empty and its client says so", () => {
    const none = { headers: fields({ "Content-Type": "application/json", "Content-Length": "0" }) };
    expect(bodyIn({ ...none, postData: { mimeType: "application/json", text: "" } })).toBeNull();
  });

  test("is lost where it was compressed, or cut by the recorder", () => {
    const zipped = fields({ "Content-Type": "application/json", "Content-Encoding": "gzip" });
    expect(bodyIn({ headers: zipped })).toEqual({ lost: "the body of the request is compressed" });
    const cut = { lost: "only the first part of the body was recorded" };
    expect(bodyIn({ postData: { text, _sha256: "00" } })).toEqual(cut);
  });

  test.each(["encoding", "_encoding"])("is base64 where the member %s says so", (member) => {
    expect(bodyIn({ postData: { text: Buffer.from("{}").toString("base64"), [member]: "base64" } })).toBe("{}");
    const none = { lost: "the base64 of the body is none" };
    expect(bodyIn({ postData: { text: "%", [member]: "base64" } })).toEqual(none);
  });

  test("is lost in base64 of fewer bytes than its client sent", () => {
    const longer = fields({ "Content-Type": "application/json", "Content-Length": "31" });
    const postData = { text: Buffer.from("{}").toString("base64"), encoding: "base64" };
    expect(bodyIn({ headers: longer, postData })).toEqual({ lost: "only a part of the body was recorded" });
  });
});

describe("the body of an answer in an entry", () => {
  const bodyIn = (content: object, headers: Readonly<Record<string, string>> = {}): unknown => {
    const all = fields({ "Content-Type": "application/json", ...headers });
    return partsOf(exchangeOfEntry(entry({ content, response: { headers: all } }))).response;
  };
  const missing = { lost: "the body of the answer is missing" };

  test.each(["chunked", "gzip, Chunked"])("is missing where its text is empty and its framing is %s", (framing) => {
    expect(bodyIn({ text: "", size: 0 }, { "Transfer-Encoding": framing })).toEqual(missing);
  });

  test("is missing where its text is empty and its size is not known, or is another", () => {
    expect([undefined, -1, 5].map((size) => bodyIn({ text: "", size }))).toEqual([missing, missing, missing]);
  });

  test("is its text where its size is not known, and where its size is that of the text", () => {
    const whole = '{"name":"Rose"}';
    const sizes = [{ size: -1 }, { size: 15 }, { size: 15, compression: 6 }, { size: 9, compression: 6 }];
    expect(sizes.map((content) => bodyIn(content))).toEqual(sizes.map(() => whole));
    expect(bodyIn({ encoding: "" })).toBe(whole);
  });

  test("is lost where its text is a byte longer than it was", () => {
    expect(bodyIn({ size: 14 })).toEqual({ lost: expect.stringContaining("another length") });
  });

  const cut = { text: '{"name":"Ro', size: 11 };
  const base64 = { ...cut, text: Buffer.from(cut.text).toString("base64"), encoding: "base64" };
  const part = { lost: expect.stringMatching(/another length|only a part/) as unknown };
  test.each<readonly [coding: Readonly<Record<string, string>>]>([[{}], [{ "Content-Encoding": "identity" }]])(
    "is lost where the provider says that it is longer, beside %j",
    (coding) => {
      const headers = { "Content-Length": "15", ...coding };
      const contents = [cut, { ...cut, size: -1 }, { ...cut, size: 7, compression: 4 }, base64];
      expect(contents.map((content) => bodyIn(content, headers))).toEqual(contents.map(() => part));
    },
  );

  test("is its text where the length of the provider is that of the text, or of compressed bytes", () => {
    const whole = { text: '{"name":"Ro"}', size: 13 };
    expect(bodyIn(whole, { "Content-Length": "13" })).toBe(whole.text);
    expect(bodyIn(whole, { "Content-Length": "33", "Content-Encoding": "gzip" })).toBe(whole.text);
  });

  test("is that of base64, as long as it was", () => {
    const encoded = { text: Buffer.from("{}").toString("base64"), encoding: "base64" };
    expect([2, -1].map((size) => bodyIn({ ...encoded, size }))).toEqual(["{}", "{}"]);
    expect(bodyIn({ ...encoded, size: 3 })).toEqual({ lost: "only a part of the body was recorded" });
  });

  test("is lost in an encoding that is not base64, though its text could be", () => {
    const lost = { lost: "the body of the answer has an encoding that is not base64" };
    expect(bodyIn({ text: "0000", encoding: "hex", size: 3 })).toEqual(lost);
  });
});

test("a private member of a mebibyte is searched for what it tells in time", () => {
  const word = "from".repeat(256 * 1024);
  expect(exchangeOfEntry({ ...entry(), _fetchType: word, [`_${word}`]: 1 })).not.toHaveProperty("unanswered");
});
