/** Judges a provider: runs the checks, then the contracts, and makes one result of both. */
import { header, type HeaderFields } from "../http/message.ts";
import { openPace } from "../http/retry-after.ts";
import { type Provider, suiteField, DEFAULT_CONCURRENCY, DEFAULT_LIMITS, parseBaseUrl } from "../http/provider.ts";
import { conclude, type Wishes, type FinishedRun, type WaiverWishes } from "../result/conclude.ts";
import { defined } from "../spec/defined.ts";
import type { ContractResult, RunResult, ShardResult, ShardPlan, Exchange, JudgedProvider } from "../result/result.ts";
import type { Operation } from "../spec/read-operation.ts";
import { hasFuzzIds } from "../suites/run/fuzz-ids.ts";
import { MOST_ATTEMPTS } from "../suites/run/id-ranges.ts";
import type { SuiteRun } from "../suites/run/judge-run.ts";
import { askedForTime, limitsReached, tooShort } from "../suites/run/reached-limits.ts";
import { runChecks, type Phase } from "../suites/run/run-checks.ts";
import type { ProviderRunOptions } from "./judge-options.ts";
import { documentNotes, judgedOperation } from "./judged-document.ts";
import { randomBytes } from "node:crypto";
import { catalogueFor } from "../spec/document-catalogue.ts";
import { loadValidators, type Validators } from "../spec/validators.ts";
import type { Check, CheckId } from "../suites/checks/check.ts";
import { requestsTo } from "../suites/checks/check-requests.ts";
import { decidingIn } from "../suites/checks/undecided-bodies.ts";
import { select, type Selection } from "./check-selection.ts";
import { checksOf } from "../suites/index.ts";
import { shardPlan, split } from "../suites/shards/shard-plan.ts";
import { stackNamed, stackOf } from "../result/recognised-stacks.ts";
import type { Stop } from "../suites/run/run-stop.ts";
import { documentWords } from "../spec/document-words.ts";
import { toolVersion } from "../spec/package-file.ts";
import { contractCheckIds } from "../result/contract-check-results.ts";

// The parameters that a document requires of requests, and that only the user knows.

/** @throws {TypeError} when a parameter that the document requires has no value, or the suite sets it itself */
export function assertParameters({ asked, security }: Operation, given: HeaderFields = []): void {
  const missing = asked.filter(({ name, where }) => {
    const isKey = security.kind === "api-key" && security.header.toLowerCase() === name.toLowerCase();
    return where !== "header" || !(isKey || header(given, name.toLowerCase()) !== null);
  });
  const [first] = missing;
  if (first === undefined) return;
  const { name, where, place } = first;
  const options = missing
    .filter((one) => one.where !== "header")
    .map((one) => `--parameter ${JSON.stringify(`${one.name}=...`)}`);
  const why =
    where !== "header"
      ? `the ${where} parameter ${JSON.stringify(name)} has no value; give ${options.join(" ")}`
      : suiteField(name) === null
        ? `the header field ${name} has no value; give one with --header '${name}: ...' or --header-file`
        : `the suite sets the header field ${name} itself, and varies it`;
  throw new TypeError(`The keyword required at ${place} cannot be met: ${why}`);
}

/** Judges a provider. Never throws because of the provider: if it does not answer, the verdict is `inconclusive`. */
export async function providerResult(options: ProviderRunOptions): Promise<RunResult> {
  const judged = await resultOnce(options);
  const { shard, fuzz = 0 } = options;
  // A machine may have started this shard before and lost it. Then its ids are taken, and it starts again with other
  // ids.
  if (shard === undefined || judged.shard?.stopped?.cause !== "seed-used") return judged;
  const again = { ...shard, attempt: (shard.attempt ?? 1) + 1 };
  const hasIds = again.attempt <= MOST_ATTEMPTS && hasFuzzIds(fuzz, again);
  return hasIds ? providerResult({ ...options, shard: again }) : judged;
}

/** Like `providerResult`, but does not start a shard again if its ids are taken. */
async function resultOnce(options: ProviderRunOptions): Promise<RunResult> {
  const seed = options.seed ?? freshSeed();
  const startedAt = performance.now();
  const operation = judgedOperation(options.document);
  const provider: Provider = { ...providerOf(options), secrets: operation.secrets };
  assertParameters(operation, provider.headers);
  const notes = await documentNotes(operation);
  const planned = await planOf({ operation, provider, seed }, options);
  // The shipped contracts are verified only with the shipped document.
  const isVerified = options.contracts !== undefined && operation.isShipped;
  const wishes = await wishesOf({ ...options, isVerified });
  const concluded = (run: SuiteRun, verified: readonly ContractResult[], asked: Wishes): RunResult => {
    const stack = judgedStack(options.stack, run.exchanges);
    const reached = [
      ...notes,
      ...tooShort(provider),
      ...limitsReached(run.exchanges, provider.limits),
      ...askedForTime(run.busy),
    ];
    const facts = runFacts({ operation, provider, seed, startedAt, stack, version: options.providerVersion });
    const stopped = run.stopped === null ? answeredByOther(options) : whyStopped(run.stopped, options);
    const shard = shardOf(planned, options, run);
    return conclude({ ...facts, ...shard, checked: run, stopped, limitsReached: reached }, verified, asked);
  };
  const { baseline: _, ...ownWishes } = wishes;
  const soFar = (run: SuiteRun): RunResult => concluded(run, [], ownWishes);
  const [run, verified] = await runBoth({ ...planned, soFar, provider, seed }, options);
  // Wishes about the whole run apply to the merged result.
  const { strict, selection, subjects } = wishes;
  return concluded(run, verified, options.shard === undefined ? wishes : defined({ strict, selection, subjects }));
}

function shardOf(
  { plan }: Pick<RequestedRun, "plan">,
  { shard }: ProviderRunOptions,
  { ofShard, stopped }: SuiteRun,
): { readonly shard?: ShardResult } {
  if (shard === undefined || plan === undefined || ofShard === undefined) return {};
  const { tallies, ...facts } = ofShard;
  const ended = stopped === null ? {} : { stopped };
  return { shard: { ...shard, plan, ...ended, ...facts, ...defined({ fuzz: tallies }) } };
}

interface SeededRun extends RequestedRun {
  readonly provider: Provider;
  readonly seed: string;
  readonly soFar: (run: SuiteRun) => RunResult;
}

/** Runs the checks, and then verifies the contracts, unless the checks cannot judge the provider. */
async function runBoth(
  { checks, selected, phase, provider, seed, soFar }: SeededRun,
  options: ProviderRunOptions,
): Promise<[SuiteRun, readonly ContractResult[]]> {
  const { signal, onProgress, contracts, failFast, shard, clock, redaction, process } = options;
  const ended = new AbortController();
  const end = (): void => ended.abort();
  if (signal?.aborted === true) end();
  signal?.addEventListener("abort", end, { once: true });
  const shared = { pace: openPace(provider.rate), ...defined({ clock, redaction, process }) };
  const isEnough = failFast === undefined ? undefined : enough(failFast, soFar);
  const checking = runChecks({
    ...shared,
    provider,
    checks,
    seed,
    isSeedFresh: options.seed === undefined,
    signal: ended.signal,
    ...defined({ phase, selected, shard, onProgress, isEnough }),
  }).then((run) => {
    if (run.stopped !== null) end();
    return run;
  });
  try {
    const attempt = defined({ attempt: shard?.attempt });
    const run = { provider, seed, ...attempt, ...shared, signal: ended.signal, after: checking };
    // Contracts are not split: the first shard verifies them.
    const verifying = shard === undefined || shard.index === 1 ? contracts?.(run) : undefined;
    return await Promise.all([checking, verifying ?? []]);
  } finally {
    signal?.removeEventListener("abort", end);
  }
}

/** Whether enough causes of failure are known: of a broken MUST, an unexpected value or, with `strict`, a SHOULD. */
function enough(most: number, soFar: (run: SuiteRun) => RunResult): (run: SuiteRun) => boolean {
  return (run) => {
    const { causes = [], strict } = soFar(run);
    return causes.filter(({ level }) => strict || level !== "SHOULD").length >= most;
  };
}

/** Verifies contracts without running the checks. */
export async function contractsResult(options: ProviderRunOptions): Promise<RunResult> {
  const { seed = freshSeed(), strict = false, subjects = [], signal, redaction } = options;
  const startedAt = performance.now();
  const operation = judgedOperation(options.document);
  const provider = providerOf(options);
  assertParameters(operation, provider.headers);
  const notes = await documentNotes(operation);
  const run = { provider, seed, pace: openPace(provider.rate), ...defined({ redaction, signal }) };
  const verified = (await options.contracts?.(run)) ?? [];
  const stopped = signal?.aborted === true ? "The run was interrupted." : answeredByOther(options);
  const facts = runFacts({ operation, provider, seed, startedAt, version: options.providerVersion });
  const found = { ...facts, checked: null, stopped, limitsReached: [...notes, ...tooShort(provider)] };
  return conclude(found, verified, { strict, subjects, selection: { only: ["contracts"], skip: [] } });
}

// Makes the provider, the seed and the checks of a run from the options of `judge`.

/** A random seed, which no earlier run had. */
export function freshSeed(): string {
  return randomBytes(6).toString("hex");
}

/** The provider that the options describe. */
function providerOf({
  url,
  token,
  limits,
  concurrency = DEFAULT_CONCURRENCY,
  ...options
}: ProviderRunOptions): Provider {
  const { invalidToken, authentication, renewToken, transport, rate, headers, trace } = options;
  return {
    baseUrl: parseBaseUrl(url),
    token,
    concurrency,
    limits: { ...DEFAULT_LIMITS, ...limits },
    ...defined({ invalidToken, authentication, renewToken, transport, rate, headers, trace }),
  };
}

interface RequestedRun {
  readonly checks: readonly Check[];
  readonly selected: ReadonlySet<CheckId> | undefined;
  readonly phase: Phase | undefined;
  /** For a shard: what all shards together send. */
  readonly plan?: ShardPlan;
}

/** The checks of a run, and how they are sent. @throws {SelectionError} when the selection leaves nothing to run */
async function planOf(
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
  const plan = { authentication: ofChecks, invalidToken: asking.hasInvalidToken, cases: fuzz ?? 0 };
  const part = {
    checks,
    selected: shard === undefined ? asked : split(checks, asked, shard.of).of(shard.index),
    ...defined({ plan: shard && shardPlan({ checks, selected: asked, seed, shards: shard.of, ...plan }) }),
  };
  if (fuzz === undefined) return { ...part, phase: undefined };
  // fast-check is loaded only to fuzz.
  const { fuzzPhase } = await import("../suites/fuzz/fuzz.ts");
  const requests = requestsTo(operation, authentication);
  const deciding = decidingIn(operation, validators.newPlant) ?? undefined;
  const ofCase = { requests, checks, concurrency, selected: asked, ...asking, ...defined({ deciding, shard }) };
  return { ...part, phase: fuzzPhase({ cases: fuzz, seed, ...ofCase }) };
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

// The facts about a run in its result, and what its user wishes of it.

/** The facts about a run that has just ended. */
function runFacts(run: {
  readonly operation: Operation;
  readonly provider: Provider;
  readonly seed: string;
  /** When the run began, on the clock of `performance.now()`. */
  readonly startedAt: number;
  readonly stack?: JudgedProvider["stack"];
  readonly version: string | undefined;
}): Omit<FinishedRun, "checked" | "stopped" | "limitsReached"> {
  const { operation, provider, seed, startedAt, stack, version } = run;
  return {
    ...statedBy(operation),
    ...judgedWith(operation),
    provider: { ...judgedProvider(provider), ...defined({ version, stack }) },
    seed,
    ...timesSince(startedAt),
  };
}

/** When a run began, counted from its end: the clock of the day may be set meanwhile. @param start by `performance` */
export function timesSince(start: number): Pick<FinishedRun, "startedAt" | "durationMs"> {
  const durationMs = Math.round(performance.now() - start);
  return { startedAt: new Date(Date.now() - durationMs).toISOString(), durationMs };
}

/** The suite and the document of a run, as its result describes them. */
export function judgedWith(operation: Operation): Pick<FinishedRun, "tool" | "specification"> {
  const { version, sha256, isShipped, template, overlaySha256 } = operation;
  const another = isShipped ? undefined : { path: template };
  return {
    tool: toolVersion(),
    specification: defined({ version, sha256, another, overlaySha256: overlaySha256 ?? undefined }),
  };
}

/** Why a run with responses shows nothing: the started process has failed, so another server may have answered. */
function answeredByOther({ failure }: Pick<ProviderRunOptions, "failure">): string | null {
  const found = failure?.() ?? null;
  if (found?.hasFailed !== true) return null;
  return `The provider that was started ${found.words} before the run was over: what answered may be another server.`;
}

/** Why a run ended early. If nobody answered, the end of the started process explains more than the refusal. */
function whyStopped(stop: Stop, { failure }: Pick<ProviderRunOptions, "failure">): string {
  const found = stop.cause === "unreachable" ? (failure?.() ?? null) : null;
  return found === null ? stop.reason : `${stop.reason} The command that was to start it ${found.words}.`;
}

/** The catalogue of a document, and the wording of its requirements. */
export function statedBy(operation: Operation): Pick<FinishedRun, "catalogue" | "words"> {
  const words = operation.isShipped ? undefined : documentWords(operation);
  return defined({ catalogue: catalogueFor(operation), words });
}

/** The stack of the provider: the one that the user named, or the one that its responses show. */
export function judgedStack(said: string | undefined, exchanges: readonly Exchange[]): JudgedProvider["stack"] {
  if (said !== undefined) return { id: said, name: stackNamed(said)?.family ?? said, shownBy: "--stack" };
  const found = stackOf(exchanges);
  return found === null ? undefined : { id: found.stack.id, name: found.stack.family, shownBy: found.words };
}

function judgedProvider({ baseUrl, transport, headers = [], trace }: Provider): JudgedProvider {
  return defined({
    baseUrl,
    insecure: transport?.insecure === true ? true : undefined,
    extraHeaders: headers.length === 0 ? undefined : headers.map(([name]) => name),
    trace: trace === true ? trace : undefined,
  });
}

/** The options in the form that `conclude` takes. @param isVerified whether the contracts that ship were verified */
export async function wishesOf(
  options: Partial<ProviderRunOptions> & { readonly isVerified: boolean },
): Promise<Wishes> {
  const { strict = false, subjects = [], selection, expectations, waivers, baseline } = options;
  const { failOnRegression = false, allowWaived: allowed = false, isVerified } = options;
  return defined({
    strict,
    subjects,
    selection,
    expectations,
    waivers: waivers === undefined ? undefined : { given: waivers, allowed, leftOut: await unknowable(isVerified) },
    baseline: baseline === undefined ? undefined : { result: baseline, failOnRegression },
  });
}

/** The checks of contracts whose waivers nobody knows to be stale, because the contracts were not verified. */
async function unknowable(isVerified: boolean): Promise<WaiverWishes["leftOut"]> {
  const { shippedInteractions } = await import("../contracts/shipped-pacts.ts");
  return new Set(contractCheckIds(isVerified ? [] : shippedInteractions()).keys());
}
