/** A failure, in a fixed order: the rule, why, what was sent, what was received, the difference, the fix. */
import { count } from "../../result/counts.ts";
import { curlCommand } from "../words/curl.ts";
import { causesOfStack } from "../words/stack-words.ts";
import { explainedAt } from "../words/explained-at.ts";
import type { CheckResult, Exchange, RecordedBody, RequirementResult, RunResult } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { type Page, command, difference, gutter, paint, row, sentence } from "./page.ts";
import {
  answerWords,
  bodyText,
  findingWords,
  findingsAt,
  missingHeaders,
  placeWords,
  remarks,
  shownExchange,
  shownFinding,
  spelledOut,
  whereWords,
} from "../words/words.ts";

const mostFindings = 5;
const mostOtherChecks = 8;

/** A failed requirement: its rule and fix once, its first failed check in full, the others on one line each. */
export function requirementLines(page: Page, result: RunResult, requirement: RequirementResult): readonly string[] {
  const [first, ...others] = requirement.checks.filter(({ status }) => status === "failed");
  return [
    ...ruleLines(page, requirement),
    ...(first === undefined
      ? row(page, "seen", ["in a contract, see below"])
      : [...checkLines(page, result, first), ...otherLines(page, result, others)]),
    ...fixLines(page, result, requirement),
    ...(first === undefined ? [] : curlLines(page, result, first)),
  ];
}

/** One failed check with its rule, as a separate report. */
export function failureLines(
  page: Page,
  result: RunResult,
  requirement: RequirementResult,
  check: CheckResult,
): readonly string[] {
  return [
    ...ruleLines(page, requirement),
    ...checkLines(page, result, check),
    ...fixLines(page, result, requirement),
    ...curlLines(page, result, check),
  ];
}

/** The fix, and where it is explained; for an open point, the meaning of its value. */
export function fixLines(page: Page, result: RunResult, { id, level, fix }: RequirementResult): readonly string[] {
  const causes = level === "OPEN" ? [] : causesOfStack(result, id);
  return [
    ...row(
      page,
      "fix",
      causes.map((cause) => `${cause.stacks.join("; ")}: ${cause.cause} ${cause.fix}`),
    ),
    ...row(page, level === "OPEN" ? "value" : causes.length === 0 ? "fix" : "", [fix]),
    ...row(page, "more", [explainedAt(result, id, page.docs)]),
  ];
}

function ruleLines(page: Page, requirement: RequirementResult): readonly string[] {
  return [
    ...row(page, "rule", [requirement.statement]),
    ...row(
      page,
      "source",
      requirement.sources.map((place, at) => `${at === 0 ? "" : "and "}${placeWords(place)}`),
    ),
  ];
}

function checkLines(page: Page, result: RunResult, check: CheckResult): readonly string[] {
  const shown = shownExchange(check, result);
  return [
    ...row(page, "check", [check.id, check.title]),
    ...(check.basis === undefined ? [] : row(page, "why", [check.basis])),
    ...(shown === null ? [] : exchangeLines(page, shown.exchange)),
    ...findingsLines(page, check, shown?.index),
    ...evidenceLines(page, check),
  ];
}

/** The request: its request line, the relevant headers, the body. */
export function sentLines(page: Page, exchange: Exchange): readonly string[] {
  const { request } = exchange;
  return [
    ...row(page, "sent", [`${request.method} ${request.url}`, ...headerSentences(exchange)]),
    ...(request.body === null ? row(page, "", ["no body"]) : bodyLines(page, request.body)),
  ];
}

function exchangeLines(page: Page, exchange: Exchange): readonly string[] {
  const { response } = exchange;
  return [
    ...sentLines(page, exchange),
    ...row(page, "received", [answerWords(exchange).join("   ")]),
    ...(response === null ? [] : bodyLines(page, response.body)),
    ...remarks(exchange).flatMap((remark) => row(page, "note", [remark])),
  ];
}

/** The relevant headers: all except those that only identify the client. And the ordinary headers that are missing. */
function headerSentences({ request }: Exchange): readonly string[] {
  const shown = request.headers.filter(([name]) => !/^(?:accept|user-agent)$/i.test(name));
  const missing = missingHeaders(request);
  return [
    ...shown.map(([name, value]) => excerpt(`${name}: ${value}`, 120)),
    ...(request.framing === "chunked" ? ["Transfer-Encoding: chunked"] : []),
    ...(missing.length === 0 ? [] : [`without ${missing.join(", ")}`]),
  ];
}

function bodyLines(page: Page, body: RecordedBody): readonly string[] {
  return body.size === 0 ? row(page, "", ["an empty body"]) : gutter(page, bodyText(body), body.size);
}

/** The findings of the shown exchange, and separately those of other exchanges. */
function findingsLines(page: Page, check: CheckResult, index: number | undefined): readonly string[] {
  const { own, others } = findingsAt(check, index);
  const shown = own.slice(0, mostFindings);
  const elsewhere = others.slice(0, mostFindings);
  const more = own.length - shown.length + others.length - elsewhere.length;
  return [
    ...shown.flatMap((finding) => [
      ...row(page, "at", [whereWords(finding)]),
      ...difference(page, spelledOut(finding)),
    ]),
    ...elsewhere.flatMap((finding, at) =>
      row(page, at === 0 ? "others" : "", [`exchange ${finding.exchange}, ${findingWords(finding)}`]),
    ),
    ...(more === 0 ? [] : row(page, "", [`and ${count(more, "more finding")} in result.json`])),
  ];
}

/** The indices of the exchanges, if there are several. */
function evidenceLines(page: Page, { exchanges }: CheckResult): readonly string[] {
  if (exchanges.length < 2) return [];
  const more = exchanges.length - 6;
  return row(page, "evidence", [
    `exchanges ${exchanges.slice(0, 6).join(", ")}${more > 0 ? ` and ${more} more` : ""} of result.json`,
  ]);
}

function otherLines(page: Page, result: RunResult, others: readonly CheckResult[]): readonly string[] {
  const shown = others.slice(0, mostOtherChecks);
  const more = others.length - shown.length;
  return [
    ...shown.flatMap((check, at) => row(page, at === 0 ? "also" : "", otherSentences(check, result))),
    ...(more === 0 ? [] : row(page, "", [`and ${count(more, "more failed check")} in result.json`])),
  ];
}

function otherSentences(check: CheckResult, result: RunResult): readonly string[] {
  const finding = shownFinding(check, result);
  return finding === undefined ? [check.id] : [check.id, `  ${findingWords(finding)}`];
}

/** The command that sends the shown exchange again. */
export function curlLines(page: Page, result: RunResult, check: CheckResult): readonly string[] {
  const shown = shownExchange(check, result);
  return shown === null ? [] : command(page, "curl", curlCommand(shown.exchange.request, shown.index, result.command));
}

/** The first line of a failure: its number, the id and the level. */
export function headingLines(page: Page, label: string, requirement: RequirementResult): readonly string[] {
  const failed = requirement.checks.filter(({ status }) => status === "failed").length;
  const checks = `${failed} of ${count(requirement.checks.length, "check")} failed`;
  return sentence(page, `${label}${requirement.id}   ${requirement.level}   ${checks}`, 3).map((line) =>
    paint(page, "bad", line),
  );
}
