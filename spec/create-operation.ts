/** Finds the operation of a document that creates something: a POST with a body in JSON. */
import { mediaTypesAt, resolved } from "./references.ts";
import { at, token } from "./schema.ts";

/** A header field that the document requires of requests, and whose value the user gives. */
export interface AskedField {
  readonly name: string;
  /** JSON Pointer to the parameter. */
  readonly place: string;
}

/** The place of the operation, and the body of its request. */
export interface CreateOperation {
  /** Appended to the base URL: `/plants` in the document that ships. */
  readonly path: string;
  /** JSON Pointer to the operation. */
  readonly post: string;
  readonly operationId: string | null;
  readonly requestMediaType: string;
  /** Every media type that the document shows for the request. */
  readonly requestMediaTypes: readonly string[];
  /** JSON Pointer to the schema of the body. */
  readonly requestSchemaPath: string;
  /** Whether a request must have a body (`requestBody.required`). */
  readonly bodyIsRequired: boolean;
  /** The required parameters in header fields and cookies. */
  readonly askedFields: readonly AskedField[];
}

/**
 * The operation of a document that creates something.
 * @param name its operationId or its path, if there are several
 * @throws {Error} when there is none, when there are several and none is named, or when no request can be made for it
 */
export function createOperation(document: unknown, name?: string): CreateOperation {
  // A key that does not begin with a slash is an extension (OpenAPI 3.1, Paths Object).
  const paths = Object.keys(at(document, "/paths")).filter((path) => path.startsWith("/"));
  const all = paths.flatMap((path) => candidateAt(document, path) ?? []);
  const found = name === undefined ? all : all.filter((one) => one.operationId === name || one.path === name);
  const [first, ...others] = found;
  const known = `The document has ${all.map(nameOf).join(", ")}`;
  if (all.length === 0)
    throw new Error("The document has no operation that creates something: no POST with a body in JSON");
  if (first === undefined)
    throw new Error(`The document has no POST with a body in JSON that is called ${name}. ${known}`);
  if (others.length > 0) throw new Error(`The operation has to be named by its operationId or path. ${known}`);
  return { ...first, askedFields: askedFieldsOf(document, first) };
}

function nameOf({ operationId, path }: Candidate): string {
  return operationId === null ? path : `${operationId} (${path})`;
}

type Candidate = Omit<CreateOperation, "askedFields">;

function candidateAt(document: unknown, path: string): Candidate | null {
  const item = resolved(document, `/paths/${token(path)}`);
  const operation: unknown = Reflect.get(at(document, item), "post");
  if (typeof operation !== "object" || operation === null || !("requestBody" in operation)) return null;
  const body = resolved(document, `${item}/post/requestBody`);
  const { all, json } = mediaTypesAt(document, `${body}/content`);
  if (json === undefined) return null;
  if (/[^\t -~]/.test(json)) {
    throw new Error(`The media type ${JSON.stringify(json)} at ${body}/content cannot be sent in a header field`);
  }
  const operationId: unknown = Reflect.get(operation, "operationId");
  return {
    path,
    post: `${item}/post`,
    operationId: typeof operationId === "string" ? operationId : null,
    requestMediaType: json,
    requestMediaTypes: all,
    requestSchemaPath: `${body}/content/${token(json)}/schema`,
    bodyIsRequired: isRequired(at(document, body)),
  };
}

/** The required parameters. Those in the path or the query are refused, because the suite cannot know a value for them. */
function askedFieldsOf(document: unknown, { path, post }: Candidate): readonly AskedField[] {
  assertPath(path);
  const item = post.slice(0, -"/post".length);
  const places = [item, post].flatMap((owner) => {
    const list: unknown = Reflect.get(at(document, owner), "parameters") ?? [];
    return Object.keys(list as object).map((index) => resolved(document, `${owner}/parameters/${index}`));
  });
  return places.flatMap((place): readonly AskedField[] => {
    const parameter: object = at(document, place);
    if (!isRequired(parameter) || isIgnored(parameter)) return [];
    const { in: where, name: given }: { readonly in?: unknown; readonly name?: unknown } = parameter;
    const name = String(given);
    if (where === "cookie") return [{ name: "Cookie", place }];
    if (where === "header" && /^[\w!#$%&'*+.^`|~-]+$/.test(name)) return [{ name, place }];
    throw new Error(
      `The keyword required at ${place} cannot be met: no value of the parameter ${name} is known, and only header fields and cookies can be given`,
    );
  });
}

function assertPath(path: string): void {
  if (!/^(?:\/(?:[\w.~!$&'()*+,;=:@{}-]|%[\da-f]{2})*)+$/i.test(path)) {
    throw new Error(`The path ${path} cannot be sent to: it has characters that have to be percent-encoded in a path`);
  }
  if (path.includes("{")) throw new Error(`The path ${path} cannot be sent to: no value of its parameters is known`);
}

/** OpenAPI 3.1, Parameter Object: a definition of one of these header fields is ignored. */
function isIgnored(parameter: object): boolean {
  const { in: place, name }: { readonly in?: unknown; readonly name?: unknown } = parameter;
  return place === "header" && /^(?:accept|content-type|authorization)$/i.test(String(name));
}

/** `required` of bodies and parameters is a boolean, unlike that of schemas. */
function isRequired(object: object): boolean {
  return Reflect.get(object, "required") === true;
}
