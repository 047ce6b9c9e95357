/** The wording of a cause for all reports: its example in one line, and the failures that it explains. */
import { baseUrlFix } from "../../result/base-url-doubt.ts";
import { faultConditions } from "../../result/causes/fault-conditions.ts";
import { isNotHttp } from "../../result/causes/found-failures.ts";
import { ordinaryFields } from "../../result/causes/simplest-failure.ts";
import { present } from "../../spec/defined.ts";
import {
  type CauseResult,
  type Exchange,
  fieldOf,
  type Finding,
  isSuccess,
  type RecordedBody,
  type RunResult,
} from "../../result/result.ts";
import { count, excerpt } from "../../result/safe-text.ts";
import { stackFix } from "./stack-fix.ts";
import {
  answerWords,
  bodyText,
  findingWords,
  missingHeaders,
  sendingWords,
  spelledOut,
  whereWords,
} from "./result-words.ts";

/** The exchange of a cause's example, and its index; null if no single exchange shows the cause. */
export function exampleExchange(
  { example: { finding } }: CauseResult,
  { exchanges }: RunResult,
): { readonly index: number; readonly exchange: Exchange } | null {
  const exchange = finding.exchange === undefined ? undefined : exchanges[finding.exchange];
  return finding.exchange === undefined || exchange === undefined ? null : { index: finding.exchange, exchange };
}

/**
 * The request, the response and the expectation, in one line of about `columns` columns, and when the fault shows, if not
 * always. Of a request, it shows only how it differs from an ordinary one. It shows the body of a response only if the body
 * is wrong.
 */
export function exampleLine(cause: CauseResult, result: RunResult, columns: number): string {
  return `${shownLine(cause, result, columns)}${conditionWords(cause, result)}`;
}

/** When the fault of a cause shows, if not always and if the line does not say it. */
function conditionWords(cause: CauseResult, result: RunResult): string {
  if (/ to requests with /.test(besideAnswer(cause.example.finding))) return "";
  const { ways, among } = faultConditions(cause, result);
  if (ways.length > 0) return `; seen only with ${ways.map((way) => excerpt(way, 60)).join(" and ")}`;
  return among === undefined ? "" : `; seen in ${among.faulty} of ${among.all} answers`;
}

function shownLine(cause: CauseResult, result: RunResult, columns: number): string {
  const { finding } = cause.example;
  const shown = exampleExchange(cause, result);
  if (shown === null) return findingWords(finding);
  const expected = expectedWords(finding);
  const room = Math.max(34, columns - expected.length - " -> 200 ; ".length);
  if (finding.where === "status") {
    const { response, noAnswer } = shown.exchange;
    const unread = isNotHttp(shown.exchange) ? ", not readable as HTTP" : ", cut off";
    const whole = `${response?.status}${noAnswer === undefined ? "" : unread}`;
    const status = response === null ? (answerWords(shown.exchange)[0] ?? "no answer") : whole;
    // A second line is better than one without the member that matters.
    return `${sentLine(shown, result, room)} -> ${status}${excerpt(besideAnswer(finding), 80)}; ${expected}`;
  }
  if (finding.where === "header content-type") {
    const type = mediaTypeWords(shown.exchange);
    return `${sentLine(shown, result, room - type.length)} -> ${type}; ${expected}`;
  }
  const third = Math.floor(room / 3);
  const answer = answerLine(shown.exchange, room - third, finding.seen);
  return `${sentLine(shown, result, third)} -> ${answer}; ${expected}`;
}

/**
 * What a finding says beside the answer: what the requests have in common, how many of how many there are, or the answer to
 * the same request in the ordinary way.
 */
function besideAnswer({ seen }: Finding): string {
  const plainly = /^\d{3}\b.*, and (\d{3})\b.* when it was written and sent in the ordinary way$/s.exec(seen)?.[1];
  if (plainly !== undefined) return `, but ${plainly} if it is sent in the ordinary way`;
  return /^\d{3}\b.*?((?: each time)? to requests with .*|, and so \d+ of \d+ .*)$/.exec(seen)?.[1] ?? "";
}

type Shown = NonNullable<ReturnType<typeof exampleExchange>>;

/** The request of an example. Where its id is that of an earlier plant, this may be all that is wrong with it. */
function sentLine({ index, exchange }: Shown, { exchanges }: RunResult, room: number): string {
  const id = idIn(exchange);
  const isTaken = id !== undefined && exchanges.slice(0, index).some((one) => isSuccess(one) && idIn(one) === id);
  const remark = isTaken ? "an id sent before; " : "";
  const limits = { longest: room - remark.length, most: NEW_PLANT, isUsual: usualIn(exchanges) };
  return `${remark}${requestLine(exchange, limits)}`;
}

/** Whether a name of a member is usual in a run: a tenth of its requests have it. */
function usualIn(exchanges: readonly Exchange[]): (name: string) => boolean {
  return (name) => {
    const own = exchanges.filter(({ request }) => request.body?.content.includes(JSON.stringify(name)) === true);
    return 10 * own.length >= exchanges.length;
  };
}

function idIn({ request }: Exchange): string | undefined {
  return /"id"\s*:\s*(\d+)\s*[,}]/.exec(request.body?.content ?? "")?.[1];
}

/** How a request differs from an ordinary one, and its body, in about `longest` columns. */
function requestLine({ request }: Exchange, limits: LineLimits): string {
  const { longest, most = longest } = limits;
  const { method, url, headers, body } = request;
  const [, query] = /\?(.*)$/s.exec(url) ?? [];
  const fields = headers.filter(([name, value]) => ordinaryFields.get(name) !== value);
  const missing = missingHeaders(request).filter((name) => name !== "Content-Type" || body !== null);
  const remarks = present([
    method !== "POST" && method,
    query !== undefined && `?${excerpt(query, 40)}`,
    ...fields.map(([name, value]) => `${excerpt(name, 40)}: ${excerpt(value, 40)}`),
    ...sendingWords(request),
    missing.length > 0 && `without ${missing.join(", ")}`,
  ]);
  const room = Math.max(8, longest - [...remarks, ""].join("; ").length);
  return [...remarks, body === null ? "no body" : bodyLine(body, { ...limits, longest: room, most })].join("; ");
}

/** A finding on one line, with the request at which it was made. */
export function findingAtRequest(finding: Finding, { exchanges }: RunResult): string {
  const exchange = finding.exchange === undefined ? undefined : exchanges[finding.exchange];
  const sent =
    exchange === undefined ? "" : `; sent ${requestLine(exchange, { longest: EVIDENCE, isUsual: usualIn(exchanges) })}`;
  return `${findingWords(finding)}${sent}`;
}

/** The columns of a request beside a finding. */
const EVIDENCE = 120;

function mediaTypeWords({ response }: Exchange): string {
  const type = fieldOf(response?.headers ?? [], "content-type");
  return `${response?.status ?? "no answer"} ${type === undefined ? "without Content-Type" : excerpt(type, 40)}`;
}

function answerLine(exchange: Exchange, longest: number, seen: string): string {
  const { response } = exchange;
  if (response === null) return answerWords(exchange)[0] ?? "no answer";
  const body = response.body.size === 0 ? "with an empty body" : bodyLine(response.body, { longest, seen });
  return `${response.status} ${body}`;
}

/** The columns that a NewPlant has where its words are cut short. */
const NEW_PLANT = 60;

const CUT = "[...]";

/** The most characters of a body among which a line looks for what can be left out. */
const MOST_BODY = 4096;

/** How many letters of a word, or of a row of words, stay where a body is too long. */
const SHORTER = [24, 12, 6, 3, 1] as const;

/** How long a line may be, in code points. */
interface LineLimits {
  readonly longest: number;
  /** Its length where less is not enough; `longest` by default. */
  readonly most?: number;
  /** What was found in the text, which stays. */
  readonly seen?: string;
  /** Whether a request may well have a member of this name. What is wrong with a request is then in another one, if any is. */
  readonly isUsual?: (name: string) => boolean;
}

/**
 * A body on one line. Where it is too long, the middle of words is left out first: what is wrong with a body is the name of
 * a member, its type or an odd character, which stay.
 */
export function bodyLine(body: RecordedBody, { longest, most = longest, seen = "", isUsual }: LineLimits): string {
  const whole = bodyText(body)
    .trim()
    .replaceAll(/\s*\n\s*/g, " ");
  if (whole === "") return excerpt(JSON.stringify(bodyText(body).slice(0, 20)), longest);
  if (whole.length > MOST_BODY) return bothEnds(whole, longest, seen);
  const fits = (text: string, columns: number): string | undefined =>
    [text, ...SHORTER.map((letters) => withoutMiddles(text, letters))].find((one) => one.length <= columns);
  const all = Math.max(longest, most);
  const odd = isUsual === undefined ? undefined : oddMembers(whole, isUsual);
  const line = fits(whole, longest) ?? fits(whole, all) ?? (odd === undefined ? undefined : fits(odd, all));
  return line === undefined ? bothEnds(odd ?? whole, all, seen) : excerpt(line, line.length);
}

/** A member of an object without objects and arrays in it: its name and its value, as they are written. */
const MEMBER = /("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|[^\s,}]+)/g;

/**
 * An object with each row of ordinary members cut out; undefined if that leaves nothing, or leaves everything, and for text
 * that is no object of scalars. A member is ordinary if its name is a usual one and stands there once, and its value is text
 * of letters or a whole number above 0 that a double holds. Escapes in a name are read, and stay as they are written.
 */
function oddMembers(text: string, isUsual: (name: string) => boolean): string | undefined {
  if (!isFlatObject(text)) return undefined;
  const members = Array.from(text.matchAll(MEMBER), ([written, name = "", value = ""]) => {
    return { written, name: String(JSON.parse(name)), value };
  });
  const isOrdinary = ({ name, value }: (typeof members)[number]): boolean =>
    isUsual(name) &&
    members.filter((one) => one.name === name).length === 1 &&
    (/^"[\p{L} ]*"$/u.test(value) || (/^[1-9]\d{0,15}$/.test(value) && Number.isSafeInteger(Number(value))));
  const parts = members.map((member) => (isOrdinary(member) ? CUT : member.written));
  if (!parts.includes(CUT) || parts.every((part) => part === CUT)) return undefined;
  return `{${parts.filter((part, at) => part !== CUT || parts[at - 1] !== CUT).join(", ")}}`;
}

function isFlatObject(text: string): boolean {
  try {
    const value: unknown = text.startsWith("{") ? JSON.parse(text) : null;
    return value !== null && Object.values(Object(value)).every((one) => typeof one !== "object" || one === null);
  } catch {
    return false;
  }
}

/** An escape stays whole: its letters are no word. */
function withoutMiddles(text: string, letters: number): string {
  const words = new RegExp(`\\\\u[0-9a-f]{4}|([\\p{L} ]{${letters}})[\\p{L} ]{${CUT.length + 1},}`, "giu");
  return text.replaceAll(words, (found, start?: string) => (start === undefined ? found : `${start}${CUT}`));
}

/** A value that was seen and is no longer than this stays in a line. */
const MOST_SEEN = 40;

/**
 * The beginning and the end of a long text: the reason to refuse a request may be at its end. The beginning has what was
 * seen, or the first escape, if it is not far behind.
 */
function bothEnds(text: string, longest: number, seen: string): string {
  const room = Math.max(8, longest - CUT.length);
  const end = Math.floor(room / 3);
  const [mark = ""] = seen === "" || seen.length > MOST_SEEN ? (/\\u[0-9a-f]{4}/i.exec(text) ?? []) : [seen];
  const until = mark === "" || !text.includes(mark) ? 0 : text.indexOf(mark) + mark.length;
  const last = Array.from(text.slice(-2 * end))
    .slice(-end)
    .join("");
  // A character that cannot be shown has up to ten.
  const start = until <= room - end + MOST_SEEN ? Math.max(room - end, until) : room - end;
  return `${excerpt(text, start)}${excerpt(last, 10 * end)}`;
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
  const known = own === undefined ? cause.fix : `On ${own.stack}: ${own.advice} On any stack: ${cause.fix}`;
  return addressFix(cause, result) ?? known;
}

/** The first sentence of a fix: of that of the provider's own stack if it is known. */
export function shortFix(cause: CauseResult, result: RunResult): string {
  const own = stackFix(cause, result);
  const stackWords = own === undefined ? firstSentence(cause.fix) : `on ${own.stack}: ${firstSentence(own.advice)}`;
  return addressFix(cause, result) ?? stackWords;
}

/** The fix of a cause or a requirement where the judged address may be the fault, and no line of the provider. */
export function addressFix({ id }: Pick<CauseResult, "id">, result: RunResult): string | null {
  return id === "operation-exists" ? baseUrlFix(result) : null;
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?= [A-Z`]|$)/s.exec(text)?.[0] ?? text;
}
