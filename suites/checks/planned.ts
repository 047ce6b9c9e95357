/** What a check would send, without anybody to send it to. */
import { readAnswer } from "./answer.ts";
import type { Answered, Check, Fresh, PlannedRequest } from "./check.ts";

/** An acceptance: what a check sends next goes by the status of the answers so far. */
const accepted: Answered = { answer: readAnswer(200, [], new Uint8Array(), { bytes: 0 }) };

/** Every request of a check in order where each is accepted, so that it shows its steps and asks nothing twice. */
export function requestsWhereAccepted({ next }: Check, fresh: Fresh): readonly PlannedRequest[] {
  const requests: PlannedRequest[] = [];
  for (;;) {
    const batch = next(
      fresh,
      requests.map(() => accepted),
    );
    if (batch.length === 0) return requests;
    requests.push(...batch);
  }
}
