/** The create-plant operation as `openapi.yaml` describes it: its place, its request and its responses. */
import { type CreateOperation, createOperation } from "./create-operation.ts";
import { type Responses, headersAt, responsesOf } from "./described-responses.ts";
import { seenBy } from "./directions.ts";
import { type Overlay, overlayDigest, overlayOf, shippedOverlay } from "./overlay.ts";
import { type OpenApiDocument, readDocument } from "./read-document.ts";
import { type Roles, rolesOf, withRoles } from "./roles.ts";
import { type Security, securityOf } from "./security.ts";
import { startOfMakeable, ifMakeable } from "./recursion.ts";
import { readShipped } from "./shipped.ts";
import { at } from "./schema.ts";
import type { Shape } from "./shape.ts";
import { shapeOf } from "./shape-of-schema.ts";
import { assertWellFormed } from "./well-formed.ts";

/** The one operation, read from the document. */
export interface Operation extends CreateOperation, Responses {
  /** `info.version`. */
  readonly version: string;
  /** The digest of the document's bytes, in hexadecimal. */
  readonly sha256: string;
  /** The shape of the request body; its required members first, otherwise in the document's order. */
  readonly request: Shape;
  readonly security: Security;
  readonly roles: Roles;
  /** The digest of the overlay that was given with the document, in hexadecimal; null if there was none. */
  readonly overlaySha256: string | null;
  /** Whether the document is the one that ships, by its digest. */
  readonly isShipped: boolean;
  /** The whole document for answers, for the validators: `writeOnly` members are left out. */
  readonly document: OpenApiDocument;
  /**
   * The same for requests: `readOnly` members are left out. If the document uses neither keyword, both are the same
   * value.
   */
  readonly requestDocument: OpenApiDocument;
}

/** How a document is read. */
export interface ReadingOptions {
  /** The operationId or the path of the operation, if the document has several that create something. */
  readonly operation?: string;
  /**
   * The statements of the document in prose; by default the overlay under `x-conformance` of the operation, or for the
   * document that ships, its own overlay.
   */
  readonly overlay?: Overlay;
}

/**
 * Reads the operation from the text of an OpenAPI document of version 3.1 or 3.0, the shipped one by default.
 * @throws {Error} when the document lacks a part that the suite needs, or has one that it does not understand; the
 * message names the keyword and its place
 */
export function readOperation(given?: string, reading: ReadingOptions = {}): Operation {
  const { document: whole, sha256 } = given === undefined ? shippedDocument() : readDocument(given);
  const [document, requestDocument] = [seenBy(whole, "answer"), seenBy(whole, "request")];
  const isShipped = sha256 === readShipped("openapi.yaml").sha256;
  const create = createOperation(document, reading.operation);
  const { post } = create;
  const responses = responsesOf(document, post);
  if (!isShipped) {
    const { success, failure, others, headed } = responses;
    const described = [success, ...(failure === null ? [] : [failure]), ...others];
    const headers = [...described, ...headed].flatMap(({ path }) =>
      headersAt(whole, path).map(([, place]) => `${place}/schema`),
    );
    const bodies = described.map(({ schemaPath }) => schemaPath);
    for (const path of [create.requestSchemaPath, ...bodies, ...headers]) assertWellFormed(whole, path);
  }
  const request = requestShape(requestDocument, create.requestSchemaPath);
  const success = shapeIfKnown(document, responses.success.schemaPath);
  const overlay = reading.overlay ?? ownOverlay(document, post) ?? (isShipped ? shippedOverlay() : {});
  const roles = rolesOf({ request, success, overlay });
  return {
    version: versionOf(document),
    sha256,
    ...create,
    request: withRoles(request, roles),
    ...responses,
    // If the client chooses the identity, a conflict is about that identity, and each request has a fresh one.
    states: responses.states.filter((status) => status !== 409 || roles.identity === null),
    security: securityOf(document, post),
    roles,
    overlaySha256: reading.overlay === undefined ? null : overlayDigest(reading.overlay),
    isShipped,
    document,
    requestDocument,
  };
}

function versionOf(document: unknown): string {
  const version: unknown = Reflect.get(at(document, "/info"), "version");
  // 1.1 without quotes is a number in YAML.
  if (typeof version !== "string" && typeof version !== "number") {
    throw new Error("There is no version at /info/version");
  }
  return String(version);
}

function shippedDocument(): ReturnType<typeof readDocument> {
  const { value, sha256 } = readShipped("openapi.yaml");
  return { document: value as OpenApiDocument, sha256 };
}

/** The overlay that the document itself contains. The shipped document contains none. */
function ownOverlay(document: unknown, post: string): Overlay | null {
  const own: unknown = Reflect.get(at(document, post), "x-conformance");
  return own === undefined ? null : overlayOf(own, `The overlay at ${post}/x-conformance`);
}

/** The shape of an answer; null if no shape can be made of the schema. Answers can be judged without a shape. */
export function shapeIfKnown(document: unknown, path: string): Shape | null {
  try {
    return shapeOf(document, { schema: at(document, path), path });
  } catch {
    return null;
  }
}

function requestShape(document: unknown, path: string): Shape {
  const located = { schema: at(document, path), path };
  // Only a schema from which no complete body can be made is walked a second time.
  const shape = ifMakeable(() => shapeOf(document, located)) ?? shapeOf(document, located, startOfMakeable);
  if (!shape.types.includes("object")) throw new Error(`The request body at ${path} is not an object`);
  const required = shape.members.filter((member) => member.required);
  return { ...shape, members: [...required, ...shape.members.filter((member) => !member.required)] };
}
