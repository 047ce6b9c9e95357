/** The destination of a recorded request. */
import { describe, expect, test } from "vitest";
import { type OperationPlace, locator } from "./operation-of.ts";

const anywhere = locator("/plants", []);

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
    ["POST", "/a/b/plants/", { kind: "trailing-slash", baseUrl: "/a/b", query: undefined }],
    ["POST", "/plants?a=1?b#c?d", { kind: "operation", baseUrl: "", query: "a=1?b" }],
    ["POST", "/plants?", { kind: "operation", baseUrl: "", query: "" }],
    ["GET", "/plants", { kind: "other-method", baseUrl: "", query: undefined }],
    ["post", "/plants", { kind: "other-method", baseUrl: "", query: undefined }],
  ])("%s %s", (method, url, place) => {
    expect(anywhere(method, url)).toEqual(place);
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
])("%s %s is another operation", (method, url) => {
  expect(anywhere(method, url)).toBeNull();
});

test.each([
  ["http://plants.example/a/b/plants", "operation"],
  ["/a/b/plants", "operation"],
  ["http://other.example/a/b/plants", "elsewhere"],
  ["/b/plants", "elsewhere"],
  ["http://second.example/plants", "operation"],
  ["/plants", "operation"],
])("where two base URLs are named, %s is %s", (url, kind) => {
  const locate = locator("/plants", ["http://plants.example/a/b/", "http://second.example"]);
  expect(locate("POST", url)?.kind).toBe(kind);
});
