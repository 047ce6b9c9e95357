/** Header fields that are added to requests: those of the user, and those of W3C Trace Context. */
import { randomBytes } from "node:crypto";
import { header } from "./headers.ts";
import type { HeaderFields } from "./message.ts";

export const TRACE_HEADER = "traceparent";

/**
 * Fields that the suite sets or leaves out itself. If a user set them, the checks would judge something that was not
 * sent.
 */
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
 * Why a header field cannot be added to every request, as text that follows "gives"; null if it can. A name is a token
 * (RFC 9110 section 5.1), and a value is visible ASCII with single blanks (section 5.5). The value may be secret, and
 * is not repeated.
 */
export function extraHeaderFault(name: string, value: string): string | null {
  if (!/^[!#$%&'*+.^_`|~\w-]{1,100}$/.test(name)) return "a name that no header field can have";
  if (suiteField(name) !== null) return `${name}, which the suite sets`;
  if (value === "") return `${name} without a value`;
  if (/^[\x20-\x7e\t]+$/.test(value) && value.length <= 16_384) return null;
  return `${name} a value with line breaks, characters beyond ASCII, or too many of them`;
}

/** The header fields of the user that the request does not already have. */
export function extraHeaders(own: HeaderFields, extra: HeaderFields = []): HeaderFields {
  return extra.filter(([name]) => header(own, name) === null);
}

/**
 * Creates a value of `traceparent` (W3C Trace Context section 3.2): a new trace with the flag to record it. It is
 * random and does not depend on the seed, because a run repeated with its seed would otherwise add to the traces of the
 * first run.
 */
export function freshTrace(): string {
  return `00-${idOf(16)}-${idOf(8)}-01`;
}

/** An id of all zeroes is invalid (sections 3.2.2.3 and 3.2.2.4). */
function idOf(bytes: number): string {
  const id = randomBytes(bytes).toString("hex");
  return /^0+$/.test(id) ? idOf(bytes) : id;
}
