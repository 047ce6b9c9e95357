/** The end of a run before everything was sent. */

/** Why a run ended before everything was sent. */
export interface Stop {
  readonly cause:
    | "unreachable"
    | "token-refused"
    | "not-here"
    | "seed-used"
    | "silent"
    | "broke-down"
    | "proxy-refused"
    | "rate-limited"
    | "deadline"
    | "interrupted";
  /** In a sentence. */
  readonly reason: string;
}
