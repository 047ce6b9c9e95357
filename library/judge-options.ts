/** What judging takes: the provider, what to ask of it, and how contracts are verified. */
import type { Clock } from "../http/rate-limit.ts";
import type { Pace } from "../http/pace.ts";
import type { Limits, Provider } from "../http/provider.ts";
import type { Redaction } from "../result/redact.ts";
import type { ContractResult, Expectations, RunResult, Shard, Subject, Waiver } from "../result/result.ts";
import type { Selection } from "../suites/checks/select.ts";
import type { DocumentOption } from "./judged-document.ts";
import type { ProviderProcess } from "../suites/run/provider-process.ts";
import type { Progress } from "../suites/run/run-checks.ts";

/** What contracts are verified with. */
export interface ContractRun {
  readonly provider: Provider;
  readonly seed: string;
  /** Of a shard that was begun before against this store. */
  readonly attempt?: number;
  /** The pace and the redaction of the run, which the contracts share. */
  readonly pace?: Pace;
  readonly redaction?: Redaction;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  /** The process of the provider, where it was started for the run. */
  readonly process?: ProviderProcess;
  /** Nothing is sent before it has settled: the checks go first. */
  readonly after?: Promise<unknown>;
}

/** Verifies contracts against a provider. */
export type VerifyContracts = (run: ContractRun) => Promise<readonly ContractResult[]>;

/** The provider, and what to ask of it. Only `url` and `token` are required. */
export interface JudgeOptions extends Partial<Omit<Provider, "baseUrl" | "token" | "limits">> {
  /** The base URL of the provider, including a path prefix; `/plants` is appended. */
  readonly url: string;
  /** The bearer token. */
  readonly token: string;
  /** The document to judge by; by default the one that ships. */
  readonly document?: DocumentOption;
  /** Limits that differ from the default ones. */
  readonly limits?: Partial<Limits>;
  /** Ids and names are drawn from it; random by default. */
  readonly seed?: string;
  /** A SHOULD that is not met fails the run. */
  readonly strict?: boolean;
  /** What is tested: an image, a package or a commit, by its digest. The result and its attestation name it. */
  readonly subjects?: readonly Subject[];
  /** The version of the provider, for the result and for the history. */
  readonly providerVersion?: string;
  /** What the provider is built on, such as `flask`, for the fixes in the reports; by default what its answers show. */
  readonly stack?: string;
  /** Run only some of the checks. */
  readonly selection?: Selection;
  /** Run only this part of everything; the seed has to be given. Contracts are verified by the first shard. */
  readonly shard?: Shard;
  /** Values that open points must have. */
  readonly expectations?: Expectations;
  /** Known failures. Each names a different requirement, check or, with `cause: true`, cause. */
  readonly waivers?: readonly Waiver[];
  /** A waived failure does not change the exit status. */
  readonly allowWaived?: boolean;
  /** The result of an earlier run to compare with. */
  readonly baseline?: RunResult;
  /** A regression since the baseline changes the exit status to 1. */
  readonly failOnRegression?: boolean;
  /** Ends the run once so many causes are known of what fails it: a MUST, an expected value, and with `strict` a SHOULD. */
  readonly failFast?: number;
  /** Called with the ids of the causes that are known, each time that is looked at for `failFast`. */
  readonly onCauses?: (ids: readonly string[]) => void;
  /** The number of additional cases to generate from the schema; none by default. */
  readonly fuzz?: number;
  /**
   * Threads that the run with its cases of `fuzz` is split over; one by default. They share `concurrency` and `rate`, so that there are no
   * more of them than those allow. The progress is then reported now and then, and not after each exchange.
   */
  readonly jobs?: number;
  /** Verifies contracts against the provider; none are verified by default. */
  readonly contracts?: VerifyContracts;
  /** Aborting it ends the run; the result covers what is known so far. */
  readonly signal?: AbortSignal;
  /** The clock for waiting; by default that of the machine. */
  readonly clock?: Clock;
  /** Removes secrets from what others wrote; shared with all other writers of this run. */
  readonly redaction?: Redaction;
  /** The process of the provider, where it was started for the run: it is started again where a request ends it. */
  readonly process?: ProviderProcess;
  /** What became of the process that was started for the run, where it ended or never answered; null while it is of use. */
  readonly failure?: () => StartFailure | null;
  /** Called after each exchange. */
  readonly onProgress?: (progress: Progress) => void;
}

/** What became of a process that was started for a run. */
export interface StartFailure {
  /** It failed. A command that leaves a server behind it ends with status 0, and what answers is that server. */
  readonly hasFailed: boolean;
  /** How it ended, or what it did not do. */
  readonly words: string;
}

/** What to verify contracts with, when nothing else is asked. */
export interface JudgeContractsOptions {
  readonly provider: Provider;
  readonly seed?: string;
  readonly strict: boolean;
  readonly verify: VerifyContracts;
  /** The document that the contracts are compared with; by default the one that ships. */
  readonly document?: DocumentOption;
  readonly subjects?: readonly Subject[];
  readonly providerVersion?: string;
  readonly redaction?: Redaction;
  readonly failure?: () => StartFailure | null;
  readonly signal: AbortSignal;
}
