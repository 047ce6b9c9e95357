/** The create-plant operation as `openapi.yaml` describes it: where it is, what it takes and what it answers. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { type Member, at, membersOf } from "./schema.ts";

/** A response that the document shows: its media type and the path of its body's schema in the document. */
export interface DescribedResponse {
  readonly mediaType: string;
  /** JSON Pointer into the document. */
  readonly schemaPath: string;
}

/** The one operation, read from the document. */
export interface Operation {
  /** `info.version`. */
  readonly version: string;
  /** Of the document's bytes, in hexadecimal. */
  readonly sha256: string;
  /** Appended to the base URL: `/plants`. */
  readonly path: string;
  readonly requestMediaType: string;
  /** JSON Pointer to the schema of the request body. */
  readonly requestSchemaPath: string;
  /** The members of the request body. */
  readonly members: readonly Member[];
  readonly success: DescribedResponse;
  readonly failure: DescribedResponse;
  /** The whole document, for the validators. */
  readonly document: Readonly<Record<string, unknown>>;
}

/**
 * Reads the operation from the text of an OpenAPI document, the shipped one by default.
 * @throws {Error} when the document lacks a part that the suite needs
 */
export function readOperation(text: string = shipped("openapi.yaml")): Operation {
  const document = parse(text) as Readonly<Record<string, unknown>>;
  const path = "/plants";
  const post = "/paths/~1plants/post";
  const requestMediaType = firstKey(document, `${post}/requestBody/content`);
  const requestSchemaPath = `${post}/requestBody/content/${escape(requestMediaType)}/schema`;
  return {
    version: String(Reflect.get(at(document, "/info"), "version")),
    sha256: createHash("sha256").update(text).digest("hex"),
    path,
    requestMediaType,
    requestSchemaPath,
    members: membersOf(document, { schema: at(document, requestSchemaPath), path: requestSchemaPath }),
    success: response(document, `${post}/responses/200`),
    failure: response(document, `${post}/responses/400`),
    document,
  };
}

/** The text of a file that ships beside this one. */
export function shipped(file: string): string {
  return readFileSync(fileURLToPath(import.meta.resolve(`#spec/${file}`)), "utf8");
}

function response(document: unknown, pointer: string): DescribedResponse {
  const mediaType = firstKey(document, `${pointer}/content`);
  return { mediaType, schemaPath: `${pointer}/content/${escape(mediaType)}/schema` };
}

function firstKey(document: unknown, pointer: string): string {
  const [key] = Object.keys(at(document, pointer));
  if (key === undefined) throw new Error(`There is no media type at ${pointer}`);
  return key;
}

function escape(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}
