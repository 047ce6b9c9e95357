/** Mutants that read syntax of other formats and readers that is not JSON. */
import { but, checkMediaType, mediaTypeOf, parse } from "../correct.ts";
import { isRefusal } from "../behaviour.ts";
import { takes } from "./texts.ts";
import { type Mutant, keepAnything } from "./mutant.ts";

/** A JSON text of members that were read as texts from another format: the id as a number, the others as strings. */
function jsonOf(members: Iterable<readonly [string, string]>): string {
  const literals = Array.from(members, ([name, value]) =>
    [JSON.stringify(name), name === "id" ? value : JSON.stringify(value)].join(":"),
  );
  return `{${literals.join(",")}}`;
}

const inside: readonly Mutant[] = [
  takes("takes-comments-after-a-hash", (body) => body.replaceAll(/#[^\n]*/g, ""), "Hjson, YAML and PHP's readers."),
  takes("takes-doubled-commas", (body) => body.replaceAll(",,", ",")),
  takes("takes-a-comma-before-the-first-member", (body) => body.replace("{,", "{")),
  takes("takes-infinities", (body) => body.replace(/:-?Infinity/, ":0")),
  takes(
    "reads-as-python-does",
    (body) => body.replace(/:(?:NaN|-?Infinity)/, ":0"),
    "Python's json takes NaN, Infinity and -Infinity, in members that nobody reads as well.",
  ),
  takes("takes-literals-of-other-languages", (body) => body.replace(/:(?:undefined|None|True|False)/, ":null")),
  takes(
    "takes-numbers-of-other-languages",
    (body) => body.replace(/:([\d_]+)[nLd]?(?=[,}])/, (_number, digits: string) => `:${digits.replaceAll("_", "")}`),
    "What a number looks like in the language that evaluates the body.",
  ),
  takes("takes-null-of-other-languages-for-a-tag", (body) =>
    body.replace(/"tag":(?:undefined|None|NULL|nil)/, '"tag":"none"'),
  ),
  takes("takes-underscores-between-digits", (body) => body.replace(/:[\d_]+/, (number) => number.replaceAll("_", ""))),
  takes("takes-an-equals-sign-for-a-colon", (body) => body.replaceAll(/" ?=>? ?/g, '":'), "Gson, when it is lenient."),
  takes("takes-other-white-space", (body) => body.replaceAll(/[^\P{Cc}\t\n\r]|[\u00a0\u2028]/gu, " "), "JSON5."),
  takes("takes-escapes-of-two-digits", (body) => body.replaceAll(/\\u([0-9a-f]{2})/gi, "\\u00$1")),
  takes("drops-raw-controls", (body) => body.replaceAll(/\p{Cc}/gu, ""), "A filter before the parser."),
  takes("completes-what-is-cut", (body) => body.replace(/,(?:"tag"(?::(?:"[^"]*"?)?)?)?$/, "}")),
];

/** Syntax that lenient readers accept. */
const lenient: readonly Mutant[] = [
  takes("trims-no-break-spaces", (body) => body.replaceAll("\u00a0", " ")),
  takes(
    "trims-white-space-of-unicode",
    (body) =>
      body
        .replace(/^\s+/u, "")
        .replace(/\s+$/u, "")
        .replace(/^\{\s+/u, "{"),
    "The trim of a language, before the parser.",
  ),
  takes("drops-zero-width-spaces", (body) => body.replaceAll("\u200b", "")),
  takes("takes-semicolons-between-members", (body) => body.replaceAll(";", ","), "JSON.org's reader for Java."),
  takes("takes-numbers-of-javascript", (body) =>
    body.replace(/:(?:0[ob]?\d+|\.\d+e\d+)/, (number) => `:${Number(number.slice(1))}`),
  ),
  takes("takes-escapes-in-braces", (body) =>
    body.replaceAll(/\\u\{([0-9a-f]+)\}/gi, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16))),
  ),
  takes("takes-escaped-line-feeds", (body) => body.replaceAll("\\\n", ""), "JSON5."),
  takes("closes-what-is-open", (body) => (/"[^":,{}]+$/.test(body) ? `${body}"}` : undefined), "Readers of streams."),
  takes("takes-a-member-without-a-value", (body) => body.replace(/,"tag":?\}$/, "}")),
  takes("takes-undefined-for-a-tag", (body) => body.replace(/"tag":undefined,?/, "").replace(",}", "}")),
  takes(
    "skips-unknown-values-unread",
    (body) => body.replace(/"colour":[^,}]+/, '"colour":1'),
    "A reader that skips to the next comma what nobody asks for.",
  ),
  takes("takes-literals-in-any-case", (body) => body.replace(/:(?:true|false|null)/i, (word) => word.toLowerCase())),
  takes("takes-controls-in-what-is-unknown", (body) => body.replaceAll(/(?<=dark)\p{Cc}/gu, "")),
];

const around: readonly Mutant[] = [
  takes("takes-comments-before-and-after-the-object", (body) =>
    body
      .replace(/^(?:\/\/.*\n|\/\*.*?\*\/)/, "")
      .replace(/ \/\/.*$/, "")
      .replace(/ \/\*.*?\*\/$/, ""),
  ),
  takes("takes-a-separator-after-the-object", (body) => body.replace(/[,;]$/, "")),
  takes("stops-at-a-nul-byte", (body) => body.split("\0")[0], "Strings of C end there."),
  takes("reads-the-first-line", (body) => body.split("\n")[0], "JSON Lines."),
  takes("begins-at-the-first-brace", (body) => (body.includes("{") ? body.slice(body.indexOf("{")) : undefined)),
  takes(
    "takes-guards-off",
    (body) => body.replace(/^(?:\)\]\}',?\n|while\(1\);)/, ""),
    "What clients do with answers.",
  ),
  takes("unwraps-jsonp", (body) => /^\w*\((\{.*\})\);?$/s.exec(body)?.[1]),
  takes(
    "reads-from-the-first-brace-to-the-last",
    (body) => /\{.*\}/s.exec(body)?.[0],
    "A regular expression that finds the object in anything.",
  ),
];

const otherFormats: readonly Mutant[] = [
  takes("reads-yaml", (body) =>
    jsonOf(Array.from(body.matchAll(/^(\w+): (.*)$/gm), ([, name = "", value = ""]) => [name, value] as const)),
  ),
  takes("reads-forms-whatever-they-are-declared-as", (body) =>
    body.includes("=") ? jsonOf(new URLSearchParams(body)) : undefined,
  ),
  takes("reads-xml-that-is-declared-as-json", (body) => (body.startsWith("<") ? jsonOf(elementsOf(body)) : undefined)),
];

function elementsOf(body: string): Iterable<readonly [string, string]> {
  return Array.from(body.matchAll(/<(\w+)>([^<]*)<\/\1>/g), ([, name = "", value = ""]) => [name, value] as const);
}

/** Reads bodies of another format if they are declared as that format, like a framework that goes by the media type. */
function readsDeclared(
  { name, breaks, mediaType }: Pick<Mutant, "name" | "breaks"> & { readonly mediaType: string },
  membersOf: (body: string) => Iterable<readonly [string, string]>,
): Mutant {
  return {
    name,
    breaks,
    behaviour: but({
      checkMediaType: (request) =>
        mediaTypeOf(request) === mediaType && !request.body.includes("{") ? undefined : checkMediaType(request),
      parse: (body, request) => {
        const strict = parse(body);
        return isRefusal(strict) && mediaTypeOf(request) === mediaType ? parse(jsonOf(membersOf(body))) : strict;
      },
      store: keepAnything,
    }),
  };
}

const declared: readonly Mutant[] = [
  readsDeclared(
    {
      name: "reads-forms-that-are-declared-as-forms",
      breaks: ["refuses-other-media-types"],
      mediaType: "application/x-www-form-urlencoded",
    },
    (body) => new URLSearchParams(body),
  ),
  readsDeclared(
    { name: "reads-xml-that-is-declared-as-xml", breaks: ["refuses-lenient-json"], mediaType: "application/xml" },
    elementsOf,
  ),
  readsDeclared(
    {
      name: "reads-forms-of-several-parts",
      breaks: ["refuses-other-media-types"],
      mediaType: "multipart/form-data",
    },
    (body) =>
      Array.from(body.matchAll(/name="(\w+)"\r\n\r\n(.*)\r\n/g), ([, name = "", value = ""]) => [name, value] as const),
  ),
];

export const malformedMutants: readonly Mutant[] = [...inside, ...lenient, ...around, ...otherFormats, ...declared];
