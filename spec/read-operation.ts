/** The create-plant operation as `openapi.yaml` describes it: its place, its request and its responses. */
import { createRequire } from "node:module";
import type * as Ajv from "ajv/dist/2020.js";
import { assertCheckable, schemasIn } from "./response-schemas.ts";
import { type CreateOperation, createOperation, type ParameterValues } from "./create-operation.ts";
import { UNSHOWN, headersAt, jsonResponses, type Responses, responsesOf } from "./described-responses.ts";
import { seenBy } from "./read-only-members.ts";
import { type Overlay, overlayDigest, overlayOf, shippedOverlay } from "./overlay.ts";
import { patternFault } from "./pattern/run-pattern.ts";
import { type OpenApiDocument, readDocument } from "./read-document.ts";
import { ifMakeable, start, startOfMakeable } from "./schema-recursion.ts";
import { type Roles, rolesOf, withRoles } from "./member-roles.ts";
import {
  type JsonFields,
  type Shape,
  at,
  choiceIn,
  isFields,
  shapesIn,
  pointerOf,
  token,
  isAnnotation,
} from "./schema.ts";
import { type Security, securityOf } from "./security-schemes.ts";
import { shapeOf } from "./schema-shape.ts";
import { readShipped } from "./shipped-yaml.ts";

// Checks that the schemas of a document are valid schemas. `required: true`, or an invalid pattern, restricts no value.

/**
 * Makes sure that each keyword of a schema, and of what it refers to, has a value that JSON Schema 2020-12 allows for
 * it. References that lead nowhere are reported elsewhere.
 * @throws {Error} naming the place of the first keyword that does not
 */
export function assertWellFormed(document: unknown, pointer: string): void {
  const ajv = (compiler ??= newCompiler());
  const seen = new Set<string>();
  const waiting = [pointer];
  // The list grows while it is read.
  for (const path of waiting) {
    const schema = schemaAt(document, path);
    if (seen.has(path) || schema === undefined) continue;
    if (seen.size === MOST_SCHEMAS) {
      throw new Error(`The schema at ${pointer} has, with those it refers to, more than ${MOST_SCHEMAS} schemas in it`);
    }
    seen.add(path);
    void ajv.validateSchema(alone(schema));
    const [error] = ajv.errors ?? [];
    if (error?.message === NO_SCHEMA) {
      throw new Error(`The schema at ${path}${error.instancePath} is none: it is neither an object nor true or false`);
    }
    if (error !== undefined) refuse(`${path}${error.instancePath}`, error.message ?? "is not allowed");
    assertPatterns(schema, path);
    waiting.push(...partsOf(schema, path));
  }
}

/** The most schemas of one body. The largest real descriptions have about half as many. */
const MOST_SCHEMAS = 20_000;

/** A schema without its subschemas, which are checked separately, and without annotations. */
function alone(schema: JsonFields): JsonFields {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !isAnnotation(keyword))
      .map(([keyword, value]) => [keyword, withoutSchemas(keyword, value)] as const),
  );
}

function withoutSchemas(keyword: string, value: unknown): unknown {
  const inside = schemasIn(keyword, value, "");
  if (inside.length === 0) return value;
  const kept = inside.map(([part]) => (isFields(part) ? true : part));
  if (Array.isArray(value)) return kept;
  return inside[0]?.[0] === value
    ? kept[0]
    : Object.fromEntries(Object.keys(Object(value)).map((key, n) => [key, kept[n]]));
}

/** The message of ajv for a value at the place of a schema. */
const NO_SCHEMA = "must be object,boolean";

/** One for each process, because it compiles the meta-schema. */
let compiler: Ajv.Ajv2020 | undefined;

/** Loaded only when it is needed: the document that ships does not need it. */
function newCompiler(): Ajv.Ajv2020 {
  const { Ajv2020 } = createRequire(import.meta.url)("ajv/dist/2020.js") as typeof Ajv;
  return new Ajv2020({ strict: false, logger: false, allErrors: true });
}

/** @param place JSON Pointer to the value of the keyword */
function refuse(place: string, why: string): never {
  const cut = place.lastIndexOf("/");
  throw new Error(`The keyword ${place.slice(cut + 1)} at ${place.slice(0, cut)} cannot be used: it ${why}`);
}

function schemaAt(document: unknown, path: string): JsonFields | undefined {
  try {
    const schema: unknown = at(document, path);
    return isFields(schema) ? schema : undefined;
  } catch {
    return undefined;
  }
}

/** The subschemas of a schema, and those that it refers to in the same document. */
function partsOf(schema: JsonFields, path: string): readonly string[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === "$ref") return typeof value === "string" && value.startsWith("#/") ? [pointerOf(value, path)] : [];
    return schemasIn(keyword, value, `${path}/${token(keyword)}`).map(([, place]) => place);
  });
}

/**
 * Checks what the meta-schema states only in prose: a pattern is a regular expression, and an enum has at least one
 * value.
 */
function assertPatterns({ pattern, patternProperties, enum: values }: JsonFields, path: string): void {
  const fault = typeof pattern === "string" ? patternFault(pattern) : null;
  if (fault !== null) refuse(`${path}/pattern`, fault);
  for (const name of Object.keys(isFields(patternProperties) ? patternProperties : {})) {
    const wrong = patternFault(name);
    if (wrong !== null) refuse(`${path}/patternProperties`, `has the name ${JSON.stringify(name)}, which ${wrong}`);
  }
  if (Array.isArray(values) && values.length === 0) refuse(`${path}/enum`, "must have a value");
}

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
  /** The values of parameters in the path and the query, by name. */
  readonly parameters?: ParameterValues;
}

/**
 * Reads the operation from the text of an OpenAPI document of version 3.1 or 3.0, the shipped one by default.
 * @throws {Error} when the document lacks a part that the suite needs, or has one that it does not understand; the
 * message names the keyword and its place
 */
export function readOperation(given?: string, reading: ReadingOptions = {}): Operation {
  const { document: whole, sha256 } = given === undefined ? shippedDocument() : readDocument(given);
  const [shown, requestDocument] = [seenBy(whole, "answer"), seenBy(whole, "request")];
  const isShipped = sha256 === readShipped("openapi.yaml").sha256;
  const create = createOperation(shown, reading.operation, reading.parameters);
  const { operationPath } = create;
  const responses = responsesOf(shown, operationPath);
  const document = responses.success.hasNoBody === true ? { ...shown, [UNSHOWN.slice(1)]: {} } : shown;
  if (!isShipped) {
    const described = jsonResponses(responses);
    const headers = [...described, ...responses.headed].flatMap(({ path }) =>
      headersAt(whole, path).map(([, place]) => `${place}/schema`),
    );
    const bodies = described.map(({ schemaPath }) => schemaPath);
    for (const path of [create.requestSchemaPath, ...bodies, ...headers]) assertWellFormed(whole, path);
  }
  const request = requestShape(requestDocument, create.requestSchemaPath);
  const success = shapeIfKnown(document, responses.success.schemaPath);
  const overlay = reading.overlay ?? ownOverlay(document, operationPath) ?? (isShipped ? shippedOverlay() : {});
  const roles = rolesOf({ request, success, overlay });
  return {
    version: versionOf(document),
    sha256,
    ...create,
    request: withRoles(request, roles),
    ...responses,
    // If the client chooses the identity, a conflict is about that identity, and each request has a fresh one.
    states: responses.states.filter((status) => status !== 409 || roles.identity === null),
    security: securityOf(document, operationPath),
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
function ownOverlay(document: unknown, operationPath: string): Overlay | null {
  const own: unknown = Reflect.get(at(document, operationPath), "x-conformance");
  return own === undefined ? null : overlayOf(own, `The overlay at ${operationPath}/x-conformance`);
}

/** The shape of an answer; null if no shape can be made of the schema. Answers can be judged without a shape. */
export function shapeIfKnown(document: unknown, path: string): Shape | null {
  try {
    return shapeOf(document, { schema: at(document, path), path });
  } catch {
    return null;
  }
}

/** The most members of a request body, with those within others. Each has six checks or more, and a run has 1,999. */
const MOST_MEMBERS = 1_000;

function requestShape(document: unknown, path: string): Shape {
  const located = { schema: at(document, path), path };
  // Only a schema from which no complete body can be made is walked a second time.
  const shape =
    ifMakeable(() => shapeOf(document, located, { ...start, chooses: true })) ??
    shapeOf(document, located, { ...startOfMakeable, chooses: true });
  const count = shapesIn(shape).reduce((sum, { members }) => sum + members.length, 0);
  if (count > MOST_MEMBERS) {
    throw new Error(
      `The request body at ${path} has ${count} members, and at most ${MOST_MEMBERS} have checks in one run`,
    );
  }
  // Whether a body is valid is then read from all schemas of the choice.
  if (choiceIn(shape) !== undefined) assertCheckable(document, path);
  if (!shape.types.includes("object")) throw new Error(`The request body at ${path} is not an object`);
  const required = shape.members.filter((member) => member.required);
  return { ...shape, members: [...required, ...shape.members.filter((member) => !member.required)] };
}
