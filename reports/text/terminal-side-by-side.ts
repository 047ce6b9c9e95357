/**
 * Two answers to one request side by side, with the marks of `diff -y`: `|` differs, `<` and `>` are on one side only.
 */
import { defined, present } from "../../spec/defined.ts";
import type { Exchange, HeaderFields, RecordedResponse } from "../../result/result.ts";
import { count, excerpt, number } from "../../result/safe-text.ts";
import { type Page, breakAnywhere, columnsOf, paint, wrapWords } from "./terminal-lines.ts";
import { bodyText, statusWords } from "../words/result-words.ts";

/** The texts of one line in both columns; null for an empty column. */
interface Pair {
  readonly before: string | null;
  readonly now: string | null;
  /** Not marked, because it is expected to differ, such as a time. */
  readonly isUnmarked?: true;
  /** A sentence of the suite, broken at spaces. Other text may break anywhere. */
  readonly isProse?: true;
}

/** Both answers in two columns, with marks between them where they differ. All text is made safe here. */
export function sideBySide(page: Page, then: Exchange, now: Exchange): readonly string[] {
  return [
    line(page, { before: "then", now: "now", isUnmarked: true }),
    ...pairsOf(page, then, now).flatMap((pair) => laidOut(page, pair)),
  ];
}

/** The parts in which two answers differ, in words; empty if they are the same. Ignores the time and the field Date. */
export function differingParts(then: Exchange, now: Exchange): readonly string[] {
  const [one, other] = [then.response, now.response];
  if (one === null || other === null) return one === other ? [] : ["whether there is an answer"];
  const names = headerPairs(one.headers, other.headers).filter((pair) => !isSame(pair) && pair.isUnmarked !== true);
  const fields = names.map((pair) => `header ${(pair.before ?? pair.now ?? "").split(":")[0]?.toLowerCase() ?? ""}`);
  return present([
    one.status !== other.status && "status",
    ...new Set(then.notKept === true || now.notKept === true ? [] : fields.map((field) => excerpt(field, 80))),
    ...(isSameBody(one, other) ? [] : ["body"]),
  ]);
}

function pairsOf(page: Page, then: Exchange, now: Exchange): readonly Pair[] {
  return [
    { before: statusOf(then), now: statusOf(now), isProse: true },
    { before: timeOf(then), now: timeOf(now), isUnmarked: true, isProse: true },
    ...headerPairs(then.response?.headers ?? [], now.response?.headers ?? []),
    { before: "", now: "", isUnmarked: true },
    ...bodyPairs(bodyLines(page, then), bodyLines(page, now)),
  ];
}

function statusOf({ response, noAnswer }: Exchange): string {
  const fault = excerpt(noAnswer?.detail ?? "unknown cause", 200);
  if (response === null) return `no answer: ${fault}`;
  return noAnswer === undefined
    ? statusWords(response.status)
    : `${statusWords(response.status)}, incomplete: ${fault}`;
}

function timeOf({ timing, truncated }: Exchange): string {
  return `${number(Math.round(timing.totalMs))} ms${truncated ? ", the body cut off at the limit" : ""}`;
}

/** Fields of the same name next to each other, in the order of the first answer; then those only in the second. */
function headerPairs(then: HeaderFields, now: HeaderFields): readonly Pair[] {
  const rest = [...now];
  const matched = then.map(([name, value]): Pair => {
    const at = rest.findIndex(([other]) => other.toLowerCase() === name.toLowerCase());
    const [found] = at < 0 ? [] : rest.splice(at, 1);
    return headerPair([name, value], found);
  });
  return [...matched, ...rest.map((field) => headerPair(undefined, field))];
}

type Field = HeaderFields[number];

function headerPair(then: Field | undefined, now: Field | undefined): Pair {
  const written = (field: Field | undefined): string | null =>
    field === undefined ? null : `${field[0].toLowerCase()}: ${field[1]}`;
  const isDate = then?.[0].toLowerCase() === "date" && now !== undefined;
  return { before: written(then), now: written(now), ...defined({ isUnmarked: isDate || undefined }) };
}

function isSame({ before, now }: Pair): boolean {
  return before === now;
}

function isSameBody({ body: one }: RecordedResponse, { body: other }: RecordedResponse): boolean {
  if (one.size !== other.size) return false;
  return one.sha256 !== undefined && other.sha256 !== undefined
    ? one.sha256 === other.sha256
    : one.encoding === other.encoding && one.content === other.content;
}

function bodyLines({ bodyLimit }: Page, { response, notKept }: Exchange): readonly string[] {
  if (response === null) return [];
  const { body } = response;
  if (notKept === true) return [`[${count(body.size, "byte")}, not kept]`];
  if (body.size === 0) return ["[an empty body]"];
  const points = Array.from(bodyText(body));
  const lines = points.slice(0, bodyLimit.codePoints).join("").split("\n");
  const isWhole = points.length <= bodyLimit.codePoints && lines.length <= bodyLimit.lines && body.sha256 === undefined;
  const shown = lines.slice(0, bodyLimit.lines);
  return isWhole ? shown : [...shown, `[cut here; ${number(body.size)} bytes in all]`];
}

function bodyPairs(then: readonly string[], now: readonly string[]): readonly Pair[] {
  return Array.from({ length: Math.max(then.length, now.length) }, (_, at) => ({
    before: then[at] ?? null,
    now: now[at] ?? null,
  }));
}

/** The lines of one pair, each side wrapped to its column. The whole texts are compared, not their pieces. */
function laidOut(page: Page, pair: Pair): readonly string[] {
  const width = columnWidth(page);
  const pieces = (text: string | null): readonly string[] =>
    text === null
      ? []
      : (pair.isProse === true ? wrapWords(text, width) : [text]).flatMap((part) =>
          breakAnywhere(excerpt(part, page.bodyLimit.codePoints), width),
        );
  const [left, right] = [pieces(pair.before), pieces(pair.now)];
  const differs = !isSame(pair) && pair.isUnmarked !== true;
  return Array.from({ length: Math.max(left.length, right.length) }, (_, at) => {
    const piece: Pair = { before: left[at] ?? null, now: right[at] ?? null };
    // Different texts may look the same after they are made safe or cut. Then the first line is marked anyway.
    const isMarked = differs && (at === 0 || !isSame(piece));
    return line(page, isMarked ? piece : { ...piece, isUnmarked: true });
  });
}

/** Before each line, so that none begins with a provider's words, which a CI system may obey at the start of a line. */
const gutter = "| ";

function columnWidth({ width }: Page): number {
  return Math.floor((width - gutter.length - 3) / 2);
}

function line(page: Page, { before, now, isUnmarked }: Pair): string {
  const mark = isUnmarked === true ? " " : before === null ? ">" : now === null ? "<" : "|";
  const left = before ?? "";
  const padding = " ".repeat(Math.max(0, columnWidth(page) - columnsOf(left)));
  const text = `${gutter}${left}${padding} ${mark} ${now ?? ""}`.trimEnd();
  return isUnmarked === true ? text : paint(page, "doubtful", text);
}
