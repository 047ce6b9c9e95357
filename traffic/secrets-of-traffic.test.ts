/**
 * The parts of an exchange that count as secrets: every value at a place that may contain one, as a whole and as single
 * parts.
 */
import { describe, expect, test } from "vitest";
import type { HeaderFields } from "../http/message.ts";
import { readAnswer } from "../suites/checks/decoded-answer.ts";
import type { Credentials } from "./recorded-credentials.ts";
import { secretsOf } from "./traffic-state.ts";

interface Searched {
  readonly headers?: HeaderFields;
  readonly credentials?: Credentials | null;
  readonly query?: string;
  /** Of the request and of the answer. */
  readonly bodies?: readonly Uint8Array[];
}

function secretsIn({
  headers = [],
  credentials = null,
  query,
  bodies: [body, answer] = [],
}: Searched): readonly string[] {
  const request = { method: "POST", url: "/plants", headers, body: body ?? null };
  const answered = answer && {
    answer: readAnswer({ status: 200, headers: [], body: answer }, { bytes: answer.length }),
    body: answer,
    hasHeaders: true,
  };
  const place = { kind: "operation", baseUrl: "", query } as const;
  const facts = { credentials, exchange: { request, response: null }, place, answered: answered ?? null };
  return secretsOf(facts, "user-agent").filter((secret) => secret !== "");
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const basic = (pair: string, scheme = "Basic"): Credentials => ({
  kind: "other-scheme",
  scheme,
  secret: Buffer.from(pair).toString("base64"),
});

describe("of credentials", () => {
  test.each<readonly [what: string, credentials: Credentials | null, secrets: readonly string[]]>([
    ["that are not known", null, []],
    ["that are not there", { kind: "none", elsewhere: true }, []],
    ["a bearer token", { kind: "bearer", token: "t=1,2", digest: "d", scheme: "Bearer" }, ["t=1,2"]],
    ["a key of another scheme", { kind: "other-scheme", scheme: "ApiKey", secret: "dTpw" }, ["dTpw"]],
    ["what is unclear", { kind: "unclear", secret: "dTpw" }, ["dTpw"]],
  ])("%s", (_, credentials, secrets) => {
    expect([...new Set(secretsIn({ credentials }))]).toEqual(secrets);
  });

  test.each(["Basic", "bASIC"])("the pair and the password of %s, which may have a colon", (scheme) => {
    const secrets = secretsIn({ credentials: basic("user:pass:word", scheme) });
    expect(secrets).toEqual(expect.arrayContaining([btoa("user:pass:word"), "user:pass:word", "pass:word"]));
    expect(secrets).not.toContain("word");
  });

  test("no pair of what is not Basic", () => {
    expect(secretsIn({ credentials: basic("user:password", "XBasic") })).not.toContain("password");
    expect(secretsIn({ credentials: basic("user:password", "BasicX") })).not.toContain("password");
  });

  test("each parameter of Digest", () => {
    const secret = 'username="Mufasa", response=6629fae49393a05397450978507c4ef1';
    const secrets = secretsIn({ credentials: { kind: "other-scheme", scheme: "Digest", secret } });
    expect(secrets).toEqual(expect.arrayContaining([secret, "Mufasa", "6629fae49393a05397450978507c4ef1"]));
  });
});

describe("of header fields", () => {
  test("the value of each that may hold one, as a whole, and not those that hold none", () => {
    const headers = [
      ["X-Key", "one, two=3"],
      ["Accept", "*/*"],
      ["User-Agent", "shop"],
    ] as const;
    expect(secretsIn({ headers })).toEqual(["one, two=3"]);
  });

  test("Authorization in any letter case is read with the credentials alone, because its scheme is not a secret", () => {
    expect(secretsIn({ headers: [["authORIZATION", "Bearer a-token"]] })).toEqual([]);
  });

  test.each(["Cookie", "cOOKIE"])("each value of %s, with its quotes and without", (name) => {
    const secrets = secretsIn({ headers: [[name, 'a=first=one; b="second",third']] });
    const values = ['a=first=one; b="second",third', "a=first=one", "first=one", 'b="second"', "second", "third"];
    expect(secrets).toEqual(expect.arrayContaining(values));
  });

  test.each(["X-Cookie", "Cookie-X"])("%s is not a list of cookies", (name) => {
    expect(secretsIn({ headers: [[name, "a=first"]] })).toEqual(["a=first"]);
  });
});

test("of a query every value, as it is written and decoded, and what has no name", () => {
  const secrets = secretsIn({ query: "key=a%2Fb=c&d+e&access_token=x" });
  expect(secrets).toEqual(expect.arrayContaining(["a%2Fb=c", "a/b=c", "d+e", "x"]));
  expect(secrets.join(" ")).not.toContain("key");
});

describe("of bodies", () => {
  test.each<readonly [body: string, secrets: readonly string[]]>([
    ['{"token":"a"}', ["a"]],
    ['{"ACCESS_TOKEN" : "a","other":"b"}', ["a"]],
    ['{"tokenValue":"a","name":"b"}', ["a"]],
    ['{"a":{"password":"a\\"b"}}', ['a\\"b']],
    ['{"passwd":"a","apiKey":"b","api-key":"c","api_key":"d"}', ["a", "b", "c", "d"]],
    ['{"client_secret":"a","credentials":"b","authorization":"c"}', ["a", "b", "c"]],
    ['{"token":1,"name":"token"}', []],
    ["access_token=a&name=b&client_secret=c", ["a", "c"]],
    ["xaccess=token=a", []],
    ["token=a", ["a"]],
  ])("%s", (body, secrets) => {
    expect(secretsIn({ bodies: [bytes(body)] })).toEqual(secrets);
  });

  test("of each body", () => {
    expect(secretsIn({ bodies: [bytes('{"token":"a"}'), bytes('{"secret":"b"}')] })).toEqual(["a", "b"]);
  });

  test("in the first 64 KiB, so that a long body takes no time", () => {
    const member = '"token":"a"';
    const filled = (size: number): Uint8Array => bytes(`${" ".repeat(size - member.length)}${member}`);
    expect(secretsIn({ bodies: [filled(64 * 1024)] })).toEqual(["a"]);
    expect(secretsIn({ bodies: [filled(64 * 1024 + 1)] })).toEqual([]);
  });
});
