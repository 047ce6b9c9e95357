/**
 * Header fields that clients send beside those that the document names, and their order. The document asks for none of
 * them, so that none makes a valid request another one. Each lets the answer be what the document says: none shuts out JSON
 * in UTF-8, nor an answer in another language or without a coding.
 */
import type { Axis, Change, Feature } from "./feature.ts";

const requirement = "accepts-every-ordinary-request";

function field(name: string, header: string, value: string): Feature {
  return of(name, `\`${header}: ${value}\``, { headers: { [header]: value } });
}

function of(name: string, words: string, change: Change): Feature {
  return { name, words, requirement, change };
}

/** What a browser prefers. The document shows one media type, so that is what is answered. */
const PREFERS_OTHERS = "text/html, application/xml;q=0.9, application/json;q=0.8, */*;q=0.5";

/** Media types, of which each list has JSON (RFC 9110 section 12.5.1). */
export const acceptedTypes: Axis = [
  field("accept-anything", "Accept", "*/*"),
  of("accept-several", "an `Accept` that prefers HTML and XML to JSON", { headers: { Accept: PREFERS_OTHERS } }),
  field("accept-subtypes", "Accept", "application/*"),
  field("accept-with-text", "Accept", "application/json, text/plain, */*"),
  field("accept-page", "Accept", "text/html, */*;q=0.8"),
];

/** Codings that a server may answer in, or not (RFC 9110 section 12.5.3): those that a run decodes. */
export const acceptedCodings: Axis = [
  field("accept-encoding", "Accept-Encoding", "gzip"),
  field("accept-encodings", "Accept-Encoding", "gzip, deflate, br"),
];

/** Languages and charsets with any other beside them (RFC 9110 sections 12.5.2 and 12.5.4), and another order of the fields. */
export const otherFields: Axis = [
  field("accept-language", "Accept-Language", "de-CH, de;q=0.9, *;q=0.5"),
  field("accept-charset", "Accept-Charset", "iso-8859-1, utf-8;q=0.7, *;q=0.5"),
  of("fields-reversed", "the header fields in reverse order", { reversesFields: true }),
];
