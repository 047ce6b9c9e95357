import { describe, expect, it } from "vitest";
import { errorAnswer } from "./server-answers.ts";
import { createGate, type RequestHead } from "./request-head.ts";

const FIELDS = ["Host", "plants.example", "Authorization", "yes", "Content-Type", "application/json"];

/** The status of the refusal of the head, or `passes`. The path is /a/b%20c/plants. */
function judged(changes: Partial<RequestHead>): number | "passes" {
  const gate = createGate("/a/b%20c/plants", (values) => (values[0] === "yes" ? undefined : errorAnswer(401, "no")));
  const head = { method: "POST", url: "/a/b%20c/plants", httpVersion: "1.1", rawHeaders: FIELDS, ...changes };
  return gate(head)?.status ?? "passes";
}

const withFields = (...fields: string[]): Partial<RequestHead> => ({ rawHeaders: [...FIELDS, ...fields] });
const withType = (...types: string[]): Partial<RequestHead> => ({
  rawHeaders: [...FIELDS.slice(0, 4), ...types.flatMap((type) => ["content-type", type])],
});

describe("the path", () => {
  it.each([
    "/a/b%20c/plants",
    "/a/b%20c/plants?",
    "/a/b%20c/plants?x=1&y=/other",
    "/a/b%20c/%70lants",
    "/%61/b%20c/plants",
    "http://plants.example/a/b%20c/plants",
    "HTTPS://plants.example:8443/a/b%20c/plants?x",
  ])("%s is the operation's", (url) => {
    expect(judged({ url })).toBe("passes");
  });

  it("has any text in the place of a parameter, and one segment only", () => {
    const gate = createGate("/a/{b}/c.{d}", () => undefined);
    const passes = (url: string): boolean =>
      gate({ method: "POST", url, httpVersion: "1.1", rawHeaders: FIELDS }) === undefined;
    expect(["/a/1/c.x?y=z", "/a/%2F%20/c.x"].map(passes)).toEqual([true, true]);
    expect(["/a//c.x", "/a/1/2/c.x", "/a/1/cxx", "/a/1/c."].map(passes)).toEqual([false, false, false, false]);
  });

  it.each([
    "/plants",
    "/a/b%20c/plants/",
    "/a/b%20c/Plants",
    "/a/b%20c//plants",
    "/a/b%20c/plants/1",
    "/a%2Fb%20c/plants",
    "/a/b+c/plants",
    "/a/x/../b%20c/plants",
    "/a/b%20c/plants%",
    "*",
    "",
    "/",
    "http://plants.example",
  ])("%s is not there", (url) => {
    expect(judged({ url })).toBe(404);
  });
});

it("a path is compared without regard to the letter case of its percent-encodings", () => {
  const gate = createGate("/caf%C3%A9/plants", () => undefined);
  const head = { method: "POST", httpVersion: "1.1", rawHeaders: FIELDS };
  expect(gate({ ...head, url: "/caf%c3%A9/plants" })).toBeUndefined();
});

describe("the method", () => {
  it.each(["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])("%s is not allowed", (method) => {
    expect(judged({ method })).toBe(405);
  });

  it("is refused with the one that is allowed", () => {
    const answer = createGate("/plants", () => undefined)({ ...HEAD, method: "GET" });
    expect(answer?.headers).toEqual({ Allow: "POST" });
  });
});

const HEAD: RequestHead = { method: "POST", url: "/plants", httpVersion: "1.1", rawHeaders: FIELDS };

describe("the Host field", () => {
  it("is required once by HTTP/1.1 and at most once by HTTP/1.0", () => {
    const without = { rawHeaders: FIELDS.slice(2) };
    expect(judged(without)).toBe(400);
    expect(judged({ ...without, httpVersion: "1.0" })).toBe("passes");
    expect(judged(withFields("HOST", "other.example"))).toBe(400);
  });
});

describe("the Authorization field", () => {
  it("is judged before the content type, after path and method", () => {
    const rawHeaders = ["Host", "x", "Content-Type", "text/plain"];
    expect(judged({ rawHeaders })).toBe(401);
    expect(judged({ rawHeaders, method: "GET" })).toBe(405);
    expect(judged({ rawHeaders, method: "GET", url: "/" })).toBe(404);
  });
});

describe("the Content-Type field", () => {
  it.each([
    "application/json",
    "Application/JSON",
    "application/json;charset=utf-8",
    'application/json ; charset="UTF-8"; x=y',
    "application/json; version=1",
    "application/json;",
  ])("may be %s", (type) => {
    expect(judged(withType(type))).toBe("passes");
  });

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/json",
    "application/problem+json",
    "application/jsonp",
    "application/json, text/plain",
    "application/json; charset=iso-8859-1",
    "application/json; charset=utf-16",
    "json",
    "",
    "*/*",
  ])("may not be <%s>", (type) => {
    expect(judged(withType(type))).toBe(400);
  });

  it.each([
    ["application/json;charset=UTF-8", undefined],
    ['Application/JSON; charset="utf-8"', undefined],
    ["application/json", undefined],
    ["application/xml; charset=utf-8", 400],
    ["application/json; charset=utf-16", 400],
  ])("is that of a document which has a parameter, written as %s: %s", (type, status) => {
    const gate = createGate("/plants", () => undefined, { mediaType: "application/json; charset=utf-8" });
    const rawHeaders = ["Host", "plants.example", "Content-Type", type];
    expect(gate({ method: "POST", url: "/plants", httpVersion: "1.1", rawHeaders })?.status).toBe(status);
  });

  it("is required once", () => {
    expect(judged(withType())).toBe(400);
    expect(judged(withType("application/json", "application/json"))).toBe(400);
  });
});

describe("a coding of the body", () => {
  it("is refused unless it is none or chunked", () => {
    expect(judged(withFields("Content-Encoding", "gzip"))).toBe(400);
    expect(judged(withFields("Content-Encoding", "Identity"))).toBe("passes");
    expect(judged(withFields("Content-Encoding", "identity", "Content-Encoding", "gzip"))).toBe(400);
    expect(judged(withFields("Transfer-Encoding", "gzip, chunked"))).toBe(400);
    expect(judged(withFields("Transfer-Encoding", "Chunked"))).toBe("passes");
  });
});
