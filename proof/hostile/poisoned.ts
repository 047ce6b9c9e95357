/** A result with a text in every place that a provider, a pact or a foreign file can write to. */
import {
  type CheckResult,
  type Comparison,
  type Exchange,
  type Finding,
  type Findings,
  type InteractionResult,
  type RequirementResult,
  type RunResult,
  type WaiverResults,
  valueOf,
} from "../../result/result.ts";

/** Keeps statuses, levels, ids and numbers, so that the result still matches its schema and has the same counts. */
export function poisoned(result: RunResult, text: string): RunResult {
  return {
    ...result,
    provider: { ...result.provider, baseUrl: text },
    ...(result.selection === undefined ? {} : { selection: { only: [text], skip: [text] } }),
    seed: text,
    reasons: [text],
    ...(result.waivers === undefined ? {} : { waivers: poisonedWaivers(result.waivers, text) }),
    requirements: result.requirements.map((requirement) => poisonedRequirement(requirement, text)),
    profile: Object.fromEntries(Object.keys(result.profile).map((id) => [id, text])),
    contracts: result.contracts.map(({ source, interactions }) => ({
      ...(source === undefined ? {} : { source: text }),
      consumer: text,
      provider: text,
      interactions: interactions.map((interaction) => poisonedInteraction(interaction, text)),
    })),
    ...(result.baseline === undefined ? {} : { baseline: poisonedComparison(result.baseline, text) }),
    exchanges: result.exchanges.map((exchange) => poisonedExchange(exchange, text)),
  };
}

/** Replaces names, values and versions of a comparison, and keeps ids, statuses and dates. */
export function poisonedComparison(comparison: Comparison, text: string): Comparison {
  const poison = <Run extends Comparison["before"]>(run: Run): Run => ({
    ...run,
    provider: { baseUrl: text },
    tool: { name: text, version: text },
    specification: { ...run.specification, version: text },
    seed: text,
  });
  return {
    ...comparison,
    before: poison(comparison.before),
    now: poison(comparison.now),
    remarks: comparison.remarks.map(() => text),
    interactions: comparison.interactions.map((one) => ({
      ...one,
      consumer: text,
      description: text,
      states: one.states.map(() => text),
    })),
    profile: comparison.profile.map((change) => ({ ...change, before: text, now: `${text} ` })),
  };
}

function poisonedRequirement(requirement: RequirementResult, text: string): RequirementResult {
  return {
    ...requirement,
    statement: text,
    fix: text,
    sources: requirement.sources.map((place) =>
      "document" in place ? { document: text, entry: text } : { standard: text, clause: text },
    ),
    checks: requirement.checks.map((check) => poisonedCheck(check, text)),
  };
}

function poisonedCheck(check: CheckResult, text: string): CheckResult {
  const common = { ...check, title: text, ...(check.basis === undefined ? {} : { basis: text }) };
  const value = valueOf(check) === undefined ? {} : { value: text };
  switch (common.status) {
    case "passed":
      return common;
    case "failed":
      return { ...common, ...value, findings: poisonedFindings(common.findings, text) };
    case "waived":
      return { ...common, ...value, findings: poisonedFindings(common.findings, text), reason: text };
    case "not-judged":
      return { ...common, reason: text };
    case "observed":
      return { ...common, value: text };
  }
}

/** A waiver is the user's, but its file may come from somebody else. */
function poisonedWaivers({ allowed, entries }: WaiverResults, text: string): WaiverResults {
  const poison = ({ issue, ...entry }: WaiverResults["entries"][number]): WaiverResults["entries"][number] => ({
    ...entry,
    reason: text,
    ...(issue === undefined ? {} : { issue: `https://issues.example/${text}` }),
  });
  return { allowed, entries: entries.map(poison) };
}

function poisonedFindings([first, ...others]: Findings, text: string): Findings {
  return [poisonedFinding(first, text), ...others.map((finding) => poisonedFinding(finding, text))];
}

function poisonedFinding(finding: Finding, text: string): Finding {
  return { ...finding, where: text, expected: text, seen: `${text} ` };
}

function poisonedInteraction(interaction: InteractionResult, text: string): InteractionResult {
  const common = {
    ...interaction,
    description: text,
    states: interaction.states.map(() => text),
    ...(interaction.contradicts === undefined
      ? {}
      : { contradicts: interaction.contradicts.map((finding) => poisonedFinding(finding, text)) }),
    ...(interaction.openPoints === undefined
      ? {}
      : { openPoints: interaction.openPoints.map(() => ({ id: text, where: text })) }),
  };
  switch (common.status) {
    case "passed":
      return common;
    case "failed":
      return { ...common, findings: poisonedFindings(common.findings, text) };
    case "waived":
      return { ...common, findings: poisonedFindings(common.findings, text), reason: text };
    case "not-judged":
      return { ...common, findings: common.findings.map((finding) => poisonedFinding(finding, text)), reason: text };
  }
}

function poisonedExchange(exchange: Exchange, text: string): Exchange {
  const body = { encoding: "utf-8", content: text, size: Buffer.byteLength(text) } as const;
  const headers = [
    ["Content-Type", text],
    ["Location", text],
    [text, text],
  ] as const;
  const { request, response, noAnswer } = exchange;
  return {
    ...exchange,
    request: { ...request, url: urlWith(text), headers, body: request.body === null ? null : body },
    response: response === null ? null : { ...response, headers, body },
    ...(noAnswer === undefined ? {} : { noAnswer: { ...noAnswer, detail: text } }),
    redacted: [text],
  };
}

/**
 * A URL with the beginning of any text, percent-encoded (up to three characters per byte). A lone surrogate becomes
 * U+FFFD.
 */
function urlWith(text: string): string {
  return `http://127.0.0.1:8080/plants?${encodeURIComponent(Buffer.from(text).toString("utf8")).slice(0, 999)}`;
}
