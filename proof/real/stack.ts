/** A provider on a stack in common use, as an ordinary engineer would write it from the OpenAPI document. */

/** How far its author went: to the framework's first pages, or to every MUST and SHOULD met. */
export type Variant = "as-it-comes" | "fixed";

/** A provider that listens on a free port of 127.0.0.1. */
export interface Running {
  /** The base URL, without a trailing slash. */
  readonly url: string;
  /** Closes the port and every connection; resolves when both are gone. */
  readonly stop: () => Promise<void>;
}

/**
 * One stack in one variant. It is independent of the language: a stack of another ecosystem starts a process instead of
 * a server, and has a separate folder.
 */
export interface Stack {
  readonly name: string;
  /** Its heading in docs/stacks.md. */
  readonly family: string;
  /** Its packages, with the versions for which the verdict was worked out. */
  readonly framework: string;
  readonly variant: Variant;
  /** Starts it with an empty store and with `token` as its only token. */
  readonly start: (token: string) => Promise<Running>;
  readonly expected: {
    readonly verdict: "conformant" | "non-conformant";
    /**
     * Every MUST and SHOULD that it does not meet, by the requirement's id, with the reason. Worked out from the
     * stack's documents and code and from single requests, never from a run of the suite.
     */
    readonly broken: Readonly<Record<string, string>>;
    /** What it breaks in addition, shown by requests that only the witness sends. The suite does not see it. */
    readonly unseen?: Readonly<Record<string, string>>;
    /** What a run of the suite sees only sometimes, because it depends on which of two things happens first. */
    readonly racing?: Readonly<Record<string, string>>;
    /** Its behaviour at open points, by the id of the point, where a test is useful. */
    readonly profile?: Readonly<Partial<Record<string, string>>>;
  };
}

/** The statuses that distinguish the profile of a stack, by the id of the open point. */
export type Profile = NonNullable<Stack["expected"]["profile"]>;

/** The expected result of a fixed variant: only what the document leaves open distinguishes it from another. */
export function meetsEverything(profile: Profile): Stack["expected"] {
  return { verdict: "conformant", broken: {}, profile };
}
