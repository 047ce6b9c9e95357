/** The command that judges the provider again. */
import { shellWord } from "./curl.ts";
import type { CheckResult, RunResult } from "../../result/result.ts";
import { shownExchange } from "./words.ts";

/**
 * The command for some checks or requirements, or for all; contract interactions run with all contracts. It has no seed:
 * the same seed draws the same ids, which the provider's store already holds.
 */
export function runAgain({ provider, tool, requirements }: RunResult, only: readonly string[] = []): string {
  const interactions = new Set(
    requirements.flatMap(({ checks: all }) => all.flatMap(({ id, contract }) => (contract === true ? [id] : []))),
  );
  const checks = only.filter((id) => !interactions.has(id));
  const selection = checks.length === 0 ? [] : ["--only", shellWord(checks.join(","))];
  const command = only.length > 0 && checks.length === 0 ? "contracts" : "check";
  return [`${tool.name} ${command}`, shellWord(provider.baseUrl), ...selection].join(" ");
}

/** A check that judges the exchanges of others finds nothing alone: it runs again with the check that sent them. */
export function withSender(check: CheckResult, result: RunResult): readonly string[] {
  const sender = shownExchange(check, result)?.exchange.check;
  return sender === undefined || sender === check.id ? [check.id] : [check.id, sender];
}
