/**
 * Reads the YAML documents of this folder. Parsing them takes longer than a request, so the build parses them once
 * (`parsed/` next to the compiled code). The result is used only if the YAML has not changed since then.
 */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Yaml from "yaml";
import { builtDocument, builtFile } from "./built-files.ts";
import { packageFile } from "./package-file.ts";

const documents = ["openapi.yaml", "overlay.yaml", "requirements.yaml"] as const;

/** The files of `requirements/`. */
const topics = [
  "authentication",
  "duplicates",
  "error-answer",
  "http",
  "open-answers",
  "open-authentication",
  "open-bodies",
  "open-values",
  "operation",
  "other-requests",
  "plant-answer",
  "request-body",
  "request-headers",
  "values",
] as const;

/** A YAML document: its value, and the digest of its text in hexadecimal. */
export interface ReadDocument {
  readonly value: unknown;
  readonly sha256: string;
}

/** The text of a document that ships. `requirements.yaml` is made of the files of `requirements/`. */
export function shipped(file: string): string {
  if (file !== "requirements.yaml") return packageFile(`spec/${file}`);
  const texts = topics.map((topic) => packageFile(`spec/requirements/${topic}.yaml`));
  return texts.toSorted((one, other) => firstOrder(one) - firstOrder(other)).join("\n");
}

/** The place of the first requirement of a topic in the catalogue. */
function firstOrder(text: string): number {
  return Number(/^  order: (\d+)$/m.exec(text)?.[1]);
}

const read = new Map<string, ReadDocument>();

/** A document that ships, parsed now or when the package was built; once in a process. */
export function readShipped(file: (typeof documents)[number]): ReadDocument {
  const document = read.get(file) ?? parsedNow(file);
  read.set(file, document);
  return document;
}

function parsedNow(file: string): ReadDocument {
  const made = readParsed(file);
  const text = textBeside(made, file);
  if (made !== null && (text === null || made.sha256 === digest(text))) return made;
  return readYaml(text ?? shipped(file));
}

/** The text of a document; null if the package has only the parsed value, because no export names the document. */
function textBeside(made: ReadDocument | null, file: string): string | null {
  try {
    return shipped(file);
  } catch (error) {
    if (made !== null) return null;
    throw error;
  }
}

/**
 * Parses a document.
 * @throws {RangeError} when it is nested so deeply that the parser, which calls itself, may end the process
 * @throws {AliasError} when it has too many aliases
 * @throws {Error} when it is not YAML
 */
export function readYaml(text: string): ReadDocument {
  if (isTooDeep(text)) throw new RangeError("It is nested too deeply");
  return { value: parse(text), sha256: digest(text) };
}

/** The place where a text is not YAML, with the parser's error code. A fault of the whole text has no place. */
export function yamlFaultWords(error: unknown): string {
  const [code, places] = error instanceof Error ? [Reflect.get(error, "code"), Reflect.get(error, "linePos")] : [];
  const [place] = (Array.isArray(places) ? places : []) as readonly { readonly line: number; readonly col: number }[];
  if (place !== undefined) return `line ${place.line}, column ${place.col} (${String(code)})`;
  return String(error instanceof Error ? error.message : error).split("\n")[0] ?? "";
}

/** A depth that the parser can handle, and that is far beyond any description. */
const DEEPEST = 1000;

/**
 * Whether brackets, or the signs of items, are nested deeper. Those in texts count too, which makes no difference here.
 */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [sign] of text.matchAll(/[[\]{}]/g)) {
    depth = sign === "[" || sign === "{" ? depth + 1 : Math.max(0, depth - 1);
    if (depth > DEEPEST) return true;
  }
  // JSON on one line has many colons in it, and is nested by its brackets alone.
  if (/^\s*[[{]/.test(text)) return false;
  return text.split("\n").some((line) => line.split(/[-?:][ \t]/).length > DEEPEST);
}

/**
 * Parses every document that ships and writes the values, and the text of `requirements.yaml`, which the package exports.
 * Called by the build script.
 * @public
 */
export function writeParsed(): void {
  mkdirSync(builtFile("."), { recursive: true });
  for (const file of documents) writeFileSync(builtFile(`${file}.json`), JSON.stringify(readYaml(shipped(file))));
  writeFileSync(builtFile("requirements.yaml"), shipped("requirements.yaml"));
}

function readParsed(file: string): ReadDocument | null {
  const text = builtDocument(file);
  try {
    return text === null ? null : (JSON.parse(text) as ReadDocument);
  } catch {
    return null;
  }
}

/** A document has too many aliases. The message is the end of a sentence about it. */
export class AliasError extends Error {
  override readonly name = "AliasError";
}

/** The most aliases. The parser looks through the whole document for each. */
const MOST_ALIASES = 1000;

/**
 * The parser is loaded only when it is needed. Repeated keys are looked for here, because it compares each key of an object
 * with each other: 32,000 keys took 12 s.
 */
function parse(text: string): unknown {
  const yaml = createRequire(import.meta.url)("yaml") as typeof Yaml;
  const lines = new yaml.LineCounter();
  // The parser would write warnings, such as for an unknown tag, to the standard error output of the process.
  const document = yaml.parseDocument(text, { logLevel: "error", uniqueKeys: false, lineCounter: lines });
  const [fault] = document.errors;
  if (fault !== undefined) throw fault;
  let aliases = 0;
  yaml.visit(document, {
    Alias: () => {
      aliases += 1;
      if (aliases > MOST_ALIASES) throw new AliasError(`has more than ${MOST_ALIASES} aliases`);
    },
    Map: (_at, map) => {
      const keys = new Set<unknown>();
      for (const { key } of map.items) {
        if (!yaml.isScalar(key)) continue;
        if (keys.has(key.value)) throw repeated(yaml, key.range, lines);
        keys.add(key.value);
      }
    },
  });
  // The parser itself allows an anchor a hundred aliases.
  return document.toJS({ maxAliasCount: MOST_ALIASES }) as unknown;
}

function repeated(yaml: typeof Yaml, range: Yaml.Range | null | undefined, lines: Yaml.LineCounter): Error {
  const [from = 0, to = from] = range ?? [];
  const error = new yaml.YAMLParseError([from, to], "DUPLICATE_KEY", "Map keys must be unique");
  error.linePos = [lines.linePos(from)];
  return error;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
