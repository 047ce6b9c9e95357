/** The requests that a check would send, without sending them. */
import { readAnswer } from "./answer.ts";
import type { Answered, Check, Fresh, PlannedRequest } from "./check.ts";

/** An accepted request. The next requests of a check depend on the statuses of the answers so far. */
const accepted: Answered = { answer: readAnswer({ status: 200, headers: [], body: new Uint8Array() }, { bytes: 0 }) };

/** Every request of a check, in order, if each is accepted: the check then shows its steps and asks nothing twice. */
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
