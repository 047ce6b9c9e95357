/** Finds the operation of a document that creates something: a POST, or a PUT, with a body in JSON. */
import { ifAny } from "./defined.ts";
import { jsonTypeOf, mediaTypesAt, resolved } from "./document-references.ts";
import { at, token } from "./schema.ts";
import { credentialPlaces } from "./security-schemes.ts";

/** A parameter that the document requires of requests, and whose value the user gives. A cookie is a header field. */
export interface AskedParameter {
  readonly name: string;
  readonly where: "header" | "path" | "query";
  /** JSON Pointer to the parameter, or to the path that names it. */
  readonly place: string;
}

/** The values of parameters in the path and the query, by name. */
export type ParameterValues = Readonly<Record<string, string>>;

/** The methods of operations that can be judged, the usual one first. */
export const METHODS = ["POST", "PUT"] as const;
export type Method = (typeof METHODS)[number];

const EACH = METHODS.join(" or ");

/** The place of the operation, and the body of its request. */
export interface CreateOperation {
  /** Appended to the base URL: `/plants` in the document that ships. Values that the user gives are in their places. */
  readonly path: string;
  /** The path as the document writes it, with the names of its parameters. */
  readonly template: string;
  /** The query of every request, with its question mark; empty if no value is given for it. */
  readonly query: string;
  readonly method: Method;
  /** JSON Pointer to the operation. */
  readonly operationPath: string;
  readonly operationId: string | null;
  readonly requestMediaType: string;
  /** Every media type that the document shows for the request. */
  readonly requestMediaTypes: readonly string[];
  /** JSON Pointer to the schema of the body. */
  readonly requestSchemaPath: string;
  /** Whether a request must have a body (`requestBody.required`). */
  readonly bodyIsRequired: boolean;
  /** The required parameters without a value: all in header fields and cookies, and others for which none is given. */
  readonly asked: readonly AskedParameter[];
  /** The header fields, in lower case, that the document demands: of required parameters and cookies, and of security. */
  readonly demandedFields: readonly string[];
  /** The given keys in the query that authorize requests. They are secret. */
  readonly secrets: readonly string[];
}

/**
 * The operation of a document that creates something. A PUT is one if it is named, or if no POST has a body in JSON.
 * @param name its operationId, its path, or its method and path, if there are several
 * @param values of its parameters in the path and the query
 * @throws {Error} when there is none, when there are several and none is named, or when no request can be made for it
 */
export function createOperation(document: unknown, name?: string, values: ParameterValues = {}): CreateOperation {
  // A key that does not begin with a slash is an extension (OpenAPI 3.1, Paths Object).
  const paths = Object.keys(at(document, "/paths")).filter((path) => path.startsWith("/"));
  const byMethod = METHODS.map((method) => paths.flatMap((path) => candidateAt(document, path, method) ?? []));
  const all = byMethod.flat();
  // An operation for any media type may be an upload.
  const isMeant = name === undefined ? [isOfJson, () => true] : [isNamed(name)];
  const [first, ...others] = byMethod.flatMap((some) => isMeant.map((is) => some.filter(is))).find(isAny) ?? [];
  const known = `The document has ${all.map(nameOf).join(", ")}`;
  if (all.length === 0)
    throw new Error(`The document has no operation that creates something: no ${EACH} with a body in JSON`);
  if (first === undefined)
    throw new Error(`The document has no ${EACH} with a body in JSON that is called ${name}. ${known}`);
  if (others.length > 0) throw new Error(`The operation has to be named by its operationId or path. ${known}`);
  const { fields: ofSecurity, keys } = credentialPlaces(document, first.operationPath);
  const parameters = [
    ...parametersOf(document, first),
    ...keys.map((key): Parameter => ({ ...key, where: "query", required: false })),
  ];
  const secrets = keys.flatMap(({ name: key }) => ifAny(values[key], (value) => [value]));
  const fields = parameters.flatMap(({ name: field, where, required }) =>
    required && where === "header" ? [field.toLowerCase()] : [],
  );
  const demandedFields = [...fields, ...ofSecurity];
  return { ...first, secrets, demandedFields, ...withValues(first, parameters, values) };
}

const isAny = (some: readonly Candidate[]): boolean => some.length > 0;

function isOfJson({ requestMediaType, requestMediaTypes }: Candidate): boolean {
  return requestMediaTypes.includes(requestMediaType);
}

function isNamed(name: string): (one: Candidate) => boolean {
  return ({ operationId, path, method }) => [operationId, path, `${method} ${path}`].includes(name);
}

function nameOf({ operationId, path, method }: Candidate): string {
  const place = method === "POST" ? path : `${method} ${path}`;
  return operationId === null ? place : `${operationId} (${place})`;
}

type Candidate = Omit<CreateOperation, "template" | "query" | "asked" | "secrets" | "demandedFields">;

function candidateAt(document: unknown, path: string, method: Method): Candidate | null {
  const item = resolved(document, `/paths/${token(path)}`);
  const operationPath = `${item}/${method.toLowerCase()}`;
  const operation: unknown = Reflect.get(at(document, item), method.toLowerCase());
  if (typeof operation !== "object" || operation === null || !("requestBody" in operation)) return null;
  const body = resolved(document, `${operationPath}/requestBody`);
  const { all, json, range } = mediaTypesAt(document, `${body}/content`);
  const key = json ?? range;
  if (key === undefined) return null;
  if (/[^\t -~]/.test(key)) {
    throw new Error(`The media type ${JSON.stringify(key)} at ${body}/content cannot be sent in a header field`);
  }
  const operationId: unknown = Reflect.get(operation, "operationId");
  return {
    path,
    method,
    operationPath,
    operationId: typeof operationId === "string" ? operationId : null,
    requestMediaType: json ?? jsonTypeOf(key),
    requestMediaTypes: all,
    requestSchemaPath: `${body}/content/${token(key)}/schema`,
    bodyIsRequired: isRequired(at(document, body)),
  };
}

/** A parameter that the suite can send if the user gives its value. */
interface Parameter extends AskedParameter {
  readonly required: boolean;
}

/** The parameters of an operation. The path may name one that the document does not describe. */
export function parametersOf(
  document: unknown,
  { path, operationPath }: Pick<Candidate, "path" | "operationPath">,
): readonly Parameter[] {
  const item = itemOf(operationPath);
  const places = [item, operationPath].flatMap((owner) => {
    const list: unknown = Reflect.get(at(document, owner), "parameters") ?? [];
    return Object.keys(list as object).map((index) => resolved(document, `${owner}/parameters/${index}`));
  });
  const inPath = [...path.matchAll(PLACEHOLDER)].map(([, name = ""]): Parameter => {
    const own = places.find((place) => Reflect.get(at(document, place), "name") === name);
    return { name, where: "path", place: own ?? item, required: true };
  });
  const others = places.flatMap((place): readonly Parameter[] => {
    const parameter: object = at(document, place);
    const { in: where, name: given }: { readonly in?: unknown; readonly name?: unknown } = parameter;
    const [name, required] = [String(given), isRequired(parameter)];
    if (isIgnored(parameter) || where === "path") return [];
    if (where === "cookie") return [{ name: "Cookie", where: "header", place, required }];
    if (where === "query") return [{ name, where, place, required }];
    if (where === "header" && /^[\w!#$%&'*+.^`|~-]+$/.test(name)) return [{ name, where, place, required }];
    if (!required) return [];
    throw new Error(`The keyword required at ${place} cannot be met: no request can have the parameter ${name}`);
  });
  return [...inPath, ...others];
}

/** JSON Pointer to the path item of an operation. */
function itemOf(operationPath: string): string {
  return operationPath.slice(0, operationPath.lastIndexOf("/"));
}

/** A parameter in a path (OpenAPI 3.1, Path Templating). */
const PLACEHOLDER = /\{([^{}/]+)\}/g;

/** Puts the values of the user into the path and the query. */
function withValues(
  { path: template }: Candidate,
  parameters: readonly Parameter[],
  values: ParameterValues,
): Pick<CreateOperation, "path" | "template" | "query" | "asked"> {
  assertPath(template.replaceAll(PLACEHOLDER, "x"), template);
  const given = new Map(Object.entries(values));
  const usable = parameters.filter(({ where }) => where !== "header");
  for (const [name, value] of given) assertUsable(name, value, usable);
  const query = usable
    .filter(({ where, name }) => where === "query" && given.has(name))
    .map(({ name }) => `${encodeURIComponent(name)}=${encodeURIComponent(given.get(name) ?? "")}`);
  const asked = parameters.filter(({ required, where, name }) => required && (where === "header" || !given.has(name)));
  return {
    template,
    path: template.replaceAll(PLACEHOLDER, (whole, name: string) => encodeURIComponent(given.get(name) ?? "") || whole),
    query: query.length === 0 ? "" : `?${query.join("&")}`,
    asked: asked.map(({ name, where, place }) => ({ name, where, place })),
  };
}

function assertUsable(name: string, value: string, usable: readonly Parameter[]): void {
  const own = usable.filter((one) => one.name === name);
  const names = usable.map((one) => JSON.stringify(one.name)).join(", ");
  const quoted = `The parameter ${JSON.stringify(name)}`;
  if (own.length === 0) {
    const known = names === "" ? "it has none there" : `those there are ${names}`;
    throw new Error(`${quoted} is not in the path or the query of the operation; ${known}`);
  }
  if (/\p{Surrogate}/u.test(value)) throw new Error(`${quoted} has a value that is not valid Unicode`);
  // RFC 3986 section 5.2.4: such a segment leads to another path, also percent-encoded.
  if (own.some(({ where }) => where === "path") && /^\.{0,2}$/.test(value))
    throw new Error(`${quoted} cannot be ${JSON.stringify(value)}, which leads to another path`);
}

function assertPath(path: string, template: string): void {
  if (!/^(?:\/(?:[\w.~!$&'()*+,;=:@-]|%[\da-f]{2})*)+$/i.test(path)) {
    throw new Error(
      `The path ${template} cannot be sent to: it has characters that have to be percent-encoded in a path`,
    );
  }
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
