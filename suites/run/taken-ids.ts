/**
 * For a provider that refuses taken ids and whose store has plants that the run did not create. The document does not
 * show what happens to an existing id, so a request that is refused only for this reason is sent with another id.
 */
import { ORDINARY_IDS } from "../bodies/drafts.ts";
import { idIn, isFailure, isOrdinaryId } from "../checks/accidents.ts";
import type { PlannedRequest, Sent } from "../checks/check.ts";
import { isAccepted, isValid, refusesToken } from "../checks/exchange-facts.ts";
import { IDS_ASKER } from "../checks/seed-used.ts";
import type { Ask } from "./retry.ts";

interface Taking {
  readonly ended: AbortSignal;
  /** Whether the run may send something that it did not plan. */
  readonly mayAskAgain: () => boolean;
  readonly amend: (sent: Sent) => Sent;
  /** An id near the given one that the run does not send otherwise. */
  readonly otherId: (near: number) => number;
}

/** The most refusals with another reason that are looked into. */
const MOST_ASKED = 8;

/** The most ids that count as taken. With more, the provider refuses some ids in general, and all of these count. */
const MOST_TAKEN = 8;

/** How many ids near the refused one are tried. Some of them may be taken as well. */
const NEAR = 3;

const GREATEST = ORDINARY_IDS.least + ORDINARY_IDS.count - 1;

/**
 * Asks with another id if the id is taken: the same request is refused again, the request with another id is accepted,
 * and that one is refused with the same status and text once it exists.
 */
export function pastTakenIds(ask: Ask, { ended, amend, otherId, mayAskAgain }: Taking): Ask {
  let left = MOST_ASKED;
  const taken: Sent[] = [];
  return async (request, connection) => {
    const refused = await ask(request, connection);
    const id = ordinaryIdIn(refused);
    if (id === null || left === 0 || taken.length > MOST_TAKEN || !mayAskAgain() || ended.aborted) return refused;
    const other = await acceptedInstead(refused, id, {
      ask: async (asked) => (mayAskAgain() ? ask(asked, connection) : null),
      amend,
      otherId,
    });
    if (other === null) {
      left -= 1;
      return refused;
    }
    taken.push(refused);
    if (taken.length > MOST_TAKEN) for (const sent of taken) amend(sent);
    else amend({ ...setAside(refused), isAskedAgain: true });
    return other;
  };
}

interface Asking extends Pick<Taking, "amend" | "otherId"> {
  /** Null if the run may send no more. */
  readonly ask: (request: PlannedRequest) => Promise<Sent | null>;
}

/** The accepted request with another id, if the first one was refused because its id is taken; otherwise null. */
async function acceptedInstead(refused: Sent, id: number, { ask, amend, otherId }: Asking): Promise<Sent | null> {
  const asOpen = ({ request }: Sent): Promise<Sent | null> =>
    ask({ ...request, kind: "open", idMayBeTaken: true, askedBy: IDS_ASKER });
  if (!isRefusedAlike(refused, await asOpen(refused))) return null;
  for (const near of idsToTry(id, refused)) {
    const other = await ask(respelledWith(refused.request, id, otherId(near)));
    if (other === null) return null;
    if (isAccepted(other) && isRefusedAlike(refused, await asOpen(other))) return other;
    amend(setAside(other));
    if (isAccepted(other)) return null;
  }
  return null;
}

/** Marks an exchange as open: nothing is expected of its answer. */
function setAside(sent: Sent): Sent {
  return { ...sent, request: { ...sent.request, kind: "open" } };
}

/** The id of a valid request that was refused with a 4xx, if the id is ordinary. */
function ordinaryIdIn(sent: Sent): number | null {
  const { request, answer } = sent;
  const status = answer?.status ?? 0;
  // A refused token is not an id that exists, though a provider may say both with the same status.
  if (
    status < 400 ||
    status > 499 ||
    refusesToken(sent) ||
    !isValid(sent) ||
    !isFailure(sent) ||
    request.idMayBeTaken === true
  )
    return null;
  const id = idIn(request);
  return typeof id === "number" && isOrdinaryId(id) ? id : null;
}

/** A 409 means that something exists. A store may have all ids up to some number, so a distant id is tried as well. */
function idsToTry(id: number, { answer }: Sent): readonly number[] {
  const near = Array.from({ length: NEAR }, () => id);
  return answer?.status === 409 ? [...near, GREATEST] : near;
}

/** Whether two requests are refused with the same status and the same text, apart from the numbers in it. */
function isRefusedAlike({ answer: one }: Sent, sent: Sent | null): boolean {
  const other = sent?.answer;
  return one !== null && other != null && one.status === other.status && textOf(one) === textOf(other);
}

function textOf({ reading }: NonNullable<Sent["answer"]>): string {
  return reading.as === "json" ? JSON.stringify(reading.value).replaceAll(/\d+/g, "0") : reading.why;
}

/** The same request, byte for byte, except for its id, which keeps its spelling. */
function respelledWith(request: PlannedRequest, id: number, other: number): PlannedRequest {
  const text = new TextDecoder().decode(request.body ?? undefined);
  const changed = text.replace(NUMBER, (token) => (Number(token) === id ? spelledLike(token, other) : token));
  return { ...request, body: new TextEncoder().encode(changed) };
}

/** Names and tags of ordinary plants have no digits, but escapes do. */
const NUMBER = /(?<![\w\\])\d+(?:\.\d+)?(?:e[+-]?\d+)?/giu;

/** A number spelled like another, with its exponent or fraction of zeros; unchanged if that is not possible. */
function spelledLike(token: string, value: number): string {
  const [digits = "", ...rest] = token.split(/(?=[.e])/iu);
  const exponent = rest.find((part) => /^e/iu.test(part));
  if (exponent === undefined) return `${value}${token.slice(digits.length)}`;
  const power = Number(exponent.slice(1));
  const text = String(value);
  if (power <= 0) return `${text}${"0".repeat(-power)}${exponent}`;
  return rest.length === 1 ? token : `${text.slice(0, -power)}.${text.slice(-power)}${exponent}`;
}
