/** How requests to the operation are authorized, according to the document's security schemes. */
import { resolved } from "./references.ts";
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
 * @param post JSON Pointer to the operation
 * @throws {Error} when no request can be authorized as the document asks
 */
export function securityOf(document: Readonly<Record<string, unknown>>, post: string): Security {
  const own: unknown = Reflect.get(at(document, post), "security");
  const asked: unknown = own ?? document["security"] ?? [];
  const where = own === undefined ? "/security" : `${post}/security`;
  if (!Array.isArray(asked)) throw new Error(`The keyword security at ${where} is not a list`);
  const alternatives = asked.map((names: unknown) => Object.keys(Object(names)));
  if (alternatives.length === 0) return { kind: "none" };
  const ways = alternatives.map((names) => names.map((name) => schemeOf(document, name, where)));
  const single = ways.flatMap((schemes) => (schemes.length === 1 ? schemes : []));
  const [way, ...others] = single.filter((scheme) => scheme !== null);
  if (way !== undefined && others.length === 0 && alternatives.length === 1) return way;
  const notJudged = `the document names ${alternatives.length === 1 ? "several security schemes together" : "several ways to be authorized"} (${where})`;
  if (way !== undefined) return { ...way, notJudged };
  if (alternatives.some((names) => names.length === 0)) return { kind: "none", notJudged };
  throw new Error(
    `The security at ${where} cannot be met: a bearer token, a key in a header field or none is what the suite can send`,
  );
}

/** The security for a scheme; null if the suite cannot send it. */
function schemeOf(document: unknown, name: string, where: string): Security | null {
  const pointer = resolved(document, `/components/securitySchemes/${token(name)}`);
  const scheme = at(document, pointer) as Readonly<Record<string, unknown>>;
  const { type, in: place } = scheme;
  if (type === "http" && String(scheme["scheme"]).toLowerCase() === "bearer") return { kind: "bearer" };
  if (type === "apiKey" && place === "header") return { kind: "api-key", header: fieldName(scheme["name"], pointer) };
  if (type === "oauth2" || type === "openIdConnect") {
    const notJudged = `the scheme ${name} at ${where} is ${type}, which does not say how a request carries its token`;
    return { kind: "bearer", notJudged };
  }
  return null;
}

/** The name of a header field: a token (RFC 9110 section 5.6.2). */
function fieldName(name: unknown, pointer: string): string {
  if (typeof name === "string" && /^[\w!#$%&'*+.^`|~-]+$/.test(name)) return name;
  throw new Error(`The keyword name at ${pointer} is not the name of a header field: ${JSON.stringify(name)}`);
}
