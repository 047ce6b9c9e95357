/** The create-plant operation as `openapi.yaml` describes it: where it is, what it takes and what it answers. */
import { readShipped, readYaml } from "./shipped.ts";
import { at, token } from "./schema.ts";
import { type Shape, shapeOf } from "./shape.ts";

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
  /** What is asked of the request body; its required members first, otherwise in the document's order. */
  readonly request: Shape;
  readonly success: DescribedResponse;
  readonly failure: DescribedResponse;
  /** The whole document, for the validators. */
  readonly document: Readonly<Record<string, unknown>>;
}

/**
 * Reads the operation from the text of an OpenAPI document, the shipped one by default.
 * @throws {Error} when the document lacks a part that the suite needs, or the request body's schema has a keyword that
 * no body can be made from
 */
export function readOperation(given?: string): Operation {
  const { value, sha256 } = given === undefined ? readShipped("openapi.yaml") : readYaml(given);
  const document = value as Readonly<Record<string, unknown>>;
  const path = "/plants";
  const post = "/paths/~1plants/post";
  const requestMediaType = firstKey(document, `${post}/requestBody/content`);
  const requestSchemaPath = `${post}/requestBody/content/${token(requestMediaType)}/schema`;
  return {
    version: String(Reflect.get(at(document, "/info"), "version")),
    sha256,
    path,
    requestMediaType,
    requestSchemaPath,
    request: requestShape(document, requestSchemaPath),
    success: response(document, `${post}/responses/200`),
    failure: response(document, `${post}/responses/400`),
    document,
  };
}

function requestShape(document: unknown, path: string): Shape {
  const shape = shapeOf(document, { schema: at(document, path), path });
  if (!shape.types.includes("object")) throw new Error(`The request body at ${path} is no object`);
  const required = shape.members.filter((member) => member.required);
  return { ...shape, members: [...required, ...shape.members.filter((member) => !member.required)] };
}

function response(document: unknown, pointer: string): DescribedResponse {
  const mediaType = firstKey(document, `${pointer}/content`);
  return { mediaType, schemaPath: `${pointer}/content/${token(mediaType)}/schema` };
}

function firstKey(document: unknown, pointer: string): string {
  const [key] = Object.keys(at(document, pointer));
  if (key === undefined) throw new Error(`There is no media type at ${pointer}`);
  return key;
}
