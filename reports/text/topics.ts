/** The number of checks per topic and outcome: an overview of the run. */
import { type TestCase, type CaseKind, casesOf } from "../tests/test-cases.ts";
import { groupBy } from "../../result/group.ts";
import type { RunResult } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { type Page, type Style, paint } from "./page.ts";

interface Column {
  readonly title: string;
  readonly kinds: readonly CaseKind[];
  /** The style of a number that is not 0. */
  readonly style?: Style;
}

const columns: readonly Column[] = [
  { title: "passed", kinds: ["passed"] },
  { title: "FAILED", kinds: ["failed"], style: "bad" },
  { title: "warned", kinds: ["warning"], style: "doubtful" },
  { title: "waived", kinds: ["waived"], style: "doubtful" },
  { title: "not judged", kinds: ["unjudged", "skipped"] },
];

const longestTopic = 24;

/** A row per topic with a check that judges. Checks that only observe are in the behaviour profile. */
export function topics(page: Page, result: RunResult): readonly string[] {
  const judging = casesOf(result).filter(({ check, level }) => check !== undefined && level !== "OPEN");
  if (judging.length === 0) return [];
  const heads = columns.map(({ title }) => title.padStart(title.length + 2)).join("");
  return [
    paint(page, "quiet", `  ${"checks by topic".padEnd(longestTopic)}${heads}`),
    ...[...groupBy(judging, ({ group }) => group)].map(([topic, cases]) => line(page, topic, cases)),
  ];
}

function line(page: Page, topic: string, cases: readonly TestCase[]): string {
  const cells = columns.map(({ title, kinds, style }) => {
    const found = cases.filter(({ kind }) => kinds.includes(kind)).length;
    const cell = String(found).padStart(title.length + 2);
    return style === undefined || found === 0 ? cell : paint(page, style, cell);
  });
  return `  ${excerpt(topic, longestTopic - 5).padEnd(longestTopic)}${cells.join("")}`;
}
