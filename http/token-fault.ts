/** Whether a text can be a bearer token. The token is never repeated in a message. */

/**
 * Why a text cannot be a bearer token, in a sentence; null if it can. A header field allows visible ASCII (RFC 9110
 * section 5.5); a token has no blanks (RFC 6750 section 2.1).
 * @param source the place that the text comes from, in words for users
 */
export function tokenFault(token: string, source: string): string | null {
  if (token === "") return `There is no token in ${source}; it is empty`;
  if (/[\r\n]/.test(token)) return `What ${source} holds has several lines; give the token alone, on one line`;
  if (/^bearer\s/i.test(token)) {
    return `What ${source} holds begins with the word Bearer; leave it out, and give the token alone`;
  }
  if (!/^[\u0021-\u007e]+$/.test(token)) {
    return `What ${source} holds cannot be a bearer token: it has spaces or characters beyond ASCII`;
  }
  return token.length > 16_384 ? `What ${source} holds is longer than a token (${token.length} characters)` : null;
}
