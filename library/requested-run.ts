/** Makes the provider, the seed and the checks of a run from the options of `judge`. */
import { defined } from "../spec/defined.ts";
import { randomBytes } from "node:crypto";
import { DEFAULT_CONCURRENCY, DEFAULT_LIMITS, parseBaseUrl, type Provider } from "../http/provider.ts";
import type { ShardPlan } from "../result/result.ts";
import { catalogueFor } from "../spec/document-catalogue.ts";
import type { Operation } from "../spec/read-operation.ts";
import { loadValidators, type Validators } from "../spec/validators.ts";
import type { Check, CheckId } from "../suites/checks/check.ts";
import { requestsTo } from "../suites/checks/check-requests.ts";
import { decidingIn } from "../suites/checks/undecided-bodies.ts";
import { select, type Selection } from "./check-selection.ts";
import { checksOf } from "../suites/index.ts";
import type { Phase } from "../suites/run/run-checks.ts";
import { shardPlan, split } from "../suites/shards/shard-plan.ts";
import type { ProviderRunOptions } from "./judge-options.ts";

/** A random seed, which no earlier run had. */
export function freshSeed(): string {
  return randomBytes(6).toString("hex");
}

/** The provider that the options describe. */
export function providerOf({ url, token, limits, ...options }: ProviderRunOptions): Provider {
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
    ...defined({ invalidToken, authentication, renewToken, transport, rate, headers, trace }),
  };
}

export interface RequestedRun {
  readonly checks: readonly Check[];
  readonly selected: ReadonlySet<CheckId> | undefined;
  readonly phase: Phase | undefined;
  /** For a shard: what all shards together send. */
  readonly plan?: ShardPlan;
}

/** The checks of a run, and how they are sent. @throws {SelectionError} when the selection leaves nothing to run */
export async function planOf(
  { operation, provider, seed }: { readonly operation: Operation; readonly provider: Provider; readonly seed: string },
  { selection, fuzz, shard }: ProviderRunOptions,
): Promise<RequestedRun> {
  const { invalidToken, concurrency, headers = [] } = provider;
  const ofChecks: AskedAuthentication =
    operation.security.kind === "none" ? "none" : (provider.authentication ?? "bearer");
  const authentication = ofChecks === "none" ? ofChecks : undefined;
  const validators = await loadValidators(operation);
  const checks = checksOf(operation, validators, {
    ...defined({ authentication }),
    invalidToken: invalidToken !== undefined,
    extraHeaders: headers.map(([name]) => name),
  });
  const asked = selection === undefined ? undefined : select(checks, catalogueFor(operation), selection);
  const ofCases = authenticationOfCases(operation, ofChecks);
  const asking = { authentication: ofCases, hasInvalidToken: invalidToken !== undefined } as const;
  const ofShard = shard === undefined ? {} : { shard };
  const plan = { authentication: ofChecks, invalidToken: asking.hasInvalidToken, cases: fuzz ?? 0 };
  const part = {
    checks,
    selected: shard === undefined ? asked : split(checks, asked, shard.of).of(shard.index),
    ...defined({ plan: shard && shardPlan({ checks, selected: asked, seed, shards: shard.of, ...plan }) }),
  };
  if (fuzz === undefined) return { ...part, phase: undefined };
  // fast-check is loaded only to fuzz.
  const [{ fuzzPhase }, { selects }] = await Promise.all([
    import("../suites/fuzz/fuzz.ts"),
    import("../suites/fuzz/fuzz-checks.ts"),
  ]);
  const requests = requestsTo(operation, authentication);
  const isSelected = selects(checks, asked);
  const deciding = decidingIn(operation, validators.newPlant) ?? undefined;
  const ofCase = { requests, checks, concurrency, isSelected, ...asking, ...defined({ deciding }) };
  const phase = fuzzPhase({ cases: fuzz, ...ofShard, seed, ...ofCase });
  return { ...part, phase };
}

/** Naming the checks validates nothing: they have their titles before they run. */
export const notAsked: Validators = { plant: () => [], error: () => [], newPlant: () => [], others: new Map() };

/** @throws {SelectionError} when the selection has an unknown name, or leaves nothing to run */
export function requireSelection(
  selection: Selection,
  operation: Operation,
  asked: { readonly invalidToken: boolean; readonly isWithoutToken: boolean },
): void {
  const isNone = asked.isWithoutToken || operation.security.kind === "none";
  const checks = checksOf(operation, notAsked, {
    invalidToken: asked.invalidToken,
    ...defined({ authentication: isNone ? "none" : undefined }),
  });
  select(checks, catalogueFor(operation), selection);
}

/** With `none`, a run has no checks of authentication. */
type AskedAuthentication = "bearer" | "none";

/** The setting for the cases of fuzzing: they can vary authentication only if it is a bearer token. */
export function authenticationOfCases({ security }: Operation, ofChecks: AskedAuthentication): AskedAuthentication {
  return security.kind === "bearer" && security.notJudged === undefined ? ofChecks : "none";
}
