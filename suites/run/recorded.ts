/** Turns a recorded request into one that can be sent again: the reverse of `record.ts`. Pure. */
import type { Framing } from "../../http/message.ts";
import type { RecordedBody, RecordedRequest } from "../../result/result.ts";
import type { PlannedRequest } from "../checks/check.ts";

/** The request, or why it cannot be sent as it was: the end of a sentence that begins with "it". */
export type Replanned = { readonly request: PlannedRequest } | { readonly fault: string };

/**
 * Plans a recorded request once more, byte for byte, with `$PLANT_STORE_TOKEN` in the same places.
 * @param baseUrl the base URL of the run that recorded it; the rest of the URL is the path
 */
export function plannedAgain(recorded: RecordedRequest, baseUrl: string): Replanned {
  const { method, url, headers, body } = recorded;
  const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : null;
  if (path === null) return { fault: "was not sent to the base URL of its run" };
  const bytes = body === null ? null : bytesOf(body);
  if (bytes !== null && (body?.sha256 !== undefined || bytes.length !== body?.size)) {
    return { fault: `had a body of ${body?.size ?? 0} bytes, of which only the first ${bytes.length} were kept` };
  }
  const { oddChunks, noConnection } = recorded;
  const own = {
    ...(oddChunks === undefined ? {} : { oddChunks }),
    ...(noConnection === undefined ? {} : { noConnection }),
  };
  return { request: { kind: "open", method, path, headers, body: bytes, framing: framingOf(recorded), ...own } };
}

/** A record names only two framings. The others follow from the rest of the request. */
function framingOf({ method, headers, body, framing }: RecordedRequest): Framing {
  if (framing === "chunked") return "chunked";
  if (headers.some(([name, value]) => name.toLowerCase() === "expect" && /100-continue/i.test(value))) {
    return "expect-continue";
  }
  // An empty body is recorded as a body; a POST without one has neither Content-Length nor Transfer-Encoding.
  return method === "POST" && body === null ? "none" : "content-length";
}

function bytesOf({ encoding, content }: RecordedBody): Uint8Array {
  return Uint8Array.from(Buffer.from(content, encoding === "utf-8" ? "utf8" : "base64"));
}
