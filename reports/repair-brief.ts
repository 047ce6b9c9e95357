/**
 * The brief: JSON lines for a program that repairs code. One line per cause, with the minimum that is needed to fix it
 * and the command that checks the fix. `brief.schema.json` describes a line. Empty if nothing failed.
 */
import { defined } from "../spec/defined.ts";
import { causesIn } from "../result/causes/causes-of.ts";
import { ordinaryFields } from "../result/causes/simplest-failure.ts";
import { type CauseResult, type Exchange, fieldOf, type RunResult } from "../result/result.ts";
import { excerpt, safeJson } from "../result/safe-text.ts";
import { bodyLine, exampleExchange, shortFix, wholeFix } from "./words/cause-words.ts";
import { explainCommand, runAgain } from "./words/printed-commands.ts";
import { answerWords, missingHeaders, placeWords, spelledOut } from "./words/result-words.ts";

/**
 * Limits on texts of a provider or request, in code points. A brief that is too long is made again with lower limits.
 */
interface Longest {
  readonly request: number;
  readonly answer: number;
  /** Only the first sentence of a fix. */
  readonly isShortFix?: true;
  /** Without the place in the document, which `explain` shows. */
  readonly noSource?: true;
}

const lengths: readonly [Longest, ...Longest[]] = [
  { request: 240, answer: 120 },
  { request: 140, answer: 60 },
  { request: 40, answer: 16, isShortFix: true },
  { request: 20, answer: 12, isShortFix: true, noSource: true },
];

/** The intended size of a brief in bytes. It is exceeded if the texts cannot be shortened enough. */
const wanted = 8 * 1024;

const longestValue = 120;

/** The lines, each ending with a line feed. */
export function renderBrief(result: RunResult): string {
  const causes = causesIn(result);
  let text = "";
  for (const longest of lengths) {
    text = causes.map((cause) => `${safeJson(JSON.stringify(lineOf(cause, result, longest)))}\n`).join("");
    if (new TextEncoder().encode(text).length <= wanted) break;
  }
  return text;
}

function lineOf(cause: CauseResult, result: RunResult, longest: Longest): object {
  const { id, level, title, requirements, example } = cause;
  const requirement = result.requirements.find((one) => one.id === example.requirement);
  const shown = exampleExchange(cause, result);
  const { expected } = spelledOut(example.finding);
  const [source] = requirement?.sources ?? [];
  const isThere = result.provider.inProcess !== true;
  return {
    cause: id,
    level,
    title,
    requirements,
    ...defined({
      rule: requirement?.statement,
      source: longest.noSource === true || source === undefined ? undefined : placeWords(source),
      request: shown === null ? undefined : requestOf(shown.exchange, longest),
      answer: shown === null ? undefined : answerOf(shown.exchange, longest),
      insecure: result.provider.insecure,
    }),
    where: example.finding.where,
    expected: excerpt(expected, longestValue),
    fix: longest.isShortFix ? shortFix(cause, result) : wholeFix(cause, result),
    command: isThere ? runAgain(result, requirements) : explainCommand(result, requirements[0]),
  };
}

function requestOf({ request }: Exchange, longest: Longest): object {
  const { method, url, headers, framing, body } = request;
  const own = headers.filter(([name, value]) => ordinaryFields.get(name) !== value);
  const without = missingHeaders(request);
  return {
    line: excerpt(`${method} ${new URL(url).pathname}${new URL(url).search}`, longestValue),
    ...defined({
      headers: own.length === 0 ? undefined : own.map(([name, value]) => excerpt(`${name}: ${value}`, longestValue)),
      without: without.length === 0 ? undefined : without,
      framing: framing === "chunked" ? framing : undefined,
    }),
    body: body === null ? null : bodyLine(body, { longest: longest.request }),
  };
}

function answerOf(exchange: Exchange, longest: Longest): object {
  const { response } = exchange;
  if (response === null) return { none: excerpt(answerWords(exchange)[0] ?? "no answer", longestValue) };
  const type = fieldOf(response.headers, "content-type") ?? "";
  return {
    status: response.status,
    ...defined({ contentType: type === "application/json" ? undefined : excerpt(type, longestValue) }),
    body: bodyLine(response.body, { longest: longest.answer }),
  };
}
