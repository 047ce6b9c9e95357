/** WHERE: how the request is written, framed and sent. The strengths are those of accepting such a valid request. */
import type { Facts } from "./facts.ts";
import type { FaultAxis, Parameter, Strength } from "./mutant.ts";

/** One word of a closed list, and the property of a request that it names. */
interface Word {
  readonly strength: Strength;
  readonly share: number;
  readonly words: string;
  readonly holds: (facts: Facts) => boolean;
}

/** An axis whose values are words. */
export function axisOf(name: string, words: Readonly<Record<string, Word>>): FaultAxis {
  const at = (value: Parameter): Word => {
    const word = words[value];
    if (word === undefined) throw new Error(`${name} has no value ${value}`);
    return word;
  };
  return {
    class: name,
    draw: (random) => random.pick(Object.keys(words)),
    words: (value) => at(value).words,
    holds: (facts, value) => at(value).holds(facts),
    strength: (value) => at(value).strength,
    share: (value) => at(value).share,
  };
}

function wordOf(strength: Strength, share: number, words: string, holds: Word["holds"]): Word {
  return { strength, share, words, holds };
}

const header = ({ request }: Facts, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === "string" ? value : undefined;
};
const mediaType = (facts: Facts): string => header(facts, "content-type") ?? "";
const hasName = ({ request }: Facts, name: string): boolean => request.headerNames.includes(name);

/** The names of the body's members in order, as far as the text shows them. */
function order({ text }: Facts): readonly string[] {
  return [...text.matchAll(/"(id|name|tag)"\s*:/gu)].map(([, name = ""]) => name);
}

/** The text of the body without the content of its strings. */
const outside = ({ text }: Facts): string => text.replace(/"(?:[^"\\]|\\[^])*"/gu, '""');

export const messageAxes: Readonly<Record<string, FaultAxis>> = {
  order: axisOf("order of members", {
    "name-first": wordOf("SHOULD", 0.2, "whose first member is name", (facts) => order(facts)[0] === "name"),
    "tag-first": wordOf("SHOULD", 0.1, "whose first member is tag", (facts) => order(facts)[0] === "tag"),
    "id-last": wordOf("SHOULD", 0.2, "whose last member is id", (facts) => order(facts).at(-1) === "id"),
    "tag-before-name": wordOf("SHOULD", 0.1, "with tag right before name", (facts) =>
      order(facts).join(" ").includes("tag name"),
    ),
  }),
  space: axisOf("white space", {
    "line-feed": wordOf("SHOULD", 0.1, "with a line feed between members", (facts) => outside(facts).includes("\n")),
    "carriage-return": wordOf("SHOULD", 0.05, "with a carriage return between members", (facts) =>
      outside(facts).includes("\r"),
    ),
    tab: wordOf("SHOULD", 0.05, "with a tab between members", (facts) => outside(facts).includes("\t")),
    leading: wordOf("SHOULD", 0.05, "with white space before the body", ({ text }) => /^\s/u.test(text)),
    trailing: wordOf("SHOULD", 0.05, "with white space after the body", ({ text }) => /\s$/u.test(text)),
    "before-colon": wordOf("SHOULD", 0.05, "with white space before a colon", (facts) => /\s:/u.test(outside(facts))),
    "after-colon": wordOf("SHOULD", 0.2, "with white space after a colon", (facts) => /:\s/u.test(outside(facts))),
    none: wordOf("SHOULD", 0.5, "without any white space", (facts) => !/\s/u.test(outside(facts))),
  }),
  escapes: axisOf("escapes", {
    slash: wordOf("SHOULD", 0.02, "with an escaped slash", ({ text }) => text.includes("\\/")),
    unicode: wordOf("SHOULD", 0.05, "with a \\u escape", ({ text }) => /\\u/u.test(text)),
    "unicode-lower": wordOf("SHOULD", 0.03, "with a \\u escape in lower case", ({ text }) =>
      /\\u(?=[\da-f]{4})\d*[a-f]/u.test(text),
    ),
    "unicode-upper": wordOf("SHOULD", 0.03, "with a \\u escape in upper case", ({ text }) =>
      /\\u(?=[\dA-F]{4})\d*[A-F]/u.test(text),
    ),
    "in-member-name": wordOf("SHOULD", 0.01, "with an escape in the name of a member", ({ text }) =>
      /"[a-z]*\\u[^"]*"\s*:/u.test(text),
    ),
    surrogates: wordOf("OPEN", 0.02, "with an escaped surrogate pair", ({ text }) => /\\ud[89ab]/iu.test(text)),
    "id-fraction": wordOf("SHOULD", 0.02, "whose id is written as 1.0", ({ text }) => /"id"\s*:\s*\d+\.0/u.test(text)),
    "id-exponent": wordOf("SHOULD", 0.02, "whose id is written with an exponent", ({ text }) =>
      /"id"\s*:\s*[\d.]+e/iu.test(text),
    ),
  }),
  framing: axisOf("framing", {
    chunked: wordOf("SHOULD", 0.1, "in chunks", (facts) => header(facts, "transfer-encoding") !== undefined),
    expect: wordOf("SHOULD", 0.02, "that expects 100-continue", (facts) => header(facts, "expect") !== undefined),
    "after-large": wordOf(
      "SHOULD",
      0.01,
      "after a body of 16 KiB or more on its connection",
      (facts) => facts.afterLarge,
    ),
    close: wordOf("SHOULD", 0.05, "that asks to close the connection", (facts) =>
      /close/iu.test(header(facts, "connection") ?? ""),
    ),
  }),
  declared: axisOf("media type", {
    charset: wordOf("SHOULD", 0.1, "declared with a charset", (facts) => /charset/iu.test(mediaType(facts))),
    quoted: wordOf("SHOULD", 0.02, "declared with a quoted charset", (facts) => mediaType(facts).includes('"')),
    "charset-case": wordOf("SHOULD", 0.02, "declared with a charset in capitals", (facts) =>
      /CHARSET|UTF-8/u.test(mediaType(facts)),
    ),
    spaces: wordOf("SHOULD", 0.02, "declared with a space before the semicolon", (facts) =>
      /\s;/u.test(mediaType(facts)),
    ),
    "no-space": wordOf("SHOULD", 0.02, "declared with no space after the semicolon", (facts) =>
      /;\S/u.test(mediaType(facts)),
    ),
    case: wordOf("SHOULD", 0.02, "declared as Application/JSON", (facts) => /^[^;]*[A-Z]/u.test(mediaType(facts))),
    plain: wordOf("MUST", 0.8, "declared without a charset", (facts) => mediaType(facts) === "application/json"),
  }),
  headers: axisOf("other headers", {
    "no-accept": wordOf("MUST", 0.5, "without an Accept header", (facts) => header(facts, "accept") === undefined),
    accept: wordOf("OPEN", 0.5, "with an Accept header", (facts) => header(facts, "accept") !== undefined),
    "accept-any": wordOf("OPEN", 0.1, "that accepts anything", (facts) => header(facts, "accept") === "*/*"),
    "no-agent": wordOf("MUST", 0.5, "without a User-Agent", (facts) => header(facts, "user-agent") === undefined),
    agent: wordOf("OPEN", 0.1, "with a User-Agent", (facts) => header(facts, "user-agent") !== undefined),
    "lower-case": wordOf("SHOULD", 0.3, "that spells the header authorization in lower case", (facts) =>
      hasName(facts, "authorization"),
    ),
    "upper-case": wordOf("SHOULD", 0.03, "that spells the header AUTHORIZATION in capitals", (facts) =>
      hasName(facts, "AUTHORIZATION"),
    ),
    "content-type-case": wordOf("SHOULD", 0.3, "that spells the header content-type in lower case", (facts) =>
      hasName(facts, "content-type"),
    ),
    "scheme-case": wordOf("SHOULD", 0.03, "whose scheme is bearer in lower case", (facts) =>
      (header(facts, "authorization") ?? "").startsWith("bearer"),
    ),
  }),
  connection: axisOf("connection", {
    new: wordOf("MUST", 0.2, "on a new connection", ({ request }) => request.connection.requests === 0),
    used: wordOf("MUST", 0.8, "on a used connection", ({ request }) => request.connection.requests > 0),
    second: wordOf(
      "MUST",
      0.1,
      "that is the second on its connection",
      ({ request }) => request.connection.requests === 1,
    ),
    "tenth-on": wordOf(
      "MUST",
      0.3,
      "that is the tenth on its connection or later",
      ({ request }) => request.connection.requests >= 9,
    ),
    "after-refusal": wordOf(
      "SHOULD",
      0.2,
      "right after a refused one on the same connection",
      (facts) => facts.afterRefusal,
    ),
  }),
  parallel: axisOf("in flight", {
    two: wordOf("SHOULD", 0.1, "while another is in flight", ({ request }) => request.memory.inFlight > 1),
    four: wordOf("SHOULD", 0.05, "while three others are in flight", ({ request }) => request.memory.inFlight > 3),
    alone: wordOf("MUST", 0.9, "while no other is in flight", ({ request }) => request.memory.inFlight === 1),
  }),
};
