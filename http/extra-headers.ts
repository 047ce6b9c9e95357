/** Header fields that a request carries beside those that are asked for: the user's, and those of W3C Trace Context. */
import { randomBytes } from "node:crypto";
import { header } from "./headers.ts";
import type { HeaderFields } from "./message.ts";

export const TRACE_HEADER = "traceparent";

/** Fields that the suite sets or leaves out itself: what is judged by them would no longer be what was sent. */
const suiteFields = [
  "authorization",
  "proxy-authorization",
  "host",
  "content-type",
  "accept",
  "user-agent",
  TRACE_HEADER,
  "content-length",
  "transfer-encoding",
  "content-encoding",
  "connection",
  "keep-alive",
  "expect",
  "te",
  "trailer",
  "upgrade",
  "http2-settings",
] as const;

export type SuiteField = (typeof suiteFields)[number];

/** The name in lower case, if the suite sets the field; otherwise null. */
export function suiteField(name: string): SuiteField | null {
  return suiteFields.find((one) => one === name.toLowerCase()) ?? null;
}

/**
 * Why a header field cannot be added to every request, to stand after "gives"; null if it can. A name is a token (RFC 9110
 * section 5.1), and a value visible ASCII with single blanks (section 5.5). The value may be secret, and is not repeated.
 */
export function extraHeaderFault(name: string, value: string): string | null {
  if (!/^[!#$%&'*+.^_`|~\w-]{1,100}$/.test(name)) return "a name that no header field can have";
  if (suiteField(name) !== null) return `${name}, which the suite sets`;
  if (value === "") return `${name} without a value`;
  if (/^[\x20-\x7e\t]+$/.test(value) && value.length <= 16_384) return null;
  return `${name} a value with line breaks, characters beyond ASCII, or too many of them`;
}

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
