/** Sends the requests of one check. */
import type { Check, CheckId, Fresh, History, Known, PlannedRequest, Sent } from "../checks/check.ts";
import { isAccepted, isParent } from "../checks/exchange-facts.ts";
import type { Session } from "./session.ts";

/** A check that is asked, and what the run knows. */
export interface AskedCheck {
  readonly session: Session;
  readonly known: Known | undefined;
  /** The exchanges that the check has sent before. */
  readonly own: History;
  /** How many requests each check plans and has not sent. */
  readonly planned: Map<CheckId, number>;
  /** The checks that would have sent more, but the run may not. */
  readonly cutShort: Set<CheckId>;
  /** The number of the worker, of those that ask checks at the same time. */
  readonly worker: number;
}

/** Sends the requests of a check, batch after batch. What it did not plan is sent as far as the run allows. */
export async function askCheck(
  check: Check,
  fresh: Fresh,
  { session, known, own: before, planned, cutShort, worker }: AskedCheck,
): Promise<History> {
  const own: Sent[] = [...before];
  for (;;) {
    const batch: readonly PlannedRequest[] = session.stopped() === null ? check.next(fresh, own, known) : [];
    const left = planned.get(check.id) ?? 0;
    if (batch.length > 0) await acceptBetween(check, own.at(-1), session);
    const isAllowed = batch.length > 0 && (batch.length <= left || session.allowance.isLeft(batch.length - left));
    const done = isAllowed ? Math.min(batch.length, left) : left;
    planned.set(check.id, left - done);
    session.allowance.reserve(-done);
    if (!isAllowed) {
      if (batch.length > 0) cutShort.add(check.id);
      return own;
    }
    own.push(
      ...(await Promise.all(batch.map((request, k) => session.ask(onConnection(check, request, `${worker}.${k}`))))),
    );
  }
}

/** A request of a check. Those without a valid token have a connection of their own, which may be locked afterwards. */
function onConnection({ id, stage }: Check, request: PlannedRequest, place: string): PlannedRequest {
  const isApart = stage === "unauthorized" && request.connection === undefined;
  const own = isApart ? { connection: `${stage} ${place}` } : {};
  return { ...request, ...own, askedBy: id };
}

/** Before a check asks again, sends an ordinary request, unless one was accepted since the last attempt. */
async function acceptBetween(check: Check, last: Sent | undefined, session: Session): Promise<void> {
  if (check.asksAgain !== true || last === undefined) return;
  const isSince = session.history.some(
    (sent) => sent !== undefined && sent.index > last.index && isParent(sent) && isAccepted(sent),
  );
  if (!isSince) await session.askForSign();
}
