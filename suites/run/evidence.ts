/** How much a run keeps of its requests and answers in total. */
import type { Exchange, RecordedBody } from "../../result/result.ts";
import { sizeInJson } from "../../result/safe-text.ts";
import type { Answer } from "../checks/answer.ts";

/** Space for evidence, until it is used up. */
export interface Evidence {
  /** Takes a number of bytes. If there is too little space, takes nothing and returns false. */
  readonly take: (bytes: number) => boolean;
}

/** @param limit in bytes */
export function openEvidence(limit: number): Evidence {
  let taken = 0;
  return {
    take: (bytes) => {
      if (taken + bytes > limit) return false;
      taken += bytes;
      return true;
    },
  };
}

/** The bytes of a header field besides its letters, in memory and in a report; measured. */
const FIELD_BYTES = 256;

/** The bytes of an exchange in the result, with escapes, and of its answer until the run is judged. */
export function weightOf({ request, response }: Exchange, answer: Answer | null): number {
  const headers =
    response?.headers.reduce((sum, [name, value]) => sum + sizeInJson(name) + sizeInJson(value) + FIELD_BYTES, 0) ?? 0;
  const read = answer?.reading.as === "json" ? answer.size : 0;
  return contentOf(request.body) + contentOf(response?.body ?? null) + headers + read;
}

function contentOf(body: RecordedBody | null): number {
  return body === null ? 0 : sizeInJson(body.content);
}

/** An answer without its JSON body: a judge sees only its status, header and size. */
export function withoutBody(answer: Answer, limit: number): Answer {
  const why = `a body of ${answer.size} bytes, for which there was no room left in the ${limit} bytes that the run keeps in all`;
  return answer.reading.as === "json" ? { ...answer, reading: { as: "unread", why } } : answer;
}
