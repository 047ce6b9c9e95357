/** The request that a cause shows, on one line. */
import { columnLines, textPage, wrapWords } from "../text/terminal-lines.ts";
import { interactionWords } from "./result-words.ts";
import { describe, expect, test } from "vitest";
import { causesIn } from "../../result/causes/causes-of.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { present } from "../../spec/defined.ts";
import type { RecordedBody, RecordedRequest } from "../../result/result.ts";
import { bodyLine, exampleLine, findingAtRequest } from "./cause-words.ts";

test("a request shows the member with an escaped name that is wrong, and not those that other requests have, too", () => {
  const id = '"\\u0069\\u0064": -9223372036854775809';
  const content = `{ "\\u0074\\u0061\\u0067": "zrbizxrgdves", ${id}, "\\u006e\\u0061\\u006d\\u0065": "mmmdtdlkqvqi cdwjg" }`;
  const line = lineOf(({ body }) => ({ body: body && { ...body, content } }), ['{"id":7,"name":"Fern","tag":"a"}']);
  expect(line).toContain(id);
});

/** The line of an ordinary request that was changed, in a run with other bodies. */
function lineOf(
  change: (request: RecordedRequest) => Partial<RecordedRequest>,
  others: readonly string[] = [],
): string {
  const ordinary = { method: "POST", url: "http://127.0.0.1/plants", framing: "content-length" } as const;
  const headers = [
    ["Authorization", "Bearer $PLANT_STORE_TOKEN"],
    ["Content-Type", "application/json"],
    ["Accept", "application/json"],
    ["User-Agent", "plant-store-conformance"],
  ] as const;
  const exchanges = present([sampleResult.exchanges[0]]).map((exchange) => {
    const request = { ...exchange.request, ...ordinary, headers };
    return { ...exchange, request: { ...request, ...change(request) } };
  });
  const finding = { where: "status", expected: "200", seen: "400", exchange: 0 };
  const more = exchanges.flatMap((exchange) =>
    others.map((content) => ({
      ...exchange,
      request: { ...exchange.request, body: { content, encoding: "utf-8" as const, size: content.length } },
    })),
  );
  return findingAtRequest(finding, { ...sampleResult, exchanges: [...exchanges, ...more] }).replace(/^.*; sent /, "");
}

test.each<readonly [string, (request: RecordedRequest) => Partial<RecordedRequest>]>([
  ["{", () => ({})],
  ["eXpEcT: 100-continue; {", ({ headers }) => ({ headers: [...headers, ["eXpEcT", "100-continue"]] })],
  ["?limit=10; {", ({ url }) => ({ url: `${url}?limit=10` })],
  ["chunked; {", () => ({ framing: "chunked" })],
  ["chunked, with extensions and a trailer section; {", () => ({ framing: "chunked", oddChunks: true })],
  ["sent in two pieces; {", () => ({ inPieces: true })],
  ["ACCEPT: */*; without User-Agent; {", ({ headers }) => ({ headers: [...headers.slice(0, 2), ["ACCEPT", "*/*"]] })],
  [
    "GET; Cookie: token=$PLANT_STORE_TOKEN; {",
    ({ headers }) => ({ method: "GET", headers: [...headers, ["Cookie", "token=$PLANT_STORE_TOKEN"]] }),
  ],
])("a request is shown by how it differs from an ordinary one: %s", (start, change) => {
  expect(lineOf(change).slice(0, start.length)).toBe(start);
});

test.each([
  ["400 with application/json to requests with no Accept", "-> 400 to requests with no Accept; expected 200"],
  ["400 with application/json, and so 3 of 115 valid requests", "-> 400, and so 3 of 115 valid requests; expected 200"],
  ["400 with application/json", "-> 400; expected 200"],
  [
    "400 with text/html, and 401 with application/json when it was written and sent in the ordinary way",
    "-> 400, but 401 if it is sent in the ordinary way; expected 200",
  ],
])("an example says what its finding says beside the answer: %s", (seen, end) => {
  const [cause] = present([causesIn(sampleResult)[0]]).map(({ example, ...rest }) => ({
    ...rest,
    example: { ...example, finding: { where: "status", expected: "200", seen, exchange: 0 } },
  }));
  const exchanges = present([sampleResult.exchanges[0]]).map((exchange) => ({
    ...exchange,
    response: exchange.response && { ...exchange.response, status: 400 },
  }));
  const line = (cause && exampleLine(cause, { ...sampleResult, exchanges }, 80)) ?? "";
  expect(line.slice(-end.length)).toBe(end);
});

test.each([
  [200, "an id sent before; {"],
  [400, "{"],
])("an example whose id an earlier request had that was answered %i begins with: %s", (status, start) => {
  const exchanges = present([sampleResult.exchanges[0]]).flatMap((exchange) => {
    const { body } = exchange.request;
    const request = { ...exchange.request, body: body && { ...body, content: '{"id":7,"name":"Fern"}' } };
    const response = exchange.response && { ...exchange.response, status };
    return [
      { ...exchange, request, response },
      { ...exchange, request },
    ];
  });
  const [cause] = present([causesIn(sampleResult)[0]]).map(({ example, ...rest }) => ({
    ...rest,
    example: { ...example, finding: { where: "status", expected: "200", seen: "400", exchange: 1 } },
  }));
  const line = cause && exampleLine(cause, { ...sampleResult, exchanges }, 80);
  expect(line?.slice(0, start.length)).toBe(start);
});

describe("of a body that is too long for a line, what is wrong with it stays:", () => {
  const body = (content: string): RecordedBody => ({ content, encoding: "utf-8", size: content.length });

  test.each([
    ["the value that was seen", '{"error":400.5,"message":"This is not a plant"}', "400.5"],
    ["an escape of letters alone", '{"id":1234567,"name":"\\uFEFFabcdefghijklmnopqrstuvwxyz"}', ""],
    ["a name", `{"${"status_1".repeat(4)}":1,"__proto__":{"a":1},"message":"${"1_".repeat(30)}"}`, "__proto__"],
  ])("%s", (_what, content, seen) => {
    expect(bodyLine(body(content), { longest: 24, seen })).toContain(seen === "" ? "\\uFEFF" : seen);
  });

  test("and an escape in a long one without words", () => {
    expect(
      bodyLine(body(`{"n":"${"1_".repeat(15)}","\\u0069d":7,"m":"${"2_".repeat(40)}"}`), { longest: 24 }),
    ).toContain("\\u0069");
  });

  const long = `"tag": "${"leaf ".repeat(9)}"`;
  const escaped = '{ "\\u0074\\u0061\\u0067": "zrbizxrgdves", "\\u0069\\u0064": -9223372036854775809, "name": "Fern" }';

  test.each([
    ["an id below int64 with an escaped name", escaped, '{[...], "\\u0069\\u0064": -9223372036854775809, [...]}'],
    ["a name that is not usual", `{${long}, "ID_1": 7, ${long.replace("tag", "name")}}`, '"ID_1": 7'],
    ["a member that stands there twice", `{"id": 7, "name": "${"1-".repeat(20)}", "id": 8}`, '"id": 7'],
    ["a value of another type at the end", `{${long}, "name": "${"a ".repeat(30)}", "id": "0x21"}`, '"id": "0x21"}'],
  ])("and %s, between what is cut out", (_what, content, shown) => {
    const isUsual = (name: string): boolean => ["id", "name", "tag"].includes(name);
    const line = bodyLine(body(content), { longest: 8, most: 60, isUsual });
    expect(line).toContain(shown);
    expect(line.length).toBeLessThan(80);
  });

  test("and what is far behind does not make a line of any length", () => {
    const line = bodyLine(body(`{"n":"${"1_".repeat(2_000)}","\\u0069d":7,"m":"${"2_".repeat(90)}"}`), { longest: 24 });
    expect(line.length).toBeLessThan(60);
  });
});

test("a member that a pact expects and an answer lacks is no missing answer", () => {
  const words = interactionWords({ where: "/id", expected: "to be present", seen: "nothing" });
  expect(words).toBe("/id: the pact expects it to be present, the answer does not have it");
});

test("a number stays on the line of its noun, and a margin is that of each line", () => {
  expect(wrapWords("3 of 3 MUST met, 4 SHOULD not met", 20)).toEqual(["3 of 3 MUST met,", "4 SHOULD not met"]);
  const lines = columnLines(textPage({ width: 60 }), `  ${"word ".repeat(20).trim()}`);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.every((line) => line.startsWith("  word"))).toBe(true);
});
