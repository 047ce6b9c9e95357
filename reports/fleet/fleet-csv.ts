/** A fleet as CSV (RFC 4180), one line for each provider and requirement, for a spreadsheet. */
import type { FleetMember, FleetRequirement, FleetResult } from "../../result/over/fleet-result.ts";
import { excerpt } from "../../result/safe-text.ts";

/** The text of each column for a provider and a requirement, by the title of the column. */
const columns: Readonly<Record<string, (member: FleetMember, requirement?: FleetRequirement) => string | undefined>> = {
  provider: ({ name }) => name,
  labels: ({ labels }) => labels.join(" "),
  version: ({ version }) => version,
  base_url: ({ baseUrl }) => baseUrl,
  may_fail: ({ mayFail }) => (mayFail === true ? "yes" : "no"),
  verdict: ({ verdict }) => verdict,
  exit_status: ({ exitCode }) => String(exitCode),
  requirement: (_member, requirement) => requirement?.id,
  level: (_member, requirement) => requirement?.level,
  status: ({ statuses }, requirement) => statuses[requirement?.id ?? ""],
  value: ({ profile }, requirement) => profile[requirement?.id ?? ""],
  causes: ({ causes }, requirement) => {
    const own = causes.filter(({ requirements }) => requirements.includes(requirement?.id ?? ""));
    return own.map(({ id }) => id).join(" ");
  },
  report: ({ files }) => files?.report,
};

/** The most code points of a cell. Spreadsheets accept up to 32,767. */
const LONGEST = 2000;

/** The table. A provider that could not be judged has one line, without a requirement. */
export function renderFleetCsv({ providers, requirements }: FleetResult): string {
  const lineOf = (member: FleetMember, requirement?: FleetRequirement): readonly string[] =>
    Object.values(columns).map((textOf) => textOf(member, requirement) ?? "");
  const lines = providers.flatMap((member) => {
    const judged = requirements.filter(({ id }) => Object.hasOwn(member.statuses, id));
    return judged.length === 0 ? [lineOf(member)] : judged.map((requirement) => lineOf(member, requirement));
  });
  return [Object.keys(columns), ...lines].map((line) => `${line.map(cell).join(",")}\r\n`).join("");
}

/**
 * An apostrophe before a formula makes it text: at the start of a cell, and after a character that some spreadsheets
 * read as the end of a cell. Quotes are not enough.
 */
function cell(text: string): string {
  const harmless = excerpt(text, LONGEST).replaceAll(/(?:^|[,;|"'])\s*(?=[=+\-@＝＋－＠])/gu, "$&'");
  return `"${harmless.replaceAll('"', '""')}"`;
}
