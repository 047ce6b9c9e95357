/** A fleet in GitHub-flavoured Markdown, for a job summary. */
import { count } from "../../result/counts.ts";
import type { FleetMember, FleetResult } from "../../result/fleet-result.ts";
import { code, prose } from "../markdown/encode.ts";
import { fleetCauses, fleetFigures, fleetVerdict, memberVerdict, openPoints } from "./fleet-words.ts";

/** GitHub drops a summary of more than 1 MiB entirely, and other commands of the step write into the same file. */
const SUMMARY_BYTES = 900 * 1024;

/** How many providers, causes and open points to list. The last limit always fits. */
const LIMITS = [1000, 300, 100, 20] as const;

/** The summary: at most 900 KiB. */
export function renderFleetMarkdown(fleet: FleetResult): string {
  let text = "";
  for (const most of LIMITS) {
    text = withAtMost(fleet, most);
    if (new TextEncoder().encode(text).length <= SUMMARY_BYTES) break;
  }
  return text;
}

function withAtMost(fleet: FleetResult, most: number): string {
  const paragraphs = [
    `## ${fleetVerdict(fleet)}: ${fleetFigures(fleet)}`,
    `Specification ${code(fleet.specification.version, 40)}, ${(fleet.durationMs / 1000).toFixed(1)} s, ${prose(fleet.tool.name)} ${code(fleet.tool.version, 40)}`,
    ...membersTable(fleet, most),
    ...causesTable(fleet, most),
    ...differences(fleet, most),
  ];
  return `${paragraphs.join("\n\n")}\n`;
}

/** Lists the providers that did not pass first. */
function membersTable({ providers }: FleetResult, most: number): readonly string[] {
  const ordered = providers.toSorted((one, other) => Number(one.exitCode === 0) - Number(other.exitCode === 0));
  const rows = ordered.slice(0, most).map((member) => {
    const { name, labels, reasons } = member;
    return `| ${code(name, 100)} | ${labels.map((label) => code(label, 40)).join(" ")} | ${verdictCell(member)} | ${prose(reasons[0])} |`;
  });
  const head = ["| provider | labels | verdict | why |", "| --- | --- | --- | --- |"];
  return [[...head, ...rows, ...moreRow(ordered.length, most)].join("\n")];
}

function verdictCell(member: FleetMember): string {
  return `${memberVerdict(member)}${member.mayFail === true ? " (may fail)" : ""}`;
}

function moreRow(all: number, most: number): readonly string[] {
  return all > most ? [`| and ${all - most} more | | | |`] : [];
}

function causesTable(fleet: FleetResult, most: number): readonly string[] {
  const causes = fleetCauses(fleet);
  if (causes.length === 0) return [];
  const rows = causes.slice(0, most).map(({ cause, members, requirements }) => {
    const names = members.slice(0, 5).map(({ name }) => code(name, 60));
    const more = members.length > names.length ? ` and ${members.length - names.length} more` : "";
    return `| ${prose(cause.title)} | ${cause.level} | ${requirements.map((id) => code(id, 60)).join(", ")} | ${names.join(", ")}${more} |`;
  });
  return ["### Causes", ["| cause | level | breaks | providers |", "| --- | --- | --- | --- |", ...rows].join("\n")];
}

/** The open points that the providers answer differently. */
function differences(fleet: FleetResult, most: number): readonly string[] {
  const points = openPoints(fleet).filter(({ answers }) => answers.length > 1);
  if (points.length === 0) return [];
  const rows = points.slice(0, most).map(({ id, answers }) => {
    const values = answers
      .slice(0, 8)
      .map(({ value, members }) => `${code(value, 100)} (${count(members.length, "provider")})`);
    const more = answers.length > values.length ? `; ${answers.length - values.length} more` : "";
    return `| ${code(id, 60)} | ${values.join("; ")}${more} |`;
  });
  return ["### Open points that differ", ["| open point | answers |", "| --- | --- |", ...rows].join("\n")];
}
