import { expect, test } from "vitest";
import { repeatedPaths } from "./sources.ts";

const text = JSON.stringify({
  consumer: { name: "kiosk" },
  provider: { name: "plant-store" },
  interactions: [{ request: { path: "/shop/v2/plants" } }],
});

test.each([
  ["http://127.0.0.1:1/shop/v2", "/shop/v2/shop/v2/plants"],
  ["http://127.0.0.1:1/shop/", "/shop/shop/v2/plants"],
])("a path that repeats the path of %s gets a sentence", (baseUrl, sentTo) => {
  expect(repeatedPaths([{ name: "kiosk.json", text, origin: "user-supplied" }], baseUrl)).toEqual([
    `kiosk.json: the path /shop/v2/plants repeats that of the base URL, so it is sent to ${sentTo}; if that is not meant, give the base URL http://127.0.0.1:1.`,
  ]);
});

test("so does a path that repeats the end of the path of the base URL", () => {
  expect(repeatedPaths([{ name: "kiosk.json", text, origin: "user-supplied" }], "http://127.0.0.1:1/eu/shop/")).toEqual(
    [
      "kiosk.json: the path /shop/v2/plants repeats /shop of the base URL, so it is sent to /eu/shop/shop/v2/plants; if that is not meant, give the base URL http://127.0.0.1:1/eu.",
    ],
  );
});

test.each(["http://127.0.0.1:1", "http://127.0.0.1:1/", "http://127.0.0.1:1/sho"])(
  "the path of %s is not repeated",
  (baseUrl) => {
    expect(repeatedPaths([{ name: "kiosk.json", text, origin: "user-supplied" }], baseUrl)).toEqual([]);
  },
);
