/** Reads an OpenAPI document that others wrote, within limits, and converts it to OpenAPI 3.1. */
import { asOpenApi31, withOpenNull } from "./openapi-3-0.ts";
import { type JsonFields, isFields } from "./schema.ts";
import { type ReadDocument, readYaml } from "./shipped-yaml.ts";
import { YamlFault } from "./read-yaml-text.ts";

/**
 * The limits of a document. Large services describe a thousand operations; more may be meant to exhaust the reader. YAML
 * takes ten times as long to read as JSON.
 */
export const DOCUMENT_LIMITS = { bytes: 16 * 1024 * 1024, yamlBytes: 8 * 1024 * 1024, depth: 100 } as const;

/** A document that was read: `openapi` and its other members. */
export type OpenApiDocument = JsonFields;

/**
 * Reads a document, in YAML or JSON.
 * @throws {Error} when it exceeds a limit, is not YAML or JSON, or has another version than 3.0 or 3.1
 */
export function readDocument(text: string): { readonly document: OpenApiDocument; readonly sha256: string } {
  const size = Buffer.byteLength(text);
  if (size > DOCUMENT_LIMITS.bytes) {
    throw new Error(`The document has ${size} bytes; at most ${DOCUMENT_LIMITS.bytes} are read`);
  }
  if (size > DOCUMENT_LIMITS.yamlBytes && !/^\s*\{/.test(text)) {
    const { bytes, yamlBytes } = DOCUMENT_LIMITS;
    throw new Error(`The document has ${size} bytes of YAML; at most ${yamlBytes} are read, or ${bytes} of JSON`);
  }
  const { value, sha256 } = parsed(text);
  if (!isFields(value)) throw new Error("The document is not an OpenAPI document: it is not an object");
  assertDepth(value, "", 0);
  const version = value["openapi"];
  if (typeof value["swagger"] === "string") {
    throw new Error(
      `The document is Swagger (OpenAPI) ${excerptOf(value["swagger"])}, and 3.0 and 3.1 are read; convert it, for example with \`npx swagger2openapi FILE\``,
    );
  }
  if (typeof version === "number")
    throw new Error(`The version ${version} at /openapi is a number; write it as "3.1.0"`);
  if (typeof version !== "string")
    throw new Error("The document is not an OpenAPI document: there is nothing at /openapi");
  if (/^3\.1\.\d+$/.test(version)) {
    const dialect = value["jsonSchemaDialect"] ?? DIALECT;
    if (DIALECTS.includes(dialect)) return { document: withOpenNull(value), sha256 };
    throw new Error(
      `The keyword jsonSchemaDialect at / names ${JSON.stringify(dialect)}, which the suite does not know`,
    );
  }
  if (/^3\.0\.\d+$/.test(version)) return { document: asOpenApi31(value), sha256 };
  throw new Error(`The document is of OpenAPI ${JSON.stringify(version)}; 3.0 and 3.1 are the versions that are read`);
}

/** The dialect of schemas that do not name one (OpenAPI 3.1, section 4.8.24.5). */
const DIALECT = "https://spec.openapis.org/oas/3.1/dialect/base";

/**
 * The supported dialects. JSON Schema 2020-12 is the same without the keywords of OpenAPI, which it treats as
 * annotations.
 */
const DIALECTS: readonly unknown[] = [DIALECT, "https://json-schema.org/draft/2020-12/schema"];

const TOO_DEEP = `The document is nested deeper than ${DOCUMENT_LIMITS.depth}`;

/** The start of a version, which may be any text. */
function excerptOf(version: string): string {
  return version.slice(0, 20);
}

/** A key that is twice in one object, and where. */
function repeatedKey(text: string, { line, col }: { readonly line: number; readonly col: number }): string {
  const rest = text.split("\n")[line - 1]?.slice(col - 1) ?? "";
  const [, double, single, plain] = /^(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^:]*))/.exec(rest) ?? [];
  const key = JSON.stringify((double ?? single ?? plain ?? "").slice(0, 100));
  return `has the key ${key} twice in one object: the second is at line ${line}, column ${col}`;
}

function parsed(text: string): ReadDocument {
  try {
    return readYaml(text);
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    const { message, at, repeated } = error;
    const why = at === null ? message : `is neither YAML nor JSON: ${at}`;
    throw new Error(`The document ${repeated === null ? why : repeatedKey(text, repeated)}`, { cause: error });
  }
}

/** An alias that contains itself has no end, so it exceeds the depth too. */
function assertDepth(value: unknown, path: string, depth: number): void {
  if (typeof value !== "object" || value === null) return;
  if (depth > DOCUMENT_LIMITS.depth) {
    throw new Error(`${TOO_DEEP} at ${path.slice(0, 200)}`);
  }
  for (const [key, part] of Object.entries(value)) assertDepth(part, `${path}/${key}`, depth + 1);
}
