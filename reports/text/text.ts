/** The terminal report: what is broken comes first and the verdict last, because the last lines stay in sight. */
import { count, number } from "../../result/counts.ts";
import { headingLines, requirementLines } from "./failure.ts";
import { runAgain, withSender } from "../words/rerun-command.ts";
import { isSafeText } from "../../result/safe-text.ts";
import { baseline } from "./comparison.ts";
import { type Page, type TextOptions, command, paint, sentence, textPage } from "./page.ts";
import { contracts, notJudged, otherWaivers, profile, unexpected, waived, warnings } from "./sections.ts";
import { outages } from "./outages.ts";
import { fuzzLines, sentWords } from "./sent.ts";
import { topics } from "./topics.ts";
import type { RunResult } from "../../result/result.ts";
import { headline } from "../words/verdict-line.ts";
import { notices } from "../words/words.ts";

/** Requirements shown in full; the others are only named. */
const mostFailures = 10;

/** The report of a run as lines of text, ending with a line feed. */
export function renderText(result: RunResult, options: TextOptions = {}): string {
  const page = textPage(options);
  const parts = [
    opening(page, result),
    topics(page, result),
    outages(page, result),
    failures(page, result),
    unexpected(page, result),
    warnings(page, result),
    waived(page, result),
    otherWaivers(page, result),
    notJudged(page, result),
    profile(page, result),
    contracts(page, result),
    baseline(page, result),
    closing(page, result),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function opening(page: Page, result: RunResult): readonly string[] {
  const { tool, specification, provider, seed } = result;
  return [
    ...sentence(page, `${tool.name} ${tool.version}   specification ${specification.version}   seed ${seed}`),
    ...sentence(page, provider.baseUrl),
    ...sentence(page, sentWords(result)),
    ...fuzzLines(page, result),
    ...notices(result).flatMap((notice) => sentence(page, notice, 3).map((line) => paint(page, "doubtful", line))),
  ];
}

function failures(page: Page, result: RunResult): readonly string[] {
  const broken = result.requirements.filter(({ level, status }) => level === "MUST" && status === "failed");
  if (broken.length === 0) return [];
  const rest = broken.slice(mostFailures);
  return [
    paint(page, "bad", `MUST BROKEN (${number(broken.length)})`),
    ...broken
      .slice(0, mostFailures)
      .flatMap((requirement, at) => [
        "",
        ...headingLines(page, `${at + 1}) `, requirement),
        ...requirementLines(page, result, requirement),
      ]),
    ...(rest.length === 0 ? [] : ["", ...sentence(page, restWords(rest.map(({ id }) => id)), 3)]),
  ];
}

function restWords(ids: readonly string[]): string {
  return `and ${count(ids.length, "more requirement")}, in result.json: ${ids.join(", ")}`;
}

/** The command that runs only the failed checks again. */
function again(page: Page, result: RunResult): readonly string[] {
  const failed = result.requirements.filter(({ level, status }) => level !== "OPEN" && status === "failed");
  const ids = failed.map(({ id }) => id);
  const senders = failed.flatMap(({ checks }) =>
    checks.filter(({ status }) => status === "failed").flatMap((check) => withSender(check, result)),
  );
  const own = new Set(failed.flatMap(({ checks }) => checks.map(({ id }) => id)));
  const others = senders.filter((check) => !own.has(check));
  const line = runAgain(result, [...ids, ...new Set(others)]);
  if (failed.length === 0 || !isSafeText(line)) return [];
  return [...command(page, "rerun", line), ""];
}

/** How to repeat a request, why, then the verdict, then the exit status. */
function closing(page: Page, result: RunResult): readonly string[] {
  const style = ({ 0: "good", 1: "bad", 3: "doubtful" } as const)[result.exitCode];
  return [
    ...again(page, result),
    ...result.reasons.flatMap((reason) => sentence(page, reason, 3)),
    ...sentence(page, headline(result), 3).map((line) => paint(page, style, line)),
    `exit ${result.exitCode}`,
  ];
}
