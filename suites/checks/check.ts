/** A check: the requests to send, and a pure judgement of the answers. Nothing in this file sends a request. */
import type { RequestMessage } from "../../http/message.ts";
import type { Exchange, Outcome } from "../../result/result.ts";
import type { Method } from "../../spec/create-operation.ts";
import type { Responses } from "../../spec/described-responses.ts";
import type { Roles } from "../../spec/member-roles.ts";
import { type Answer, readAnswer } from "./decoded-answer.ts";

/**
 * What the suite knows about a request before it is sent.
 * - `ordinary`: a valid NewPlant with ordinary values, sent in the ordinary way; every correct provider accepts it
 * - `valid`: valid by the document or by a standard that it names, with an unusual value or spelling
 * - `not-a-plant`: an ordinary request with one change that makes its body something other than a NewPlant
 * - `not-allowed`: an ordinary request with one change outside its body: authentication, media type
 * - `open`: the document does not say how it is answered
 */
export type Kind = "ordinary" | "valid" | "not-a-plant" | "not-allowed" | "open";

/** Members that a success returns, with their texts. */
export type Returned = Readonly<Record<string, string>>;

/** One request, byte for byte, with `$PLANT_STORE_TOKEN` where the token goes. */
export interface PlannedRequest extends RequestMessage, OfStatuses {
  readonly kind: Kind;
  /** Appended to the base URL; with the query, if any. */
  readonly path: string;
  /** The members that a success returns, as sent. Absent if the request has no label that a success could return. */
  readonly plant?: Returned;
  /** The roles of the members of its plant. */
  readonly roles?: Roles;
  /**
   * What its answer may meet that the document does not show.
   * - `taken-id`: the store may hold its identity already; a success may then return the stored plant, so its content is
   *   open
   * - `cut-off`: a server may close the connection on a body that it finds too large (RFC 9110 section 15.5.14)
   */
  readonly mayMeet?: "taken-id" | "cut-off";
  /** An ordinary request with only the required members. Not a parent of wrong requests, which have all. */
  readonly onlyRequired?: true;
  /** Whether its body is valid depends on a choice of schemas of which another one is followed. */
  readonly isUndecided?: true;
  /** The names of the features of its variant; absent if it is sent in the ordinary way. */
  readonly features?: readonly string[];
  /** Requests with the same key share a separate connection, in order. */
  readonly connection?: string;
  /** Set when the request is sent: the id of its check, or another purpose. */
  readonly askedBy?: string;
}

/** A request that was sent, and what is known about it. */
export interface Sent {
  readonly request: PlannedRequest;
  readonly exchange: Exchange;
  /** Its index in the run's list. */
  readonly index: number;
  /** The decoded answer; null if there was none. */
  readonly answer: Answer | null;
  /** Removes secrets from text of the answer before it is shown. */
  readonly clean?: (text: string) => string;
  /**
   * How it stands among the other sendings of the same bytes, if it does not simply count.
   * - `asked-again`: they were sent again later; the later answer counts
   * - `bystander`: so they were, because the provider's process ended while this one was in flight; that end counts for
   *   another request
   * - `ends-provider`: the provider's process ended when they were sent, and ended again when they were sent alone
   * - `last-sent`: there was no answer the third time either, or the run could send no more: this one counts
   */
  readonly standing?: "asked-again" | "bystander" | "ends-provider" | "last-sent";
  /** The provider may have read an earlier sending of the same bytes, although it answered 502, 503 or 504. */
  readonly mayBeRead?: true;
}

/** The answer to a request; if there is none, `answer` is null and `noAnswer` gives the reason. */
export type Answered = Pick<Sent, "answer" | "mayBeRead"> & {
  readonly request?: Pick<PlannedRequest, "features" | "statuses">;
  readonly exchange?: Pick<Exchange, "noAnswer"> & Partial<Pick<Exchange, "attempts" | "isReadOnce">>;
};

/** A request that was sent and answered. */
export type AnsweredSent = Sent & { readonly answer: Answer };

/** Everything that was sent in the run, in the order of the list. */
export type History = readonly Sent[];

/** The `k`th fresh number of a check: an ordinary id that no other request of the run has. */
export interface Fresh {
  (k: number): number;
  /** In a shard that has its own ids: the numbers that the whole run uses here. */
  readonly ofWhole?: (k: number) => number;
}

/**
 * The form of a check.
 * - `refusal`: one request with one fault, which must not be answered with success; if it sends several, the last one
 * - `acceptance`: a valid request, which must be answered with 200; otherwise it is sent again with fresh values
 * - `invariant`: judges each exchange of the run that it applies to, whatever the exchange was sent for; sends nothing
 * - `comparison`: a 200 returns what its own request sent
 * - `tally`: judges the exchanges of the run together, because no single exchange shows the outcome
 * - `observation`: the value of an open point, read from the answers to its own requests
 * - `search`: a bound of an open point, found by requests that each depend on the answers before
 * - `reading`: the value of an open point, read from the answers to another check
 */
export type Form =
  | "refusal"
  | "acceptance"
  | "invariant"
  | "comparison"
  | "tally"
  | "observation"
  | "search"
  | "reading";

/**
 * The stages of a run, in the order in which they are sent: one request after the other before all others (`opening`);
 * before the main stage, because other requests depend on the answers (`early`); in parallel (`main`); after the main
 * stage, because the requests depend on everything before (`late`); without a valid token, together and late, because a
 * provider may lock out who has none (`unauthorized`); or after everything else (`closing`). The opening and closing
 * checks are sent whatever is selected.
 */
export const STAGES = ["opening", "early", "main", "late", "unauthorized", "closing"] as const;
export type Stage = (typeof STAGES)[number];

/** Two features of a request, by name. */
export type Pair = readonly [string, string];

/** What the run has shown before a check is asked. */
export interface Known {
  /** The feature names of each accepted valid request that has features. */
  readonly variants: readonly (readonly string[])[];
  /** The feature names of each valid request with features that was not accepted. */
  readonly refusedVariants?: readonly (readonly string[])[];
  /** The position of this check among the checks of its kind. It decides the choices that vary from check to check. */
  readonly turn?: number;
  /** The id of the first ordinary plant that was accepted. */
  readonly acceptedId?: number;
  /** Ordinary plants that were refused while others were accepted, and whose features do not explain it. */
  readonly refused: readonly PlannedRequest[];
  /** Pairs of features that a refused request had and no accepted request had together, although each was accepted. */
  readonly unmetPairs?: readonly Pair[];
}

/** What a topic states about a check, besides its requests and its judge. */
export interface Label {
  readonly requirement: string;
  /** Unique among the checks of its requirement; permanent. */
  readonly slug: string;
  readonly title: string;
  /** Why the request is or is not a valid NewPlant: the requirement and the path in the schema. */
  readonly basis?: string;
  /** The keyword of the schema that the request violates, if any. */
  readonly keyword?: string;
  /** What gives a check that sends nothing something to judge, if requests to be accepted do not. */
  readonly occasion?: OccasionKind;
}

/** A refused body, or a request without a valid token. */
export type OccasionKind = "refused-body" | "no-token";

/** What identifies a check. */
export interface Labelled extends Label {
  /** The requirement and the slug, joined; permanent. Read them from their fields, not from the id. */
  readonly id: CheckId;
  readonly form: Form;
  /** A fuzzing check: it judges cases that are drawn from the schema. */
  readonly drawn?: true;
}

/** One question put to a provider for one requirement. */
export interface Check extends Labelled {
  readonly stage: Stage;
  /** Sent first in its stage, while every connection is free, because its requests must be in flight together. */
  readonly goesFirst?: true;
  /** Sends the same again if it is refused. A failure counts only with an accepted ordinary request in between. */
  readonly asksAgain?: true;
  /** Its requests depend on the first accepted id, so the shard that sends that id also asks this check. */
  readonly goesByFirstId?: true;
  /** Sends nothing itself; it judges what this other check sent. */
  readonly reads?: CheckId;
  /**
   * The next requests, given what this check has sent so far and what is known about the provider; none when the check
   * is done. A batch is sent at once, as far as the run's concurrency allows.
   */
  readonly next: (fresh: Fresh, own: readonly Answered[], known?: Known) => readonly PlannedRequest[];
  readonly judge: (own: History, run: History) => Judgement;
  /**
   * Only for invariants: the exchanges of the run that an exchange is compared with; none by default. They can only
   * explain a failure: an exchange that passes without them also passes with them.
   */
  readonly context?: (run: History) => History;
}

export type CheckId = `${string}/${string}`;

/** An outcome, and the exchanges it is based on if they are not the check's own. */
export interface Judgement {
  readonly outcome: Outcome;
  readonly evidence?: readonly number[];
}

// The statuses that the document shows for the answers to a request.

/** The documented statuses of a request. */
export type Statuses = Pick<Responses, "successes" | "refusals"> & Partial<Pick<Responses, "states">>;

/** The statuses of the shipped document. Its requests do not carry them. */
const usual: Statuses = { successes: [200], refusals: [400] };

/** What a planned request carries of its operation. */
interface OfStatuses {
  /** The method of the operation; absent if it is POST. */
  readonly operationMethod?: Method;
  /** Absent if they are 200 and 400. */
  readonly statuses?: Statuses;
}

/** What the requests of an operation carry of it. */
export function ofStatuses({
  successes,
  refusals,
  states = [],
  method = "POST",
}: Statuses & { readonly method?: Method }): OfStatuses {
  const ofMethod = method === "POST" ? {} : { operationMethod: method };
  if (states.length === 0 && isSame(successes, usual.successes) && isSame(refusals, usual.refusals)) return ofMethod;
  return { ...ofMethod, statuses: { successes, refusals, ...(states.length === 0 ? {} : { states }) } };
}

/** Whether a request has the method of its operation. */
export function hasMethod({ method, operationMethod = "POST" }: OfStatuses & { readonly method: string }): boolean {
  return method === operationMethod;
}

function isSame(some: readonly number[] | null, others: readonly number[] | null): boolean {
  return some?.length === others?.length && some?.every((one, at) => one === others?.[at]) === true;
}

/** The statuses of a request. */
export function statusesOf({ request }: { readonly request?: OfStatuses }): Statuses {
  return request?.statuses ?? usual;
}

// The requests that a check would send, without sending them.

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
