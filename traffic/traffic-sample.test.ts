/** A sample shows its exchange without anything that may be secret. */
import { describe, expect, test } from "vitest";
import { type Written, judgedLines, line } from "./testing/exchanges.ts";
import type { TrafficSample } from "./traffic-result.ts";

const provider = { side: "provider" } as const;
const sampleOf = (written: Written): TrafficSample | undefined =>
  judgedLines([line({ ...written, answer: { id: 1, name: "Rose" } })], provider).exchanges[0];

describe("a header field of a request", () => {
  test.each<readonly [name: string, value: string, shown: string]>([
    ["Authorization", "Bearer a-token-of-it", "Bearer $PLANT_STORE_TOKEN"],
    ["Authorization", "Basic eDp5", "Basic [not shown]"],
    ["Authorization", "Strange a-token-of-it", "[not shown]"],
    ["X-Authorization", "a-token-of-it", "[not shown]"],
    ["Authorization-X", "a-token-of-it", "[not shown]"],
    ["X-Key", "a-key-of-it", "[not shown]"],
    ["Accept", "*/*", "*/*"],
  ])("%s: %s is shown as %s", (name, value, shown) => {
    const fields = new Map(sampleOf({ headers: { [name]: value } })?.request.headers);
    expect(fields.get(name)).toBe(shown);
    expect(fields.get("Content-Type")).toBe("application/json");
  });
});

describe("a request", () => {
  const url = "http://plants.example/api/plants";
  test("is shown with its URL, without the values of a query", () => {
    expect([url, `${url}?a=1`].map((one) => sampleOf({ url: one })?.request.url)).toEqual([url, `${url}?[not shown]`]);
  });

  test("is shown with its framing", () => {
    const framingOf = (value: string | null): unknown =>
      sampleOf({ headers: { "Transfer-Encoding": value } })?.request.framing;
    expect([null, "gzip", "gzip, Chunked"].map(framingOf)).toEqual(["content-length", "content-length", "chunked"]);
  });

  test("is shown with its body, where that is known", () => {
    const { request, response } = line({ answer: { id: 1, name: "Rose" } }) as Record<string, object>;
    const lost = judgedLines([{ request: { ...request, body: undefined }, response }], provider).exchanges[0];
    expect([sampleOf({ body: "{}" })?.request.body?.content, lost?.request.body]).toEqual(["{}", null]);
  });
});

test("a sample of clients has no answer where none was recorded", () => {
  const [sample] = judgedLines([{ ...line(), response: undefined }], { side: "consumer" }).exchanges;
  expect(sample).toMatchObject({ response: null, lost: ["no answer was recorded"], redacted: [] });
});
