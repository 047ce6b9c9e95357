/** A broken requirement in Markdown: the rule, the request, the response, the difference, the fix, the command. */
import { count } from "../../result/counts.ts";
import { curlCommand } from "../words/curl.ts";
import { type Docs, explainCommand, explainLink } from "../words/explained-at.ts";
import type {
  CheckResult,
  Exchange,
  Finding,
  RecordedBody,
  RequirementResult,
  RunResult,
} from "../../result/result.ts";
import {
  answerWords,
  bodyText,
  findingsAt,
  placeWords,
  remarks,
  shownExchange,
  spelledOut,
  whereWords,
} from "../words/words.ts";
import { code, fenced, prose } from "./encode.ts";

/** How much to show. A report that is too long for its place is rendered again with less. */
export interface Detail {
  /** The most broken requirements to show one by one. */
  readonly failures: number;
  /** The most code points of a body; 0 leaves out the exchange. */
  readonly body: number;
  /** The most warnings, waivers, interactions, rows of the profile and ids, each. */
  readonly items: number;
  /** The page that explains the requirements. */
  readonly docs?: Docs;
}

const mostFindings = 5;

/** Paragraphs about one broken requirement, for a place under a heading. */
export function failureParagraphs(
  result: RunResult,
  requirement: RequirementResult,
  detail: Detail,
): readonly string[] {
  const [first, ...others] = requirement.checks.filter(({ status }) => status === "failed");
  return [
    `${prose(requirement.statement)} _Source: ${requirement.sources.map((place) => prose(placeWords(place))).join(" and ")}._`,
    ...(first === undefined ? ["Seen in a contract, see below."] : checkParagraphs(first, result)),
    ...(others.length === 0 ? [] : [`Also failed: ${idList(others, detail.items)}.`]),
    `**To fix it:** ${prose(requirement.fix)} More: ${code(explainCommand(result, requirement.id))}.`,
    ...(first === undefined || detail.body === 0 ? [] : evidence(result, first, detail)),
  ];
}

/** The id of a requirement, as a link to its explanation if the page is known. */
export function linkedId(id: string, { docs }: Pick<Detail, "docs">): string {
  const link = explainLink(docs, id);
  return link === null ? code(id) : `[${code(id)}](<${link.replaceAll(/[<>\s\\]/g, encodeURIComponent)}>)`;
}

/** The findings of the exchange shown below, and then the findings of other exchanges, each with its exchange. */
function checkParagraphs(check: CheckResult, result: RunResult): readonly string[] {
  const { own, others } = findingsAt(check, shownExchange(check, result)?.index);
  const lines = [
    ...own.map((finding) => `- ${findingLine(finding)}`),
    ...others.map((finding) => `- exchange ${finding.exchange}, ${findingLine(finding)}`),
  ];
  const more = lines.length - mostFindings;
  return [
    [
      `${code(check.id)}: ${prose(check.title)}`,
      ...lines.slice(0, mostFindings),
      ...(more > 0 ? [`- and ${count(more, "more finding")}`] : []),
    ].join("\n"),
  ];
}

/** A finding on one line. For an interaction, `one` and `other` say who expects what and who answered. */
export function findingLine(finding: Finding, one = "expected", other = "seen"): string {
  const { expected, seen } = spelledOut(finding);
  return `at ${code(whereWords(finding))}: ${one} ${code(expected)}, ${other} ${code(seen)}`;
}

/** As many ids of checks as fit. */
export function idList(checks: ReadonlyArray<{ readonly id: string }>, most: number): string {
  const shown = checks.slice(0, most).map(({ id }) => code(id));
  const more = checks.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** The exchange in a collapsed element, whose own lines contain no text of the provider. */
function evidence(result: RunResult, check: CheckResult, { body }: Detail): readonly string[] {
  const shown = shownExchange(check, result);
  if (shown === null) return [];
  const { exchange, index } = shown;
  return [
    "<details><summary>The request, the response, and how to send it again</summary>",
    `Sent: ${code(`${exchange.request.method} ${exchange.request.url}`, 300)}`,
    requestBlock(exchange, body),
    `Received: ${answerWords(exchange)
      .map((words) => code(words))
      .join(", ")}`,
    ...(exchange.response === null ? [] : [bodyBlock(exchange.response.body, body)]),
    ...remarks(exchange).map((remark) => `Note: ${code(remark, 300)}`),
    fenced(curlCommand(exchange.request, index, result.command), { codePoints: 8192 }),
    "</details>",
  ];
}

function requestBlock({ request }: Exchange, codePoints: number): string {
  const headers = request.headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  const body = request.body === null ? "" : `\n\n${bodyText(request.body)}`;
  return fenced(`${headers}${body}`, { codePoints: codePoints + 500, ...sizeOf(request.body) });
}

function bodyBlock(body: RecordedBody, codePoints: number): string {
  return body.size === 0 ? "An empty body." : fenced(bodyText(body), { codePoints, ...sizeOf(body) });
}

function sizeOf(body: RecordedBody | null): { readonly size?: number } {
  return body === null ? {} : { size: body.size };
}
