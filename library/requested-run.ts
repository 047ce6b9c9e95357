/** Makes the provider, the seed and the checks of a run from the options of `judge`. */
import { randomBytes } from "node:crypto";
import { DEFAULT_CONCURRENCY, DEFAULT_LIMITS, type Provider, parseBaseUrl } from "../http/provider.ts";
import type { ShardPlan } from "../result/result.ts";
import { catalogueFor } from "../spec/document-catalogue.ts";
import type { Operation } from "../spec/read-operation.ts";
import { loadValidators } from "../spec/validators.ts";
import type { Check, CheckId } from "../suites/checks/check.ts";
import { requestsTo } from "../suites/checks/requests.ts";
import { select } from "../suites/checks/select.ts";
import { checksOf } from "../suites/index.ts";
import type { Phase } from "../suites/run/run-checks.ts";
import { shardPlan, split } from "../suites/shards/split.ts";
import { authenticationOfCases, authenticationOfChecks } from "./asked-authentication.ts";
import type { JudgeOptions } from "./judge-options.ts";

/** A random seed, which no earlier run had. */
export function freshSeed(): string {
  return randomBytes(6).toString("hex");
}

/** The provider that the options describe. */
export function providerOf({ url, token, limits, ...options }: JudgeOptions): Provider {
  const {
    invalidToken,
    authentication,
    renewToken,
    transport,
    concurrency = DEFAULT_CONCURRENCY,
    rate,
    headers,
    trace,
  } = options;
  return {
    baseUrl: parseBaseUrl(url),
    token,
    concurrency,
    limits: { ...DEFAULT_LIMITS, ...limits },
    ...(invalidToken === undefined ? {} : { invalidToken }),
    ...(authentication === undefined ? {} : { authentication }),
    ...(renewToken === undefined ? {} : { renewToken }),
    ...(transport === undefined ? {} : { transport }),
    ...(rate === undefined ? {} : { rate }),
    ...(headers === undefined ? {} : { headers }),
    ...(trace === undefined ? {} : { trace }),
  };
}

/** The checks of a run, and how they are sent. */
export interface RequestedRun {
  readonly checks: readonly Check[];
  readonly selected: ReadonlySet<CheckId> | undefined;
  readonly phase: Phase | undefined;
  /** For a shard: what all shards together send. */
  readonly plan?: ShardPlan;
}

/**
 * Returns the checks of a run, and how they are sent.
 * @throws {SelectionError} when the selection has an unknown name or leaves nothing to run
 */
export async function planOf(
  operation: Operation,
  provider: Provider,
  seed: string,
  { selection, fuzz, shard }: JudgeOptions,
): Promise<RequestedRun> {
  const { invalidToken, concurrency, headers = [] } = provider;
  const ofChecks = authenticationOfChecks(operation, provider.authentication);
  const authentication = ofChecks === "none" ? ofChecks : undefined;
  const checks = checksOf(operation, await loadValidators(operation), {
    ...(authentication === undefined ? {} : { authentication }),
    invalidToken: invalidToken !== undefined,
    extraHeaders: headers.length > 0,
  });
  const asked = selection === undefined ? undefined : select(checks, catalogueFor(operation), selection);
  const ofCases = authenticationOfCases(operation, ofChecks);
  const asking = { authentication: ofCases, hasInvalidToken: invalidToken !== undefined } as const;
  const ofShard = shard === undefined ? {} : { shard };
  const plan = { authentication: ofChecks, invalidToken: asking.hasInvalidToken, cases: fuzz ?? 0 };
  const part = {
    checks,
    selected: shard === undefined ? asked : split(checks, asked, shard.of).of(shard.index),
    ...(shard && { plan: shardPlan({ checks, selected: asked, seed, shards: shard.of, ...plan }) }),
  };
  if (fuzz === undefined) return { ...part, phase: undefined };
  // fast-check is loaded only to fuzz.
  const [{ fuzzPhase }, { selects }] = await Promise.all([
    import("../suites/fuzz/fuzz.ts"),
    import("../suites/fuzz/questions.ts"),
  ]);
  const requests = requestsTo(operation, authentication);
  const isSelected = selects(checks, asked);
  const phase = fuzzPhase({ cases: fuzz, ...ofShard, seed, requests, checks, concurrency, isSelected, ...asking });
  return { ...part, phase };
}
