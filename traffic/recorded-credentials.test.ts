/** The credentials in the header fields of a recorded request. */
import { describe, expect, test } from "vitest";
import { INVALID_TOKEN, TOKEN } from "../suites/checks/check-requests.ts";
import { isMasked } from "./masked-values.ts";
import { credentialsOfRequest, isShown, isWellFormed } from "./recorded-credentials.ts";

const of = (...values: readonly string[]): unknown => {
  const headers = values.map((value) => ["Authorization", value] as const);
  return credentialsOfRequest({ method: "POST", url: "/plants", headers, body: null });
};

describe("Authorization is", () => {
  test.each<readonly [kind: object, values: readonly string[]]>([
    [{ kind: "bearer", token: "abc", scheme: "Bearer" }, ["Bearer abc"]],
    [{ kind: "bearer", token: "abc", scheme: "bEARER" }, [" bEARER  abc "]],
    [{ kind: "other-scheme", scheme: "Basic", secret: "eDp5" }, ["Basic eDp5"]],
    [{ kind: "other-scheme", scheme: "DIGEST", secret: 'a="b", c="d"' }, ['DIGEST a="b", c="d"']],
    [{ kind: "unclear", secret: "Basic eDp5, Basic eDp6" }, ["Basic eDp5", "Basic eDp6"]],
    [{ kind: "unclear", secret: "Bearer" }, [" Bearer "]],
    [{ kind: "unclear", secret: ", Bearer abc" }, [", Bearer abc"]],
    [{ kind: "unclear", secret: "abc" }, ["Unknown abc"]],
    [{ kind: "unclear", secret: "***" }, ["Bearer ***"]],
    [{ kind: "unclear", secret: "abc,def" }, ["Bearer abc,def"]],
  ])("%j", (kind, values) => {
    expect(of(...values)).toMatchObject(kind);
  });

  test("not known where the header fields are lost", () => {
    expect(credentialsOfRequest({ method: "POST", url: "/", headers: { lost: "x" }, body: null })).toBeNull();
  });

  test.each<readonly [url: string, name: string, elsewhere: boolean]>([
    ["/plants", "Accept", false],
    ["http://plants.example/a@b/plants", "Accept", false],
    ["/plants?", "Accept", true],
    ["http://user:word@plants.example/plants", "Accept", true],
    ["/plants", "X-Key", true],
  ])("missing in a request to %s with %s", (url, name, elsewhere) => {
    const headers = [[name, "x"]] as const;
    expect(credentialsOfRequest({ method: "POST", url, headers, body: null })).toEqual({ kind: "none", elsewhere });
  });
});

test.each([
  ["[REDACTED]", true],
  ["****", true],
  ["xXxx", true],
  ["was Removed", true],
  ["SECRET", true],
  ["abc<def", false],
  ["secretly", false],
  ["x-token", false],
])("%j is masked: %s", (value, isIt) => {
  expect(isMasked(value)).toBe(isIt);
});

test.each([
  [TOKEN, true],
  [INVALID_TOKEN, true],
  ["aZ9-._~+/==", true],
  ["a b", false],
  ["ä a", false],
  ["a=b", false],
])("%j is a well-formed token: %s", (token, isIt) => {
  expect(isWellFormed(token)).toBe(isIt);
});

test.each<readonly [name: string, inRequest: boolean, inAnswer: boolean]>([
  ["Host", true, true],
  ["Sec-Referer", true, true],
  ["My-Host", false, false],
  ["Host-Key", false, false],
  ["Server", false, true],
  ["My-Server", false, false],
  ["Server-Key", false, false],
  ["Referer", false, false],
  ["Forwarded", false, false],
  ["X-Forwarded-For", false, false],
  ["X-Real-IP", false, false],
])("%s is shown in a request: %s, in an answer: %s", (name, inRequest, inAnswer) => {
  expect([isShown(name, "request"), isShown(name, "answer")]).toEqual([inRequest, inAnswer]);
});
