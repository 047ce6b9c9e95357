/** Mutants that read more than JSON in UTF-8, or nothing at all, as a plant. */
import type { Behaviour, Request } from "../behaviour.ts";
import { but, correct, json, parse } from "../correct.ts";
import type { Value } from "../json-text.ts";
import { type Mutant, keepAnything, kindAs, number, object, readAlso, text } from "./mutant.ts";

const someone: Value = object([
  ["id", number("77")],
  ["name", text("Nameless")],
]);

/** Reads the requests that this applies to as a plant with a default name. */
function readsAsSomeone(applies: (request: Request) => boolean): Behaviour {
  return but({
    decode: (request) => (applies(request) ? "{}" : correct.decode(request)),
    parse: (given, request) => (applies(request) ? someone : parse(given)),
    store: keepAnything,
  });
}

const isEmpty = ({ body }: Request): boolean => body.length === 0;

/** Decodes bytes that are not UTF-8 in another way; undefined if that fails too. */
function decodesAlso(decode: (body: Buffer) => string | undefined): Behaviour {
  return but({
    decode: (request) => {
      const strict = correct.decode(request);
      return typeof strict === "string" ? strict : (decode(request.body) ?? strict);
    },
    store: keepAnything,
  });
}

/** Replaces some bytes by others, and decodes strictly. */
function withBytes(body: Buffer, bytes: string, others: string): string | undefined {
  const changed = Buffer.from(body.toString("latin1").replaceAll(bytes, others), "latin1");
  return Buffer.from(changed.toString()).equals(changed) ? changed.toString() : undefined;
}

/** Repairs bodies that are not JSON, and accepts them. */
export function takes(name: string, repair: (body: string) => string | undefined, why?: string): Mutant {
  const reason = why === undefined ? {} : { why };
  return { name, breaks: ["refuses-lenient-json"], ...reason, behaviour: readAlso(repair) };
}

/** Makes a plant of texts that no reading gets one from. */
function invents(name: string, repair: (body: string) => string | undefined, why?: string): Mutant {
  return { ...takes(name, repair, why), breaks: ["refuses-malformed-json"] };
}

const noBodies: readonly Mutant[] = [
  { name: "takes-an-empty-body-for-a-plant", breaks: ["refuses-no-body"], behaviour: readsAsSomeone(isEmpty) },
  {
    name: "takes-a-request-without-framing-for-a-plant",
    breaks: ["refuses-no-body"],
    why: "The parser is called only where a length says that there is something to parse.",
    behaviour: readsAsSomeone(
      ({ headers }) => headers["content-length"] === undefined && headers["transfer-encoding"] === undefined,
    ),
  },
  {
    name: "answers-204-to-an-empty-body",
    breaks: ["refuses-no-body"],
    why: "Nothing came, so nothing goes: a success all the same.",
    behaviour: kindAs("no-body", () => ({ ...json(204, null), body: "" })),
  },
];

const malformed: readonly Mutant[] = [
  invents("takes-white-space-for-a-plant", (body) =>
    body !== "" && body.trim() === "" ? '{"id":1,"name":"Someone"}' : undefined,
  ),
  invents(
    "takes-garbage-for-a-plant",
    (body) => (body.trim() !== "" && !/[:=<]/.test(body) ? '{"id":1,"name":"Someone"}' : undefined),
    "What cannot be read is replaced by defaults.",
  ),
  invents(
    "takes-what-came-of-a-name",
    (body) => (/"name":?(?:"[^"]*)?$/.test(body) ? '{"id":1,"name":"Someone"}' : undefined),
    "A reader of streams that gives what it has when the stream ends.",
  ),
  takes("ignores-garbage-after-the-value", (body) => /^(.*\}) x$/s.exec(body)?.[1]),
  takes(
    "reads-the-first-of-two-values",
    (body) => /^(\{.*\})\{.*\}$/s.exec(body)?.[1],
    "A decoder of streams, such as Go's, called once.",
  ),
  takes("takes-a-brace-too-many", (body) => body.replace(/\}\}$/, "}")),
  takes("closes-truncated-bodies", (body) => `${body}}`, "A reader made for what language models write."),
  takes("takes-trailing-commas", (body) => body.replace(/, ?\}$/, "}")),
  takes("takes-missing-commas", (body) => body.replaceAll(/(["\d]) "/g, '$1,"'), "Hjson."),
  takes("takes-comments", (body) => body.replaceAll(/\/\*.*?\*\/|\/\/.*?\n/gs, "")),
  takes("takes-block-comments", (body) => body.replaceAll(/\/\*.*?\*\//gs, "")),
  takes("takes-line-comments", (body) => body.replaceAll(/\/\/.*?\n/g, "")),
  takes("takes-single-quotes", (body) => body.replaceAll("'", '"')),
  takes("takes-unquoted-names", (body) => body.replaceAll(/([{,])(\w+):/g, '$1"$2":'), "JSON5 and Gson."),
  takes("takes-nan", (body) => body.replace(":NaN", ":0"), "Python's json; the number becomes an integer afterwards."),
  takes("takes-leading-zeros", (body) => body.replaceAll(/:0+(\d)/g, ":$1")),
  takes("takes-plus-signs", (body) => body.replaceAll(/:\+(\d)/g, ":$1")),
  takes("takes-hexadecimal-numbers", (body) =>
    body.replaceAll(/:0x([0-9a-f]+)/gi, (_number, digits: string) => `:${Number.parseInt(digits, 16)}`),
  ),
  takes("takes-a-point-after-the-last-digit", (body) => body.replaceAll(/(\d)\.(?=[,}])/g, "$1")),
  takes(
    "takes-raw-line-feeds-in-strings",
    (body) => body.replaceAll("\n", "\\n"),
    "Gson, and Jackson if it is configured so.",
  ),
  takes("takes-raw-tabs-in-strings", (body) => body.replaceAll("\t", "\\t")),
  takes("takes-escapes-that-json-does-not-know", (body) => body.replaceAll(/\\(?!["\\/bfnrtu])/g, "")),
];

const notUtf8: readonly Mutant[] = [
  {
    name: "replaces-bytes-that-are-not-utf-8",
    breaks: ["refuses-non-utf8"],
    why: "What most decoders do by default.",
    behaviour: but({ decode: ({ body }) => new TextDecoder().decode(body) }),
  },
  {
    name: "falls-back-to-latin-1",
    breaks: ["refuses-non-utf8"],
    behaviour: decodesAlso((body) => body.toString("latin1")),
  },
  {
    name: "detects-utf-16",
    breaks: ["refuses-non-utf8"],
    why: "Jackson and .NET find out the encoding by the first bytes.",
    behaviour: decodesAlso((body) =>
      body[0] === 0xff && body[1] === 0xfe ? body.subarray(2).toString("utf16le") : undefined,
    ),
  },
  {
    name: "takes-overlong-encodings",
    breaks: ["refuses-non-utf8"],
    why: "A decoder that adds up bits and asks no more.",
    behaviour: decodesAlso((body) => withBytes(body, "\u00c0\u00af", "/")),
  },
  {
    name: "takes-encoded-surrogates",
    breaks: ["refuses-non-utf8"],
    why: "Java's modified UTF-8.",
    behaviour: decodesAlso((body) => withBytes(body, "\u00ed\u00a0\u0080", "?")),
  },
];

export const textMutants: readonly Mutant[] = [...noBodies, ...malformed, ...notUtf8];
