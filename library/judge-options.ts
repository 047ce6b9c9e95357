/** The options of judging: the provider, what to judge, and how to verify contracts. */
import type { Clock, Pace } from "../http/retry-after.ts";
import type { Limits, Provider } from "../http/provider.ts";
import type { Redaction } from "../result/redact.ts";
import type { ContractResult, Expectations, RunResult, Shard, Subject, Waiver } from "../result/result.ts";
import type { Selection } from "./check-selection.ts";
import type { DocumentOption } from "./judged-document.ts";
import type { ProviderProcess } from "../suites/run/provider-process.ts";
import type { Progress } from "../suites/run/run-checks.ts";
import type { FetchHandler, App } from "./serve-application.ts";

/** The input of a verification of contracts. */
export interface ContractRun {
  readonly provider: Provider;
  readonly seed: string;
  /** For a shard that has already run against this provider: which attempt this is. */
  readonly attempt?: number;
  /** The pace and the redaction, shared with the rest of the run. */
  readonly pace?: Pace;
  readonly redaction?: Redaction;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  /** The provider's process, if the run started it. */
  readonly process?: ProviderProcess;
  /** Nothing is sent before this promise settles, because the checks go first. */
  readonly after?: Promise<unknown>;
}

/** Verifies contracts against a provider. */
export type VerifyContracts = (run: ContractRun) => Promise<readonly ContractResult[]>;

/** The provider and what to judge. Only `url` and `token` are required. */
export interface ProviderRunOptions extends Partial<Omit<Provider, "baseUrl" | "token" | "limits" | "secrets">> {
  /** The base URL of the provider, including a path prefix; `/plants` is appended. */
  readonly url: string;
  /** The bearer token. */
  readonly token: string;
  /** The OpenAPI document to judge by. Default: the shipped one. */
  readonly document?: DocumentOption;
  /** Limits on time and size. The ones that you leave out keep their defaults. */
  readonly limits?: Partial<Limits>;
  /** The seed from which ids and names are drawn. Default: random. */
  readonly seed?: string;
  /** Whether a SHOULD that is not met fails the run. */
  readonly strict?: boolean;
  /**
   * The software under test: an image, a package or a commit, each with its digest. The result and its attestation name
   * it.
   */
  readonly subjects?: readonly Subject[];
  /** The version of the provider, shown in the result and the history. */
  readonly providerVersion?: string;
  /** The provider's framework, such as `flask`, for the fixes in reports. Default: recognized from its responses. */
  readonly stack?: string;
  /** Runs only some of the checks. */
  readonly selection?: Selection;
  /** Runs only this part of the run; requires `seed`. The first shard verifies the contracts. */
  readonly shard?: Shard;
  /** The values that open points must have, by the id of the open point. */
  readonly expectations?: Expectations;
  /** Known failures. Each waiver names a different requirement or check, or a cause with `cause: true`. */
  readonly waivers?: readonly Waiver[];
  /** Whether waived failures leave the exit status unchanged. */
  readonly allowWaived?: boolean;
  /** The result of an earlier run to compare this run with. */
  readonly baseline?: RunResult;
  /** Whether a regression since the baseline changes the exit status to 1. */
  readonly failOnRegression?: boolean;
  /**
   * Ends the run when this many causes of failure are known: of a MUST, an expected value or, with `strict`, a SHOULD.
   */
  readonly failFast?: number;
  /** The number of additional cases to generate from the schema. Default: 0. */
  readonly fuzz?: number;
  /** Verifies contracts against the provider. Default: none are verified. */
  readonly contracts?: VerifyContracts;
  /** Ends the run when aborted. The result then covers what is known so far. */
  readonly signal?: AbortSignal;
  /** The clock for waiting. Default: the clock of the machine. */
  readonly clock?: Clock;
  /** Removes secrets from text of others. All writers of this run share it. */
  readonly redaction?: Redaction;
  /** The provider's process, if the run started it. The run starts it again when a request ends it. */
  readonly process?: ProviderProcess;
  /** Returns how the process that the run started ended, or that it never answered. Returns null while it is usable. */
  readonly failure?: () => StartFailure | null;
  /** Called after each exchange. */
  readonly onProgress?: (progress: Progress) => void;
}

/** Why a process that a run started cannot be used. */
export interface StartFailure {
  /** Whether it failed. A command that ends with status 0 may have left a server running, which then answers. */
  readonly hasFailed: boolean;
  /** How it ended, or what it failed to do, in words. */
  readonly words: string;
}

/** The options that only the command sets. */
type OfCommandOnly = "clock" | "redaction" | "process" | "failure" | "shard";

/** The options that all providers have in common. */
export interface Asked extends Omit<ProviderRunOptions, "url" | "token" | "contracts" | "selection" | OfCommandOnly> {
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
export type JudgeOptions = Asked & (AtUrl | OfApp | OfFetch);
