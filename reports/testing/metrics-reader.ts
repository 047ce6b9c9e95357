/** A strict reader of Prometheus' text format, version 0.0.4. */
import { expect } from "vitest";

/** A sample as a scraper takes it. */
export interface MetricSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const METRIC = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const COMMENT = new RegExp(
  `^# (?:HELP (${METRIC}) (?:[^\\\\\\n]|\\\\[\\\\n])*|TYPE (${METRIC}) (gauge|histogram))$`,
  "u",
);
const SAMPLE = new RegExp(`^(${METRIC})\\{(.*)\\} (-?[0-9.]+(?:e[+-]?[0-9]+)?|\\+Inf)$`, "u");
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/uy;

/** What was read. */
export interface Metrics {
  readonly samples: readonly MetricSample[];
  /** By the whole name of the metric. */
  readonly types: ReadonlyMap<string, string>;
}

/**
 * Reads the format strictly: each line is a comment or a sample, and the samples of a metric follow its type.
 * @throws for a line that a scraper would refuse
 */
export function readMetrics(text: string): Metrics {
  expect(text.endsWith("\n")).toBe(true);
  const types = new Map<string, string>();
  const samples: MetricSample[] = [];
  for (const line of text.slice(0, -1).split("\n")) {
    const comment = COMMENT.exec(line);
    if (comment?.[2] !== undefined) {
      expect(types.has(comment[2]), line).toBe(false);
      types.set(comment[2], comment[3] ?? "");
    }
    if (comment !== null) continue;
    const [, name = "", labels = "", value = ""] = SAMPLE.exec(line) ?? [];
    expect(name, line).not.toBe("");
    const last = [...types.keys()].at(-1) ?? "";
    const suffixes = types.get(last) === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
    expect(
      suffixes.map((suffix) => `${last}${suffix}`),
      line,
    ).toContain(name);
    samples.push({
      name: name.replace("plant_store_conformance_", ""),
      labels: labelsIn(labels),
      value: Number(value),
    });
  }
  return { samples, types };
}

function labelsIn(text: string): Readonly<Record<string, string>> {
  const labels: [string, string][] = [];
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length) {
    const [, name = "", value = ""] = LABEL.exec(text) ?? [];
    expect(name, text).not.toBe("");
    labels.push([name, value.replaceAll(/\\(.)/gu, (_, escaped: string) => (escaped === "n" ? "\n" : escaped))]);
  }
  return Object.fromEntries(labels);
}
