/** Runs in memory against a correct provider. */
import type { RunResult, RequirementResult } from "../../result/result.ts";
import { rights, storing } from "../right/index.ts";
import type { Right } from "../right/right.ts";
import { needsNoSocket, openInMemory } from "./in-memory.ts";
import { judgeOpened } from "./memory-run.ts";

const token = "token-of-the-right";

/** The limit of a run. It is long because runs share the processor, and the deadline is not measured. */
const DEADLINE_MS = 24 * 3_600_000;

/** The correct providers that need no socket. The others close connections, or write to them directly. */
export const rightsInMemory: readonly Right[] = rights.filter(({ behaviour }) => needsNoSocket(behaviour));

/** A run against a correct provider. It should have the verdict `conformant` and no accusations. */
export interface RightRun {
  readonly seed: string;
  readonly verdict: RunResult["verdict"];
  /** Why the verdict is not conformant; empty if it is. */
  readonly reasons: readonly string[];
  readonly accused: readonly RequirementResult[];
}

/**
 * Judges a correct provider with each seed in turn. Only a provider whose freedom concerns its store keeps the store.
 */
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

/** Judges a correct provider with an empty store. Leaves out the warnings that the provider deserves. */
export async function judgeRight(right: Right, seed: string): Promise<RightRun> {
  const { warns = [] } = right;
  const [result] = await runsOf(right, [seed]);
  if (result === undefined) throw new Error("There was no run");
  const accused = result.requirements.filter(({ id, status }) => status === "failed" && !warns.includes(id));
  const reasons = result.verdict === "conformant" ? [] : result.reasons;
  return { seed, verdict: result.verdict, reasons, accused };
}
