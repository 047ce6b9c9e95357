/** The options of the public `judge`: a provider, and what to judge. */
import type { FetchHandler } from "./fetch-bridge.ts";
import type { JudgeOptions } from "./judge-options.ts";
import type { Selection } from "../suites/checks/select.ts";
import type { App } from "./loopback.ts";

/** The options that only the command sets. */
type OfCommandOnly = "clock" | "redaction" | "process" | "failure" | "shard";

/** The options that all providers have in common. */
export interface Asked extends Omit<JudgeOptions, "url" | "token" | "contracts" | "selection" | OfCommandOnly> {
  /** The bearer token. Required, except with `authentication: "none"`. */
  readonly token?: string | undefined;
  /** Runs only some of the checks. `only` and `skip` are empty by default; an empty `only` means all checks. */
  readonly selection?: Partial<Selection>;
  /**
   * Whether to verify the shipped contracts. Default: `true` if Pact's native part is installed and all checks run.
   * With `true` but without that part, the result is inconclusive.
   */
  readonly contracts?: boolean;
  /**
   * Your own pacts: files, folders (their `*.json`), and http or https URLs. They are verified in addition to the
   * shipped ones, or only they with another `document`. Without Pact's native part, the result is inconclusive. Cannot
   * be combined with `selection` or `contracts: false`.
   */
  readonly pacts?: readonly string[];
  /** The URL that puts the provider into the states that your pacts name, as with Pact's verifiers. */
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

/** The options of an application in this process. */
interface InProcess {
  readonly url?: never;
  /** The path before `/plants` in the routes of the application, such as `/api/v1`. Default: empty. */
  readonly basePath?: string;
}

/** A provider in this process: a request listener of `node:http`, an object with `fetch`, or a Fastify instance. */
export interface OfApp extends InProcess {
  readonly app: App;
  readonly fetch?: never;
}

/** A provider in this process: a web-standard handler, which takes a `Request` and returns a `Response`. */
export interface OfFetch extends InProcess {
  readonly app?: never;
  readonly fetch: FetchHandler;
}

/** The options of `judge`: one provider (`url`, `app` or `fetch`), its token, and what to judge. */
export type LibraryOptions = Asked & (AtUrl | OfApp | OfFetch);
