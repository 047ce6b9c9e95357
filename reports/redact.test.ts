import { describe, expect, test } from "vitest";
import { redactionOf, redactor } from "./redact.ts";

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
  expect(redact("second-token third-token")).toEqual({ text: "[redacted token] [redacted token]", found: true });
});
