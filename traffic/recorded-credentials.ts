/** The credentials of a recorded request, as far as the recording shows them. Pure. */
import { hash } from "node:crypto";
import { header, type HeaderFields } from "../http/message.ts";
import { INVALID_TOKEN, TOKEN } from "../suites/checks/check-requests.ts";
import { isMasked } from "./masked-values.ts";
import { type TrafficRequest, isLost } from "./recorded-traffic.ts";

/** The Authorization of a request. */
export type Credentials =
  /** It has none. `elsewhere`: another part of the request may contain a token, which the document leaves open. */
  | { readonly kind: "none"; readonly elsewhere: boolean }
  /** A bearer token, identified by its digest. */
  | { readonly kind: "bearer"; readonly token: string; readonly digest: string; readonly scheme: string }
  | { readonly kind: "other-scheme"; readonly scheme: string; readonly secret: string }
  /** It was masked, is empty or has an unknown form. It may have been changed when it was recorded. */
  | { readonly kind: "unclear"; readonly secret: string };

/** Schemes that are certainly not Bearer. Any other word may come from a sanitizer. */
const otherSchemes: ReadonlySet<string> = new Set(
  "basic digest token jwt apikey hoba mutual negotiate ntlm oauth scram-sha-1 scram-sha-256 vapid dpop gnap privatetoken hawk aws4-hmac-sha256".split(
    " ",
  ),
);

/** Header fields that contain no credential. */
const harmless =
  /^(?:host|content-(?:type|length|encoding|language)|transfer-encoding|accept(?:-[a-z]+)?|user-agent|connection|keep-alive|proxy-connection|origin|referer|sec-[a-z-]+|cache-control|pragma|expect|te|dnt|priority|traceparent|tracestate|upgrade-insecure-requests|x-request-id|x-correlation-id|forwarded|x-forwarded-(?:for|proto|host|port)|x-real-ip|via|date|if-[a-z-]+)$/i;

/** Header fields of a request that reveal its sender or origin. */
const personal: ReadonlySet<string> = new Set(["referer", "forwarded", "x-forwarded-for", "x-real-ip"]);

/** Further header fields of an answer that contain no credential. */
const harmlessInAnswers =
  /^(?:server|vary|allow|retry-after|etag|last-modified|age|expires|www-authenticate|trailer|x-powered-by|x-content-type-options|strict-transport-security|access-control-[a-z-]+|(?:x-)?ratelimit[a-z-]*)$/i;

/** Whether a header field of a request contains no credential. */
export function isHarmlessField(name: string): boolean {
  return harmless.test(name);
}

/** Whether a header field of a message may be shown with its value. */
export function isShown(name: string, message: "request" | "answer"): boolean {
  if (personal.has(name.toLowerCase())) return false;
  return isHarmlessField(name) || (message === "answer" && harmlessInAnswers.test(name));
}

/** Reads the credentials of a request; null if its header fields are lost. */
export function credentialsOfRequest({ headers, url }: TrafficRequest): Credentials | null {
  if (isLost(headers)) return null;
  const value = header(headers, "authorization");
  if (value === null) return { kind: "none", elsewhere: mayBeElsewhere(headers, url) };
  const fields = headers.filter(([name]) => name.toLowerCase() === "authorization");
  const [, scheme = "", token = ""] = /^([^\s,]+)\s+(\S.*)/s.exec(value.trim()) ?? [];
  if (fields.length > 1 || token === "") return { kind: "unclear", secret: value.trim() };
  if (otherSchemes.has(scheme.toLowerCase())) return { kind: "other-scheme", scheme, secret: token };
  // A comma shows that two fields were joined.
  if (scheme.toLowerCase() !== "bearer" || isMasked(token) || token.includes(","))
    return { kind: "unclear", secret: token };
  return { kind: "bearer", token, digest: digestOf(token), scheme };
}

/**
 * Whether a token matches the grammar of RFC 6750 section 2.1. The placeholders in recordings of this suite also count.
 */
export function isWellFormed(token: string): boolean {
  return token === TOKEN || token === INVALID_TOKEN || /^[\w.~+/-]+=*$/.test(token);
}

/**
 * Whether a token may be in another place: RFC 6750 has two other places, sessions are a third, and the host of a URL
 * is a fourth.
 */
function mayBeElsewhere(headers: HeaderFields, url: string): boolean {
  return /\?|^\w+:\/\/[^/]*@/.test(url) || headers.some(([name]) => !isHarmlessField(name));
}

function digestOf(token: string): string {
  return hash("sha256", token, "base64");
}
