/**
 * The YAML documents of this folder, read. Parsing them takes longer than a request, so that the build parses them once
 * (`parsed/` beside the compiled code); what it made is used only as long as the YAML is the one that it was made from.
 */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Yaml from "yaml";
import { builtDocument, builtFile } from "./built-files.ts";
import { packageFile } from "./package-file.ts";

const documents = ["openapi.yaml", "overlay.yaml", "requirements.yaml", "explanations.yaml"] as const;

/** A YAML document: its value, and the digest of its text in hexadecimal. */
export interface ReadDocument {
  readonly value: unknown;
  readonly sha256: string;
}

/** The text of a document that ships. */
export function shipped(file: string): string {
  return packageFile(`spec/${file}`);
}

const read = new Map<string, ReadDocument>();

/** A document that ships, parsed now or when the package was built; once in a process. */
export function readShipped(file: (typeof documents)[number]): ReadDocument {
  const document = read.get(file) ?? parsedNow(file);
  read.set(file, document);
  return document;
}

function parsedNow(file: (typeof documents)[number]): ReadDocument {
  const text = shipped(file);
  const sha256 = digest(text);
  const made = readParsed(file);
  return made?.sha256 === sha256 ? made : { value: parse(text), sha256 };
}

/**
 * A document by its text.
 * @throws {Error} when it is not YAML
 */
export function readYaml(text: string): ReadDocument {
  return { value: parse(text), sha256: digest(text) };
}

/**
 * Parses every document that ships and keeps what came of it. Called by the build script.
 * @public
 */
export function writeParsed(): void {
  mkdirSync(builtFile("."), { recursive: true });
  for (const file of documents) writeFileSync(builtFile(`${file}.json`), JSON.stringify(readYaml(shipped(file))));
}

function readParsed(file: string): ReadDocument | null {
  const text = builtDocument(file);
  try {
    return text === null ? null : (JSON.parse(text) as ReadDocument);
  } catch {
    return null;
  }
}

/** The parser is loaded when it is needed, and not before. */
function parse(text: string): unknown {
  const yaml = createRequire(import.meta.url)("yaml") as typeof Yaml;
  return yaml.parse(text) as unknown;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
