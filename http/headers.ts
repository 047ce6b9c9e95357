/** Reading header fields. */
import type { HeaderFields } from "./message.ts";

/** The value of a header field, several fields of one name joined as RFC 9110 section 5.3 says. */
export function header(headers: HeaderFields, name: string): string | null {
  const values = headers.filter(([field]) => field.toLowerCase() === name).map(([, value]) => value);
  return values.length === 0 ? null : values.join(", ");
}

/**
 * Whether a 405 may be an application's own answer to the body, so that its words say more than its status: a server's
 * names the methods of the resource in Allow (RFC 9110 section 15.5.6).
 */
export function isOwn405(status: number, headers: HeaderFields, bodySize: number): boolean {
  return status === 405 && header(headers, "allow") === null && bodySize > 0;
}
