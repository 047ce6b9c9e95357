/**
 * Reads the YAML documents of this folder. Parsing them takes longer than a request, so the build parses them once
 * (`parsed/` next to the compiled code). The result is used only if the YAML has not changed since then.
 */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { builtDocument, builtFile } from "./built-files.ts";
import { packageFile } from "./package-file.ts";
import { plainJson, valueOfYaml, yamlIn } from "./read-yaml-text.ts";

const documents = ["openapi.yaml", "overlay.yaml", "requirements.yaml", "causes.yaml", "stacks.yaml"] as const;

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
 * Parses a document, in YAML or JSON.
 * @throws {YamlFault} when it is not YAML, or more than is read
 */
export function readYaml(text: string): ReadDocument {
  const { value } = plainJson(text) ?? { value: valueOfYaml(yamlIn(text)) };
  return { value, sha256: digest(text) };
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

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
