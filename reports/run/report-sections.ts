/** The sections of a run's report. Each is empty where there is nothing to say. */
import { causesIn } from "../../result/causes/causes-of.ts";
import { interactionTitle } from "../../result/contract-result.ts";
import { count, number } from "../../result/safe-text.ts";
import { waiversThatAre } from "../../result/waiver-verdict.ts";
import { groupBy, ifAny, present } from "../../spec/defined.ts";
import {
  type CauseResult,
  type ContractResult,
  type InteractionResult,
  type LevelCounts,
  type NotJudgedReason,
  type RunResult,
  checkWord,
  reasonOf,
} from "../../result/result.ts";
import {
  type Block,
  type Cell,
  type Fold,
  type Inline,
  type Item,
  type Line,
  type OutcomeKind,
  type ReportSection,
  type TableRow,
  cell,
  code,
  firstOf,
  gap,
  item,
  kindOf,
  link,
  note,
  outcome,
  paragraph,
  row,
  rows,
  section,
  shortList,
  strong,
  table,
  tag,
  textRow,
  words,
} from "../report-tree.ts";
import { changes } from "../comparison.ts";
import { causesTitle, exampleLine, shortFix, wholeFix } from "../words/cause-words.ts";
import { explainCommand } from "../words/printed-commands.ts";
import { stackFix } from "../words/stack-fix.ts";
import {
  documentLines,
  interactionWords,
  isExpected,
  notJudgedChecks,
  type NotJudgedOf,
  notJudgedWords,
  reasonWords,
  daysLeftWords,
  levelOf,
  namedBy,
  type WaiverEntry,
  waiverStatusWords,
} from "../words/result-words.ts";
import { outages } from "./outage-section.ts";
import { failure } from "./report-failure.ts";
import { idOf, type RunView } from "./run-report-view.ts";

/** Columns of an example; the whole exchange is with the requirement. */
const EXAMPLE = 160;

const MOST_IDS = 8;

type Part = readonly ReportSection[];

/** The sections of a report, in its order. A new one is a function below, and its line here. */
export function sections(shown: RunView): readonly Block[] {
  const { result, limits } = shown;
  if (limits.items === 0) return failuresOf(shown);
  const mostChanges = limits.isPage ? 10 : Math.min(30, limits.items);
  return [
    ...fixFirst(shown),
    ...outages(result),
    ...failuresOf(shown),
    ...waivers(shown),
    ...notJudged(shown),
    ...profile(shown),
    ...contracts(shown),
    ...ifAny(result.baseline, (since) => [changes(since, mostChanges, (id) => idOf(shown, id))]),
  ];
}

/** What is not met, the worst first. */
function failuresOf(shown: RunView): readonly Block[] {
  const { strict } = shown.result;
  const weight = strict ? "they fail the run, because it is strict" : "they do not change the verdict";
  const open = "the document leaves these points open; this run expects a value";
  return [
    ...failures(shown, "MUST broken", "MUST", { id: "_broken" }),
    ...failures(shown, "Not as expected", "OPEN", { id: "_unexpected", remark: [open] }),
    ...failures(shown, "SHOULD not met", "SHOULD", { id: "_warnings", tone: "doubtful", remark: [weight] }),
  ];
}

/** The requirements by level and outcome; nothing for a run of contracts only. */
export function counts({ result: { summary, strict, requirements } }: RunView): readonly Block[] {
  if (requirements.length === 0) return [];
  const { must, should, open } = summary;
  const notMet = (many: number, kind: OutcomeKind): Cell => cell(many === 0 ? "0" : outcome(kind, number(many)));
  const plain = (many: number | undefined): Cell => (many === undefined ? cell() : cell(number(many)));
  const line = (level: string, of: LevelCounts, kind: OutcomeKind): TableRow => ({
    cells: [cell(level), plain(of.passed), notMet(of.failed, kind), plain(of.waived), plain(of.notJudged), cell()],
  });
  const head = ["level", "#met", "#not met", "#waived", "#not judged", "#observed"];
  const ofOpen = [open.waived, open.notJudged, open.observed].map(plain);
  const lines = [
    line("MUST", must, "failed"),
    line("SHOULD", should, strict ? "failed" : "warning"),
    { cells: [cell("OPEN"), cell(), notMet(open.failed, "failed"), ...ofOpen] },
  ];
  return [{ ...table("counts", head, lines), caption: "Requirements by level" }];
}

/** What explains the failures, in the order in which to fix it. Of an inconclusive run, its reason comes first. */
function fixFirst(shown: RunView): Part {
  const { result, limits } = shown;
  const causes = result.verdict === "inconclusive" ? [] : causesIn(result);
  if (causes.length === 0 || limits.causes === 0) return [];
  const more = causes.length - limits.causes;
  const items = causes.slice(0, limits.causes).map((cause) => causeItem(shown, cause));
  const inOrder: Block = { is: "list", isOrdered: true, name: "first", items };
  const rest = more > 0 && note(`and ${count(more, "more cause")}`);
  return [section(causesTitle(causes), [inOrder, rest], { id: "_first" })];
}

/** A cause: what the provider does, an example, and the fix. */
export function causeItem(shown: RunView, cause: CauseResult): Item {
  const { result, limits } = shown;
  const ids = cause.requirements.map((id) => idOf(shown, id));
  const own = limits.isPage ? stackFix(cause, result) : undefined;
  const more = code(explainCommand(result, cause.requirements[0]), 2000);
  const fix: Line = limits.isPage ? [wholeFix(cause, result)] : [shortFix(cause, result), " More: ", more];
  return {
    blocks: present([
      paragraph(strong(cause.title), " (", tag(cause.level), "): ", ...firstOf(MOST_IDS, ids)),
      paragraph(code(exampleLine(cause, result, EXAMPLE), 2 * EXAMPLE)),
      paragraph("fix: ", ...fix),
      own?.code !== undefined && codeFold(own.stack, own.code),
    ]),
  };
}

function codeFold(stack: string, text: string): Fold {
  const lines: Block = { is: "command", text, what: `the lines for ${stack}` };
  return { is: "fold", name: "more", summary: [`The lines of a correct program on ${stack}`], blocks: [lines] };
}

/** Requirements that are not met, each in full. @param title their number is added */
function failures(
  shown: RunView,
  title: string,
  wanted: "MUST" | "SHOULD" | "OPEN",
  more: Partial<ReportSection>,
): Part {
  const { requirements } = shown.result;
  const found = requirements.filter(({ level, status }) => level === wanted && status === "failed");
  if (found.length === 0) return [];
  const rest = found.slice(shown.limits.failures).map(({ id }) => code(id));
  const isFirst =
    wanted === "MUST" || !requirements.some(({ level, status }) => level === "MUST" && status === "failed");
  const blocks = found.slice(0, shown.limits.failures).map((one, at) => failure(shown, one, isFirst && at === 0));
  const named: Line = [`and ${count(rest.length, "more requirement")}, in result.json: `, ...firstOf(100, rest)];
  const others = rest.length > 0 && paragraph(...named);
  return [section(`${title} (${number(found.length)})`, [...blocks, others], { tone: "bad", ...more })];
}

/** Requirements that are not met and covered by a waiver, and the waivers that waive nothing. */
function waivers(shown: RunView): Part {
  const { result, limits } = shown;
  const applied = waiversThatAre(result, "applied");
  const faults = waiversThatAre(result, "stale", "expired");
  const others = [...faults, ...waiversThatAre(result, "not-judged")];
  const found = limits.isPage ? result.requirements.filter(({ status }) => status === "waived") : [];
  const isAllowed = result.waivers?.allowed === true;
  const covered = `not met, and covered by a waiver, which the run ${isAllowed ? "allows" : "does not allow"}`;
  const itemOf = (entry: WaiverEntry): Item => waiverItem(shown, entry);
  const waived = section(
    `Waived (${Math.max(applied.length, found.length)})`,
    [shortList(limits.items, applied.map(itemOf)), ...found.map((one) => failure(shown, one))],
    { id: "_waived", tone: "doubtful", remark: [covered] },
  );
  const rest = section(`Other waivers (${others.length})`, [shortList(limits.items, others.map(itemOf))], {
    id: "_waivers",
    tone: faults.length > 0 ? "bad" : "doubtful",
    remark: ["a stale or expired waiver fails the run"],
  });
  return present([applied.length + found.length > 0 && waived, others.length > 0 && rest]);
}

const waiverKinds = { applied: "waived", stale: "failed", expired: "failed", "not-judged": "not-judged" } as const;

/** A waiver: what it names, its reason and its end; what to do about one that waives nothing. */
function waiverItem(shown: RunView, entry: WaiverEntry): Item {
  const { id, cause, status, reason, issue, expires } = entry;
  const named = cause !== true && shown.anchors.has(id) ? idOf(shown, id) : code(namedBy(entry));
  if (status !== "applied") {
    const [word = "", said = ""] = waiverStatusWords(entry).split(": ");
    return item(named, gap, outcome(waiverKinds[status], word), `: ${said}`);
  }
  const level = levelOf(entry, shown.result);
  const until = paragraph(`until ${expires} (${daysLeftWords(entry, shown.result)})`);
  const where = issue !== undefined && paragraph(link({ foreign: issue }, words(issue)));
  const why = paragraph(named, gap, ...(level === "" ? [] : [tag(level), gap]), words(reason, 1000));
  return { blocks: present([why, until, where]) };
}

/** Checks that were not judged, by reason; those that need no attention are only counted. */
function notJudged(shown: RunView): Part {
  const { result, limits } = shown;
  const checks = notJudgedChecks(result);
  if (checks.length === 0) return [];
  const groups = [...groupBy(checks, ({ check }) => check.because)];
  const quiet = groups.filter(([because]) => isExpected(because, result));
  const loud = groups
    .filter((group) => !quiet.includes(group))
    .flatMap(([because, group]) => byReason(because, group, result))
    .map(([why, group]) => unjudgedItem(words(why, 500), group, checkNames(shown, group)));
  const items = [
    ...loud,
    // What was not selected is known, and what had no occasion is not.
    ...quiet.map(([because, group]) =>
      unjudgedItem(notJudgedWords[because], group, because === "no-occasion" ? checkNames(shown, group) : []),
    ),
  ];
  const more = { id: "_not-judged", tone: "doubtful", remark: ["neither met nor broken"] } as const;
  return [section(`Not judged (${count(checks.length, "check")})`, [shortList(limits.items, items)], more)];
}

function unjudgedItem(why: Inline, checks: readonly NotJudgedOf[], names: Line): Item {
  const said = paragraph(`${count(checks.length, "check")}: `, why);
  return { blocks: names.length === 0 ? [said] : [said, note(...names)] };
}

/** The most reasons of one kind that have a line each. */
const MOST_REASONS = 4;

/** Checks with one kind of reason, by the reason itself: a limit that was reached, and the value that was not read. */
function byReason(
  because: NotJudgedReason,
  checks: readonly NotJudgedOf[],
  result: RunResult,
): ReadonlyArray<readonly [why: string, checks: readonly NotJudgedOf[]]> {
  const groups = [...groupBy(checks, (one) => reasonWords(because, one, result))];
  if (groups.length <= MOST_REASONS) return groups;
  const [first, ...others] = groups.toSorted(([, one], [, other]) => other.length - one.length);
  const most = present([first, ...others.slice(0, MOST_REASONS - 2)]);
  return [...most, [notJudgedWords[because], others.slice(MOST_REASONS - 2).flatMap(([, own]) => own)]];
}

/** Ids of checks; many of one requirement are grouped. */
function checkNames(shown: RunView, checks: readonly NotJudgedOf[]): Line {
  const names = [...groupBy(checks, ({ requirement }) => requirement)].flatMap(
    ([requirement, own]): readonly Inline[] => {
      if (own.length <= 3) return own.map(({ check }) => idOf(shown, check.id));
      const all = code(`${requirement}/* (${own.length})`);
      return [shown.anchors.has(requirement) ? link({ anchor: requirement }, all) : all];
    },
  );
  return firstOf(shown.limits.isPage ? Infinity : MOST_IDS, names);
}

/** The answers to the open points; on a page with what was asked, and since when the answer is this one. */
function profile(shown: RunView): Part {
  const { result, limits } = shown;
  const points = Object.entries(result.profile);
  if (points.length === 0 || limits.items === 0) return [];
  const { baseline } = result;
  const asked = new Map(result.requirements.map((one) => [one.id, one]));
  const changed = new Map(baseline?.profile.map((change) => [change.id, change]));
  const lines = points.slice(0, limits.items).map(([id, value]): TableRow => {
    if (!limits.isPage) return { cells: [cell(code(id, 80)), cell(words(value, 200))] };
    const { statement, expected, status } = asked.get(id) ?? {};
    const [now, change] = [words(value), changed.get(id)];
    const answer = strong(change !== undefined || status === "failed" ? { is: "mark", content: now } : now);
    const before = change?.before === null ? "not observed before" : ["before: ", words(change?.before ?? "")];
    const date = paragraph({ is: "date", text: baseline?.since?.[id]?.slice(0, 10) ?? "" });
    const since: Cell = { blocks: present([date, change !== undefined && note(...[before].flat())]) };
    return {
      cells: present([
        statement === undefined ? cell(words(id, 100)) : cell(idOf(shown, id), " ", { is: "aside", text: statement }),
        { blocks: present([paragraph(answer), expected !== undefined && note("expected ", words(expected))]) },
        baseline !== undefined && since,
      ]),
    };
  });
  const head = present(["open point", "this provider", limits.isPage && baseline !== undefined && "since"]);
  const more = points.length - limits.items;
  const rest = more > 0 && paragraph(`and ${number(more)} more`);
  const title = `Behaviour profile (${number(points.length)})`;
  const remark: Line = ["what the document leaves open: observed, never judged"];
  return [section(title, [table("profile", head, lines), rest], { id: "_profile", remark })];
}

/** Each contract, with the interactions that did not pass; and how user-supplied pacts relate to the document. */
function contracts(shown: RunView): Part {
  const { result, limits } = shown;
  if (result.contracts.length === 0 || limits.items === 0) return [];
  const items = result.contracts.map((contract) => contractItem(shown, contract));
  const remarks = result.contracts.flatMap(({ consumer, interactions }) =>
    interactions.flatMap((interaction): readonly Item[] => {
      const lines = documentLines(interaction);
      const named = paragraph(words(`${consumer}: ${interactionTitle(interaction)}`, 600));
      return lines.length === 0 ? [] : [{ blocks: [named, rows([textRow("", ...lines)])] }];
    }),
  );
  const more: Partial<ReportSection> = { isInner: true, remark: ["these notes change no outcome"] };
  const inner = section("Pacts and the document", [shortList(limits.items, remarks)], more);
  const blocks = [shortList(limits.items, items), remarks.length > 0 && inner];
  return [section("Contracts", blocks, { id: "_contracts" })];
}

function contractItem(shown: RunView, { consumer, source, interactions }: ContractResult): Item {
  const { result, limits } = shown;
  const of = (status: InteractionResult["status"]): number =>
    interactions.filter((one) => one.status === status).length;
  const isUnverified = !result.complete && of("not-judged") === interactions.length;
  const waived = of("waived") === 0 ? "" : `, ${of("waived")} waived`;
  const figures = `${of("passed")} passed, ${of("failed")} failed, ${of("not-judged")} not judged${waived}`;
  const from: Line = source === undefined || isUnverified ? [] : [gap, "user-supplied: ", words(source, 200)];
  const said = isUnverified ? `not verified, ${count(interactions.length, "interaction")}` : figures;
  const shownOnes = interactions.filter(({ status }) => (limits.isPage || status !== "passed") && !isUnverified);
  const order = ["failed", "waived", "not-judged", "passed"];
  const sorted = shownOnes.toSorted((one, other) => order.indexOf(one.status) - order.indexOf(other.status));
  const shownRows = sorted.slice(0, limits.items).map((interaction) => {
    const [reason, { requirement }] = [reasonOf(interaction), interaction];
    const findings = limits.isPage || interaction.status === "failed" ? interaction.findings : [];
    const word = interaction.status === "not-judged" && !limits.isPage ? "unjudged" : checkWord(interaction.status);
    return row(
      outcome(kindOf(interaction.status, interaction.level ?? "MUST", result.strict), word),
      paragraph(
        words(interactionTitle(interaction), 400),
        ...ifAny(requirement, (given) => [" (", idOf(shown, given), ")"]),
      ),
      ...ifAny(reason, (given) => [paragraph(words(given, 1000))]),
      ...findings.slice(0, 20).map((finding) => paragraph(words(interactionWords(finding), 1000))),
      ...ifAny(interaction.remark, (given) => [paragraph(words(given, 1000))]),
    );
  });
  const named = paragraph(strong(words(consumer, 100)), `: ${said}`, ...from);
  return { blocks: present([named, shownRows.length > 0 && rows(shownRows)]) };
}
