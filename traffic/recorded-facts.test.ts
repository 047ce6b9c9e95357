/** The facts of one exchange: only certain ones, read as the document or a standard requires. */
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { HeaderFields } from "../http/message.ts";
import { DEFAULT_LIMITS } from "../http/provider.ts";
import type { TrafficResponse } from "./recorded-traffic.ts";
import { shippedOptions } from "./testing/exchanges.ts";
import { factsOf, locator, type OperationPlace, type TrafficFacts } from "./recorded-facts.ts";

const place = { kind: "operation", baseUrl: "http://plants.example", query: undefined } as const;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const url = "http://plants.example/plants";
const { newPlant } = shippedOptions.validators;

function ofRequest(headers: HeaderFields | null, query?: string): TrafficFacts {
  const request = { method: "POST", url, headers: headers ?? { lost: "x" }, body: bytesOf('{"id":1,"name":"Rose"}') };
  return factsOf({ exchange: { request, response: null }, place: { ...place, query } }, newPlant);
}

function ofAnswer(answer: Partial<TrafficResponse>): TrafficFacts {
  const request = { method: "POST", url, headers: [], body: null };
  const response = { status: 200, headers: [], body: bytesOf("{}"), isDecoded: false, ...answer };
  return factsOf({ exchange: { request, response }, place }, newPlant);
}

const typed = (type: string): HeaderFields => [["Content-Type", type]];
const json = typed("application/json");

describe("a body in which a value may be masked", () => {
  const request = { method: "POST", url, headers: typed("application/json"), body: bytesOf('{"id":1,"name":"Rose"}') };
  const response = { status: 200, headers: [], body: bytesOf("{}"), isDecoded: false };
  const masked = { lost: ["a value may be masked"] };

  test("is lost, that of the request and that of the answer", () => {
    const ofFirst = factsOf(
      { exchange: { request, response }, place, masked: { request: true, answer: false } },
      newPlant,
    );
    expect(ofFirst).toMatchObject({ ...masked, body: null, answered: { answer: { reading: { as: "json" } } } });
    const ofSecond = factsOf(
      { exchange: { request, response }, place, masked: { request: false, answer: true } },
      newPlant,
    );
    expect(ofSecond).toMatchObject({
      ...masked,
      body: { is: "plant" },
      answered: { answer: { reading: { as: "unread" } } },
    });
  });

  test("is none where there is no answer", () => {
    expect(
      factsOf({ exchange: { request, response: null }, place, masked: { request: false, answer: true } }, newPlant)
        .answered,
    ).toBeNull();
  });
});

describe("the body of a request", () => {
  test.each(["", "; charset=utf-8", ';CHARSET = "UTF-8"', "; charset=utf8", "; x=y"])(
    "is read where the media type has the parameter %j",
    (parameter) => {
      expect(ofRequest(typed(`application/json${parameter}`)).body?.is).toBe("plant");
    },
  );

  test.each(["utf-16", "latin1", "xutf-8", "utf-8x"])("is not read in the charset %s", (charset) => {
    expect(ofRequest(typed(`application/json; charset=${charset}`)).body).toBeNull();
    expect(ofRequest(typed(`application/json; Charset=${charset}`)).body).toBeNull();
  });

  test("is read without a coding, and with the one that is none", () => {
    expect(ofRequest([...json, ["Content-Encoding", "identity"]]).body?.is).toBe("plant");
    expect(ofRequest([...json, ["Content-Encoding", "gzip"]]).body).toBeNull();
  });
});

describe("the media type of a request", () => {
  test.each<readonly [headers: HeaderFields, mediaType: unknown]>([
    [typed("Application/JSON ; x=y"), "application/json"],
    [[], undefined],
    [typed("***"), null],
    [[...json, ["X-Foo", "***"]], "application/json"],
    [[...json, ["X-Content-Type", "***"]], "application/json"],
    [[...json, ["Content-Type-X", "***"]], "application/json"],
    [[...json, ["Www-Authenticate", "***"]], null],
  ])("of %j is %j", (headers, mediaType) => {
    expect(ofRequest(headers).mediaType).toBe(mediaType);
  });
});

describe("a request is plain", () => {
  test.each<readonly [isPlain: boolean, headers: HeaderFields | null, query: string | undefined]>([
    [true, json, undefined],
    [true, [...json, ["authORIZATION", "x"], ["Accept", "*/*"]], undefined],
    [false, [...json, ["X-Authorization", "x"]], undefined],
    [false, [...json, ["Authorization-X", "x"]], undefined],
    [false, typed("text/plain"), undefined],
    [false, [], undefined],
    [false, null, undefined],
    [false, json, "a=1"],
  ])("%s, with the header fields %j and the query %j", (isPlain, headers, query) => {
    expect(ofRequest(headers, query).isPlain).toBe(isPlain);
  });
});

describe("the body of an answer", () => {
  const zipped = Uint8Array.from(gzipSync('{"name":"Rose"}'));
  const shown = ({ answered }: TrafficFacts): unknown => [
    Buffer.from(answered?.body ?? []).toString(),
    answered?.answer.reading.as,
    answered?.answer.headers.map(([name]) => name),
  ];

  test("is decompressed where it was compressed, and the field is taken out in any letter case", () => {
    for (const [name, isDecoded] of [
      ["content-encoding", true],
      ["Content-Encoding", false],
    ] as const) {
      const headers = [
        [name, "gzip"],
        ["Date", "x"],
      ] as const;
      expect(shown(ofAnswer({ headers, body: zipped, isDecoded }))).toEqual(['{"name":"Rose"}', "json", ["Date"]]);
    }
  });

  test("is what it is where it cannot be decompressed: the answer's fault on the wire, the recorder's doing in JSON", () => {
    const headers = [["Content-Encoding", "gzip"]] as const;
    expect(shown(ofAnswer({ headers }))).toEqual(["{}", "nothing", ["Content-Encoding"]]);
    expect(shown(ofAnswer({ headers, isDecoded: true }))).toEqual(["{}", "json", []]);
  });

  test("is lost where it may have been decompressed or not", () => {
    const facts = ofAnswer({ headers: [["Content-Encoding", "gzip"]], body: bytesOf("<p>"), isDecoded: true });
    expect(shown(facts)).toEqual(["", "unread", []]);
    expect(facts.lost).toEqual(["the body of the answer is the body of the answer may be compressed or may be not"]);
  });

  test("may be empty, whatever its coding is", () => {
    const facts = ofAnswer({ headers: [["Content-Encoding", "gzip"]], body: new Uint8Array() });
    expect([shown(facts), facts.lost]).toEqual([["", "nothing", []], []]);
  });

  test("that was lost is lost for one reason", () => {
    expect(ofAnswer({ body: { lost: "it was cut off" } }).lost).toEqual(["it was cut off"]);
  });

  test("beyond the limit is not read", () => {
    const sized = (size: number): unknown =>
      ofAnswer({ body: bytesOf("7".padEnd(size, " ")) }).answered?.answer.reading.as;
    expect([DEFAULT_LIMITS.bodyBytes, DEFAULT_LIMITS.bodyBytes + 1].map(sized)).toEqual(["json", "unread"]);
  });

  test.each([
    ["zstd", "zstd"],
    ["xzstd", "(not shown)"],
    ["zstdx", "(not shown)"],
    ["a-secret", "(not shown)"],
  ])("in the coding %s has the name %s", (coding, name) => {
    const { lost } = ofAnswer({ headers: [["Content-Encoding", coding]] });
    expect(lost).toEqual([`the body of the answer is a body with the content coding ${name}, not known here`]);
  });
});

test("a body in which a value may be masked is lost", () => {
  const request = { method: "POST", url, headers: json, body: bytesOf('{"id":1,"name":"Rose"}') };
  const response = { status: 200, headers: json, body: bytesOf("{}"), isDecoded: false };
  const lost = (
    answer: TrafficResponse | null,
    masked: { readonly request: boolean; readonly answer: boolean },
  ): unknown => {
    const facts = factsOf({ exchange: { request, response: answer }, place, masked }, newPlant);
    return [facts.body?.is, facts.answered?.body.length, facts.lost];
  };
  const why = "a value may be masked";
  expect(lost(response, { request: false, answer: false })).toEqual(["plant", 2, []]);
  expect(lost(response, { request: true, answer: false })).toEqual([undefined, 2, [why]]);
  expect(lost(response, { request: false, answer: true })).toEqual(["plant", 0, [why]]);
  expect(lost(null, { request: false, answer: true })).toEqual(["plant", undefined, ["no answer was recorded"]]);
});

const anywhere = locator({ path: "/plants", method: "POST" }, []);

describe("a request is found", () => {
  test.each<readonly [method: string, url: string, place: OperationPlace]>([
    [
      "POST",
      "http://plants.example/api/plants",
      { kind: "operation", baseUrl: "http://plants.example/api", query: undefined },
    ],
    ["POST", "http://plants.example/plants", { kind: "operation", baseUrl: "http://plants.example", query: undefined }],
    [
      "POST",
      "HTTP://Plants.example:80/Api/plants",
      { kind: "operation", baseUrl: "http://plants.example/Api", query: undefined },
    ],
    ["POST", "/plants", { kind: "operation", baseUrl: "", query: undefined }],
    ["POST", "/a/b/plants", { kind: "operation", baseUrl: "/a/b", query: undefined }],
    ["POST", "/a/b/plants/", { kind: "slash-after-path", baseUrl: "/a/b", query: undefined }],
    ["POST", "/plants?a=1?b#c?d", { kind: "operation", baseUrl: "", query: "a=1?b" }],
    ["POST", "/plants?", { kind: "operation", baseUrl: "", query: "" }],
    ["GET", "/plants", { kind: "other-method", baseUrl: "", query: undefined }],
    ["post", "/plants", { kind: "other-method", baseUrl: "", query: undefined }],
  ])("%s %s", (method, at, found) => {
    expect(anywhere(method, at)).toEqual(found);
  });
});

test.each([
  ["GET", "/plants/"],
  ["POST", "/plants/7"],
  ["POST", "/houseplants"],
  ["POST", "/api//plants"],
  ["POST", "api/plants"],
  ["POST", "ftp://plants.example/plants"],
  ["POST", "view-http://plants.example/plants"],
  ["POST", "http://[/plants"],
])("%s %s is another operation", (method, at) => {
  expect(anywhere(method, at)).toBeNull();
});

test.each([
  ["http://plants.example/a/b/plants", "operation"],
  ["/a/b/plants", "operation"],
  ["http://other.example/a/b/plants", "elsewhere"],
  ["/b/plants", "elsewhere"],
  ["http://second.example/plants", "operation"],
  ["/plants", "operation"],
])("where two base URLs are named, %s is %s", (at, kind) => {
  const locate = locator({ path: "/plants", method: "POST" }, ["http://plants.example/a/b/", "http://second.example"]);
  expect(locate("POST", at)?.kind).toBe(kind);
});
