/** The report of a run, in its order: the verdict, what to fix first, every failure, and then everything else. */
import {
  type CheckResult,
  type RequirementResult,
  checkWord,
  isUnmet,
  latencyOf,
  requirementWord,
  valueOf,
} from "../../result/result.ts";
import { isSafeText, count, number } from "../../result/safe-text.ts";
import { present, defined, groupBy } from "../../spec/defined.ts";
import {
  type Block,
  type Line,
  type Report,
  gap,
  row,
  rows,
  runKinds,
  words,
  type Item,
  type ReportSection,
  cell,
  code,
  item,
  kindOf,
  link,
  list,
  note,
  outcome,
  section,
  table,
  tag,
  textRow,
} from "../report-tree.ts";
import { runAgain, withSender } from "../words/printed-commands.ts";
import { fuzzWords, headlineParts, sentWords, createdWords } from "../words/verdict-line.ts";
import {
  notices,
  ownReasons,
  stackWords,
  timeWords,
  milliseconds,
  placeWords,
  selectionWords,
} from "../words/result-words.ts";
import { counts, sections } from "./report-sections.ts";
import { type RunView, idOf } from "./run-report-view.ts";

export { pageLimits, viewOf, textLimits } from "./run-report-view.ts";

/** The report, as far as there is room for it. @param last what it ends with */
export function runReport(shown: RunView, last: readonly Block[] = again(shown)): Report {
  const { result, limits } = shown;
  const { tool, specification, provider } = result;
  const [title, figures] = headlineParts(result);
  return {
    kicker: `Plant Store conformance, specification ${specification.version}`,
    title: [title],
    outcome: runKinds[result.exitCode],
    figures,
    facts: factsOf(shown),
    notices: notices(result),
    reasons: ownReasons(result),
    blocks: [...(limits.isPage ? [] : counts(shown)), ...sections(shown), ...(limits.items === 0 ? [] : last)],
    footer: `${tool.name} ${tool.version}`,
    pageTitle: `${title}: ${provider.baseUrl}`,
    exit: result.exitCode,
  };
}

function factsOf({ result, limits }: RunView): readonly Line[] {
  const { tool, specification, provider, seed, startedAt } = result;
  const version = provider.version === undefined ? [] : [["version ", words(provider.version, 200)]];
  const versions = [
    `${tool.name} ${tool.version}`,
    gap,
    `specification ${specification.version}`,
    gap,
    "seed ",
    words(seed, 60),
  ];
  return present([
    // A page has them among the facts at its end.
    !limits.isPage && versions,
    [words(provider.baseUrl, 2000)],
    ...version,
    limits.isPage && [timeWords(startedAt)],
    [sentWords(result)],
    result.fuzz !== undefined && [fuzzWords(result.fuzz, result)],
    stackWords(result) !== "" && [stackWords(result)],
  ]);
}

function again({ result }: RunView): readonly Block[] {
  const failed = result.requirements.filter(({ level, status }) => level !== "OPEN" && status === "failed");
  const senders = failed.flatMap(({ checks }) =>
    checks.filter(({ status }) => status === "failed").flatMap((check) => withSender(check, result)),
  );
  const own = new Set(failed.flatMap(({ checks }) => checks.map(({ id }) => id)));
  const others = senders.filter((check) => !own.has(check));
  const text = runAgain(result, [...failed.map(({ id }) => id), ...new Set(others)]);
  if (failed.length === 0 || result.provider.inProcess === true || !isSafeText(text)) return [];
  return [rows([row("rerun", { is: "command", text, what: "the command that runs what failed" })])];
}

// What only a page has room for: every requirement and check to search, latency, and the facts of the run.

function topicTitle(topic: string): string {
  if (topic === "http") return "HTTP";
  return `${topic.charAt(0).toUpperCase()}${topic.slice(1).replaceAll("-", " ")}`;
}

/** The parts that a page ends with. */
export function everything(shown: RunView): readonly ReportSection[] {
  const all = shown.result.requirements.length === 0 ? [] : [everyRequirement(shown)];
  return [...all, ...latency(shown), runFacts(shown)];
}

function everyRequirement(shown: RunView): ReportSection {
  const { requirements, summary } = shown.result;
  const topics = [...groupBy(requirements, ({ topic }) => topic)];
  const checks = count(summary.checks, "check");
  const lists = topics.map(([topic, own]) => {
    const items = own.map((one) => requirementItem(shown, one));
    return section(topicTitle(topic), [list(items, "plain requirements")], { isInner: true });
  });
  const blocks = [...counts(shown), { is: "search", total: checks } as const, ...lists];
  return section(`All requirements (${number(requirements.length)})`, blocks, {
    id: "_requirements",
    remark: [`${checks} in ${count(topics.length, "topic")}, in the order of the catalogue`],
  });
}

/** The details of a failure, with its anchors, are further up the page. */
function requirementItem({ result: { strict } }: RunView, requirement: RequirementResult): Item {
  const { id, level, status, checks, statement, sources } = requirement;
  const isAbove = isUnmet(status);
  const word = outcome(kindOf(status, level, strict), requirementWord(status, level));
  const above: Block = { is: "paragraph", name: "above", content: [link({ anchor: id }, "Details above")] };
  const items = checks.map((check) => checkItem(check, !isAbove || check.status !== status));
  const blocks: readonly Block[] = present([
    isAbove && above,
    note("Source"),
    list(sources.map((place) => item(placeWords(place)))),
    list(items, "plain checks"),
  ]);
  const fold = {
    is: "fold",
    name: "requirement",
    summary: [word, " ", tag(level), " ", code(id), " ", { is: "aside", text: statement }],
    blocks,
  } as const;
  return { data: { level }, blocks: [isAbove ? fold : { ...fold, id }] };
}

function checkItem(check: CheckResult, hasAnchor: boolean): Item {
  const { id, status, title } = check;
  const value = valueOf(check);
  const observed = value === undefined ? [] : [": ", words(value, 200)];
  const reason =
    check.status === "not-judged"
      ? [` (${check.because === "not-applicable" ? "not applicable: " : ""}`, words(check.reason), ")"]
      : [];
  const named = [outcome(status, checkWord(status)), " ", link({ anchor: id }, code(id)), " "] as const;
  const line = item(...named, { is: "aside", text: title }, ...observed, ...reason);
  return { ...line, data: { status }, ...defined({ id: hasAnchor ? id : undefined }) };
}

/** The times of the exchanges that the checks of each topic sent. Checks that judge the exchanges of all others have none. */
function latency(shown: RunView): readonly ReportSection[] {
  const { requirements, exchanges } = shown.result;
  const sent = groupBy(exchanges, ({ check }) => check);
  const lines = [...groupBy(requirements, ({ topic }) => topic)].flatMap(([topic, own]) => {
    const all = own.flatMap(({ checks }) => checks.flatMap(({ id }) => sent.get(id) ?? []));
    const figures = latencyOf(all);
    if (figures === null) return [];
    const { medianMs, highMs, slowestMs } = figures;
    const slowest = all.find(({ timing }) => timing.totalMs === slowestMs)?.check ?? "";
    const times = [medianMs, highMs, slowestMs].map((ms) => cell(milliseconds(ms)));
    const named = cell(idOf(shown, slowest));
    return [{ cells: [cell(topicTitle(topic)), cell(number(figures.exchanges)), ...times, named] }];
  });
  if (lines.length === 0) return [];
  const head = ["topic", "#exchanges", "#median", "#95th percentile", "#slowest", "in check"];
  const remark: Line = ["from sending a request to the last byte of its answer"];
  const byTopic = { ...table("latency", head, lines), caption: "Latency by topic" };
  return [section("Latency", [byTopic], { id: "_latency", remark })];
}

function runFacts({ result }: RunView): ReportSection {
  const { tool, specification, provider, seed, summary, selection } = result;
  const { verdict, exitCode, startedAt, durationMs, strict, complete } = result;
  const given = result.requirements.length === 0 ? "none, because only contracts were verified" : verdict;
  const facts = [
    textRow("provider", words(provider.baseUrl)),
    textRow("verdict", `${given}, exit status ${exitCode}`),
    textRow("started", words(startedAt)),
    textRow("took", `${number(Math.round(durationMs))} ms`),
    textRow("sent", `${count(summary.exchanges, "exchange")}; ${createdWords(result, summary.plantsCreated)}`),
    textRow("strict", strict ? "yes: an unmet SHOULD fails the run" : "no: an unmet SHOULD is a warning"),
    selection !== undefined && textRow("selection", selectionWords(selection)),
    textRow("complete", complete ? "yes" : "no: some checks were not run"),
    textRow("seed", words(seed, 200)),
    textRow("suite", `${tool.name} ${tool.version}`),
    textRow("specification", `${specification.version}, SHA-256 ${specification.sha256}`),
    provider.inProcess !== true &&
      row("rerun", { is: "command", text: runAgain(result), what: "the command that repeats the run" }),
  ];
  return section("The run", [rows(facts)], { id: "_run" });
}
