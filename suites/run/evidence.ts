/** How much a run keeps of what it sent and saw, everything together. */
import type { Exchange, RecordedBody } from "../../result/result.ts";
import { sizeInJson } from "../../result/safe-text.ts";
import type { Answer } from "../checks/answer.ts";

/** Room for evidence, taken until there is none. */
export interface Evidence {
  /** Takes room for so many bytes; false, and nothing taken, where there is too little. */
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

/** What a header field takes beside its letters, in memory and in a report; measured. */
const FIELD_BYTES = 256;

/** What an exchange takes in the result, escapes included, and its answer until the run is judged; in bytes. */
export function weightOf({ request, response }: Exchange, answer: Answer | null): number {
  const headers =
    response?.headers.reduce((sum, [name, value]) => sum + sizeInJson(name) + sizeInJson(value) + FIELD_BYTES, 0) ?? 0;
  const read = answer?.reading.as === "json" ? answer.size : 0;
  return contentOf(request.body) + contentOf(response?.body ?? null) + headers + read;
}

function contentOf(body: RecordedBody | null): number {
  return body === null ? 0 : sizeInJson(body.content);
}

/** An answer of which nothing is kept but what a judge sees at a glance. */
export function withoutBody(answer: Answer, limit: number): Answer {
  const why = `a body of ${answer.size} bytes, for which there was no room left in the ${limit} bytes that the run keeps in all`;
  return answer.reading.as === "json" ? { ...answer, reading: { as: "unread", why } } : answer;
}
