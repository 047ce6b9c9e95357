import { expect, test } from "vitest";
import { doubtfulPaths } from "./read-pacts.ts";

const text = JSON.stringify({
  consumer: { name: "kiosk" },
  provider: { name: "plant-store" },
  interactions: [{ request: { path: "/shop/v2/plants" } }],
});

const remarks = (baseUrl: string): readonly string[] =>
  doubtfulPaths([{ name: "kiosk.json", text, origin: "user-supplied" }], baseUrl, "/plants");

test.each([
  ["http://127.0.0.1:1/shop/v2", "/shop/v2/shop/v2/plants"],
  ["http://127.0.0.1:1/shop/", "/shop/shop/v2/plants"],
])("a path that repeats the path of %s gets a sentence", (baseUrl, sentTo) => {
  expect(remarks(baseUrl)).toEqual([
    `kiosk.json: the path /shop/v2/plants repeats that of the base URL, so it is sent to ${sentTo}; if that is not meant, give the base URL http://127.0.0.1:1.`,
  ]);
});

test("so does a path that repeats the end of the path of the base URL", () => {
  expect(remarks("http://127.0.0.1:1/eu/shop/")).toEqual([
    "kiosk.json: the path /shop/v2/plants repeats /shop of the base URL, so it is sent to /eu/shop/shop/v2/plants; if that is not meant, give the base URL http://127.0.0.1:1/eu.",
  ]);
});

test("so does a path with a prefix that is not that of the base URL, whose path stands before it", () => {
  expect(remarks("http://127.0.0.1:1/sho")).toEqual([
    "kiosk.json: the path /shop/v2/plants is relative to the base URL, so it is sent to /sho/shop/v2/plants; if that is not meant, give the base URL http://127.0.0.1:1.",
  ]);
  const own = { name: "kiosk.json", text: text.replace("/shop/v2", ""), origin: "user-supplied" } as const;
  expect(doubtfulPaths([own], "http://127.0.0.1:1/sho", "/plants")).toEqual([]);
});

test.each(["http://127.0.0.1:1", "http://127.0.0.1:1/"])("nothing stands before a path at %s", (baseUrl) => {
  expect(remarks(baseUrl)).toEqual([]);
});
