/** Reads YAML: documents, overlays, configuration, fleets, waivers and profiles. Nothing that others wrote takes long. */
import { createRequire } from "node:module";
import type * as Yaml from "yaml";

/** A text that is not YAML, or more than is read. The message is the end of a sentence about it. */
export class YamlFault extends Error {
  override readonly name = "YamlFault";
  /** Where the text is not YAML, and why; null for a fault of the whole text. */
  readonly at: string | null;
  /** The place of a key that is twice in a mapping. */
  readonly repeated: Place | null;

  constructor(message: string, at: string | null = null, repeated: Place | null = null) {
    super(message);
    this.at = at;
    this.repeated = repeated;
  }
}

/** A line and a column, from 1. */
interface Place {
  readonly line: number;
  readonly col: number;
}

/** YAML, with the line of each place. */
export interface YamlText {
  readonly document: Yaml.Document.Parsed;
  readonly lines: Yaml.LineCounter;
  /** The parser. It is loaded only when a text is read. */
  readonly yaml: typeof Yaml;
}

/**
 * Parses a text, in YAML or JSON. Repeated keys are looked for here, because the parser compares each key of a mapping
 * with each other: 32,000 keys took it 12 s.
 * @param schema `failsafe` reads every scalar as text
 * @throws {YamlFault} when it is not YAML, a mapping has a key twice, it is nested too deeply, or has too many aliases
 */
export function yamlIn(text: string, schema: "core" | "failsafe" = "core"): YamlText {
  if (isTooDeep(text)) throw new YamlFault(`is nested deeper than ${MOST_LEVELS}`);
  const yaml = createRequire(import.meta.url)("yaml") as typeof Yaml;
  const lines = new yaml.LineCounter();
  // The parser would write warnings, such as for an unknown tag, to the standard error output of the process.
  const document = yaml.parseDocument(text, { schema, logLevel: "error", uniqueKeys: false, lineCounter: lines });
  const [fault] = document.errors;
  if (fault !== undefined) throw notYaml(fault.code, lines.linePos(fault.pos[0]));
  let aliases = 0;
  yaml.visit(document, {
    Alias: () => {
      aliases += 1;
      if (aliases > MOST_ALIASES) throw new YamlFault(`has more than ${MOST_ALIASES} aliases`);
    },
    Map: (_at, map) => {
      const keys = new Set<unknown>();
      for (const { key } of map.items) {
        if (!yaml.isScalar(key)) continue;
        if (keys.has(key.value)) throw notYaml("DUPLICATE_KEY", lines.linePos(key.range?.[0] ?? 0));
        keys.add(key.value);
      }
    },
  });
  return { document, lines, yaml };
}

/**
 * The value that a parsed text has.
 * @throws {YamlFault} when aliases make a small text very large, or refer to themselves
 */
export function valueOfYaml({ document }: YamlText): unknown {
  try {
    // The parser itself allows an anchor a hundred aliases.
    return document.toJS({ maxAliasCount: MOST_ALIASES }) as unknown;
  } catch (error) {
    throw new YamlFault(`cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * The value of a text that is JSON, for which YAML's parser takes twenty times as long; null if it is another text, has a
 * key twice, or is nested too deeply, so that the parser says where.
 */
export function plainJson(text: string): { readonly value: unknown } | null {
  if (!/^\s*[[{]/.test(text) || isTooDeep(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return hasKeyTwice(text) ? null : { value };
  } catch {
    return null;
  }
}

/** Whether an object of a text in JSON has a key twice: a string before a colon is a key of the innermost object. */
function hasKeyTwice(json: string): boolean {
  const around: Set<string>[] = [];
  for (const [token, written, colon] of json.matchAll(/"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|[{}]/g)) {
    if (token === "{") around.push(new Set());
    else if (token === "}") around.pop();
    else if (written !== undefined && colon !== undefined) {
      const key = written.includes("\\") ? String(JSON.parse(`"${written}"`)) : written;
      const keys = around.at(-1);
      if (keys?.has(key) === true) return true;
      keys?.add(key);
    }
  }
  return false;
}

/** The most aliases. The parser looks through the whole document for each. */
const MOST_ALIASES = 1000;

/** A depth that the parser, which calls itself, can handle, and that is far beyond any description. */
export const MOST_LEVELS = 1000;

/**
 * Whether brackets, or the signs of items, are nested deeper. Those in texts count too, which makes no difference here.
 */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [sign] of text.matchAll(/[[\]{}]/g)) {
    depth = sign === "[" || sign === "{" ? depth + 1 : Math.max(0, depth - 1);
    if (depth > MOST_LEVELS) return true;
  }
  // JSON on one line has many colons in it, and is nested by its brackets alone.
  if (/^\s*[[{]/.test(text)) return false;
  return text.split("\n").some((line) => line.split(/[-?:][ \t]/).length > MOST_LEVELS);
}

const WORDS: Partial<Readonly<Record<Yaml.ErrorCode, string>>> = {
  BAD_INDENT: "it begins at a column where nothing can begin",
  BAD_SCALAR_START: "a string that begins so needs quotes",
  BLOCK_AS_IMPLICIT_KEY: "a key with several values on one line; put the values on lines of their own, or in quotes",
  BLOCK_IN_FLOW: "a list or a mapping of several lines within brackets",
  DUPLICATE_KEY: "a key is given twice",
  MISSING_CHAR: "something is missing before it, such as a closing quote, a bracket or a comma",
  MULTIPLE_DOCS: "a second document begins, after ---; keep one",
  MULTILINE_IMPLICIT_KEY: "a key without a colon, or a string of several lines without quotes",
  RESOURCE_EXHAUSTION: "it is nested too deeply",
  TAB_AS_INDENT: "a tab; indent with spaces",
  UNEXPECTED_TOKEN: "something stands where nothing can stand; a string with braces or brackets needs quotes",
};

/** A fault in words, with the parser's code, to find it in the parser's documentation. */
function notYaml(code: Yaml.ErrorCode, place: Place): YamlFault {
  const words = WORDS[code];
  const at = `line ${place.line}, column ${place.col} (${words === undefined ? code : `${words}; ${code}`})`;
  return new YamlFault(`is not YAML, ${at}`, at, code === "DUPLICATE_KEY" ? place : null);
}
