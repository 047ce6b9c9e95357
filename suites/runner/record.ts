/** Bytes on their way into the result: the token taken out, long bodies cut, nothing else changed. */
import { createHash } from "node:crypto";
import type { Exchange, HeaderFields, RecordedBody, RecordedRequest, RecordedResponse } from "../../reports/result.ts";
import type { PlannedRequest } from "./check.ts";
import type { Redact } from "../../reports/redact.ts";
import type { WireResponse } from "./wire.ts";

/** What is recorded of an answer, and where the token was found in it. */
export interface RecordedAnswer {
  readonly response: RecordedResponse;
  readonly redacted: Exchange["redacted"];
}

/** A planned request holds `$PLANT_STORE_TOKEN` and never the token, so there is nothing to take out. */
export function recordRequest(request: PlannedRequest, baseUrl: string, keptBytes: number): RecordedRequest {
  const { method, path, headers } = request;
  // `Expect: 100-continue` stands among the header fields and is no framing of its own.
  const framing = request.framing === "chunked" ? "chunked" : "content-length";
  const body =
    request.body === null ? null : recordBody(request.body, keptBytes, (text) => ({ text, found: false })).body;
  return { method, url: `${baseUrl}${path}`, headers, body, framing };
}

export function recordResponse(response: WireResponse, keptBytes: number, redact: Redact): RecordedAnswer {
  const redacted: string[] = [];
  const headers: HeaderFields = response.headers.map(([name, value]) => {
    const [cleanName, cleanValue] = [redact(name), redact(value)];
    if (cleanName.found || cleanValue.found) redacted.push(`header ${cleanName.text.toLowerCase()}`);
    return [cleanName.text, cleanValue.text];
  });
  const { body, found } = recordBody(response.body, keptBytes, redact);
  if (found) redacted.push("body");
  return { response: { status: response.status, headers, body }, redacted };
}

/** A body as text where it is UTF-8, else in base64; cut where it is long, with the digest of what was read. */
function recordBody(bytes: Uint8Array, keptBytes: number, redact: Redact): { body: RecordedBody; found: boolean } {
  const isLong = bytes.length > keptBytes;
  const whole = decode(bytes);
  // Bytes that are no text may hold the token as well: they are searched as Latin-1, in which every byte is a letter.
  const clean = redact(whole ?? Buffer.from(bytes).toString("latin1"));
  const size = bytes.length;
  const digest = isLong ? { sha256: createHash("sha256").update(bytes).digest("hex") } : {};
  if (whole !== null) {
    const content = isLong ? clean.text.slice(0, keptBytes).replace(/[\ud800-\udbff]$/, "") : clean.text;
    return { body: { encoding: "utf-8", content, size, ...digest }, found: clean.found };
  }
  const content = Buffer.from(clean.text, "latin1").subarray(0, keptBytes).toString("base64");
  return { body: { encoding: "base64", content, size, ...digest }, found: clean.found };
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
