/** The result of traffic in Markdown, for a job summary. */
import { number } from "../../result/counts.ts";
import type { TrafficResult, TrafficRule } from "../../traffic/traffic-result.ts";
import { code, prose } from "../markdown/encode.ts";
import { coverageWords, placeWords, trafficHeadline } from "./traffic-words.ts";

/** The verdict, the broken requirements and rules, and the coverage. */
export function renderTrafficMarkdown(result: TrafficResult): string {
  const failed = result.requirements.filter(({ status }) => status === "failed");
  const wrong = result.consumers.filter(({ status }) => status === "failed");
  const profile = Object.entries(result.profile).flatMap(([point, values]) =>
    values.map(({ value, count }) => `| ${code(point)} | ${code(value)} | ${number(count)} |`),
  );
  const lines = [
    `## ${prose(trafficHeadline(result))}`,
    ...table(["Broken by the provider", "Level", "Exchanges", "Expected", "Seen", "Where"], failed, result),
    ...table(["Broken by clients", "Level", "Exchanges", "Expected", "Seen", "Where"], wrong, result),
    ...(profile.length === 0 ? [] : ["", "| Open point | Value | Seen |", "| --- | --- | --- |", ...profile]),
    "",
    ...coverageWords(result).map((words) => `- ${prose(words)}`),
    ...result.remarks.map((words) => `- ${prose(words)}`),
  ];
  return `${lines.join("\n")}\n`;
}

function table(heads: readonly string[], list: ReadonlyArray<TrafficRule>, result: TrafficResult): readonly string[] {
  if (list.length === 0) return [];
  const rows = list.map((one) => {
    const [finding] = one.findings;
    const words = [finding?.expected, finding?.seen, placeWords(result, finding?.exchange)];
    return `| ${code(one.id)} | ${one.level} | ${number(one.failed)} | ${words.map((text) => code(text ?? "")).join(" | ")} |`;
  });
  return ["", `| ${heads.join(" | ")} |`, `|${" --- |".repeat(heads.length)}`, ...rows];
}
