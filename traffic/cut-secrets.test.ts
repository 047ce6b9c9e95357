/** Shown text is cut and counted. No part of a secret is left at a cut or in a count. */
import { describe, expect, test } from "vitest";
import { openTraffic } from "./traffic-judge.ts";
import { exchangeOfLine } from "./read/read-exchange.ts";
import { judgedLines, line, shippedOptions } from "./testing/exchanges.ts";

/** Longer than the shown part of any value, and without repeated parts. */
const long = Array.from({ length: 60 }, (_, k) => `part${1000 + k}`).join("-");
const part = /part1\d/;
const json = { "Content-Type": "application/json" };
const others = Array.from({ length: 120 }, (_, k) => line({ headers: { Authorization: `Bearer another-token-${k}` } }));

describe("no part is left", () => {
  test.each<readonly [what: string, headers: Readonly<Record<string, string>>]>([
    ["of a token", { Authorization: `Bearer ${long}` }],
    ["of the credentials of another scheme", { Authorization: `Digest ${long}` }],
    ["of a cookie", { Cookie: `session=${long}` }],
    ["of a key", { "X-Key": long }],
  ])("%s that an answer gives back in the place of a name, or of a media type", (_, headers) => {
    const answers = [{ answer: { name: [long] } }, { answerHeaders: { "Content-Type": `x/${long}` } }];
    const result = judgedLines(answers.map((answer) => line({ headers, ...answer })));
    expect(result.requirements.filter(({ failed }) => failed > 0).map(({ id }) => id)).toEqual(
      expect.arrayContaining(["plant-media-type", "plant-shape"]),
    );
    expect(part.test(JSON.stringify(result))).toBe(false);
  });

  test("of a token in what a client calls itself", () => {
    const headers = { Authorization: `Bearer ${long}`, "User-Agent": `shop/1.0 ${long}` };
    const found: unknown[] = [];
    const traffic = openTraffic(shippedOptions);
    found.push(traffic.open("log", "ndjson").add(exchangeOfLine(line({ headers, body: { id: 1 } }))));
    expect(part.test(JSON.stringify([found, traffic.result()]))).toBe(false);
    expect(JSON.stringify(found)).toContain("shop/1.0 [redacted token]");
  });

  test("of a key in a long body of a request, wherever it is cut", () => {
    for (const size of [4_000, 16_000, 32_000, 64_000, 65_300, 131_000]) {
      const body = JSON.stringify({ id: 1, tag: "x".repeat(size), api_key: long });
      expect(part.test(JSON.stringify(judgedLines([line({ body, status: 400 })])))).toBe(false);
    }
  });

  test("of a token in the name of a content coding, however many tokens come after it", () => {
    const answer = {
      status: 200,
      headers: { ...json, "Content-Encoding": long },
      body: { encoding: "base64", content: "AAEC" },
    };
    const coded = { ...line({ headers: { Authorization: `Bearer ${long}` } }), response: answer };
    const text = JSON.stringify(judgedLines([coded, ...others]));
    expect(text.includes("with the content coding")).toBe(true);
    expect(part.test(text)).toBe(false);
  });

  test("of a token that is too short for an echo, however many tokens come after it", () => {
    const short = line({ headers: { Authorization: "Bearer k7-q9z" }, answer: { id: 1, name: "k7-q9z" } });
    const text = JSON.stringify(judgedLines([short, ...others]));
    expect([text.includes("[redacted token]"), text.includes("k7-q9z")]).toEqual([true, false]);
  });

  test("of a secret that is known only after it was found in an answer", () => {
    const lines = [line({ answer: { name: ["key-of-it"] } }), line({ headers: { "X-Key": "key-of-it" } })];
    const text = JSON.stringify(
      judgedLines([...lines, line({ answer: { name: { "X-Key": 1 } }, headers: { "X-Key": "key-of-it" } })]),
    );
    expect([text.includes("[redacted credentials]"), text.includes("key-of-it")]).toEqual([true, false]);
  });
});
