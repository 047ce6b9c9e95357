/** The create-plant operation as `openapi.yaml` describes it: where it is, what it takes and what it answers. */
import { type Overlay, shippedOverlay } from "./overlay.ts";
import { type Roles, rolesOf, withRoles } from "./roles.ts";
import { type Security, securityOf } from "./security.ts";
import { readShipped, readYaml } from "./shipped.ts";
import { at, token } from "./schema.ts";
import { type Shape, shapeOf } from "./shape.ts";

/** A response that the document shows: its status, its media type and the path of its body's schema in the document. */
export interface DescribedResponse {
  readonly status: number;
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
  /** What a valid request is answered with: 200 in ours. */
  readonly success: DescribedResponse;
  /** What a request that is not valid is answered with: 400 in ours; null where the document shows no body for one. */
  readonly failure: DescribedResponse | null;
  /** The other responses with a body in JSON, in the order of their statuses. */
  readonly others: readonly DescribedResponse[];
  readonly security: Security;
  readonly roles: Roles;
  /** Whether the document is the one that ships, by its digest. */
  readonly isShipped: boolean;
  /** The whole document, for the validators. */
  readonly document: Readonly<Record<string, unknown>>;
}

/** How a document is read. */
export interface Reading {
  /** What the document says in prose; by default that of the document that ships for it, and nothing for another. */
  readonly overlay?: Overlay;
}

/**
 * Reads the operation from the text of an OpenAPI document, the shipped one by default.
 * @throws {Error} when the document lacks a part that the suite needs, or the request body's schema has a keyword that
 * no body can be made from
 */
export function readOperation(given?: string, { overlay }: Reading = {}): Operation {
  const { value, sha256 } = given === undefined ? readShipped("openapi.yaml") : readYaml(given);
  const isShipped = given === undefined || sha256 === readShipped("openapi.yaml").sha256;
  const document = value as Readonly<Record<string, unknown>>;
  const path = "/plants";
  const post = "/paths/~1plants/post";
  const requestMediaType = firstKey(document, `${post}/requestBody/content`);
  const requestSchemaPath = `${post}/requestBody/content/${token(requestMediaType)}/schema`;
  const request = requestShape(document, requestSchemaPath);
  const success = response(document, post, 200);
  const roles = rolesOf({
    request,
    success: shapeIfKnown(document, success.schemaPath),
    overlay: overlay ?? (isShipped ? shippedOverlay() : {}),
  });
  return {
    version: String(Reflect.get(at(document, "/info"), "version")),
    sha256,
    path,
    requestMediaType,
    requestSchemaPath,
    request: withRoles(request, roles),
    success,
    failure: response(document, post, 400),
    others: [],
    security: securityOf(document, post),
    roles,
    isShipped,
    document,
  };
}

/** The shape of an answer, which needs none to be judged: null where the schema is one that no shape can be made of. */
export function shapeIfKnown(document: unknown, path: string): Shape | null {
  try {
    return shapeOf(document, { schema: at(document, path), path });
  } catch {
    return null;
  }
}

function requestShape(document: unknown, path: string): Shape {
  const shape = shapeOf(document, { schema: at(document, path), path });
  if (!shape.types.includes("object")) throw new Error(`The request body at ${path} is no object`);
  const required = shape.members.filter((member) => member.required);
  return { ...shape, members: [...required, ...shape.members.filter((member) => !member.required)] };
}

function response(document: unknown, post: string, status: number): DescribedResponse {
  const pointer = `${post}/responses/${status}`;
  const mediaType = firstKey(document, `${pointer}/content`);
  return { status, mediaType, schemaPath: `${pointer}/content/${token(mediaType)}/schema` };
}

function firstKey(document: unknown, pointer: string): string {
  const [key] = Object.keys(at(document, pointer));
  if (key === undefined) throw new Error(`There is no media type at ${pointer}`);
  return key;
}
