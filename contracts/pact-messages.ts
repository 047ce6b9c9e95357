/** Reads the parts of a request or response of a pact, for every version of Pact's specification. */
import { present } from "../spec/defined.ts";
import { parse, stringify } from "lossless-json";
import { at, isObject, listAt, parseJson, stringAt } from "./pact-file.ts";

/** An example body of a pact. */
export type PactBody =
  | { readonly kind: "none" }
  /** `exact` keeps numbers as text (lossless-json); `value` has them as JSON.parse reads them. */
  | { readonly kind: "json"; readonly value: unknown; readonly exact: unknown }
  | { readonly kind: "not-json" };

/** The body of a request or response: the value itself up to specification 3, its content and encoding since 4. */
export function bodyOf(part: unknown): PactBody {
  const body = at(part, "body");
  if (body === undefined || body === null) return { kind: "none" };
  const isWrapped = isObject(body) && "content" in body && ("contentType" in body || "encoded" in body);
  if (!isWrapped) return jsonBody(body);
  const encoded = at(body, "encoded");
  const content = at(body, "content");
  if (typeof content !== "string") return jsonBody(content);
  if (encoded !== "base64" && encoded !== true) return textBody(content);
  return textBody(Buffer.from(content, "base64").toString("utf8"));
}

function jsonBody(exact: unknown): PactBody {
  return { kind: "json", value: parseJson(stringify(exact) ?? "null"), exact };
}

function textBody(text: string): PactBody {
  try {
    return jsonBody(parse(text));
  } catch {
    return { kind: "not-json" };
  }
}

/** The first value of a header field; `name` is in lower case. A list since specification 3. */
export function headerOf(part: unknown, name: string): string | undefined {
  const headers = at(part, "headers");
  if (!isObject(headers)) return undefined;
  const [key] = Object.keys(headers).filter((one) => one.toLowerCase() === name);
  if (key === undefined) return undefined;
  const [first] = listAt(headers, key);
  return stringAt(headers, key) ?? (typeof first === "string" ? first : undefined);
}

/** The names of the header fields, in lower case. */
export function headerNames(part: unknown): readonly string[] {
  const headers = at(part, "headers");
  return isObject(headers) ? Object.keys(headers).map((name) => name.toLowerCase()) : [];
}

/**
 * The names of the header fields that a part mentions, in its examples or its rules, in lower case. Rules are by category
 * since specification 3 and by path before.
 */
export function mentionedHeaders(part: unknown): ReadonlySet<string> {
  const rules = at(part, "matchingRules");
  const byCategory = at(rules, "header");
  const names = isObject(byCategory) ? Object.keys(byCategory) : [];
  const byPath = isObject(rules) ? Object.keys(rules) : [];
  const inPaths = byPath.flatMap(
    (path) => /^\$\.headers?(?:\.([^.[\]]+)|\[['"]([^'"]+)['"]\])/.exec(path)?.slice(1) ?? [],
  );
  const ruled = [...names, ...inPaths].flatMap((name: string | undefined) => name?.toLowerCase() ?? []);
  return new Set([...headerNames(part), ...ruled]);
}

/**
 * The types of the matchers for a member of a response body. Empty if the value must equal the example.
 * Rules are by category since specification 3 and by path before.
 */
export function matchersOf(response: unknown, member: string): readonly string[] {
  const rules = at(response, "matchingRules");
  return [...pathsTo(member), "$.*", "$[*]", "$"].flatMap((path) => {
    const matchers = listAt(rules, "body", path, "matchers");
    const [own] = [at(rules, `$.body${path.slice(1)}`)];
    return present([...matchers, own]).flatMap((one) => stringAt(one, "match") ?? "type");
  });
}

/** Whether a generator of the pact replaces a member of the body of a request or a response. */
export function isGenerated(part: unknown, member: string): boolean {
  return [...pathsTo(member), "$.*", "$[*]", "$"].some((path) => at(part, "generators", "body", path) !== undefined);
}

/** The ways to write the path of a member. */
function pathsTo(member: string): readonly string[] {
  return [`$.${member}`, `$['${member}']`, `$["${member}"]`];
}
