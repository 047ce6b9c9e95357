/** One run in memory against a provider that is right. */
import type { RequirementResult } from "../../result/check-result.ts";
import type { RunResult } from "../../result/result.ts";
import { rights, storing } from "../right/index.ts";
import type { Right } from "../right/right.ts";
import { needsNoSocket, openInMemory } from "./in-memory.ts";
import { judgeOpened } from "./memory-run.ts";

const token = "token-of-the-right";

/** Of a run: it shares the processor with others, and its deadline is not what is measured. */
const DEADLINE_MS = 24 * 3_600_000;

/** The others close connections, or write to them by themselves. */
export const rightsInMemory: readonly Right[] = rights.filter(({ behaviour }) => needsNoSocket(behaviour));

/** What a run says against a provider that is right, and its verdict. Conformant, and nothing, is what is right. */
export interface RightRun {
  readonly seed: string;
  readonly verdict: RunResult["verdict"];
  /** Why the verdict is what it is; empty where it is conformant. */
  readonly reasons: readonly string[];
  readonly accused: readonly RequirementResult[];
}

/** Judges a right provider with one seed after the other. One whose freedom is about its store keeps it, others begin anew. */
export async function runsOf(right: Right, seeds: readonly string[]): Promise<readonly RunResult[]> {
  const { behaviour, basePath = "", warns = [] } = right;
  const options = { token, strict: warns.length === 0, limits: { deadlineMs: DEADLINE_MS } };
  const results: RunResult[] = [];
  using kept = openInMemory(behaviour, token, basePath);
  for (const seed of seeds) {
    using fresh = openInMemory(behaviour, token, basePath);
    results.push(await judgeOpened(storing.includes(right) ? kept : fresh, { ...options, seed }));
  }
  return results;
}

/** Judges a right provider with an empty store. Warnings that it deserves are left out. */
export async function judgeRight(right: Right, seed: string): Promise<RightRun> {
  const { warns = [] } = right;
  const [result] = await runsOf(right, [seed]);
  if (result === undefined) throw new Error("There was no run");
  const accused = result.requirements.filter(({ id, status }) => status === "failed" && !warns.includes(id));
  const reasons = result.verdict === "conformant" ? [] : result.reasons;
  return { seed, verdict: result.verdict, reasons, accused };
}
