/** Section Authentication: the HTTP bearer scheme (RFC 6750). */
import { timingSafeEqual } from "node:crypto";
import { errorAnswer, type ServerAnswer } from "./responses.ts";

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
