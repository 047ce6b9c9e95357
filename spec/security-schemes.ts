/** How requests to the operation are authorized, according to the document's security schemes. */
import { resolved } from "./document-references.ts";
import { at, token } from "./schema.ts";

/** The scheme by which requests are authorized. */
export type Security = (
  | { readonly kind: "bearer" }
  /** A key in a header field. */
  | { readonly kind: "api-key"; readonly header: string }
  | { readonly kind: "none" }
) & {
  /** Why access control is not judged, in a sentence; absent if it is judged. */
  readonly notJudged?: string;
};

/**
 * The security of an operation: its own, otherwise that of the whole document.
 * @param operationPath JSON Pointer to the operation
 * @throws {Error} when it names no scheme of the document
 */
export function securityOf(document: Readonly<Record<string, unknown>>, operationPath: string): Security {
  const { alternatives, where } = alternativesOf(document, operationPath);
  if (alternatives.length === 0) return { kind: "none" };
  const ways = alternatives.map((names) => names.map((name) => schemeOf(document, name, where)));
  const single = ways.flatMap((schemes) => (schemes.length === 1 ? schemes : []));
  const usable = single.length === 0 ? ways.flat() : single;
  const [way, ...others] = usable.toSorted((one, two) => Number(one.kind === "none") - Number(two.kind === "none"));
  if (way !== undefined && others.length === 0 && alternatives.length === 1) return way;
  const notJudged = `the document names ${alternatives.length === 1 ? "several security schemes together" : "several ways to be authorized"} (${where})`;
  if (way !== undefined) return { ...way, notJudged };
  return { kind: "none", notJudged };
}

/** The names of the schemes of each way to be authorized, and the place that lists them. */
function alternativesOf(
  document: unknown,
  operationPath: string,
): { readonly alternatives: readonly (readonly string[])[]; readonly where: string } {
  const own: unknown = Reflect.get(at(document, operationPath), "security");
  const asked: unknown = own ?? Reflect.get(Object(document), "security") ?? [];
  const where = own === undefined ? "/security" : `${operationPath}/security`;
  if (!Array.isArray(asked)) throw new Error(`The keyword security at ${where} is not a list`);
  return { alternatives: asked.map((names: unknown) => Object.keys(Object(names))), where };
}

/** What authorizes requests to an operation, of all of its schemes. */
export interface CredentialPlaces {
  /** Header fields, in lower case. A cookie is one, and HTTP schemes, OAuth and OpenID Connect use `Authorization`. */
  readonly fields: readonly string[];
  /** The keys in the query, each with the place of its scheme. */
  readonly keys: readonly { readonly name: string; readonly place: string }[];
}

/** Where the credentials of requests to an operation are. */
export function credentialPlaces(document: unknown, operationPath: string): CredentialPlaces {
  const { alternatives, where } = alternativesOf(document, operationPath);
  const schemes = [...new Set(alternatives.flat())].map((name) => schemeAt(document, name, where));
  return {
    fields: schemes.flatMap(([, { type, in: place, name }]) => {
      if (type !== "apiKey") return type === "mutualTLS" ? [] : ["authorization"];
      if (place === "cookie") return ["cookie"];
      return place === "header" ? [String(name).toLowerCase()] : [];
    }),
    keys: schemes.flatMap(([pointer, { type, in: place, name }]) =>
      type === "apiKey" && place === "query" && typeof name === "string" ? [{ name, place: pointer }] : [],
    ),
  };
}

/** The security for a scheme. What the suite cannot send itself, the user gives as a header field. */
function schemeOf(document: unknown, name: string, where: string): Security {
  const [pointer, scheme] = schemeAt(document, name, where);
  const { type, in: place } = scheme;
  if (type === "http" && String(scheme["scheme"]).toLowerCase() === "bearer") return { kind: "bearer" };
  if (type === "apiKey" && place === "header") return { kind: "api-key", header: fieldName(scheme["name"], pointer) };
  if (type === "oauth2" || type === "openIdConnect") {
    const notJudged = `the scheme ${name} at ${where} is ${type}, which does not say how a request carries its token`;
    return { kind: "bearer", notJudged };
  }
  const kind = [type, type === "http" ? scheme["scheme"] : undefined, place].filter((one) => typeof one === "string");
  const notJudged = `the scheme ${name} at ${where} is ${kind.join(" ").slice(0, 60)}, which the suite does not send itself; give ${howGiven(scheme)}`;
  return { kind: "none", notJudged };
}

/** A scheme of the document, with the JSON Pointer to it. */
function schemeAt(document: unknown, name: string, where: string): readonly [string, Scheme] {
  const named = `/components/securitySchemes/${token(name)}`;
  const schemes: unknown = Reflect.get(Object(Reflect.get(Object(document), "components")), "securitySchemes");
  if (!Object.hasOwn(Object(schemes), name)) {
    throw new Error(`There is nothing at ${named}, which the security at ${where} refers to as ${name}`);
  }
  const pointer = resolved(document, named);
  return [pointer, at(document, pointer) as Scheme];
}

type Scheme = Readonly<Record<string, unknown>>;

/** The option by which the user gives what a scheme asks for. */
function howGiven({ type, in: place, name }: Scheme): string {
  const key = type === "apiKey" && typeof name === "string" ? name.slice(0, 60) : undefined;
  if (key !== undefined && place === "query") return `the key with --parameter ${JSON.stringify(`${key}=...`)}`;
  if (key !== undefined && place === "cookie") return `the key with --header ${JSON.stringify(`Cookie: ${key}=...`)}`;
  return "its header field with --no-auth and --header";
}

/** The name of a header field: a token (RFC 9110 section 5.6.2). */
function fieldName(name: unknown, pointer: string): string {
  if (typeof name === "string" && /^[\w!#$%&'*+.^`|~-]+$/.test(name)) return name;
  throw new Error(`The keyword name at ${pointer} is not the name of a header field: ${JSON.stringify(name)}`);
}
