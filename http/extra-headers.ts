/** Header fields that a request carries beside those that are asked for: the user's, and those of W3C Trace Context. */
import { randomBytes } from "node:crypto";
import { header } from "./headers.ts";
import type { HeaderFields } from "./message.ts";

export const TRACE_HEADER = "traceparent";

/** The header fields of the user that a request does not have itself. */
export function extraHeaders(own: HeaderFields, extra: HeaderFields = []): HeaderFields {
  return extra.filter(([name]) => header(own, name) === null);
}

/**
 * A value of `traceparent` (W3C Trace Context section 3.2) with a trace of its own that asks to be recorded. It is random,
 * and not drawn from the seed: a run that is repeated with its seed would add to the traces of the first one.
 */
export function freshTrace(): string {
  return `00-${idOf(16)}-${idOf(8)}-01`;
}

/** An id of all zeroes is invalid (sections 3.2.2.3 and 3.2.2.4). */
function idOf(bytes: number): string {
  const id = randomBytes(bytes).toString("hex");
  return /^0+$/.test(id) ? idOf(bytes) : id;
}
