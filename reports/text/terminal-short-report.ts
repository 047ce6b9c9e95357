/**
 * The short report for a terminal: the verdict, the causes in order with an example and a fix if they fit, the profile
 * in one line, and the places of the other reports. `terminal-text.ts` is the full report.
 */
import { causesIn } from "../../result/causes/causes-of.ts";
import { ifAny, present } from "../../spec/defined.ts";
import type { CauseResult, InteractionResult, RunResult } from "../../result/result.ts";
import { count, excerpt } from "../../result/safe-text.ts";
import { changes } from "../comparison.ts";
import { outages } from "../run/outage-section.ts";
import { causesTitle, exampleLine, shortFix } from "../words/cause-words.ts";
import { explainCommand } from "../words/printed-commands.ts";
import { fuzzWords, headline, renderVerdictLine, sentWords } from "../words/verdict-line.ts";
import { interactionWords, notices, ownReasons } from "../words/result-words.ts";
import { type Page, paint, painted, sentence, type TextOptions, textPage } from "./terminal-lines.ts";
import { blockLines } from "./terminal-text.ts";

/** The options of the short report. */
export interface ShortOptions extends TextOptions {
  /** The HTML page that was written as well; undefined if there is none. */
  readonly htmlFile?: string;
}

/** The most lines of a whole report and of its parts. Items that do not fit are counted. */
const most = { lines: 25, wanted: 20, opening: 12, reason: 3, outages: 4, baseline: 3, contracts: 3 } as const;

/** The most lines of the interactions in a run of contracts only. */
const CONTRACTS_ALONE = 14;

const LEAST_OPENING = 4;

const styles = { 0: "good", 1: "bad", 3: "doubtful" } as const;

/** The short report, ending with a line feed. */
export function renderShort(result: RunResult, options: ShortOptions = {}): string {
  const page = textPage(options);
  const below = [...(isReached(result) ? after(page, result, options.htmlFile) : []), `exit ${result.exitCode}`];
  const free = most.lines - below.length - causeLines(page, result, 0).length;
  const above = openingWithin(page, result, Math.min(most.opening, Math.max(LEAST_OPENING, free)));
  const room = most.lines - above.length - below.length;
  const entries = shortened(causeLines(page, result, room), room);
  return `${[...above, ...entries, ...below].join("\n")}\n`;
}

/** At most `limit` lines of a part. If it has more, the last line is the number of the others. */
function shortened(lines: readonly string[], limit: number): readonly string[] {
  if (lines.length <= limit) return lines;
  return [...lines.slice(0, limit - 1), `   and ${count(lines.length - limit + 1, "more line")}, with --details`];
}

/** Whether the provider answered, or the run sent nothing: a run of contracts only has no exchanges. */
function isReached({ exchanges }: RunResult): boolean {
  const isAnswered = exchanges.some(({ response }) => response !== null);
  return isAnswered || exchanges.every(({ noAnswer }) => noAnswer?.kind === "run-ended");
}

function unreached(page: Page, result: RunResult): readonly string[] {
  const advice = `Start the provider, or correct the base URL: ${result.provider.baseUrl}`;
  return [
    ...painted(page, styles[result.exitCode], sentence(page, renderVerdictLine(result), 3)),
    ...(result.limitsReached ?? []).flatMap((limit) => sentence(page, limit, 3)),
    ...sentence(page, advice, 3),
  ];
}

/** The opening. Its parts are shortened only if the whole does not fit. */
function openingWithin(page: Page, result: RunResult, limit: number): readonly string[] {
  if (!isReached(result)) return shortened(unreached(page, result), limit);
  const whole = opening(page, result, { reason: Infinity, outages: Infinity, baseline: Infinity });
  return whole.length <= limit ? whole : shortened(opening(page, result, most), limit);
}

function opening(
  page: Page,
  result: RunResult,
  limits: Readonly<Record<"reason" | "outages" | "baseline", number>>,
): readonly string[] {
  const ended = outages(result).flatMap((part) => blockLines(page, part));
  return [
    ...painted(page, styles[result.exitCode], sentence(page, headline(result), 3)),
    ...sentence(page, `${result.provider.baseUrl}: ${sentWords(result)}`, 3),
    ...ifAny(result.fuzz, (fuzz) => sentence(page, fuzzWords(fuzz, result), 3)),
    ...ownReasons(result).flatMap((reason) => shortened(sentence(page, reason, 3), limits.reason)),
    ...notices(result).flatMap((notice) => painted(page, "doubtful", sentence(page, notice, 3))),
    ...shortened(ended, limits.outages),
    ...shortened(result.baseline === undefined ? [] : blockLines(page, changes(result.baseline, 30)), limits.baseline),
  ];
}

/** The number of causes that always have their example and fix. */
const IN_FULL = 2;

/** A line for each cause that fits, and for the first ones an example and a fix: a third if it fits, more if the report stays short. */
function causeLines(page: Page, result: RunResult, room: number): readonly string[] {
  const causes = causesIn(result);
  if (causes.length === 0) return [];
  const details = causes.slice(0, most.lines).map((cause) => detailLines(page, result, cause));
  const written = (inFull: number, named: number): readonly string[] =>
    present([
      paint(page, "heading", `${causesTitle(causes)}:`),
      ...causes
        .slice(0, named)
        .flatMap((cause, at) => [titleLine(page, cause, at), ...(at < inFull ? (details[at] ?? []) : [])]),
      named < causes.length && `   and ${count(causes.length - named, "more cause")}`,
    ]);
  let [inFull, named] = [details.length, causes.length];
  const wanted = (): number => (inFull > IN_FULL + 1 ? room - (most.lines - most.wanted) : room);
  while (inFull > IN_FULL && written(inFull, named).length > wanted()) inFull -= 1;
  while (named > IN_FULL && written(inFull, named).length > room) named -= 1;
  return written(inFull, named);
}

const CUT = " [...]";

function titleLine(page: Page, { title, level, requirements }: CauseResult, at: number): string {
  const also = requirements.length === 1 ? "" : `, ${count(requirements.length, "requirement")}`;
  const [before, weight] = [`${at + 1}) `, ` (${level}${also})`];
  const room = page.width - before.length - weight.length;
  // A word stays whole.
  const start = title.slice(0, room - CUT.length).replace(/ \S*$/, "");
  const shown = title.length <= room ? excerpt(title, room) : `${excerpt(start, room)}${CUT}`;
  return paint(page, level === "SHOULD" ? "doubtful" : "bad", `${before}${shown}${weight}`);
}

/** The columns before an example, and the most columns by which a wrapped line is indented. */
const INDENT = 6;

function detailLines(page: Page, result: RunResult, cause: CauseResult): readonly string[] {
  return [
    ...sentence(page, `   ${exampleLine(cause, result, page.width - INDENT)}`, 3),
    ...sentence(page, `   fix: ${shortFix(cause, result)}`, 3),
  ];
}

/** Contracts, the profile in one line, and the places of everything else. */
function after(page: Page, result: RunResult, htmlFile: string | undefined): readonly string[] {
  const [cause] = causesIn(result);
  const more = `More: ${htmlFile === undefined ? "--details" : `${htmlFile}, --details`}`;
  const explained = cause === undefined ? "" : explainCommand(result, cause.requirements[0]);
  // A command is one line, so that it can be copied.
  const joined = sentence(page, present([more, explained !== "" && explained]).join("; "), 3);
  const isOneLine = explained === "" || joined.length === 1;
  return [
    ...shortened(contractLines(page, result), result.requirements.length === 0 ? CONTRACTS_ALONE : most.contracts),
    ...profileLines(page, result),
    ...(isOneLine ? joined : [...sentence(page, more, 3), `   ${explained}`]),
  ];
}

/** The failed interactions. In a run that also has checks, the shipped ones are among the causes. */
function contractLines(page: Page, { contracts, requirements }: RunResult): readonly string[] {
  const isNoCause = ({ requirement }: InteractionResult): boolean =>
    requirement === undefined || requirements.length === 0;
  const failed = contracts.flatMap(({ consumer, interactions }) =>
    interactions.filter((one) => one.status === "failed" && isNoCause(one)).map((one) => ({ ...one, consumer })),
  );
  const sorted = failed.toSorted((one, other) => Number(one.level === "SHOULD") - Number(other.level === "SHOULD"));
  return sorted.flatMap(({ consumer, description, findings: [finding], contradicts = [], remark }) => {
    const said = contradicts.find(({ where }) => where === finding?.where)?.expected;
    const seen = finding === undefined ? "" : `: ${interactionWords(finding)}`;
    const document = said === undefined ? "" : `; the document says ${excerpt(said, 60)}`;
    const more = remark === undefined ? "" : `. ${excerpt(remark, 400)}`;
    return sentence(
      page,
      `Contract of ${excerpt(consumer, 60)}, ${excerpt(description, 80)}${seen}${document}${more}`,
      3,
    );
  });
}

function profileLines(page: Page, { profile }: RunResult): readonly string[] {
  const seen = Object.entries(profile).filter(([, value]) => value !== "none seen");
  const points = seen.map(([id, value]) => `${id} ${excerpt(value, 24)}`);
  if (points.length === 0) return [];
  const line = (many: number): string => {
    const more = points.length - many;
    return `Profile: ${points.slice(0, many).join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
  };
  const many = points.findLastIndex((_point, at) => line(at + 1).length <= page.width) + 1;
  return sentence(page, line(Math.max(many, 1)), 3);
}
