/** Makes a result from contracts only, without the checks. */
import { defined } from "../result/defined.ts";
import { openPace } from "../http/pace.ts";
import { conclude } from "../result/conclude.ts";
import type { RunResult } from "../result/result.ts";
import { tooShort } from "../suites/run/limits-reached.ts";
import type { JudgeContractsOptions } from "./judge-options.ts";
import { documentNotes, judgedOperation } from "./judged-document.ts";
import { freshSeed } from "./requested-run.ts";
import { answeredByOther, runFacts } from "./run-facts.ts";

/** Verifies contracts without running the checks. */
export async function judgeContracts(options: JudgeContractsOptions): Promise<RunResult> {
  const { provider, seed = freshSeed(), strict, subjects = [], signal, redaction } = options;
  const shared = { pace: openPace(provider.rate), ...defined({ redaction }) };
  const startedAt = new Date();
  const operation = judgedOperation(options.document);
  const notes = await documentNotes(operation);
  const verified = await options.verify({ provider, seed, signal, ...shared });
  const stopped = signal.aborted ? "The run was interrupted." : answeredByOther(options);
  const version = options.providerVersion;
  const facts = runFacts({ operation, provider, seed, startedAt, version });
  const run = { ...facts, checked: null, stopped, limitsReached: [...notes, ...tooShort(provider)] };
  return conclude(run, verified, { strict, subjects, selection: { only: ["contracts"], skip: [] } });
}
