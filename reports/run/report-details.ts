/** What only a page has room for: every requirement and check to search, latency, and the facts of the run. */
import { createdWords } from "../../result/another-document.ts";
import { count, number } from "../../result/safe-text.ts";
import { defined, groupBy, present } from "../../spec/defined.ts";
import { latencyFigures } from "../../result/latency-figures.ts";
import {
  type CheckResult,
  type RequirementResult,
  type RunResult,
  checkWord,
  isUnmet,
  requirementWord,
  valueOf,
} from "../../result/result.ts";
import {
  type Block,
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
  row,
  rows,
  section,
  table,
  tag,
  textRow,
  words,
} from "../report-tree.ts";
import { runAgain } from "../words/printed-commands.ts";
import { milliseconds, placeWords, selectionWords } from "../words/result-words.ts";
import { counts } from "./report-sections.ts";
import { idOf, type RunView } from "./run-report-view.ts";

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

/** Two plots of latency, over the run and by check, and a table with the figures. */
function latency(shown: RunView): readonly ReportSection[] {
  const topics = timesByTopic(shown.result);
  if (topics.length === 0) return [];
  const figures = topics.map(({ topic, slowest, ...times }) => ({
    cells: [
      cell(topicTitle(topic)),
      cell(number(times.exchanges)),
      ...[times.median, times.high, slowest.ms].map((ms) => cell(milliseconds(ms))),
      cell(idOf(shown, slowest.check)),
    ],
  }));
  const head = ["topic", "#exchanges", "#median", "#95th percentile", "#slowest", "in check"];
  const remark =
    "from sending a request to the last byte of its answer; the axes of time taken are logarithmic: each line is ten times the one before";
  const byCheck: Block = {
    is: "drawing",
    label: "Latency by check",
    caption: "By check: a dot for each check, at its slowest exchange; a bar for the median of the topic",
    lines: topics.map(({ topic }) => topicTitle(topic)),
    series: [
      { as: "bars", points: topics.map(({ median }, at) => [at, median]) },
      { as: "dots", points: topics.flatMap(({ checks }, at) => checks.map(({ ms }) => [at, ms] as const)) },
    ],
  };
  const byTopic = { ...table("latency", head, figures), caption: "Latency by topic" };
  return [section("Latency", [byCheck, overTheRun(shown.result), byTopic], { id: "_latency", remark: [remark] })];
}

function overTheRun({ exchanges }: RunResult): Block {
  const last = exchanges.reduce((most, { timing }) => Math.max(most, timing.startedMs), 1);
  const points = (isAnswered: boolean): ReadonlyArray<readonly [number, number]> =>
    exchanges
      .filter(({ noAnswer }) => (noAnswer === undefined) === isAnswered)
      .map(({ timing }) => [timing.startedMs, timing.totalMs]);
  return {
    is: "drawing",
    label: "Latency over the run",
    across: "time since the start of the run",
    caption: "Over the run: a dot for each exchange, a cross for one without an answer",
    ticks: [0, 0.25, 0.5, 0.75, 1].map((share) => [last * share, milliseconds(last * share)]),
    series: [
      { as: "dots", points: points(true) },
      { as: "crosses", points: points(false) },
    ],
  };
}

/** The slowest exchange of one check. */
interface CheckTime {
  readonly check: string;
  readonly topic: string;
  /** Milliseconds from sending to the last byte. */
  readonly ms: number;
  readonly exchanges: readonly number[];
}

/** The figures of one topic, in milliseconds; `high` is the 95th percentile. */
interface TopicTimes {
  readonly topic: string;
  readonly exchanges: number;
  readonly median: number;
  readonly high: number;
  readonly slowest: CheckTime;
  readonly checks: readonly CheckTime[];
}

/** The checks by topic, each with its own exchanges. Checks that judge the exchanges of all others have none. */
export function timesByTopic(result: RunResult): readonly TopicTimes[] {
  const ms = (index: number): number => result.exchanges[index]?.timing.totalMs ?? 0;
  return [...groupBy(checkTimes(result), ({ topic }) => topic)].flatMap(([topic, checks]) => {
    const [slowest] = checks.toSorted((one, other) => other.ms - one.ms);
    const figures = latencyFigures(checks.flatMap(({ exchanges }) => exchanges.map(ms)));
    if (slowest === undefined || figures === null) return [];
    return [{ topic, exchanges: figures.exchanges, median: figures.medianMs, high: figures.highMs, slowest, checks }];
  });
}

function checkTimes({ requirements, exchanges }: RunResult): readonly CheckTime[] {
  const sent = groupBy([...exchanges.entries()], ([, exchange]) => exchange.check);
  return requirements.flatMap(({ topic, checks }) =>
    checks.flatMap(({ id: check }) => {
      const own = sent.get(check) ?? [];
      const ms = own.reduce((most, [, { timing }]) => Math.max(most, timing.totalMs), 0);
      return own.length === 0 ? [] : [{ check, topic, ms, exchanges: own.map(([index]) => index) }];
    }),
  );
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
