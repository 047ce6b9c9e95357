/** An OpenAPI document as somebody wrote it, read within limits: a value in the words of OpenAPI 3.1. */
import { asOpenApi31 } from "./openapi-3-0.ts";
import { type ReadDocument, readYaml, yamlFaultWords } from "./shipped.ts";

/** What a document may have at most. More is no description of one operation, and may be meant to exhaust the reader. */
export const DOCUMENT_LIMITS = { bytes: 1024 * 1024, depth: 100 } as const;

/** A document that can be read: `openapi` and the members that every one has. */
export type OpenApiDocument = Readonly<Record<string, unknown>>;

/**
 * Reads a document, in YAML or JSON.
 * @throws {Error} when it is beyond a limit, is not YAML or JSON, or is of another version than 3.0 and 3.1
 */
export function readDocument(text: string): { readonly document: OpenApiDocument; readonly sha256: string } {
  const size = Buffer.byteLength(text);
  if (size > DOCUMENT_LIMITS.bytes) {
    throw new Error(`The document has ${size} bytes; at most ${DOCUMENT_LIMITS.bytes} are read`);
  }
  const { value, sha256 } = parsed(text);
  if (!isFields(value)) throw new Error("The document is no OpenAPI document: it is no object");
  assertDepth(value, "", 0);
  const version = value["openapi"];
  if (typeof version !== "string") throw new Error("The document is no OpenAPI document: there is nothing at /openapi");
  if (/^3\.1\.\d+$/.test(version)) {
    const dialect = value["jsonSchemaDialect"] ?? DIALECT;
    if (DIALECTS.includes(dialect)) return { document: value, sha256 };
    throw new Error(
      `The keyword jsonSchemaDialect at / names ${JSON.stringify(dialect)}, which the suite does not know`,
    );
  }
  if (/^3\.0\.\d+$/.test(version)) return { document: asOpenApi31(value), sha256 };
  throw new Error(`The document is of OpenAPI ${JSON.stringify(version)}; 3.0 and 3.1 are the versions that are read`);
}

/** The dialect of schemas that do not name one (OpenAPI 3.1, section 4.8.24.5). */
const DIALECT = "https://spec.openapis.org/oas/3.1/dialect/base";

/** That of JSON Schema 2020-12 is the same without the keywords of OpenAPI, which it takes for annotations. */
const DIALECTS: readonly unknown[] = [DIALECT, "https://json-schema.org/draft/2020-12/schema"];

const TOO_DEEP = `The document is nested deeper than ${DOCUMENT_LIMITS.depth}`;

/** The parser of YAML limits aliases itself, at 100 in each other. */
function parsed(text: string): ReadDocument {
  try {
    return readYaml(text);
  } catch (error) {
    if (error instanceof RangeError) throw new Error(TOO_DEEP, { cause: error });
    throw new Error(`The document is neither YAML nor JSON: ${yamlFaultWords(error)}`, { cause: error });
  }
}

/** An alias of itself is without end, so that it is beyond the depth as well. */
function assertDepth(value: unknown, path: string, depth: number): void {
  if (typeof value !== "object" || value === null) return;
  if (depth > DOCUMENT_LIMITS.depth) {
    throw new Error(`${TOO_DEEP} at ${path.slice(0, 200)}`);
  }
  for (const [key, part] of Object.entries(value)) assertDepth(part, `${path}/${key}`, depth + 1);
}

function isFields(value: unknown): value is OpenApiDocument {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
