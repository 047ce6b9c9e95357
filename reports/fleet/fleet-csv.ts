/** A fleet as CSV (RFC 4180), one line for each provider and requirement, for a spreadsheet. */
import type { FleetMember, FleetRequirement, FleetResult } from "../../result/over/fleet-result.ts";
import { excerpt } from "../../result/safe-text.ts";

const HEAD = [
  "provider",
  "labels",
  "version",
  "base_url",
  "may_fail",
  "verdict",
  "exit_status",
  "requirement",
  "level",
  "status",
  "value",
  "causes",
  "report",
];

/** The most code points of a cell. Spreadsheets accept up to 32,767. */
const LONGEST = 2000;

/** The table. A provider that could not be judged has one line, without a requirement. */
export function renderFleetCsv({ providers, requirements }: FleetResult): string {
  const rows = providers.flatMap((member) => {
    const judged = requirements.filter(({ id }) => Object.hasOwn(member.statuses, id));
    return judged.length === 0 ? [rowOf(member)] : judged.map((requirement) => rowOf(member, requirement));
  });
  return [HEAD, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function rowOf(member: FleetMember, requirement?: FleetRequirement): readonly string[] {
  const { name, labels, version = "", baseUrl, mayFail, verdict, exitCode, statuses, profile, causes, files } = member;
  const { id = "", level = "" } = requirement ?? {};
  const own = causes.filter(({ requirements }) => requirements.includes(id)).map((cause) => cause.id);
  return [
    name,
    labels.join(" "),
    version,
    baseUrl,
    mayFail === true ? "yes" : "no",
    verdict,
    String(exitCode),
    id,
    level,
    statuses[id] ?? "",
    profile[id] ?? "",
    own.join(" "),
    files?.report ?? "",
  ];
}

/**
 * An apostrophe before a formula makes it text: at the start of a cell, and after a character that some spreadsheets
 * read as the end of a cell. Quotes are not enough.
 */
function cell(text: string): string {
  const harmless = excerpt(text, LONGEST).replaceAll(/(?:^|[,;|"'])\s*(?=[=+\-@＝＋－＠])/gu, "$&'");
  return `"${harmless.replaceAll('"', '""')}"`;
}
