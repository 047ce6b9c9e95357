/** Random mixtures of escapes and encodings of a token. After redaction, the text cannot be decoded to the token. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inDepth } from "../proof/gate/depth.ts";
import { budget } from "../proof/readers/budget.ts";
import { redactor } from "./redact.ts";

const tokenCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/=";
const tokenOf = (characters: string): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...Array.from(characters)), minLength: 8, maxLength: 60 });
/** What RFC 6750 allows, and what looks like hexadecimal, a number, base64 or one character again and again. */
const tokens = fc.oneof(
  tokenOf(tokenCharacters),
  tokenOf("0123456789abcdef"),
  tokenOf("0123456789"),
  tokenOf("+/=-._~"),
  tokenOf(tokenCharacters).map((text) => Buffer.from(text).toString("base64")),
  fc.constantFrom("a", "A", "1").map((one) => one.repeat(12)),
);

const hex = (character: string, digits: number): string => character.charCodeAt(0).toString(16).padStart(digits, "0");
const names: Readonly<Record<string, string>> = { "+": "plus", "/": "sol", "=": "equals", ".": "period", _: "lowbar" };

/** Ways to write one character. */
const spellings: ReadonlyArray<(character: string, zeros: string) => string> = [
  (one) => one,
  (one) => `%${hex(one, 2)}`,
  (one) => `%${hex(one, 2).toUpperCase()}`,
  (one) => `%u${hex(one, 4)}`,
  (one) => `%25${hex(one, 2)}`,
  (one) => `\\u${hex(one, 4)}`,
  (one) => `\\u${hex(one, 4).toUpperCase()}`,
  (one) => `\\\\u${hex(one, 4)}`,
  (one) => `\\\\\\\\u${hex(one, 4)}`,
  (one) => `\\u{${hex(one, 1)}}`,
  (one) => `\\x${hex(one, 2)}`,
  (one, zeros) => `&#${zeros}${one.charCodeAt(0)};`,
  (one, zeros) => `&#x${zeros}${hex(one, 1)};`,
  (one) => `&amp;#x${hex(one, 1).toUpperCase()};`,
  (one) => (one in names ? `&${names[one]};` : one),
  (one) => (/[a-z0-9]/i.test(one) ? one : `\\${one}`),
];
const unseen = ["", "", "", "\n", "\r\n ", "\u00ad", "\u200b", "\0", "\\n", "&shy;", "%00"];
const delimiters = [" ", '"', "'", ":", "=", ">", "<", ",", "("];

/** A token with each character written in a different way. */
const mixtures = tokens.chain((token) =>
  fc.record({
    token: fc.constant(token),
    mixture: fc
      .tuple(
        ...Array.from(token, (character) =>
          fc
            .tuple(fc.constantFrom(...spellings), fc.constantFrom("", "0", "00000"), fc.constantFrom(...unseen))
            .map(([spell, zeros, between]) => [spell(character, zeros), between] as const),
        ),
      )
      .map((all) => all.map(([one, between], at) => (at === all.length - 1 ? one : `${one}${between}`)).join("")),
  }),
);
const surroundings = fc.tuple(fc.string(), fc.constantFrom(...delimiters)).map(([text, mark]) => [text, mark] as const);

/**
 * Undoes every escape and encoding. It is independent of the search, so that a fault must be in both to stay unnoticed.
 */
function readings(text: string): string {
  const character = (code: string, base: number): string => String.fromCharCode(Number.parseInt(code, base) % 0x1_0000);
  let [now, before] = [text, ""];
  while (now !== before) {
    before = now;
    now = now
      .replaceAll(/\\{2,}/g, "\\")
      .replaceAll(/[\p{Cc}\u00ad\u200b]|(?<=\n) /gu, "")
      .replaceAll(/%u([0-9a-f]{4})|%([0-9a-f]{2})/gi, (_, four?: string, two?: string) =>
        character(four ?? two ?? "", 16),
      )
      .replaceAll(/\\u\{([0-9a-f]{1,4})\}/gi, (_, code: string) => character(code, 16))
      .replaceAll(/\\u([0-9a-f]{4})|\\x([0-9a-f]{2})/gi, (_, four?: string, two?: string) =>
        character(four ?? two ?? "", 16),
      )
      .replaceAll(/&#0*(\d{1,4});/g, (_, code: string) => character(code, 10))
      .replaceAll(/&#x0*([0-9a-f]{1,4});/gi, (_, code: string) => character(code, 16))
      .replaceAll(/&(plus|sol|equals|period|lowbar|amp|shy);/g, (_, name: string) => {
        const found = Object.entries(names).find(([, one]) => one === name)?.[0];
        return found ?? (name === "amp" ? "&" : "");
      })
      .replaceAll(/\\([^a-z0-9])/gi, "$1")
      .replaceAll("\\n", "");
  }
  return now;
}

test("the readings of a mixture are the token: the test knows what it asks", () => {
  fc.assert(
    fc.property(mixtures, ({ token, mixture }) => {
      expect(readings(mixture.replaceAll("\r\n ", ""))).toBe(token);
    }),
  );
});

test("whatever mixture of escapes a token is written in, no reading of what is left holds it", () => {
  fc.assert(
    fc.property(mixtures, surroundings, surroundings, ({ token, mixture }, [before, left], [after, right]) => {
      const { text, found } = redactor(token)(`${before}${left}${mixture}${right}${after}`);
      expect(found).toBe(true);
      expect(text).toContain("[redacted token]");
      expect(readings(text).toLowerCase()).not.toContain(token.toLowerCase());
      expect(text.startsWith(`${before}${left}`)).toBe(true);
      expect(text.endsWith(`${right}${after}`)).toBe(true);
    }),
    budget(inDepth({ gate: 150, proof: 500 })),
  );
});

describe("a token is taken out, and nothing beside it, where each character is written in a way of its own", () => {
  const hiddenCharacters = Array.from(
    "\0\n\u0007\u0085\u00ad\u034f\u061c\u180b\u180e\u200b\u200d\u202a\u2063\u2066\u3164\ufe0f\uffa0\ufff9\u{e0001}\u{e0041}\u{e0100}\u{1d173}",
  );
  const unseenEscapes = [
    "",
    "",
    "&#x2063;",
    "&af;",
    "&InvisibleComma;",
    "%E2%80%8B",
    "%F3%A0%81%81",
    "&#xE0041;",
    "%c2%85",
    "\r\n  ",
    "%0D%0A%20",
    "&#10;&#32;",
  ];
  const between = fc.constantFrom(...hiddenCharacters, ...unseenEscapes);
  const likeEscapes = fc.constantFrom("\\u0041", "&amp;", "%41", "\\x41", "&lt");
  const hostileTokens = fc
    .tuple(tokens, fc.oneof(fc.constant(""), likeEscapes), tokens)
    .map(([first, escape, last]) => `${first}${escape}${last}`);

  type Spell = (code: number, after: string) => string;
  const entities: readonly Spell[] = [
    (code) => `&#0${code};`,
    (code) => `&#X${code.toString(16)};`,
    (code, after) => `&#${code}${/^[\d;&%\\]/.test(after) ? ";" : ""}`,
    (code, after) => `&#x${code.toString(16)}${/^[\da-f;&%\\]/i.test(after) ? ";" : ""}`,
  ];
  const hexOf = (code: number, digits: number): string => code.toString(16).padStart(digits, "0");
  const ofC: readonly Spell[] = [
    (code) => `\\${code.toString(8).padStart(3, "0")}`,
    (code, after) => `\\${code.toString(8).padStart(/^[0-7&%\\]/.test(after) ? 3 : 1, "0")}`,
    (code) => `\\U${hexOf(code, 8)}`,
    (code) => `\\x{${hexOf(code, 4)}}`,
    (code) => `\\\\u${hexOf(code, 4).toUpperCase()}`,
    (code) => `%25${hexOf(code, 2)}`,
  ];
  const ofCss: readonly Spell[] = [
    (code) => `\\${hexOf(code, 1)} `,
    (code) => `\\${hexOf(code, 6)}`,
    (code, after) => `\\${hexOf(code, /^[\da-f&%\\\s]/i.test(after) ? 6 : 1)}`,
  ];
  const sameOrEscaped: Spell = (code, after) => {
    const sign = String.fromCharCode(code);
    return /[\\&%]/.test(sign)
      ? `%${hexOf(code, 2)}`
      : after === "" || /[\w.~+/-]/.test(sign)
        ? sign
        : `%${hexOf(code, 2)}`;
  };

  test.each([
    ["C, HTML and URLs", [...entities, ...ofC, sameOrEscaped]],
    ["CSS, HTML and URLs", [...entities, ...ofCss, sameOrEscaped]],
  ])("of %s", (_what, spells) => {
    const one = hostileTokens.chain((token) =>
      fc.record({
        token: fc.constant(token),
        ways: fc.array(fc.tuple(fc.constantFrom(...spells), between), {
          minLength: token.length,
          maxLength: token.length,
        }),
      }),
    );
    fc.assert(
      fc.property(one, ({ token, ways }) => {
        const written = ways.reduceRight((after, [spell, hidden], at) => {
          const rest = at === ways.length - 1 ? "" : `${hidden}${after}`;
          return `${spell(token.charCodeAt(at), rest)}${rest}`;
        }, "");
        const { text, found } = redactor(token)(`{"echo":"${written}"}`);
        expect(text).toMatch(/^\{"echo":"\[redacted token\];?"\}$/);
        expect(found).toBe(true);
      }),
      budget(inDepth({ gate: 150, proof: 500 })),
    );
  });
});

test("a token is found as it is whatever stands beside it, an escape that is cut short included", () => {
  const beside = fc.oneof(fc.string(), fc.constantFrom("%", "%4", "\\", "\\u", "\\u00", "\\x4", "&", "&#", "&#x4"));
  fc.assert(
    fc.property(tokens, beside, beside, (token, before, after) => {
      const { text, found } = redactor(token)(`${before}${token}${after}`);
      expect(found).toBe(true);
      expect(text.toLowerCase()).not.toContain(token.toLowerCase());
    }),
  );
});

/** What writes a text to a URL, a JSON string or HTML. */
const written = fc.constantFrom<(text: string) => string>(
  encodeURIComponent,
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => text.replaceAll(/[&<>"']/g, (one) => inHtml[one] ?? one),
);
const inHtml: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const severalWriters = fc.array(written, { maxLength: 3 });

test("a token in escapes that are written to a URL, a JSON string or HTML, again and again, is taken out", () => {
  const code = (one: string): number => one.charCodeAt(0);
  const inCss = (one: string): string => `\\${hex(one, 1)} `;
  const first = fc.constantFrom<(one: string) => string>(
    (one) => `&#${code(one)};`,
    (one) => `&#x${hex(one, 1)};`,
    (one) => `\\${code(one).toString(8).padStart(3, "0")}`,
    inCss,
    (one) => `\\u${hex(one, 4)}`,
  );
  const all = fc.record({
    token: fc.tuple(tokens, fc.constantFrom("", "&amp;"), tokens).map((parts) => parts.join("")),
    spell: first,
    between: fc.constantFrom("", "\r\n ", "\u200b"),
    writers: severalWriters,
    which: fc.nat(),
  });
  fc.assert(
    fc.property(all, ({ token, spell, between, writers, which }) => {
      fc.pre(spell !== inCss || between !== "\r\n ");
      const escaped = Array.from(token, (one, at) => ((which >> (at % 31)) & 1 ? spell(one) : one)).join(between);
      const text = writers.reduce((now, write) => write(now), escaped);
      expect(redactor(token)(`<${text}>`)).toEqual({
        text: expect.stringMatching(/^<\[redacted token\].{0,3}>$/),
        found: true,
      });
    }),
    budget(inDepth({ gate: 150, proof: 500 })),
  );
});

test("an escape of CSS ends where the text ends, and may be one of a token in hexadecimal", () => {
  const inCss = (text: string): string => Array.from(text, (one) => `\\${one.charCodeAt(0).toString(16)}`).join(" ");
  fc.assert(
    fc.property(tokens, (token) => {
      expect(redactor(token)(inCss(token))).toEqual({ text: "[redacted token]", found: true });
      const inHex = inCss(Buffer.from(token).toString("hex"));
      expect(redactor(token)(inHex)).toEqual({ text: "[redacted token]", found: true });
    }),
  );
});

const likeEscapes = fc.string({ unit: fc.constantFrom(...Array.from("%\\u&#x;{}0041abAB \n\u00ad/+=")) });

test("a text that does not hold the token is left as it is", () => {
  const others = fc.oneof(fc.string(), fc.string({ unit: "binary" }), likeEscapes);
  fc.assert(
    fc.property(tokens, others, (token, text) => {
      fc.pre(!readings(text).toLowerCase().includes(token.toLowerCase()));
      expect(redactor(token)(text)).toEqual({ text, found: false });
    }),
    budget(inDepth({ gate: 150, proof: 500 })),
  );
});

describe("a token that is encoded as a whole", () => {
  const bytes = fc.tuple(tokens, fc.string(), fc.string());
  const inLines = (text: string, width: number, end: string): string =>
    text.replaceAll(new RegExp(`.{${width}}`, "g"), (line) => `${line}${end}`);

  test.each<[string, (token: string, before: string, after: string) => string]>([
    ["base64, at any alignment", (token, ...[a, b]) => Buffer.from(`${a}${token}${b}`).toString("base64")],
    ["base64 for URLs", (token, ...[a, b]) => Buffer.from(`${a}${token}${b}`).toString("base64url")],
    ["base64 after letters of its alphabet", (token) => `key_${Buffer.from(token).toString("base64url")}`],
    ["base64 in lines", (token, a) => inLines(Buffer.from(`${a}${token}`).toString("base64"), 7, "\r\n  ")],
    ["base64 in a JSON string in lines", (token) => inLines(Buffer.from(token).toString("base64"), 6, "\\n")],
    ["base64, percent-encoded", (token, a) => encodeURIComponent(Buffer.from(`${a}${token}`).toString("base64"))],
    ["base64 twice", (token, a) => Buffer.from(Buffer.from(`${a}${token}`).toString("base64url")).toString("base64")],
    ["base64 of UTF-16", (token) => Buffer.from(token, "utf16le").toString("base64")],
    ["hexadecimal", (token, a) => Buffer.from(`${a}${token}`).toString("hex")],
    ["hexadecimal in upper case", (token) => Buffer.from(token).toString("hex").toUpperCase()],
    ["hexadecimal with colons", (token) => inLines(Buffer.from(token).toString("hex"), 2, ":")],
    ["hexadecimal with blanks", (token) => inLines(Buffer.from(token).toString("hex"), 2, " ")],
    ["hexadecimal as a list", (token) => inLines(Buffer.from(token).toString("hex"), 2, ", 0x")],
    ["hexadecimal of UTF-16", (token) => Buffer.from(token, "utf16le").toString("hex")],
    ["hexadecimal with underscores", (token) => inLines(Buffer.from(token).toString("hex"), 2, "_")],
    ["hexadecimal with bars", (token) => inLines(Buffer.from(token).toString("hex"), 2, "|")],
    ["hexadecimal with slashes", (token) => inLines(Buffer.from(token).toString("hex"), 2, "/")],
    ["hexadecimal in quotes", (token) => inLines(Buffer.from(token).toString("hex"), 2, "', '")],
    ["base64 of UTF-16, high byte first", (token) => Buffer.from(token, "utf16le").swap16().toString("base64")],
    ["hexadecimal of UTF-16, high byte first", (token) => Buffer.from(token, "utf16le").swap16().toString("hex")],
    ["UTF-16", (token) => Buffer.from(token, "utf16le").toString("latin1")],
  ])("in %s is taken out", (_what, encode) => {
    fc.assert(
      fc.property(bytes, severalWriters, ([token, before, after], all) => {
        const encoded = all.reduce((text, write) => write(text), encode(token, before, after));
        const { text, found } = redactor(token)(`<${encoded}>`);
        expect(found).toBe(true);
        expect(text).not.toContain(encoded);
        expect(Buffer.from(text, "base64").toString("latin1")).not.toContain(token);
      }),
      budget(inDepth({ gate: 100, proof: 500 })),
    );
  });
});

test("a token of 16,384 characters is taken out in every form", () => {
  const token = Array.from({ length: 16_384 }, (_, at) => tokenCharacters[(at * at * 31 + at * 7) % 69]).join("");
  const redact = redactor(token);
  for (const form of [token, Buffer.from(`Bearer ${token}`).toString("base64"), token.replaceAll("=", "\\u003d")]) {
    expect(redact(`{"echo":"${form}"}`)).toEqual({
      text: expect.stringMatching(/^\{"echo":".{0,12}\[redacted token\].{0,4}"\}$/),
      found: true,
    });
  }
});
