/** Results for tests of the page: with hostile words in every place that a provider can write to, and very long. */
import type { CheckResult, Comparison, Exchange, RequirementResult, RunResult } from "../../../result/result.ts";
import { sampleResult } from "../../../result/testing/sample-result.ts";

const writable = new Set([
  "where",
  "expected",
  "seen",
  "value",
  "reason",
  "content",
  "detail",
  "description",
  "consumer",
]);

/** The sample with a text wherever a provider's words may stand. */
export function poisonedWith(text: string): RunResult {
  const poison = (name: string, value: unknown): unknown => {
    if (name === "headers" && Array.isArray(value))
      return [...(value as unknown[]), [text, text], ["content-type", text]];
    if (name === "reasons" || name === "states" || name === "redacted" || name === "remarks") return [text];
    if (name === "profile" && !Array.isArray(value)) return { "duplicate-id": text };
    if (name === "baseline") return poisonedComparison(value as Comparison, text);
    return writable.has(name) && typeof value === "string" ? text : value;
  };
  return JSON.parse(JSON.stringify(sampleResult), poison) as RunResult;
}

/** What a provider may have written of it besides: interactions are found by their members' names. */
function poisonedComparison(comparison: Comparison, text: string): Comparison {
  const poison = { ...comparison.before, provider: { baseUrl: text }, seed: text };
  const profile = comparison.profile.map(({ id }) => ({ id, before: text, now: text }));
  return { ...comparison, before: poison, now: poison, profile };
}

/** A result of `requirements` times 100 checks, each with an exchange of its own; every tenth requirement is broken. */
export function longResult(requirements: number): RunResult {
  const [exchange] = sampleResult.exchanges;
  if (exchange === undefined) throw new Error("The sample has no exchange");
  const all = Array.from({ length: requirements }, (_, at) => longRequirement(at));
  const exchanges = Array.from({ length: requirements * 100 }, (_, at): Exchange => {
    const check = `requirement-${Math.floor(at / 100)}/case-${at % 100}`;
    return { ...exchange, check, timing: { startedMs: at, firstByteMs: 1, totalMs: 1 + ((at * 7919) % 997) } };
  });
  return { ...sampleResult, requirements: all, exchanges };
}

function longRequirement(at: number): RequirementResult {
  const id = `requirement-${at}`;
  const status = at % 10 === 0 ? "failed" : "passed";
  const checks = Array.from({ length: 100 }, (_, slug): CheckResult => {
    const exchange = at * 100 + slug;
    const finding = { where: "/name", expected: '"one"', seen: '"two"', exchange };
    const title = `A fuzzed body, number ${slug}, is given back`;
    const common = { id: `${id}/case-${slug}`, title, exchanges: [exchange] };
    return status === "failed" ? { ...common, status, findings: [finding] } : { ...common, status, findings: [] };
  });
  return {
    id,
    level: at % 2 === 0 ? "MUST" : "SHOULD",
    topic: `topic-${at % 12}`,
    statement: `A statement about the answer, number ${at}.`,
    sources: [{ document: "Endpoints / Create plant", entry: "Rule 1" }],
    fix: "Do as the statement says.",
    status,
    checks,
  };
}
