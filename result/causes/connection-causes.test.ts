/** Answers that begin or end in the wrong place have the cause that put them there. */
import { expect, test } from "vitest";
import type { CheckResult, Exchange, HeaderFields, RequirementResult } from "../result.ts";
import { sampleExchanges } from "../testing/sample-exchanges.ts";
import { causesOf, explainFailures } from "./causes-of.ts";

const [sample] = sampleExchanges;

interface Given {
  readonly status: number;
  readonly method?: string;
  readonly sent?: string;
  readonly noAnswer?: Exchange["noAnswer"];
  readonly body?: string;
  readonly headers?: HeaderFields;
  readonly type?: string;
  readonly follows?: number;
  readonly isAfterMore?: true;
}

const exchangeOf = (given: Given): Exchange => {
  const { status, body = "{}", headers = [], type = "application/json", follows, isAfterMore, sent, noAnswer } = given;
  const content = { encoding: "utf-8", content: body, size: Buffer.byteLength(body) } as const;
  const request = {
    ...sample?.request,
    method: given.method ?? "POST",
    headers: [["Content-Type", type]],
    ...(sent === undefined ? {} : { body: { encoding: "utf-8", content: sent, size: Buffer.byteLength(sent) } }),
  };
  return {
    ...sample,
    check: "requires-authorization/after-accepted",
    request,
    response: { status, headers: [["Content-Type", "application/json"], ...headers], body: content },
    ...(noAnswer === undefined ? {} : { noAnswer }),
    ...(follows === undefined ? {} : { follows, isReused: true }),
    ...(isAfterMore === undefined ? {} : { isAfterMore }),
  } as unknown as Exchange;
};

const failing = (id: string, where: string, at: number, evidence: readonly number[] = [at]): RequirementResult => {
  const checks: readonly CheckResult[] = [
    {
      id,
      title: id,
      status: "failed",
      findings: [{ where, expected: "else", seen: "this", exchange: at }],
      exchanges: evidence,
    },
  ];
  return { id: id.split("/")[0], level: "MUST", checks } as unknown as RequirementResult;
};

const causesFor = (requirements: readonly RequirementResult[], run: readonly Given[]): readonly string[] => [
  ...explainFailures(requirements, run.map(exchangeOf)).groups.keys(),
];

const cut = (body: string, length = Buffer.byteLength(body)): Given => ({
  status: 200,
  body,
  headers: [["Content-Length", String(length)]],
});
const surplusAt = (...evidence: readonly number[]): RequirementResult =>
  failing("answers-every-request/used-connections", "status", evidence[0] ?? 0, evidence);

test("JSON that its length cuts, and what is left of it, are one cause if only texts beyond ASCII are cut", () => {
  const run = [cut('{"name":"Färn'), cut('{"name":"\u{1f331}'), { ...cut("{}"), follows: 0 }];
  const failures = [failing("plant-encoding/every-200", "", 0, [0, 1]), surplusAt(2)];
  expect(causesFor(failures, run)).toEqual(["length-in-characters"]);
  expect(causesFor(failures, [run[0] as Given, cut('{"name":"Fern'), run[2] as Given])).toContain("plant-encoding");
});

test.each([
  ["ends with its brace", cut('{"name":"F\tä"}')],
  ["is no object", cut("Färn")],
  ["has no length of its own", cut('{"name":"Färn', 99)],
])("JSON that cannot be read and %s is not cut by its length", (_what, answer) => {
  expect(causesFor([failing("plant-encoding/every-200", "", 0)], [answer])).toEqual(["plant-encoding"]);
});

const closing: HeaderFields = [["Connection", "close"]];
const unread = (refused: Given, next: Given): readonly string[] =>
  causesFor([failing("error-media-type/every-400", "header content-type", 1)], [refused, { ...next, follows: 0 }]);

test.each<[string, Given, Given]>([
  ["that ends the connection, after a 404", { status: 404 }, { status: 400, headers: closing }],
  ["that ends the connection, after a 401", { status: 401 }, { status: 400, headers: closing }],
  ["to another method, after another media type", { status: 400, type: "text/plain" }, { status: 405 }],
  ["to another method than PUT", { method: "PUT", status: 404 }, { method: "PUT", status: 405 }],
  ["to another method than POST, after a PUT", { method: "PUT", status: 404 }, { status: 405 }],
])("a refusal %s, is the fault of the request before it", (_what, refused, next) => {
  expect(unread(refused, next)).toEqual(["body-left-unread"]);
});

test.each<[string, Given, Given]>([
  ["that leaves the connection open", { status: 404 }, { status: 400 }],
  ["to a method that is not the operation's", { status: 404 }, { method: "DELETE", status: 405 }],
  ["after a success", { status: 200 }, { status: 400, headers: closing }],
  ["after a body that was read", { status: 400 }, { status: 400, headers: closing }],
  ["after which every connection is closed", { status: 404, headers: closing }, { status: 400 }],
])("a refusal %s is its own fault", (_what, refused, next) => {
  expect(unread(refused, next)).not.toContain("body-left-unread");
});

test("the request whose body was left is shown, and not the one after it", () => {
  const run = [exchangeOf({ status: 404 }), exchangeOf({ status: 400, headers: closing, follows: 0 })];
  const [cause] = causesOf(explainFailures([failing("error-media-type/every-400", "header content-type", 1)], run));
  expect(cause?.example.finding).toMatchObject({
    exchange: 0,
    expected: "its body to be read, but the next request on its connection got 400",
  });
});

test("what follows an answer is the answer to the rest of its request if every such request was refused unread", () => {
  const run: readonly Given[] = [
    { status: 401 },
    { status: 200, follows: 0 },
    { status: 400 },
    { status: 200, follows: 2 },
  ];
  expect(causesFor([surplusAt(1)], run)).toEqual(["body-left-unread"]);
  expect(causesFor([surplusAt(1, 3)], run)).toEqual(["bytes-after-answer"]);
  expect(causesFor([surplusAt(2)], run)).toEqual(["bytes-after-answer"]);
});

const closed = { kind: "connection-closed", detail: "cut off" } as const;
const endsEarly = (name: string, length: number): Given => ({
  ...cut("", length),
  sent: JSON.stringify({ id: 1, name }),
  noAnswer: closed,
});

test.each([
  [
    "where texts beyond ASCII are cut and the length counts characters",
    [endsEarly("Färn", 15)],
    "length-in-characters",
  ],
  ["where a lone surrogate is cut, too", [endsEarly("Färn", 15), endsEarly("\ud800", 12)], "length-in-characters"],
  ["where a text of ASCII is cut, too", [endsEarly("Färn", 15), endsEarly("Fern", 15)], "answer-cut-off"],
  ["where the length is right", [endsEarly("Färn", 16)], "answer-cut-off"],
])("an answer that is not sent to its end %s has the cause of that", (_where, run, cause) => {
  expect(causesFor([failing("answers-every-request/every-request", "status", 0)], run)).toEqual([cause]);
});

const garbled: Given = { status: 200, noAnswer: { kind: "not-http", detail: "what came back is not HTTP" } };
test.each([
  ["bytes that follow more answers than cannot be read are read as answers at times", 9, "bytes-after-answer"],
  ["answers that cannot be read, more often than bytes follow one, are not HTTP", 1, "answer-not-http"],
])("%s: one cause", (_what, many, cause) => {
  const after = Array.from({ length: many }, (): Given => ({ status: 200, isAfterMore: true }));
  const run = [garbled, { status: 200, follows: 0 }, garbled, ...after];
  expect(causesFor([failing("answers-every-request/every-request", "status", 0), surplusAt(1)], run)).toEqual([cause]);
});
