/** Decides from a request's head, before its body is read, whether it is a create-plant request at all. */
import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { MIMEType } from "node:util";
import { type ServerAnswer, errorAnswer } from "./server-answers.ts";

export type RequestHead = Pick<IncomingMessage, "method" | "url" | "httpVersion" | "rawHeaders">;

/** Returns the answer that refuses a request for its head, or undefined if the body decides. */
export type Gate = (head: RequestHead) => ServerAnswer | undefined;

/** What another document may require of a request's head. */
export interface HeadOptions {
  /** The field that the credentials are in, in lower case; `authorization` when absent. */
  readonly credentialsField?: string;
  /** `POST` when absent. */
  readonly method?: string;
  /** The media type of the body; `application/json` when absent. */
  readonly mediaType?: string;
}

/** A gate for the operation at `path`, percent-encoded as in a URL. A part of it in braces stands for any text. */
export function createGate(path: string, authenticate: Authenticate, options: HeadOptions = {}): Gate {
  const { method = "POST", credentialsField = "authorization", mediaType = "application/json" } = options;
  const expectedPath = normalized(path);
  const isExpected = expectedPath.includes("{")
    ? (found: string) => anyOf(expectedPath).test(found)
    : (found: string) => found === expectedPath;
  return (head) => {
    const values = (name: string): string[] => fieldValues(head.rawHeaders, name);
    const hosts = values("host").length;
    // RFC 9112 section 3.2; node:http would answer this without a body.
    if (hosts > 1 || (hosts === 0 && head.httpVersion === "1.1")) return errorAnswer(400, "One Host field is needed.");
    if (head.url !== expectedPath && !isExpected(pathOf(head.url ?? "")))
      return errorAnswer(404, "There is nothing at this path.");
    if (head.method !== method) return errorAnswer(405, `Only ${method} is allowed here.`, { Allow: method });
    return (
      authenticate(values(credentialsField)) ??
      faultOfMediaType(values("content-type"), mediaType) ??
      faultOfCodings("Content-Encoding", values("content-encoding"), "identity") ??
      faultOfCodings("Transfer-Encoding", values("transfer-encoding"), "chunked")
    );
  };
}

/**
 * Every value of one field, one for each line. `request.headers` shows only the first of two Authorization or Host
 * fields. `name` is in lower case.
 */
function fieldValues(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const fieldName = rawHeaders[at] ?? "";
    if (fieldName.length === name.length && fieldName.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? "");
  }
  return values;
}

/**
 * The path of a request target without its query (the operation has no query parameters, rule 3). A target may be a
 * whole URL (RFC 9112 section 3.2.2).
 */
function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, "");
  const query = path.indexOf("?");
  return normalized(query === -1 ? path : path.slice(0, query));
}

/** OpenAPI 3.1, Path Templating: a parameter is a text without a slash, a question mark or a number sign. */
function anyOf(path: string): RegExp {
  const literal = path.split(/\{[^{}]*\}/).map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${literal.join("[^/?#]+")}$`);
}

/** RFC 3986 section 6.2.2: `%7e`, `%7E` and `~` are the same, `%2F` and `/` are different. */
function normalized(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
  });
}

/** Section Endpoints: the body's content type is `application/json`, in any letter case and with any parameters. */
function faultOfMediaType(values: readonly string[], needed: string): ServerAnswer | undefined {
  const [value, ...others] = values;
  if (value === needed && others.length === 0) return undefined;
  if (value === undefined) return errorAnswer(400, `The Content-Type field is missing. ${needed} is required.`);
  if (others.length > 0) return errorAnswer(400, "There is more than one Content-Type field.");
  const type = mediaTypeOf(value);
  if (type === undefined || type.essence !== mediaTypeOf(needed)?.essence)
    return errorAnswer(400, `The Content-Type is not ${needed}.`);
  const charset = type.params.get("charset")?.toLowerCase() ?? "utf-8";
  return charset === "utf-8" ? undefined : errorAnswer(400, `The charset of ${needed} is UTF-8 and no other.`);
}

function mediaTypeOf(value: string): MIMEType | undefined {
  try {
    return new MIMEType(value);
  } catch {
    return undefined;
  }
}

/** Refuses a body in a coding that is not decoded here, so that it is not misread. */
function faultOfCodings(field: string, values: readonly string[], known: string): ServerAnswer | undefined {
  const isKnown = values.length === 0 || (values.length === 1 && values[0]?.toLowerCase() === known);
  return isKnown ? undefined : errorAnswer(400, `The only ${field} known here is ${known}.`);
}

// Section Authentication: the HTTP bearer scheme (RFC 6750).

/**
 * Judges the values of a request's `Authorization` fields, one for each field line. Returns the 401 or, for the
 * expected token, undefined. The answer for a missing token is "not shown"; 401 with a challenge is RFC 9110 section
 * 11.6.1. The token is never part of an answer.
 */
export type Authenticate = (authorization: readonly string[]) => ServerAnswer | undefined;

/** RFC 9110 section 11: the scheme's name in any letter case, blanks, the token. */
const BEARER = /^bearer(?: +(.*))?$/i;

const CHALLENGE = 'Bearer realm="plant store"';

/** Accepts the one token `expected`, which is compared in constant time. */
export function createAuthentication(expected: string): Authenticate {
  const isExpected = comparison(expected);
  return (authorization) => {
    const [credentials, ...others] = authorization;
    if (credentials === undefined) return unauthorized("The Authorization field is missing.");
    if (others.length > 0) return unauthorized("There is more than one Authorization field.");
    const bearer = BEARER.exec(credentials);
    if (bearer === null) return unauthorized("The Authorization field is not of the Bearer scheme.");
    const token = bearer[1] ?? "";
    if (token === "") return unauthorized("The Authorization field has no token.");
    if (isExpected(token)) return undefined;
    // RFC 6750 section 3.1: an error code is sent only if there was a token to judge.
    return unauthorized("The token is not valid.", `${CHALLENGE}, error="invalid_token"`);
  };
}

function unauthorized(message: string, challenge: string = CHALLENGE): ServerAnswer {
  return errorAnswer(401, message, { "WWW-Authenticate": challenge });
}

/**
 * Compares as many bytes as the expected token has, whatever was sent: the time does not reveal where the tokens begin
 * to differ.
 */
function comparison(expected: string): (token: string) => boolean {
  const bytes = Buffer.from(expected);
  const given = Buffer.alloc(bytes.length);
  return (token) => {
    given.fill(0);
    given.write(token);
    const isSame = timingSafeEqual(given, bytes);
    return isSame && token.length === expected.length;
  };
}

/** As `createAuthentication`, for a key in another header field, which another document may require. */
export function createKeyCheck(field: string, expected: string): Authenticate {
  const isExpected = comparison(expected);
  return ([key, ...others]) => {
    if (key === undefined) return errorAnswer(401, `The ${field} field is missing.`);
    if (others.length > 0) return errorAnswer(401, `There is more than one ${field} field.`);
    return isExpected(key) ? undefined : errorAnswer(401, "The key is not valid.");
  };
}
