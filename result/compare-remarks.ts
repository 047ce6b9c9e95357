/** Remarks about a comparison as a whole, in sentences. Pure. */
import { isPartial } from "./compare-asked.ts";
import type { RunResult } from "./result.ts";

/** The differences between two runs in what was asked, and by which tool and document; the most important first. */
export function compareRemarks(before: RunResult, now: RunResult): readonly string[] {
  const runs = [before, now] as const;
  return [
    ...(before.startedAt > now.startedAt ? ["The baseline is the later one of the two runs."] : []),
    ...documentRemark(before, now),
    ...(before.tool.version === now.tool.version
      ? []
      : [`The baseline was judged by version ${before.tool.version}, this run by ${now.tool.version}.`]),
    ...oneAlone(runs, isPartial, {
      before: "The baseline is a partial run: only what it asked is compared.",
      now: "This run is a partial one: only what it asked is compared.",
      both: "Both are partial runs: only what both asked is compared.",
    }),
    ...oneAlone(runs, ({ complete }) => !complete, {
      before: "The baseline is an incomplete run.",
      now: "This run was incomplete: much of what changed is what it did not ask.",
      both: "Both runs were incomplete.",
    }),
    ...oneAlone(runs, ({ strict }) => strict, {
      before: "Only the baseline was strict: the verdicts are not compared.",
      now: "Only this run is strict: the verdicts are not compared.",
    }),
    ...oneAlone(runs, ({ fuzz }) => fuzz !== undefined, {
      before: "Only the baseline was fuzzed: what fuzzing found is not compared.",
      now: "Only this run was fuzzed: what fuzzing found is not compared.",
    }),
    ...oneAlone(runs, ({ contracts }) => contracts.length > 0, {
      before: "The contracts were verified only for the baseline: they are not compared.",
      now: "The contracts were verified only in this run: they are not compared.",
    }),
  ];
}

function documentRemark(before: RunResult, now: RunResult): readonly string[] {
  const [older, newer] = [before.specification, now.specification];
  if (older.sha256 === newer.sha256) {
    if (older.another?.path !== newer.another?.path) {
      return ["The two runs were judged by different operations of one document."];
    }
    const isOther = older.overlaySha256 !== newer.overlaySha256;
    return isOther ? ["The two runs were judged by one document with different overlays."] : [];
  }
  const versions =
    older.version === newer.version
      ? `both call themselves version ${newer.version}`
      : `version ${older.version} then, ${newer.version} now`;
  return [`The two runs were judged by different documents: ${versions}.`];
}

interface Sentences {
  readonly before: string;
  readonly now: string;
  readonly both?: string;
}

/** The sentence for a fact that is true of only one run, or of both. */
function oneAlone(
  [before, now]: readonly [RunResult, RunResult],
  holds: (run: RunResult) => boolean,
  sentences: Sentences,
): readonly string[] {
  const [then, today] = [holds(before), holds(now)];
  if (then && today) return sentences.both === undefined ? [] : [sentences.both];
  if (then) return [sentences.before];
  return today ? [sentences.now] : [];
}
