import { expect, test } from "vitest";
import type { Exchange, RecordedRequest } from "../result.ts";
import { sampleExchanges } from "../testing/sample-exchanges.ts";
import { plainestExchange } from "./simplest-failure.ts";

const content = '{"id":1000001,"name":"Fern"}';
const ordinary: RecordedRequest = {
  method: "POST",
  url: "http://127.0.0.1:8080/plants",
  headers: [
    ["Authorization", "Bearer $PLANT_STORE_TOKEN"],
    ["Content-Type", "application/json"],
    ["Accept", "application/json"],
    ["User-Agent", "plant-store-conformance"],
  ],
  framing: "content-length",
  body: { encoding: "utf-8", content: `${content.slice(0, -1)},"tag":"indoor"}`, size: 44 },
};
const body = { encoding: "utf-8", content, size: content.length } as const;
const [first] = sampleExchanges;

const of = (request: Partial<RecordedRequest>): Exchange => ({
  ...(first as Exchange),
  request: { ...ordinary, ...request },
});

test.each<readonly [string, Partial<RecordedRequest>]>([
  ["that holds the body back", { body, headers: [...ordinary.headers, ["Expect", "100-continue"]] }],
  ["in chunks", { body, framing: "chunked" }],
  ["with a field more", { body, headers: [...ordinary.headers, ["Accept-Language", "de"]] }],
  ["with odd letter case", { body, headers: ordinary.headers.map(([name, value]) => [name.toUpperCase(), value]) }],
  ["with another scheme", { body, headers: ordinary.headers.map(([name]) => [name, "bEaReR $PLANT_STORE_TOKEN"]) }],
  ["without a field", { body, headers: ordinary.headers.slice(1) }],
  ["with a blank name", { body: { encoding: "utf-8", content: '{"id":1,"name":" "}', size: 19 } }],
  ["with signs in its name", { body: { encoding: "utf-8", content: '{"id":1,"name":"a\\"b"}', size: 22 } }],
  ["with bytes", { body: { encoding: "base64", content: "e30=", size: 2 } }],
])("a longer ordinary request is plainer to read than one %s", (_what, odd) => {
  expect(plainestExchange([0, 1], [of(odd), of({})])).toBe(1);
});

test("a longer request without credentials is plainer to read than one with another scheme", () => {
  const [, ...others] = ordinary.headers;
  const basic = of({ body, headers: [["Authorization", "Basic $PLANT_STORE_TOKEN"], ...others] });
  expect(plainestExchange([0, 1], [basic, of({ headers: others })])).toBe(1);
});
