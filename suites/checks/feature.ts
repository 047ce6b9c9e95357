/** What a feature of a request is: a way in which it is written or sent that changes nothing of what it says. */
import type { Framing } from "../../http/message.ts";
import type { Draft } from "../bodies/drafts.ts";

/** What a feature changes of a plain request. Everything left out is plain. */
export interface Change {
  readonly order?: (draft: Draft) => Draft;
  /** White space between the tokens of the body, before and after it (RFC 8259 section 2). */
  readonly space?: {
    readonly before: string;
    readonly colon: string;
    readonly between: string;
    /** After the body; as between tokens where it is not said. */
    readonly after?: string;
  };
  /** What a string holds as it stands in the body, and what the name of a member does (RFC 8259 section 7). */
  readonly escapeValue?: (text: string) => string;
  readonly escapeName?: (text: string) => string;
  readonly framing?: Framing;
  readonly inPieces?: true;
  readonly headers?: Readonly<Record<string, string | null>>;
  /** The scheme before the token (RFC 9110 section 11.1). */
  readonly scheme?: string;
  readonly fieldName?: (name: string) => string;
  /** The order of fields with different names says nothing (RFC 9110 section 5.3). */
  readonly reversesFields?: true;
  readonly which?: "required";
  /** Added to an identity that is an integer. */
  readonly beyond?: bigint;
  /** A member more, which the schema does not name. */
  readonly hasUnknownMember?: true;
  /** What was sent right before on its connection. */
  readonly before?: "accepted" | "chunked" | "refused" | "unauthorized";
}

/** A way in which a request may differ from a plain one, by name. */
export interface Feature {
  /** Names it in a check and between the requests of a run. */
  readonly name: string;
  /** What a request has then: it completes the sentence "requests with ...". */
  readonly words: string;
  readonly requirement: string;
  readonly change: Change;
  /** A request with it is not authenticated, whatever else it is like, and is refused. */
  readonly isKeptOut?: true;
  /** Rare in a run, because it takes the place of others. */
  readonly isSingle?: true;
}

/** Features of which a request has one at most. */
export type Axis = readonly Feature[];
