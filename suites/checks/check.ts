/** What a check is: requests to send, and a pure judgement of what came back. Nothing here is sent. */
import type { Framing, HeaderFields } from "../../http/message.ts";
import type { Exchange, Outcome } from "../../result/result.ts";
import type { Roles } from "../../spec/roles.ts";
import type { Answer } from "./answer.ts";
import type { OfStatuses } from "./documented-statuses.ts";

/**
 * What the suite knows about a request before it is sent.
 * - `ordinary`: a valid NewPlant with ordinary values, sent in the ordinary way; accepted by every provider that is right
 * - `valid`: valid by the document or by a standard that it names, in an unusual value or spelling
 * - `not-a-plant`: one departure from an ordinary request that makes the body no NewPlant
 * - `not-allowed`: one departure from an ordinary request beside its body: authentication, media type
 * - `open`: the document does not say how it is answered
 */
export type Kind = "ordinary" | "valid" | "not-a-plant" | "not-allowed" | "open";

/** Members that a success returns, with their texts. */
export type Returned = Readonly<Record<string, string>>;

/** One request, byte for byte, with `$PLANT_STORE_TOKEN` where the token goes. */
export interface PlannedRequest extends OfStatuses {
  readonly kind: Kind;
  readonly method: string;
  /** Appended to the base URL; with the query, if any. */
  readonly path: string;
  readonly headers: HeaderFields;
  readonly body: Uint8Array | null;
  readonly framing: Framing;
  /** The body is sent in two pieces. */
  readonly inPieces?: true;
  /** Its chunks have all that HTTP allows in them. */
  readonly oddChunks?: true;
  /** It has no Connection field, which HTTP/1.1 does not need. */
  readonly noConnection?: true;
  /** What a success returns, as sent. Absent if the request has no label that it could return. */
  readonly plant?: Returned;
  /** What the members of its plant are for. */
  readonly roles?: Roles;
  /** Its identity is one that the store may hold: a success may return what is there, and what it returns is open. */
  readonly idMayBeTaken?: true;
  /** An ordinary request without the members that are not required: no parent of a departure, which has them. */
  readonly onlyRequired?: true;
  /** The features of its variant, by name; absent where it is sent in the ordinary way. */
  readonly features?: readonly string[];
  /** Requests with the same key share a separate connection, in order. */
  readonly connection?: string;
  /** HTTP lets a server close the connection on a body that it finds too large (RFC 9110 section 15.5.14). */
  readonly mayBeCutOff?: boolean;
  /** Its point is that it has no other header fields, so that not even the one of a trace is added. */
  readonly fewHeaders?: true;
  /** The header fields of the user are left out, to see whether they are needed. */
  readonly withoutExtra?: true;
  /** Filled in when it is sent: the id of the check that asks, or what else it is sent for. */
  readonly askedBy?: string;
}

/** A request that was sent, and what is known of it. */
export interface Sent {
  readonly request: PlannedRequest;
  readonly exchange: Exchange;
  /** Its place in the run's list. */
  readonly index: number;
  /** What came back, decoded; null when nothing did. */
  readonly answer: Answer | null;
  /** Takes secrets out of what the answer says, before it is shown. */
  readonly clean?: (text: string) => string;
  /** How often the same bytes were sent by now, where that was more than once. */
  readonly asked?: number;
  /** The same bytes were sent again after it: what counts is the later answer. */
  readonly isAskedAgain?: true;
  /** An earlier sending of the same bytes may have been read, although it was answered 502, 503 or 504. */
  readonly mayBeRead?: true;
  /** The process of the provider ended when it was sent, and ended again when it was sent alone. */
  readonly endsProvider?: true;
  /** The process of the provider was ended by another request while this one was in flight. */
  readonly isBystander?: true;
}

/** What came back to a request; where nothing did, `answer` is null and `noAnswer` says why. */
export type Answered = Pick<Sent, "answer" | "mayBeRead"> & {
  readonly request?: Pick<PlannedRequest, "features" | "statuses">;
  readonly exchange?: Pick<Exchange, "noAnswer"> & Partial<Pick<Exchange, "attempts">>;
};

/** A request that was sent and answered. */
export type AnsweredSent = Sent & { readonly answer: Answer };

/** Everything that was sent in the run, in the order of the list. */
export type History = readonly Sent[];

/** The `k`th fresh number of a check: an id that no other request of the run has, in the ordinary range. */
export interface Fresh {
  (k: number): number;
  /** In a shard whose ids are others than those of the whole run: the numbers that the whole run has there. */
  readonly ofWhole?: (k: number) => number;
}

/**
 * What kind of question a check is.
 * - `refusal`: one request with one fault, which is not to be answered with success; the last one where it sends several
 * - `acceptance`: a valid request, which is to be answered with 200; sent again with fresh values where it is not
 * - `invariant`: asked of each exchange by itself that is an occasion for it, whatever it was sent for; sends nothing
 * - `comparison`: a 200 returns what its own request sent
 * - `tally`: looks at the exchanges of the run together, no one of which shows the outcome
 * - `observation`: the answer to an open point, read off what it sends
 * - `search`: a bound of an open point, found by requests that each go by the answers before
 * - `reading`: the answer to an open point, read off what another check sends
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
 * When a check sends its requests: before all others, one after the other (`opening`); before the main stage, because what
 * others send depends on its answers (`early`); side by side (`main`); after that, because what is sent depends on
 * everything before (`late`); or after everything else (`closing`). What opens and closes a run is sent whatever was
 * selected.
 */
export type Stage = "opening" | "early" | "main" | "late" | "closing";

/** Two features of a request, by name. */
export type Pair = readonly [string, string];

/** What the run showed before a check is asked. */
export interface Known {
  /** The features, by name, of each valid request that was accepted with some. */
  readonly variants: readonly (readonly string[])[];
  /** The same of those that were not accepted. */
  readonly refusedVariants?: readonly (readonly string[])[];
  /** The turn of the check that is asked, among those of its kind: what may differ from one to the other goes by it. */
  readonly turn?: number;
  /** The id of the ordinary plant that was accepted first. */
  readonly acceptedId?: number;
  /** Ordinary plants that were refused while others were accepted, and not for a feature of their request. */
  readonly refused: readonly PlannedRequest[];
  /** Features that a refused request had together and no accepted one, although each of them was accepted. */
  readonly unmetPairs?: readonly Pair[];
}

/** What a topic says of a check beside its requests and how they are judged. */
export interface Label {
  readonly requirement: string;
  /** Names it among the checks of its requirement; permanent. */
  readonly slug: string;
  readonly title: string;
  /** Why the request is a valid NewPlant, or is not: the requirement and the schema's path. */
  readonly basis?: string;
  /** The keyword of the schema that the request breaks, where it breaks one. */
  readonly keyword?: string;
}

/** What tells a check from others. */
export interface Labelled extends Label {
  /** Made of requirement and slug, which are where it is read from; permanent. */
  readonly id: CheckId;
  readonly form: Form;
  /** A check of fuzzing: it is asked of cases that are drawn from the schema. */
  readonly drawn?: true;
}

/** One question put to a provider for one requirement. */
export interface Check extends Labelled {
  readonly stage: Stage;
  /** Asked first in its stage, while every connection is free: its requests have to be in flight together. */
  readonly goesFirst?: true;
  /** Asks the same again where it is not accepted. An ordinary request is accepted in between, or nothing is held against a provider. */
  readonly asksAgain?: true;
  /** Its requests go by the id that was accepted first, so that the shard that sends that id asks it, too. */
  readonly goesByFirstId?: true;
  /** Sends nothing itself and judges what this other check sent. */
  readonly reads?: CheckId;
  /**
   * The next requests, given what this check has sent so far and what is known of the provider; none when it is done. A
   * batch is sent at once, as far as the run's concurrency allows.
   */
  readonly next: (fresh: Fresh, own: readonly Answered[], known?: Known) => readonly PlannedRequest[];
  readonly judge: (own: History, run: History) => Judgement;
  /**
   * Of an invariant: the exchanges of the run that it compares an exchange with; none where it is left out. They explain
   * what does not pass alone: an exchange that passes alone passes beside them.
   */
  readonly context?: (run: History) => History;
}

export type CheckId = `${string}/${string}`;

/** An outcome and the exchanges it is based on, where these are not the check's own. */
export interface Judgement {
  readonly outcome: Outcome;
  readonly evidence?: readonly number[];
}
