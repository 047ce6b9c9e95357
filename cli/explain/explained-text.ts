/** An explanation in the terminal, laid out as the text report is. */
import { count } from "../../result/counts.ts";
import { type Page, gutter, paint, row, sentence } from "../../reports/text/page.ts";
import { bodyText, placeWords } from "../../reports/words/words.ts";
import type { Cause } from "../../spec/explanations.ts";
import { type Explained, type ExplainedCheck, type ExplainedRequest, metWords } from "./explained.ts";

/** A requirement: its rule and why it matters, how it is judged and mended, what stacks get wrong, and every check. */
export function requirementText(page: Page, explained: Explained): string {
  const { explanation, checks } = explained;
  const short: Page = { ...page, bodyLimit: { codePoints: 240, lines: 3 } };
  return joined([
    [
      ...headLines(page, explained),
      ...ruleLines(page, explained),
      ...metLines(page, explained),
      ...mendLine(page, explained),
    ],
    causeLines(page, explanation.causes),
    [
      paint(page, "heading", `WHAT IS SENT (${count(checks.length, "check")})`),
      ...(checks.some(({ requests }) => requests.length > 0) ? sentence(page, `   ${SHOWN}`, 3) : []),
      ...checks.flatMap((check) => ["", ...checkLines(short, check, `/${check.slug}`)]),
    ],
  ]);
}

/** One check with the requirement that it is for. */
export function checkText(page: Page, explained: Explained, check: ExplainedCheck): string {
  return joined([
    [...headLines(page, explained), ...ruleLines(page, explained)],
    [...checkLines(page, check, check.id), ...metLines(page, explained), ...mendLine(page, explained)],
    sentence(
      page,
      `explain ${explained.requirement.id} says what common stacks get wrong, and shows its other checks.`,
    ),
  ]);
}

const SHOWN =
  "Each is POST {base_url}/plants with the headers of an ordinary request, but for what is shown. Ids and names are drawn anew for a run.";

function headLines(page: Page, { requirement: { id, level, topic } }: Explained): readonly string[] {
  return [paint(page, "heading", `${id}   ${level}   ${topic}`)];
}

function ruleLines(page: Page, { requirement, explanation }: Explained): readonly string[] {
  return [
    ...row(page, requirement.level === "OPEN" ? "asked" : "rule", [requirement.statement]),
    ...row(
      page,
      "rests",
      requirement.rests.map((place, at) => `${at === 0 ? "on" : "and"} ${placeWords(place)}`),
    ),
    ...row(page, "client", [explanation.why]),
  ];
}

function metLines(page: Page, explained: Explained): readonly string[] {
  return row(page, "met", metWords(explained));
}

function mendLine(page: Page, { requirement: { level, mend } }: Explained): readonly string[] {
  return row(page, level === "OPEN" ? "value" : "mend", [mend]);
}

function causeLines(page: Page, causes: readonly Cause[]): readonly string[] {
  if (causes.length === 0) return [];
  return [
    paint(page, "heading", "COMMON CAUSES, as stacks come"),
    ...causes.flatMap(({ stacks, cause, mend }) => [
      "",
      ...sentence(page, `   ${stacks.join("; ")}`, 3),
      ...row(page, "cause", [cause]),
      ...row(page, "mend", [mend]),
    ]),
  ];
}

function checkLines(page: Page, check: ExplainedCheck, name: string): readonly string[] {
  const { title, basis, requests, more } = check;
  const isWhole = name === check.id;
  return [
    ...row(page, "check", isWhole ? [name, title] : [`${name}   ${title}`]),
    ...(isWhole && basis !== undefined ? row(page, "why", [basis]) : []),
    ...requests.flatMap((request) => requestLines(page, request)),
    ...(requests.length === 0 ? row(page, "sent", [nothingSent(check)]) : []),
    ...(more === 0 ? [] : row(page, "", [`and ${count(more, "request")} more like these`])),
  ];
}

/** Why a check has no request to show. */
export function nothingSent({ reads, drawn }: ExplainedCheck): string {
  if (drawn === true) return "cases drawn from the schema by `check --fuzz N`; what fails is shrunk and in the report";
  return reads === undefined
    ? "nothing of its own; it is asked of what the run sends for other checks"
    : `nothing of its own; it looks at what ${reads} sent`;
}

function requestLines(page: Page, { request: { method, url, body }, differs }: ExplainedRequest): readonly string[] {
  return [
    ...row(page, "sent", [`${method} ${url}`, ...differs]),
    ...(body === null
      ? row(page, "", ["no body"])
      : body.size === 0
        ? row(page, "", ["an empty body"])
        : gutter(page, bodyText(body), body.size)),
  ];
}

function joined(parts: readonly (readonly string[])[]): string {
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}
