/** Secrets of traffic are removed with a memory that does not grow. */
import { describe, expect, test } from "vitest";
import { openTrafficSecrets } from "./secrets-of-traffic.ts";

/** Its length gives base64 without padding. */
const tokenOf = (k: number): string => `token-of-clients-${1000 + k}`;
const encoded = (token: string): string => Buffer.from(token).toString("base64");

describe("the token of an exchange", () => {
  test("is taken out as it is, and in every encoding; that of another is not", () => {
    const redact = openTrafficSecrets().of("a", tokenOf(1));
    expect(redact(`<${tokenOf(1)}> ${encoded(tokenOf(1))}`)).toEqual({
      text: "<[redacted token]> [redacted token]",
      found: true,
    });
    expect(redact(tokenOf(2))).toEqual({ text: tokenOf(2), found: false });
  });

  test("is prepared once for all its exchanges, while it is remembered", () => {
    const secrets = openTrafficSecrets();
    const first = secrets.of("0", tokenOf(0));
    for (let k = 1; k < 100; k += 1) secrets.of(String(k), tokenOf(k));
    expect(secrets.of("0", tokenOf(0))).toBe(first);
    secrets.of("100", tokenOf(100));
    expect(secrets.of("0", tokenOf(0))).not.toBe(first);
  });

  test("is looked for as it is written, after a thousand tokens, and then in every encoding", () => {
    const secrets = openTrafficSecrets();
    const foundOf = (k: number): readonly boolean[] => {
      const redact = secrets.of(String(k), tokenOf(k));
      return [redact(encoded(tokenOf(k))).found, redact(`${tokenOf(k)} ${encoded(tokenOf(k))}`).found];
    };
    for (let k = 0; k < 999; k += 1) secrets.of(String(k), tokenOf(k));
    expect([foundOf(999), foundOf(1_000)]).toEqual([
      [true, true],
      [false, true],
    ]);
    const both = secrets.of("1000", tokenOf(1_000))(`${tokenOf(1_000)} ${encoded(tokenOf(1_000))}`).text;
    expect(both).toBe("[redacted token] [redacted token]");
  });
});

describe("at the end", () => {
  test("the last hundred tokens are taken out", () => {
    const secrets = openTrafficSecrets();
    for (let k = 0; k <= 100; k += 1) secrets.of(String(k), tokenOf(k));
    const redact = secrets.all();
    expect([0, 1, 50, 100].map((k) => redact(tokenOf(k)).found)).toEqual([false, true, true, true]);
  });

  test("so are the last hundred other secrets, which are no tokens", () => {
    const secrets = openTrafficSecrets();
    for (let k = 0; k <= 100; k += 1) secrets.learn(tokenOf(k));
    const redact = secrets.all();
    expect([0, 1, 50, 100].map((k) => redact(tokenOf(k)).text)).toEqual([
      tokenOf(0),
      ...Array<string>(3).fill("[redacted credentials]"),
    ]);
  });
});
