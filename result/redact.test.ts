import { describe, expect, test } from "vitest";
import { inDepth } from "../proof/gate/depth.ts";
import { isTooShort, redactionOf, redactor } from "./redact.ts";

describe("redaction", () => {
  const token = "to+ken/with=odd&letters";
  const redact = redactor(token);

  test.each([
    ["as it is", token],
    ["percent-encoded", encodeURIComponent(token)],
    ["JSON-escaped", JSON.stringify(token).replaceAll("/", "\\/")],
    ["HTML-escaped", token.replaceAll("&", "&amp;")],
    ["in base64", Buffer.from(token).toString("base64")],
    ["in base64 after one byte", Buffer.from(`x${token}`).toString("base64")],
    ["in base64 after two bytes", Buffer.from(`xy${token}zz`).toString("base64")],
    ["in base64url", Buffer.from(`user:${token}`).toString("base64url")],
    ["in hexadecimal", Buffer.from(token).toString("hex")],
    ["in another letter case", token.toUpperCase()],
  ])("finds the token %s", (_, form) => {
    const { text, found } = redact(`before ${form} after`);
    expect(found).toBe(true);
    expect(text).not.toContain(form);
    expect(text).toContain("before ");
  });

  test("takes a short token out as well, but calls it no echo: it may stand there by chance", () => {
    expect(redactor("test")("a test")).toEqual({ text: "a [redacted token]", found: false });
    expect(redactor("testtes")("a testtes")).toEqual({ text: "a [redacted token]", found: false });
    expect(redactor("testtest")("a testtest")).toEqual({ text: "a [redacted token]", found: true });
  });

  test("leaves other text alone", () => {
    expect(redact("a token with odd letters")).toEqual({ text: "a token with odd letters", found: false });
  });
});

test("tokens that are fetched during the run are taken out from then on", () => {
  const { redact, add } = redactionOf(["first-token", "second-token"]);
  expect(redact("first-token third-token")).toEqual({ text: "[redacted token] third-token", found: true });
  expect(redact("third-token")).toEqual({ text: "third-token", found: false });
  add("third-token");
  expect(redact("third-token")).toEqual({ text: "[redacted token]", found: true });
  expect(redact("second-token third-token")).toEqual({ text: "[redacted token] [redacted token]", found: true });
});

describe("a secret of fewer than eight characters", () => {
  const { text } = redactor("t")('{"t":"too few","list":["t",1],"x":"\\u0074 _t t2 t-t"}');

  test("is taken out as a whole word alone", () => {
    expect(isTooShort("1234567")).toBe(true);
    expect(isTooShort("12345678")).toBe(false);
    const mark = "[redacted token]";
    expect(text).toBe(`{"${mark}":"too few","list":["${mark}",1],"x":"${mark} _t t2 ${mark}-${mark}"}`);
  });
});

describe("the redaction of a run", () => {
  test("marks credentials as credentials, and not as an echo of a token", () => {
    const { redact, add } = redactionOf(["the-token-of-the-run"]);
    add("user:the-password", "credentials");
    const said = `Basic ${Buffer.from("user:the-password").toString("base64")}, user%3Athe-password`;
    expect(redact(said)).toEqual({
      text: expect.stringMatching(/^Basic \[redacted credentials\]\w?=*, \[redacted credentials\]$/),
      found: false,
    });
  });

  test("knows secrets beyond ASCII, by their characters and by their bytes", () => {
    const { redact, add } = redactionOf();
    add("pässwörter", "credentials");
    const mark = "[redacted credentials]";
    expect(redact("pässwörter p&#xE4;ssw\\u00f6rter p%C3%A4ssw%C3%B6rter").text).toBe(`${mark} ${mark} ${mark}`);
    expect(redact("p%C3%A1ssw%C3%B6rter").text).toBe("p%C3%A1ssw%C3%B6rter");
  });

  test("never throws over a message of our own", () => {
    const { safely } = redactionOf(["the-token-of-the-run"]);
    expect(safely("Error: the-token-of-the-run\n    at x")).toBe("Error: [redacted token]\n    at x");
    const unreadable = { length: 1, charCodeAt: () => expect.fail() } as unknown as string;
    expect(safely(unreadable)).toBe("its message is not shown, because secrets could not be taken out of it");
  });

  test("says where a text that goes on can be cut without cutting a secret in two", () => {
    const token = "the-token-of-the-run";
    const { cutOf } = redactionOf([token]);
    const room = 8 * token.length;
    const around = (after: number): string => `${"x".repeat(1000)}${token}${"y".repeat(after)}`;
    expect(cutOf(around(room))).toBe(1000 + token.length);
    expect(cutOf(around(room - 1))).toBe(1000);
    expect(cutOf(around(room - token.length))).toBe(1000);
    expect(cutOf(around(room - token.length - 1))).toBe(999);
    expect(cutOf("short")).toBe(0);
  });
});

describe("a hostile text is searched in time, up to the mebibyte of the proof", () => {
  const token = `${"ab".repeat(2800)}c`;
  const most = inDepth({ gate: 256, proof: 1024 }) * 1024;

  test.each([
    ["backslashes", "\\"],
    ["percent signs", "%25"],
    ["entities that never end", "&#0000"],
    ["ampersands", "&amp;"],
    ["braces", "\\u{;}"],
    ["the token but for its end", token.slice(0, -1)],
    ["the token itself", token],
    ["the token in base64 but for its end", Buffer.from(token.slice(0, -1)).toString("base64")],
    ["bytes in hexadecimal", "61:62, "],
    ["what repeats as the token does", "ab"],
    ["lines", "\n "],
  ])("of %s", (_what, part) => {
    const text = part.repeat(Math.ceil(most / part.length)).slice(0, most);
    const { found } = redactor(token)(text);
    expect(found).toBe(part.includes(token));
  });
});

test("a long text that comes again is not searched again, whatever short texts come between", () => {
  const { redact, add } = redactionOf(["token-of-the-first"]);
  const long = `${"a".repeat(10_000)} token-of-the-second`;
  const first = redact(long);
  redact("content-type; application/json");
  expect(redact(long)).toBe(first);
  add("token-of-the-second");
  expect(redact(long).found).toBe(true);
});
