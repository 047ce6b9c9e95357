/** The options of the public `judge`: a provider, and what to ask of it. */
import type { FetchHandler } from "./fetch-bridge.ts";
import type { JudgeOptions } from "./judge-options.ts";
import type { Selection } from "../suites/checks/select.ts";
import type { App } from "./loopback.ts";

/** What only the command sets. */
type OfCommandOnly = "clock" | "redaction" | "process" | "failure" | "shard" | "onCauses";

/** What to ask of a provider, wherever it is. */
export interface Asked extends Omit<JudgeOptions, "url" | "token" | "contracts" | "selection" | OfCommandOnly> {
  /** The bearer token. It can be left out with `authentication: "none"`. */
  readonly token?: string | undefined;
  /** Run only some of the checks. What is left out of `only` and `skip` is empty; an empty `only` means everything. */
  readonly selection?: Partial<Selection>;
  /**
   * Whether the shipped contracts are verified. By default they are where Pact's native part is installed, unless only
   * some checks are run. With `true` and without that part the result is inconclusive.
   */
  readonly contracts?: boolean;
  /**
   * Your own pacts, verified besides the shipped ones, or alone with another `document`: files, folders (their `*.json`), and http or https URLs. Without
   * Pact's native part the result is inconclusive. They do not go with `selection` or `contracts: false`.
   */
  readonly pacts?: readonly string[];
  /** Where the provider is put into the states that your pacts name, as Pact's verifiers do it. */
  readonly providerStatesUrl?: string;
}

/** A provider at a URL. */
export interface AtUrl {
  /** The base URL, including a path prefix; `/plants` is appended. */
  readonly url: string | undefined;
  readonly app?: never;
  readonly fetch?: never;
  readonly basePath?: never;
}

/** What applications of this process have in common. */
interface InProcess {
  readonly url?: never;
  /** What stands before `/plants` in the application's routes, such as `/api/v1`; nothing by default. */
  readonly basePath?: string;
}

/** A provider in this process that is a listener of `node:http`, an object with `fetch`, or a Fastify instance. */
export interface OfApp extends InProcess {
  readonly app: App;
  readonly fetch?: never;
}

/** A provider in this process that is a web-standard handler. */
export interface OfFetch extends InProcess {
  readonly app?: never;
  readonly fetch: FetchHandler;
}

/** The provider, which is one of `url`, `app` and `fetch`, its token, and what to ask of it. */
export type LibraryOptions = Asked & (AtUrl | OfApp | OfFetch);
