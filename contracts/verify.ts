/** Verifies pacts against any provider. Nothing that the provider or Pact does makes it throw. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { ContractResult, InteractionResult } from "../reports/result.ts";
import { listAt, parseJson, stringAt } from "./json.ts";
import { findingsOf } from "./mismatch.ts";
import { type Interaction, type Pact, readPact } from "./pact-file.ts";
import { type Proxy, type Upstream, startProxy } from "./proxy.ts";
import { redactor } from "../reports/redact.ts";
import { type Verification, runVerifier } from "./verifier.ts";

/** What to verify, against whom. */
export interface ContractOptions extends Upstream {
  /** Files. */
  readonly pacts: readonly string[];
  /** For everything together, in milliseconds. */
  readonly deadlineMs: number;
  /** Aborting it ends the verification; what was not run by then is not judged. */
  readonly signal?: AbortSignal;
}

/**
 * Verifies the pacts' interactions, each on its own, and accounts for every one of them: an interaction passes only if
 * the proxy saw the provider answer it and Pact's verifier reports it as met.
 * @throws {Error} when a file cannot be read or is no pact; nothing has been sent then
 */
export async function verifyContracts(options: ContractOptions): Promise<readonly ContractResult[]> {
  const pacts = options.pacts.map((file) => readPact(readFileSync(file, "utf8"), basename(file)));
  const interactions = pacts.flatMap((pact) => pact.interactions);
  const proxy = await startProxy(options, interactions);
  try {
    const jobs = interactions.flatMap((interaction, index) =>
      "pact" in interaction.run
        ? [
            {
              index,
              pactUrl: proxy.pactUrl(index),
              providerUrl: proxy.providerUrl(index),
              statesUrl: interaction.states.length === 0 ? null : proxy.statesUrl(index),
            },
          ]
        : [],
    );
    // The verifier gives up a little after the proxy, which knows why.
    const work = { jobs, timeoutMs: options.requestTimeoutMs + 1000 };
    const deadline = AbortSignal.timeout(options.deadlineMs);
    const signal = options.signal === undefined ? deadline : AbortSignal.any([deadline, options.signal]);
    const verified = await runVerifier(work, signal);
    const verification = options.signal?.aborted === true ? { ...verified, ended: "the run ended first" } : verified;
    const take = redactor(options.token);
    const redact = (text: string): string => take(text).text;
    return contractResults(pacts, (interaction, index) => judge(interaction, { index, proxy, verification, redact }));
  } finally {
    await proxy.close();
  }
}

function contractResults(
  pacts: readonly Pact[],
  result: (interaction: Interaction, index: number) => InteractionResult,
): readonly ContractResult[] {
  let index = 0;
  return pacts.map(({ consumer, provider, interactions }) => ({
    consumer,
    provider,
    interactions: interactions.map((interaction) => {
      index += 1;
      return result(interaction, index - 1);
    }),
  }));
}

interface Known {
  readonly index: number;
  readonly proxy: Proxy;
  readonly verification: Verification;
  readonly redact: (text: string) => string;
}

function judge(interaction: Interaction, { index, proxy, verification, redact }: Known): InteractionResult {
  const { description, states, requirement } = interaction;
  const common = { description, states, ...(requirement === undefined ? {} : { requirement }) };
  const notJudged = (reason: string): InteractionResult => ({
    ...common,
    status: "not-judged",
    reason: redact(reason),
    findings: [],
  });
  if ("cannot" in interaction.run) return notJudged(interaction.run.cannot);
  const seen = proxy.seen(index);
  const report = verification.reports.get(index);
  if (seen?.answered === false) return notJudged(`The provider gave no answer: ${seen.why}.`);
  if (report === undefined || seen === undefined) return notJudged(`It was not run: ${verification.ended}.`);
  const { isMet, mismatches } = readReport(report);
  if (isMet) return { ...common, status: "passed", findings: [] };
  const findings = findingsOf(mismatches, redact);
  if (findings.length === 0) return notJudged("Pact's verifier gave no reason for a failure.");
  // A consumer does not rely on a pending interaction yet, so it cannot fail a provider.
  if (interaction.pending) return { ...notJudged("It is pending, and was not met."), findings };
  return { ...common, status: "failed", findings };
}

/** Reads the verifier's report on one interaction. It is met only if exactly this one was run and reported as met. */
function readReport(text: string): { readonly isMet: boolean; readonly mismatches: readonly unknown[] } {
  const report = parseJson(text);
  const results = listAt(report, "interactionResults");
  const mismatches = listAt(report, "errors").flatMap((error) => listAt(error, "mismatch", "mismatches"));
  const isMet =
    results.length === 1 && stringAt(results[0], "result") === "OK" && listAt(report, "errors").length === 0;
  return { isMet, mismatches };
}
