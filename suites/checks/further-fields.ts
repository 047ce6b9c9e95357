/**
 * Header fields that clients send in addition to those of the document, and their order. The document asks for none of
 * them, so a request with them is still valid. Each allows the documented answer: none excludes JSON in UTF-8, or an
 * answer in another language or without a coding.
 */
import type { Axis, Change, Feature } from "./feature.ts";

const requirement = "accepts-every-ordinary-request";

function field(name: string, header: string, value: string): Feature {
  return of(name, `\`${header}: ${value}\``, { headers: { [header]: value } });
}

function of(name: string, words: string, change: Change): Feature {
  return { name, words, requirement, change };
}

/** The preferences of a browser. The document shows one media type, so the answer has that one. */
const PREFERS_OTHERS = "text/html, application/xml;q=0.9, application/json;q=0.8, */*;q=0.5";

/** Lists of media types, each with JSON (RFC 9110 section 12.5.1). */
export const acceptedTypes: Axis = [
  field("accept-anything", "Accept", "*/*"),
  of("accept-several", "an `Accept` that prefers HTML and XML to JSON", { headers: { Accept: PREFERS_OTHERS } }),
  field("accept-subtypes", "Accept", "application/*"),
  field("accept-with-text", "Accept", "application/json, text/plain, */*"),
  field("accept-page", "Accept", "text/html, */*;q=0.8"),
];

/** Codings that a server may use or not (RFC 9110 section 12.5.3): those that a run decodes. */
export const acceptedCodings: Axis = [
  field("accept-encoding", "Accept-Encoding", "gzip"),
  field("accept-encodings", "Accept-Encoding", "gzip, deflate, br"),
];

/** Languages and charsets, any other allowed (RFC 9110 sections 12.5.2 and 12.5.4), and fields in another order. */
export const otherFields: Axis = [
  field("accept-language", "Accept-Language", "de-CH, de;q=0.9, *;q=0.5"),
  field("accept-charset", "Accept-Charset", "iso-8859-1, utf-8;q=0.7, *;q=0.5"),
  of("fields-reversed", "the header fields in reverse order", { reversesFields: true }),
];
