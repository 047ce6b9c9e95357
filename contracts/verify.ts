/** Verifies pacts against any provider. Nothing that the provider or Pact does makes it throw. */
import { setMaxListeners } from "node:events";
import type { ContractResult, InteractionResult } from "../result/result.ts";
import { type Redaction, redactionOf } from "../result/redact.ts";
import { readRequirements } from "../spec/requirements.ts";
import { bodyOf } from "./http-parts.ts";
import { at } from "./json-values.ts";
import { type Judging, ORDINARY, judgeInteraction, unsuppliedStates } from "./judge-interaction.ts";
import { type Interaction, type Pact, type PactSource, readPact } from "./pact-file.ts";
import { type Proxy, type ProxyOptions, type Seen, startProxy } from "./proxy.ts";
import { type Job, type Verification, type Verifier, startVerifier } from "./verifier.ts";

/** What to verify, against whom. */
export interface ContractOptions extends ProxyOptions {
  readonly pacts: readonly PactSource[];
  /** For everything together, in milliseconds. */
  readonly deadlineMs: number;
  /** Nothing is sent before it has settled. Pact is loaded meanwhile. */
  readonly after?: Promise<unknown>;
  /** Takes secrets out of what is reported, where the run shares it. */
  readonly redaction?: Redaction;
  /**
   * Whether an ordinary request is accepted now. Asked after an interaction failed: where it is not accepted either, the
   * provider is gone, and the interaction is not judged. Left out, nothing is asked.
   */
  readonly isAccepting?: () => Promise<boolean>;
}

/**
 * Verifies the pacts' interactions, each on its own, and accounts for every one of them: an interaction passes only if
 * the proxy saw the provider answer it and Pact's verifier reports it as met. The results are in the order of the pacts.
 * @throws {PactError} when a text is no pact; nothing has been sent then
 */
export async function verifyContracts(options: ContractOptions): Promise<readonly ContractResult[]> {
  const pacts = options.pacts.map((source) => readPact(source));
  const deadline = AbortSignal.timeout(options.deadlineMs);
  const signal = options.signal === undefined ? deadline : AbortSignal.any([deadline, options.signal]);
  // Each connection listens, so that their number says nothing of a leak.
  setMaxListeners(0, signal);
  const verifier = startVerifier();
  try {
    await Promise.race([options.after, aborted(signal)]);
    return await verifyWith(verifier, pacts, { ...options, signal });
  } finally {
    await verifier.end();
  }
}

/** The same with a verifier that is running already. `pacts` are `options.pacts`, read. */
export async function verifyWith(
  verifier: Verifier,
  pacts: readonly Pact[],
  options: ContractOptions,
): Promise<readonly ContractResult[]> {
  const asked = pacts.flatMap((pact, place) =>
    pact.interactions.map((interaction) => ({ interaction, source: options.pacts[place] })),
  );
  const { redaction = redactionOf() } = options;
  redaction.add(options.token);
  const proxy = await startProxy(
    { ...options, onToken: (token) => redaction.add(token), clean: (text) => redaction.redact(text).text },
    asked.map(({ interaction }) => interaction),
  );
  try {
    const judging = await judgingFor(options, redaction);
    const judge = ({ reports, ended }: Verification): readonly InteractionResult[] => {
      const unavailable = unavailableStatuses(asked, proxy, options);
      return asked.map(({ interaction, source }, index) =>
        judgeInteraction(interaction, source, {
          ...judging,
          unavailable,
          seen: proxy.seen(index),
          hasAcceptedParent: hasAcceptedParent(interaction, asked, proxy),
          report: reports.get(index),
          ended,
        }),
      );
    };
    const verification = await runUntilClear(jobsFor(pacts, proxy, options), {
      run: (jobs) => run(verifier, jobs, options),
      isDoubtful: (so) => {
        const results = judge(so);
        return ({ index }) => results[index]?.status === "failed" && mayBeAccident(asked[index], proxy.seen(index));
      },
    });
    return contractResults(pacts, await unlessGone(judge(verification), options), options);
  } finally {
    await proxy.close();
  }
}

interface Running {
  readonly run: (jobs: readonly Job[]) => Promise<Verification>;
  /** What of a verification may be an accident. */
  readonly isDoubtful: (so: Verification) => (job: Job) => boolean;
}

/** Runs the jobs, and again those whose failure may be an accident. */
async function runUntilClear(all: readonly Job[], running: Running): Promise<Verification> {
  let verification = await running.run(all);
  for (let again = 1; again <= AGAIN; again += 1) {
    const jobs = all.filter(running.isDoubtful(verification));
    if (jobs.length === 0) break;
    const { reports, ended } = await running.run(jobs);
    verification = { reports: new Map([...verification.reports, ...reports]), ended };
  }
  return verification;
}

/** An interaction of a pact, and where the pact is from. */
interface Asked {
  readonly interaction: Interaction;
  readonly source: PactSource | undefined;
}

/** What may be an accident is asked again so often, with fresh values, before it is broken. */
const AGAIN = 3;

/** Of what ships: a valid request that was refused, and an error of the server. What the answer holds is no accident. */
function mayBeAccident(asked: Asked | undefined, seen: Seen | undefined): boolean {
  if (asked?.source?.origin !== "shipped" || seen?.answered !== true) return false;
  return seen.status >= (asked.interaction.status === 200 ? 400 : 500);
}

/**
 * The statuses that say of this verification that the provider was not there, or no more: every valid request of the
 * pacts that ship was answered with one of them. Where the checks went first, it was there, and 404 is one of them too.
 */
function unavailableStatuses(asked: readonly Asked[], proxy: Proxy, { after }: ContractOptions): ReadonlySet<number> {
  const statuses = new Set(after === undefined ? [502, 503, 504] : [404, 502, 503, 504]);
  const seen = asked.flatMap(({ interaction, source }, index) => {
    return source?.origin === "shipped" && interaction.status === 200 ? [proxy.seen(index)] : [];
  });
  const isUnavailable = (one: Seen | undefined): boolean => one?.answered === true && statuses.has(one.status);
  return seen.length > 0 && seen.every(isUnavailable) ? statuses : new Set();
}

/** Whether an ordinary request of what ships was accepted that has a tag, or none, as that of an interaction. */
function hasAcceptedParent(own: Interaction, asked: readonly Asked[], proxy: Proxy): boolean {
  return asked.some(({ interaction, source }, index) => {
    const seen = proxy.seen(index);
    const isOrdinary = source?.origin === "shipped" && interaction.requirements.includes(ORDINARY);
    return isOrdinary && hasTag(interaction) === hasTag(own) && seen?.answered === true && seen.status === 200;
  });
}

function hasTag({ value }: Interaction): boolean {
  const body = bodyOf(at(value, "request"));
  return body.kind === "json" && at(body.value, "tag") !== undefined;
}

/** Takes back what failed where the provider does not accept ordinary requests any more. */
async function unlessGone(
  results: readonly InteractionResult[],
  { isAccepting }: ContractOptions,
): Promise<readonly InteractionResult[]> {
  if (isAccepting === undefined || !results.some(({ status }) => status === "failed")) return results;
  if (await isAccepting()) return results;
  const reason = "It was not met, and an ordinary request was not accepted after it either: the provider is gone.";
  return results.map((result) =>
    result.status === "failed" ? { ...result, status: "not-judged", reason, findings: [] } : result,
  );
}

/** What is the same for every interaction. The document is read where a pact was brought; those that ship agree with it. */
async function judgingFor(
  { pacts, statesUrl }: ContractOptions,
  { redact }: Redaction,
): Promise<Omit<Judging, "unavailable">> {
  const common = {
    redact: (text: string): string => redact(text).text,
    levels: new Map(readRequirements().map(({ id, level }) => [id, level])),
    hasStatesUrl: statesUrl !== undefined,
  };
  if (pacts.every(({ origin }) => origin === "shipped")) return common;
  const [{ readOperation }, { loadValidators }] = await Promise.all([
    import("../spec/read-operation.ts"),
    import("../spec/validators.ts"),
  ]);
  return { ...common, validators: await loadValidators(readOperation()) };
}

function jobsFor(pacts: readonly Pact[], proxy: Proxy, { statesUrl }: ContractOptions): readonly Job[] {
  return pacts
    .flatMap(({ interactions }) => interactions)
    .flatMap((interaction, index) => {
      if ("cannot" in interaction.run) return [];
      if (statesUrl === undefined && unsuppliedStates(interaction).length > 0) return [];
      return [
        {
          index,
          pactUrl: proxy.pactUrl(index),
          providerUrl: proxy.providerUrl(index),
          statesUrl: interaction.states.length === 0 ? null : proxy.statesUrl(index),
        },
      ];
    });
}

async function run(verifier: Verifier, jobs: readonly Job[], options: ContractOptions): Promise<Verification> {
  // The verifier gives up a little after the proxy, which knows why.
  const timeoutMs = options.requestTimeoutMs + options.rateLimitMs + 1000;
  return verifier.verify({ jobs, timeoutMs }, options.signal ?? AbortSignal.timeout(options.deadlineMs));
}

function contractResults(
  pacts: readonly Pact[],
  results: readonly InteractionResult[],
  { pacts: sources }: ContractOptions,
): readonly ContractResult[] {
  let from = 0;
  return pacts.map(({ consumer, provider, interactions }, place) => {
    from += interactions.length;
    const source = sources[place];
    return {
      consumer,
      provider,
      ...(source?.origin === "brought" ? { source: source.name } : {}),
      interactions: results.slice(from - interactions.length, from),
    };
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
