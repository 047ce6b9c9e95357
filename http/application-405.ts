/** Refusals of an application that look like those of a server. */
import { header } from "./headers.ts";
import type { HeaderFields } from "./message.ts";

/**
 * Whether a 405 may be an application's own answer to the body, so that its text says more than its status. The 405 of
 * a server lists the methods of the resource in Allow (RFC 9110 section 15.5.6).
 */
export function isOwn405(status: number, headers: HeaderFields, bodySize: number): boolean {
  return status === 405 && header(headers, "allow") === null && bodySize > 0;
}
