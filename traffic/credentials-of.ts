/** What a recorded request says of who sent it, as far as the recording shows it. Pure. */
import { hash } from "node:crypto";
import { header } from "../http/headers.ts";
import type { HeaderFields } from "../http/message.ts";
import { INVALID_TOKEN, TOKEN } from "../suites/checks/requests.ts";
import { type TrafficRequest, isLost } from "./recorded-traffic.ts";

/** The Authorization of a request. */
export type Credentials =
  /** It has none; `elsewhere` where something else of the request may hold a token, which the document leaves open. */
  | { readonly kind: "none"; readonly elsewhere: boolean }
  /** A bearer token, identified by its digest. */
  | { readonly kind: "bearer"; readonly token: string; readonly digest: string; readonly scheme: string }
  | { readonly kind: "other-scheme"; readonly scheme: string; readonly secret: string }
  /** It was masked, is empty, or is nothing that is known: it may have been changed when it was recorded. */
  | { readonly kind: "unclear"; readonly secret: string };

/** Schemes that are certainly not Bearer. A word that is none of them may be what a sanitizer left. */
const otherSchemes: ReadonlySet<string> = new Set(
  "basic digest token jwt apikey hoba mutual negotiate ntlm oauth scram-sha-1 scram-sha-256 vapid dpop gnap privatetoken hawk aws4-hmac-sha256".split(
    " ",
  ),
);

/** What stands in the place of a credential that was taken out: brackets, stars, dots, or a word that says so. */
const MASK = /^[[<({*•…]|^[*•.xX-]+$|redact|mask|hidden|removed|filtered|scrubbed|sanitized|obfuscated|^secret$/i;

/** Whether something stands in the place of a value that was taken out. */
export function isMasked(value: string): boolean {
  return MASK.test(value);
}

/** Header fields that hold no credential of their own. */
const harmless =
  /^(?:host|content-(?:type|length|encoding|language)|transfer-encoding|accept(?:-[a-z]+)?|user-agent|connection|keep-alive|proxy-connection|origin|referer|sec-[a-z-]+|cache-control|pragma|expect|te|dnt|priority|traceparent|tracestate|upgrade-insecure-requests|x-request-id|x-correlation-id|forwarded|x-forwarded-(?:for|proto|host|port)|x-real-ip|via|date|if-[a-z-]+)$/i;

/** Those of a request that say who sent it or where it came from. */
const personal: ReadonlySet<string> = new Set(["referer", "forwarded", "x-forwarded-for", "x-real-ip"]);

/** Those of an answer that hold no credential either. */
const harmlessInAnswers =
  /^(?:server|vary|allow|retry-after|etag|last-modified|age|expires|www-authenticate|trailer|x-powered-by|x-content-type-options|strict-transport-security|access-control-[a-z-]+|(?:x-)?ratelimit[a-z-]*)$/i;

/** Whether a header field of a request holds no credential. */
export function isHarmlessField(name: string): boolean {
  return harmless.test(name);
}

/** Whether a header field of a message may be shown with its value. */
export function isShown(name: string, message: "request" | "answer"): boolean {
  if (personal.has(name.toLowerCase())) return false;
  return isHarmlessField(name) || (message === "answer" && harmlessInAnswers.test(name));
}

/** Reads the credentials of a request; null where its header fields are lost. */
export function credentialsOfRequest({ headers, url }: TrafficRequest): Credentials | null {
  if (isLost(headers)) return null;
  const value = header(headers, "authorization");
  if (value === null) return { kind: "none", elsewhere: mayBeElsewhere(headers, url) };
  const fields = headers.filter(([name]) => name.toLowerCase() === "authorization");
  const [, scheme = "", token = ""] = /^\s*([^\s,]+)\s+(\S.*?)\s*$/s.exec(value) ?? [];
  if (fields.length > 1 || token === "") return { kind: "unclear", secret: value.trim() };
  if (otherSchemes.has(scheme.toLowerCase())) return { kind: "other-scheme", scheme, secret: token };
  // A comma joins two fields.
  if (scheme.toLowerCase() !== "bearer" || isMasked(token) || token.includes(","))
    return { kind: "unclear", secret: token };
  return { kind: "bearer", token, digest: digestOf(token), scheme };
}

/** Whether a token matches the grammar of RFC 6750 section 2.1; so does what stands for one in a recording of this suite. */
export function isWellFormed(token: string): boolean {
  return token === TOKEN || token === INVALID_TOKEN || /^[\w.~+/-]+=*$/.test(token);
}

/** RFC 6750 has two other places for a token, sessions a third, and the host of a URL a fourth. */
function mayBeElsewhere(headers: HeaderFields, url: string): boolean {
  return /\?|^\w+:\/\/[^/]*@/.test(url) || headers.some(([name]) => !isHarmlessField(name));
}

function digestOf(token: string): string {
  return hash("sha256", token, "base64");
}
