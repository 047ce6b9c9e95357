/** The first screen: the verdict in words, and the counts by level. */
import { count, number } from "../../result/counts.ts";
import type { JSX } from "preact";
import type { LevelCounts, RequirementResult, RunResult } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { figureWords, verdictWords } from "../words/verdict-line.ts";
import { notices } from "../words/words.ts";
import { type OutcomeKind, Outcome, runKinds } from "./parts.tsx";

/** Requirements that are not met, of one kind: a section of the page. */
export interface FailureGroup {
  readonly id: string;
  readonly title: string;
  readonly remark?: string;
  readonly requirements: readonly RequirementResult[];
}

export function Verdict({ result }: { result: RunResult }): JSX.Element {
  const { provider, specification, startedAt, durationMs } = result;
  const kind = runKinds[result.exitCode];
  return (
    <header class={`verdict ${kind}`}>
      <p class="kicker">Plant Store conformance, specification {specification.version}</p>
      <h1>
        <Outcome kind={kind}>{verdictWords(result)}</Outcome>
      </h1>
      <p class="figures">{figureWords(result)}</p>
      <ul class="plain reasons">
        {notices(result).map((notice) => (
          <li class="notice">{excerpt(notice, 2000)}</li>
        ))}
        {result.reasons.map((reason) => (
          <li>{excerpt(reason, 2000)}</li>
        ))}
      </ul>
      <ul class="plain facts">
        <li translate={false}>{provider.baseUrl}</li>
        {provider.version === undefined ? null : <li translate={false}>version {excerpt(provider.version, 200)}</li>}
        <li>{startedAt.slice(0, 16).replace("T", " ")} UTC</li>
        <li>
          {count(result.summary.checks, "check")}, {count(result.summary.exchanges, "exchange")},{" "}
          {(durationMs / 1000).toFixed(1)} s
        </li>
      </ul>
    </header>
  );
}

/** The requirements by level and outcome. */
export function Counts({ result: { summary, strict } }: { result: RunResult }): JSX.Element {
  return (
    <table class="counts">
      <caption>Requirements by level</caption>
      <thead>
        <tr>
          <th scope="col">Level</th>
          {["Met", "Not met", "Waived", "Not judged", "Observed"].map((title) => (
            <th scope="col" class="figure">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <LevelRow level="MUST" counts={summary.must} kind="failed" />
        <LevelRow level="SHOULD" counts={summary.should} kind={strict ? "failed" : "warning"} />
        <tr>
          <th scope="row">OPEN</th>
          {[
            null,
            notMet(summary.open.failed, "failed"),
            summary.open.waived ?? null,
            summary.open.notJudged,
            summary.open.observed,
          ].map(figure)}
        </tr>
      </tbody>
    </table>
  );
}

function LevelRow({ level, counts, kind }: { level: string; counts: LevelCounts; kind: OutcomeKind }): JSX.Element {
  return (
    <tr>
      <th scope="row">{level}</th>
      {[counts.passed, notMet(counts.failed, kind), counts.waived, counts.notJudged, null].map(figure)}
    </tr>
  );
}

function notMet(many: number, kind: OutcomeKind): number | JSX.Element {
  return many === 0 ? 0 : <Outcome kind={kind}>{number(many)}</Outcome>;
}

function figure(value: number | null | JSX.Element): JSX.Element {
  const isNothing = value === null || value === 0;
  return <td class={isNothing ? "figure nothing" : "figure"}>{typeof value === "number" ? number(value) : value}</td>;
}
