/** A feature of a request: a way to write or send it that does not change its meaning. */
import type { Framing } from "../../http/message.ts";
import type { Draft } from "../bodies/drafts.ts";

/** What a feature changes in a plain request. Everything left out is plain. */
export interface Change {
  readonly order?: (draft: Draft) => Draft;
  /** White space between the tokens of the body, before and after it (RFC 8259 section 2). */
  readonly space?: {
    readonly before: string;
    readonly colon: string;
    readonly between: string;
    /** After the body; by default as between tokens. */
    readonly after?: string;
  };
  /** How the text of a string is written in the body, and how the name of a member is (RFC 8259 section 7). */
  readonly escapeValue?: (text: string) => string;
  readonly escapeName?: (text: string) => string;
  readonly framing?: Framing;
  readonly headers?: Readonly<Record<string, string | null>>;
  /** The scheme before the token (RFC 9110 section 11.1). */
  readonly scheme?: string;
  readonly fieldName?: (name: string) => string;
  /** The order of fields with different names has no meaning (RFC 9110 section 5.3). */
  readonly reversesFields?: true;
  readonly which?: "required";
  /** Added to an identity that is an integer. */
  readonly beyond?: bigint;
  /** An additional member, which the schema does not name. */
  readonly hasUnknownMember?: true;
  /** The request that was sent right before on the same connection. */
  readonly before?: "accepted" | "chunked" | "refused" | "unauthorized";
}

/** A named way in which a request may differ from a plain one. */
export interface Feature {
  /** Identifies it in a check and among the requests of a run. */
  readonly name: string;
  /** What the request has; completes the sentence "requests with ...". */
  readonly words: string;
  readonly requirement: string;
  readonly change: Change;
  /** A request with it is not authenticated, so it is refused whatever else it has. */
  readonly isKeptOut?: true;
  /** Rare in a run, because it replaces other features. */
  readonly isSingle?: true;
}

/** Features of which a request has at most one. */
export type Axis = readonly Feature[];
