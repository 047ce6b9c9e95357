/** Verifies pacts against any provider. Nothing that the provider or Pact does makes it throw. */
import { setMaxListeners } from "node:events";
import type { ContractResult, InteractionResult } from "../reports/result.ts";
import { type Redaction, redactionOf } from "../reports/redact.ts";
import { readRequirements } from "../spec/requirements.ts";
import { type Judging, judgeInteraction, unsuppliedStates } from "./judge.ts";
import { type Pact, type PactSource, readPact } from "./pact-file.ts";
import { type Proxy, type ProxyOptions, startProxy } from "./proxy.ts";
import { type Job, type Verification, type Verifier, startVerifier } from "./verifier.ts";

/** What to verify, against whom. */
export interface ContractOptions extends ProxyOptions {
  readonly pacts: readonly PactSource[];
  /** For everything together, in milliseconds. */
  readonly deadlineMs: number;
  /** Nothing is sent before it has settled. Pact is loaded meanwhile. */
  readonly after?: Promise<unknown>;
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
  const redaction = redactionOf([options.token]);
  const proxy = await startProxy(
    { ...options, onToken: redaction.add },
    asked.map(({ interaction }) => interaction),
  );
  try {
    const judging = await judgingFor(options, redaction);
    const jobs = jobsFor(pacts, proxy, options);
    const first = await run(verifier, jobs, options);
    const judge = (verification: Verification): readonly InteractionResult[] =>
      asked.map(({ interaction, source }, index) =>
        judgeInteraction(interaction, source, {
          ...judging,
          seen: proxy.seen(index),
          report: verification.reports.get(index),
          ended: verification.ended,
        }),
      );
    const results = await heldAgainstLife(judge(first), options);
    // What ships is held to what the checks are held to: what should be accepted is asked twice, with fresh values.
    const doubtful = jobs.filter(
      ({ index }) => results[index]?.status === "failed" && asked[index]?.source?.origin === "shipped",
    );
    if (doubtful.length === 0) return contractResults(pacts, results, options);
    const second = await run(verifier, doubtful, options);
    const reports = new Map([...first.reports, ...second.reports]);
    return contractResults(pacts, await heldAgainstLife(judge({ reports, ended: second.ended }), options), options);
  } finally {
    await proxy.close();
  }
}

/** Takes back what failed where the provider does not accept ordinary requests any more. */
async function heldAgainstLife(
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
async function judgingFor({ pacts, statesUrl }: ContractOptions, { redact }: Redaction): Promise<Judging> {
  const common = {
    redact: (text: string): string => redact(text).text,
    levels: new Map(readRequirements().map(({ id, level }) => [id, level])),
    hasStatesUrl: statesUrl !== undefined,
  };
  if (pacts.every(({ origin }) => origin === "shipped")) return common;
  const [{ readOperation }, { loadValidators }] = await Promise.all([
    import("../spec/operation.ts"),
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
