/** The report about a fleet: the causes, the providers by requirements, and the open points that they answer differently. */
import { isUnmet, requirementWord } from "../../result/result.ts";
import type { FleetMember, FleetRequirement, FleetResult } from "../../result/over/fleet-result.ts";
import { count, excerpt, number } from "../../result/safe-text.ts";
import { groupBy, ifAny, present } from "../../spec/defined.ts";
import {
  type Block,
  type Cell,
  type Inline,
  type Item,
  type Line,
  type LinkTarget,
  type Report,
  type ReportSection,
  type TableRow,
  cell,
  code,
  filledTable,
  firstOf,
  item,
  joined,
  kindOf,
  link,
  list,
  note,
  outcome,
  paragraph,
  runKinds,
  section,
  shortList,
  signs,
  strong,
  table,
  tag,
  words,
} from "../report-tree.ts";
import { timeWords } from "../words/result-words.ts";
import {
  fleetCauses,
  fleetFigures,
  type FleetOpenPoint,
  fleetOutcomes,
  fleetVerdict,
  hasWaived,
  memberVerdict,
  openPoints,
  reasonWords,
} from "./fleet-words.ts";

/** How many providers, causes and open points a summary lists, from much to little. The last always fits. */
export const summarySizes = [1000, 300, 100, 20] as const;

/** Labels that the filter has: more would be no help. */
const MOST_LABELS = 100;

/** Names that are shown before the rest is folded, or counted. */
const MOST_NAMES = { page: 12, summary: 5 } as const;

/** A fleet and how to show it: a label is called by its place, and a summary has room for so many items. */
interface Shown {
  readonly fleet: FleetResult;
  readonly labels: readonly string[];
  readonly isPage: boolean;
  readonly most: number;
}

/** The report. @param most the most items of each kind of a summary; undefined for a page, which has room for all */
export function fleetReport(fleet: FleetResult, most?: number): Report {
  const { exitCode, specification, startedAt, durationMs, tool, providers } = fleet;
  const shown: Shown = { fleet, labels: labelsOf(fleet), isPage: most === undefined, most: most ?? Infinity };
  const title = fleetVerdict(fleet);
  const choice: Block = { is: "choice", legend: "Show the providers with the label", labels: shown.labels };
  const page = present([shown.labels.length > 0 && choice, outcomes(shown), matrix(shown), causes(shown)]);
  return {
    kicker: `Plant Store conformance, specification ${specification.version}`,
    title: [title],
    outcome: runKinds[exitCode],
    figures: fleetFigures(fleet),
    facts: [
      [timeWords(startedAt)],
      [`${(durationMs / 1000).toFixed(1)} s`],
      ["specification ", words(specification.version, 40)],
      [`${tool.name} `, words(tool.version, 40)],
    ],
    blocks: [...(shown.isPage ? page : [members(shown), causes(shown)]), ...profiles(shown)],
    footer: `${tool.name} ${tool.version}`,
    pageTitle: `${title}: ${count(providers.length, "provider")}`,
  };
}

function labelsOf({ providers }: FleetResult): readonly string[] {
  return [...new Set(providers.flatMap(({ labels }) => labels))].slice(0, MOST_LABELS);
}

/** The style that hides providers without the chosen label, and groups without visible providers. It needs no script. */
export function filterStyle(fleet: FleetResult): string {
  return labelsOf(fleet)
    .map((_, at) => {
      const chosen = `body:has(#_l${at}:checked)`;
      return `${chosen} .m:not(.l${at}),${chosen} .g:not(:has(.l${at})){display:none}`;
    })
    .join("\n");
}

/** The classes of an element about a provider, which the filter uses. */
function memberClass({ labels }: Shown, member: FleetMember): string {
  const places = member.labels.map((label) => labels.indexOf(label)).filter((at) => at >= 0);
  return ["m", ...places.map((at) => `l${at}`)].join(" ");
}

/** The place of a requirement in a provider's report; undefined where there is no report that can be linked to. */
function reportLink({ files }: FleetMember, id?: string): LinkTarget | undefined {
  const path = files?.report;
  // A path of ours has nothing else: what has a colon may be a script, what begins with a slash another place.
  if (path === undefined || !/^[A-Za-z0-9._-][A-Za-z0-9._/-]*$/.test(path)) return undefined;
  return id === undefined ? { address: path } : { address: path, at: id };
}

/** The name of a provider, as a link to its report where a page has one. */
function memberName({ isPage }: Shown, member: FleetMember): Inline {
  const to = isPage ? reportLink(member) : undefined;
  return to === undefined ? words(member.name, 100) : link(to, words(member.name, 100));
}

function memberItem(shown: Shown, member: FleetMember, ...more: Line): Item {
  return { ...item(memberName(shown, member), ...more), name: memberClass(shown, member) };
}

function namesOf(shown: Shown, some: readonly FleetMember[]): Block {
  const items = some.map((member) => memberItem(shown, member));
  return list(items, "names");
}

/** The names of some providers; on a page, many of them are folded. */
function memberNames(shown: Shown, some: readonly FleetMember[]): Block {
  if (!shown.isPage) {
    const linked = some.map((member) => memberName(shown, member));
    return paragraph(...firstOf(MOST_NAMES.summary, linked));
  }
  const names = namesOf(shown, some);
  if (some.length <= MOST_NAMES.page) return names;
  return { is: "fold", name: "more", summary: [`${count(some.length, "provider")} in all`], blocks: [names] };
}

/** Who passed, who failed and who could not be judged. One that passed without a waiver has no reason beside its name. */
function outcomes(shown: Shown): ReportSection {
  const { providers } = shown.fleet;
  const lines = fleetOutcomes(providers).map(([status, word, some]): TableRow => {
    const named = cell(outcome(runKinds[status], `${number(some.length)} ${word}`));
    const isPlain = (member: FleetMember): boolean => status === 0 && !hasWaived(member);
    const plain = some.filter(isPlain);
    const reasons = some
      .filter((member) => !isPlain(member))
      .map((member) => memberItem(shown, member, ": ", words(reasonWords(member), 2000)));
    const blocks = present([plain.length > 0 && namesOf(shown, plain), reasons.length > 0 && list(reasons)]);
    return { name: "g", cells: [named, { blocks }] };
  });
  const all = table("outcomes", ["outcome", "providers"], lines);
  return section(`Providers (${number(providers.length)})`, [all], { id: "_providers" });
}

/** Every provider, those that did not pass first. */
function members(shown: Shown): Block {
  const ordered = shown.fleet.providers.toSorted(
    (one, other) => Number(one.exitCode === 0) - Number(other.exitCode === 0),
  );
  const lines = ordered.slice(0, shown.most).map((member): TableRow => ({
    cells: [
      cell(memberName(shown, member)),
      cell(...joined(member.labels.map((label) => code(label, 40)))),
      cell(`${memberVerdict(member)}${member.mayFail === true ? " (may fail)" : ""}`),
      cell(reasonWords(member)),
    ],
  }));
  const more = ordered.length - lines.length;
  const rest = more > 0 ? [{ cells: [cell(`and ${more} more`), cell(), cell(), cell()] }] : [];
  return filledTable("members", ["provider", "labels", "verdict", "why"], [...lines, ...rest]);
}

function causes(shown: Shown): ReportSection {
  const all = fleetCauses(shown.fleet);
  const items = all.slice(0, shown.most).map(({ cause, requirements, members: some }): Item => {
    const ids = requirements.map((id) => code(id, 60));
    const blocks = present([
      paragraph(strong(cause.title), " (", tag(cause.level), ")"),
      shown.isPage && paragraph(cause.fix),
      note("breaks ", ...firstOf(100, ids)),
      memberNames(shown, some),
    ]);
    return { name: "g", blocks };
  });
  const waived = shown.fleet.providers.some(hasWaived) ? " that is not waived" : "";
  const none = paragraph(`No provider is known to have a failure${waived}.`);
  const inOrder: Block = { is: "list", isOrdered: true, name: "first", items };
  return section(`Causes (${all.length})`, [items.length === 0 ? none : inOrder], { id: "_causes" });
}

/** Providers by requirements. Providers with the same first cause, and requirements of a cause, are adjacent. */
function matrix(shown: Shown): ReportSection {
  const { fleet } = shown;
  const columns = columnsOf(fleet);
  const others = fleet.requirements.filter((one) => one.level !== "OPEN" && !columns.includes(one));
  const isMet = ({ id }: FleetRequirement): boolean =>
    fleet.providers.some(({ statuses }) => statuses[id] === "passed");
  const ids = (rest: string, some: readonly FleetRequirement[]): readonly Block[] => {
    if (some.length === 0) return [];
    const blocks = [note(...joined(some.map(({ id }) => code(id))))];
    return [{ is: "fold", name: "more", summary: [`${count(some.length, "requirement")} ${rest}`], blocks }];
  };
  const lineOf = (member: FleetMember): TableRow => ({
    name: memberClass(shown, member),
    cells: [memberCell(shown, member), ...columns.map((column) => statusCell(member, column))],
  });
  const all: Block = {
    is: "table",
    name: "matrix",
    isWide: true,
    head: [{ title: "Provider" }, ...columns.map(({ id }) => ({ title: code(id) }))],
    groups: rowGroups(fleet).map(([title, some]) => ({ title: [title], rows: some.map(lineOf) })),
  };
  const [met, unjudged] = [others.filter(isMet), others.filter((one) => !isMet(one))];
  const blocks = [legend, all, ...ids("met wherever judged", met), ...ids("judged in no provider", unjudged)];
  return section("Providers by requirements", blocks, { id: "_matrix", isWide: true });
}

const legend: Block = {
  is: "paragraph",
  name: "note legend",
  content: [
    outcome("failed", "broken"),
    outcome("warning", "a SHOULD that is not met"),
    outcome("waived", "waived"),
    outcome("not-judged", "not judged"),
    outcome("passed", "met"),
    { is: "aside", text: "Each cell leads to the requirement in that provider's own report, where it was asked." },
  ],
};

/** The requirements that a provider does not meet, those of one cause side by side. */
function columnsOf(fleet: FleetResult): readonly FleetRequirement[] {
  const order = fleetCauses(fleet).flatMap(({ requirements }) => requirements);
  const place = ({ id }: FleetRequirement): number => (order.includes(id) ? order.indexOf(id) : order.length);
  const isShown = ({ id }: FleetRequirement): boolean => fleet.providers.some(({ statuses }) => isUnmet(statuses[id]));
  return fleet.requirements.filter(isShown).toSorted((one, other) => place(one) - place(other));
}

/** By the first cause of each, in the order of the causes; then those without a cause. */
function rowGroups(fleet: FleetResult): ReadonlyArray<readonly [title: string, members: readonly FleetMember[]]> {
  const byCause = groupBy(fleet.providers, ({ causes: own }) => own[0]?.id ?? "");
  const failing = fleetCauses(fleet).map(({ cause }) => [cause.title, byCause.get(cause.id) ?? []] as const);
  const others = byCause.get("") ?? [];
  const all = [
    ...failing,
    ["Could not be judged", others.filter(({ exitCode }) => exitCode === 3)],
    ["Nothing of the document is broken", others.filter(({ exitCode }) => exitCode !== 3)],
  ] as const;
  return all.filter(([, some]) => some.length > 0);
}

function memberCell(shown: Shown, member: FleetMember): Cell {
  const { exitCode, mayFail, version, labels } = member;
  const parts: Line = [
    memberName(shown, member),
    ...ifAny(version, (given) => [" ", words(given, 60)]),
    ...labels.flatMap((label) => [" ", tag(excerpt(label, 60))]),
  ];
  const verdict = [
    outcome(runKinds[exitCode], memberVerdict(member).toLowerCase()),
    mayFail === true ? " (may fail)" : "",
  ];
  return { blocks: [paragraph(...parts), { is: "paragraph", name: "verdict-word", content: verdict }] };
}

/** Each cell leads to the requirement in that provider's own report; what a selection left out is not in it. */
function statusCell(member: FleetMember, { id, level }: FleetRequirement): Cell {
  const status = member.statuses[id] ?? "not-judged";
  const kind = kindOf(status, level, member.strict);
  const to = Object.hasOwn(member.statuses, id) ? reportLink(member, id) : undefined;
  const sign: Inline = { is: "aside", text: signs[kind] };
  const label = requirementWord(status, level);
  const content: Inline = to === undefined ? sign : { is: "link", to, content: signs[kind], label };
  return { name: kind, blocks: [paragraph(content)] };
}

/** Each open point with its answers and their providers: first what differs, and on a page also what does not. */
function profiles(shown: Shown): readonly ReportSection[] {
  const points = openPoints(shown.fleet);
  const differing = points.filter(({ answers }) => answers.length > 1);
  const alike = points.filter(({ answers }) => answers.length === 1);
  const same = alike.map(({ id, answers }) => ({
    cells: [cell(code(id)), cell(strong(words(answers[0]?.value ?? "")))],
  }));
  const title = `The same wherever they were observed (${number(alike.length)})`;
  const inner = section(title, [table("answers", ["open point", "answer"], same)], { isInner: true });
  const lines = differing.slice(0, shown.most).map((point) => ({
    cells: [cell(code(point.id, 60), " ", { is: "aside", text: point.statement }), answersCell(shown, point)],
  }));
  const blocks = present([
    lines.length > 0 && table("answers", ["open point", "answers"], lines),
    shown.isPage && alike.length > 0 && inner,
  ]);
  return blocks.length === 0 ? [] : [section("Open points that differ", blocks, { id: "_profiles" })];
}

function answersCell(shown: Shown, { answers }: FleetOpenPoint): Cell {
  const items = answers.map(({ value, members: some }): Item => ({
    name: "g",
    blocks: shown.isPage
      ? [paragraph(strong(words(value))), memberNames(shown, some)]
      : [paragraph(words(value, 100), ` (${count(some.length, "provider")})`)],
  }));
  return { blocks: [shortList(shown.isPage ? Infinity : 8, items)] };
}

// A fleet as CSV (RFC 4180), one line for each provider and requirement, for a spreadsheet.

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
  causes: ({ causes: all }, requirement) => {
    const own = all.filter(({ requirements }) => requirements.includes(requirement?.id ?? ""));
    return own.map(({ id }) => id).join(" ");
  },
  report: ({ files }) => files?.report,
  reasons: reasonWords,
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
  return [Object.keys(columns), ...lines].map((line) => `${line.map(csvCell).join(",")}\r\n`).join("");
}

/**
 * An apostrophe before a formula makes it text: at the start of a cell, and after a character that some spreadsheets
 * read as the end of a cell. Quotes are not enough.
 */
function csvCell(text: string): string {
  const harmless = excerpt(text, LONGEST).replaceAll(/(?:^|[,;|"'])\s*(?=[=+\-@＝＋－＠])/gu, "$&'");
  return `"${harmless.replaceAll('"', '""')}"`;
}
