/** The wording of a cause for all reports: its example in one line, and the failures that it explains. */
import { present } from "../../result/defined.ts";
import { isOfAnotherDocument } from "../../result/another-document.ts";
import type { CauseResult, Exchange, RecordedBody, RunResult } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { answerWords, bodyText, findingWords, missingHeaders, spelledOut, whereWords } from "./words.ts";

/** The exchange of a cause's example, and its index; null if no single exchange shows the cause. */
export function exampleExchange(
  { example: { finding } }: CauseResult,
  { exchanges }: RunResult,
): { readonly index: number; readonly exchange: Exchange } | null {
  const exchange = finding.exchange === undefined ? undefined : exchanges[finding.exchange];
  return finding.exchange === undefined || exchange === undefined ? null : { index: finding.exchange, exchange };
}

/**
 * The request, the response and the expectation, in one line of about `columns` columns. Of a request, it shows only
 * how it differs from an ordinary one. It shows the body of a response only if the body is wrong.
 */
export function exampleLine(cause: CauseResult, result: RunResult, columns: number): string {
  const { finding } = cause.example;
  const shown = exampleExchange(cause, result);
  if (shown === null) return findingWords(finding);
  const expected = expectedWords(cause);
  const room = Math.max(34, columns - expected.length - " -> 200 ; ".length);
  if (finding.where === "status") {
    const status = shown.exchange.response?.status ?? answerWords(shown.exchange)[0] ?? "no answer";
    const title = titleOfSender(shown.exchange, result);
    const { body } = shown.exchange.request;
    const titled = `${title}: ${status}; ${expected}`;
    const isTitled = titled.length <= columns || isOfAnotherDocument(result);
    if (title !== null && body !== null && !isShort(body, room) && isTitled) return titled;
    return `${sentLine(shown.exchange, room, shownEnds)} -> ${status}; ${expected}`;
  }
  if (finding.where === "header content-type") {
    const type = mediaTypeWords(shown.exchange);
    return `${sentLine(shown.exchange, room - type.length)} -> ${type}; ${expected}`;
  }
  const third = Math.floor(room / 3);
  return `${sentLine(shown.exchange, third)} -> ${answerLine(shown.exchange, room - third)}; ${expected}`;
}

/** The title of the check that sent a request. It names the relevant member, which is hard to find in a long body. */
function titleOfSender({ check: sender }: Exchange, { requirements }: RunResult): string | null {
  const checks = requirements.flatMap(({ checks: own }) => own);
  const title = checks.find(({ id }) => id === sender)?.title;
  return title === undefined ? null : excerpt(title, 200);
}

function sentLine({ request }: Exchange, longest: number, shown = shownBody): string {
  const { method, headers, body, framing } = request;
  const value = (name: string): string | undefined => headers.find(([other]) => other.toLowerCase() === name)?.[1];
  const authorization = value("authorization");
  const type = value("content-type");
  const isOrdinary = authorization === "Bearer $PLANT_STORE_TOKEN";
  const missing = missingHeaders(request).filter((name) => name !== "Content-Type" || body !== null);
  const remarks = present([
    method !== "POST" && method,
    ...(authorization === undefined || isOrdinary ? [] : [`Authorization: ${excerpt(authorization, 40)}`]),
    ...(type === undefined || type === "application/json" ? [] : [`Content-Type: ${excerpt(type, 40)}`]),
    framing === "chunked" && "chunked",
    missing.length > 0 && `without ${missing.join(", ")}`,
  ]);
  const room = Math.max(8, longest - [...remarks, ""].join("; ").length - "[...]".length);
  return [...remarks, body === null ? "no body" : shown(body, room)].join("; ");
}

/** The status and the media type of a response. */
function mediaTypeWords({ response }: Exchange): string {
  const [, type] = response?.headers.find(([name]) => name.toLowerCase() === "content-type") ?? [];
  return `${response?.status ?? "no answer"} ${type === undefined ? "without Content-Type" : excerpt(type, 40)}`;
}

function answerLine(exchange: Exchange, longest: number): string {
  const { response } = exchange;
  if (response === null) return answerWords(exchange)[0] ?? "no answer";
  return `${response.status} ${response.body.size === 0 ? "with an empty body" : shownBody(response.body, longest - "[...]".length)}`;
}

/** A body on one line, without white space between its parts. */
function shownBody(body: RecordedBody, longest: number): string {
  const line = onOneLine(body);
  return excerpt(line, isShort(body, longest) ? line.length : longest);
}

/** Whether a body is shown whole: it is not longer than its beginning with the mark of a cut. */
function isShort(body: RecordedBody, longest: number): boolean {
  return onOneLine(body).length <= longest + "[...]".length;
}

/** A body's beginning and end: the reason to refuse a request may be at its end. */
function shownEnds(body: RecordedBody, longest: number): string {
  const points = Array.from(onOneLine(body));
  if (points.length <= longest + "[...]".length) return excerpt(points.join(""), longest + "[...]".length);
  const end = Math.floor(longest / 3);
  return `${excerpt(points.join(""), longest - end)}${excerpt(points.slice(-end).join(""), end)}`;
}

function onOneLine(body: RecordedBody): string {
  const text = bodyText(body)
    .trim()
    .replaceAll(/\s*\n\s*/g, " ");
  return text === "" ? JSON.stringify(bodyText(body).slice(0, 20)) : text;
}

function expectedWords({ example: { finding } }: CauseResult): string {
  const expected = `expected ${excerpt(spelledOut(finding).expected.replace("any status except 2xx", "no 2xx"), 80)}`;
  if (finding.where === "status" || finding.where === "header content-type") return expected;
  const member = /^\/([\w-]+)$/.exec(finding.where)?.[1];
  if (member !== undefined && finding.expected === "no such member") return `expected no ${member}`;
  return `${whereWords(finding)}: ${expected}`;
}

/** The first sentence of a fix. */
export function shortFix({ fix }: Pick<CauseResult, "fix">): string {
  return /^.*?[.!?](?= [A-Z`]|$)/s.exec(fix)?.[0] ?? fix;
}
