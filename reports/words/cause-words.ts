/** The wording of a cause for all reports: its example in one line, and the failures that it explains. */
import { baseUrlFix } from "../../result/base-url-doubt.ts";
import { count } from "../../result/counts.ts";
import { present } from "../../spec/defined.ts";
import type { CauseResult, Exchange, Finding, RecordedBody, RunResult } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { stackFix } from "./own-fix.ts";
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
  const expected = expectedWords(finding);
  const room = Math.max(34, columns - expected.length - " -> 200 ; ".length);
  if (finding.where === "status") {
    const { response, noAnswer } = shown.exchange;
    const unread = noAnswer?.kind === "not-http" ? ", not readable as HTTP" : ", cut off";
    const whole = `${response?.status}${noAnswer === undefined ? "" : unread}`;
    const status = response === null ? (answerWords(shown.exchange)[0] ?? "no answer") : whole;
    // A second line is better than one without the member that matters.
    return `${requestLine(shown.exchange, room, NEW_PLANT)} -> ${status}; ${expected}`;
  }
  if (finding.where === "header content-type") {
    const type = mediaTypeWords(shown.exchange);
    return `${requestLine(shown.exchange, room - type.length, NEW_PLANT)} -> ${type}; ${expected}`;
  }
  const third = Math.floor(room / 3);
  return `${requestLine(shown.exchange, third, NEW_PLANT)} -> ${answerLine(shown.exchange, room - third)}; ${expected}`;
}

/** How a request differs from an ordinary one, and its body, in about `longest` columns. */
function requestLine({ request }: Exchange, longest: number, most = longest): string {
  const { method, headers, body, framing } = request;
  const value = (name: string): string | undefined => headers.find(([other]) => other.toLowerCase() === name)?.[1];
  const authorization = value("authorization");
  const type = value("content-type");
  const expected = value("expect");
  const isOrdinary = authorization === "Bearer $PLANT_STORE_TOKEN";
  const missing = missingHeaders(request).filter((name) => name !== "Content-Type" || body !== null);
  const remarks = present([
    method !== "POST" && method,
    authorization !== undefined && !isOrdinary && `Authorization: ${excerpt(authorization, 40)}`,
    type !== undefined && type !== "application/json" && `Content-Type: ${excerpt(type, 40)}`,
    framing === "chunked" && "chunked",
    expected !== undefined && `Expect: ${excerpt(expected, 40)}`,
    missing.length > 0 && `without ${missing.join(", ")}`,
  ]);
  const room = Math.max(8, longest - [...remarks, ""].join("; ").length);
  return [...remarks, body === null ? "no body" : bodyLine(body, room, most)].join("; ");
}

/** A finding on one line, with the request at which it was made. */
export function findingAtRequest(finding: Finding, { exchanges }: RunResult): string {
  const exchange = finding.exchange === undefined ? undefined : exchanges[finding.exchange];
  const sent = exchange === undefined ? "" : `; sent ${requestLine(exchange, EVIDENCE)}`;
  return `${findingWords(finding)}${sent}`;
}

/** The columns of a request beside a finding. */
const EVIDENCE = 120;

function mediaTypeWords({ response }: Exchange): string {
  const [, type] = response?.headers.find(([name]) => name.toLowerCase() === "content-type") ?? [];
  return `${response?.status ?? "no answer"} ${type === undefined ? "without Content-Type" : excerpt(type, 40)}`;
}

function answerLine(exchange: Exchange, longest: number): string {
  const { response } = exchange;
  if (response === null) return answerWords(exchange)[0] ?? "no answer";
  return `${response.status} ${response.body.size === 0 ? "with an empty body" : bodyLine(response.body, longest)}`;
}

/** The columns that a NewPlant has where its words are cut short. */
const NEW_PLANT = 60;

const CUT = "[...]";

/** The most characters of a body among which a line looks for what can be left out. */
const MOST_BODY = 4096;

/** How many letters of a word, or of a row of words, stay where a body is too long. */
const SHORTER = [24, 12, 6, 3, 1] as const;

/**
 * A body on one line of about `longest` code points, or else of `most`. Where it is too long, the middle of words is
 * left out first: what is wrong with a body is the name of a member, its type or an odd character, which stay.
 */
export function bodyLine(body: RecordedBody, longest: number, most = longest): string {
  const whole = bodyText(body)
    .trim()
    .replaceAll(/\s*\n\s*/g, " ");
  if (whole === "") return excerpt(JSON.stringify(bodyText(body).slice(0, 20)), longest);
  if (whole.length > MOST_BODY) return bothEnds(whole, longest);
  const cuts = SHORTER.map((letters) => withoutMiddles(whole, letters));
  const fits = (columns: number): string | undefined => [whole, ...cuts].find((one) => one.length <= columns);
  const line = fits(longest) ?? fits(most);
  return line === undefined ? bothEnds(whole, Math.max(longest, most)) : excerpt(line, line.length);
}

function withoutMiddles(text: string, letters: number): string {
  return text.replaceAll(new RegExp(`([\\p{L} ]{${letters}})[\\p{L} ]{${CUT.length + 1},}`, "gu"), `$1${CUT}`);
}

/** The beginning and the end of a long text: the reason to refuse a request may be at its end. */
function bothEnds(text: string, longest: number): string {
  const room = Math.max(8, longest - CUT.length);
  const end = Math.floor(room / 3);
  const last = Array.from(text.slice(-2 * end))
    .slice(-end)
    .join("");
  // A character that cannot be shown has up to ten.
  return `${excerpt(text, room - end)}${excerpt(last, 10 * end)}`;
}

function expectedWords(finding: Finding): string {
  const expected = `expected ${excerpt(spelledOut(finding).expected.replace("any status except 2xx", "no 2xx"), 80)}`;
  if (finding.where === "status" || finding.where === "header content-type") return expected;
  const member = /^\/([\w-]+)$/.exec(finding.where)?.[1];
  if (member !== undefined && finding.expected === "no such member") return `expected no ${member}`;
  return `${whereWords(finding)}: ${expected}`;
}

/** The heading of the causes. Their number stands in it, because the verdict counts requirements. */
export function causesTitle(causes: readonly CauseResult[]): string {
  return `Fix first (${count(causes.length, "cause")})`;
}

/** The fix of a cause: that of the provider's own stack if it is known, and the one for all. */
export function wholeFix(cause: CauseResult, result: RunResult): string {
  const own = stackFix(cause, result);
  return (
    addressFix(cause, result) ??
    (own === undefined ? cause.fix : `On ${own.stack}: ${own.advice} On any stack: ${cause.fix}`)
  );
}

/** The first sentence of a fix: of that of the provider's own stack if it is known. */
export function shortFix(cause: CauseResult, result: RunResult): string {
  const own = stackFix(cause, result);
  const stackWords = own === undefined ? firstSentence(cause.fix) : `on ${own.stack}: ${firstSentence(own.advice)}`;
  return addressFix(cause, result) ?? stackWords;
}

/** The fix where the judged address may be the fault, and no line of the provider. */
function addressFix({ id }: CauseResult, result: RunResult): string | null {
  return id === "operation-exists" ? baseUrlFix(result) : null;
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?= [A-Z`]|$)/s.exec(text)?.[0] ?? text;
}
