/** An explanation for the terminal, in the layout of the text report. */
import { ifAny } from "../../spec/defined.ts";
import { count } from "../../result/counts.ts";
import { type Page, gutter, paint, row, sentence } from "../../reports/text/page.ts";
import { causeFix } from "../../reports/words/own-fix.ts";
import { bodyText, sourceLines } from "../../reports/words/words.ts";
import type { KnownStack } from "../../result/known-stacks.ts";
import type { ProgramFix } from "../../spec/programs.ts";
import type { Cause } from "../../spec/requirements.ts";
import { type Explained, type ExplainedCheck, type ExplainedRequest, metWords } from "./explanation.ts";

/** A requirement: its rule and the reason, how it is judged and fixed, the known faults of stacks, and every check. */
export function requirementText(page: Page, explained: Explained): string {
  const { checks } = explained;
  const short: Page = { ...page, bodyLimit: { codePoints: 240, lines: 3 } };
  return joined([
    [
      ...headLines(page, explained),
      ...ruleLines(page, explained),
      ...metLines(page, explained),
      ...fixLine(page, explained),
    ],
    causeLines(page, explained),
    [
      paint(page, "heading", `WHAT IS SENT (${count(checks.length, "check")})`),
      ...(checks.some(({ requests }) => requests.length > 0)
        ? sentence(page, `   ${shownOf(explained.target)}`, 3)
        : []),
      ...checks.flatMap((check) => ["", ...checkLines(short, check, `/${check.slug}`)]),
    ],
  ]);
}

export interface OwnFix {
  readonly stack: KnownStack;
  readonly causes: readonly Cause[];
  /** The text of its whole program, if there is one, and the fix in it. */
  readonly program?: string;
  readonly fix?: ProgramFix;
}

const WHOLE_PROGRAM = "THE WHOLE PROGRAM, with the imports and helpers of these lines";

/** A requirement on one stack: what the stack gets wrong, and the fix, with the whole program if there is one. */
export function stackText(page: Page, explained: Explained, { stack, causes, fix, program }: OwnFix): string {
  return joined([
    [...headLines(page, explained), ...ruleLines(page, explained)],
    [
      paint(page, "heading", stack.family.toUpperCase()),
      ...causes.flatMap(({ stacks, cause, fix: own }) => [
        ...row(page, "cause", [causes.length === 1 ? cause : `${stacks.join("; ")}: ${cause}`]),
        ...ifAny(own, (text) => row(page, "fix", [text])),
      ]),
      ...(fix === undefined ? fixLine(page, explained) : row(page, "fix", [fix.advice])),
    ],
    // It is pasted, so it stands as it is.
    fix === undefined ? [] : [fix.code],
    ...(fix === undefined || program === undefined ? [] : [[paint(page, "heading", WHOLE_PROGRAM)], [program.trim()]]),
  ]);
}

/** One check with its requirement. */
export function checkText(page: Page, explained: Explained, check: ExplainedCheck): string {
  return joined([
    [...headLines(page, explained), ...ruleLines(page, explained)],
    [...checkLines(page, check, check.id), ...metLines(page, explained), ...fixLine(page, explained)],
    sentence(
      page,
      `explain ${explained.requirement.id} shows ${explained.explanation.causes.length === 0 ? "" : "what common stacks get wrong, and "}the other checks.`,
    ),
  ]);
}

const shownOf = (target: string): string =>
  `Each request is ${target} with the header fields of an ordinary request, except where shown. Each run uses new ids and names.`;

function headLines(page: Page, { requirement: { id, level, topic } }: Explained): readonly string[] {
  return [paint(page, "heading", `${id}   ${level}   ${topic}`)];
}

function ruleLines(page: Page, { requirement, explanation, notApplicable }: Explained): readonly string[] {
  return [
    ...row(page, requirement.level === "OPEN" ? "asked" : "rule", [requirement.statement]),
    ...row(page, "source", sourceLines(requirement.sources)),
    ...(explanation.why === "" ? [] : row(page, "client", [explanation.why])),
    ...ifAny(notApplicable, (given) => row(page, "asked", [`not of this document: ${given}`])),
  ];
}

function metLines(page: Page, explained: Explained): readonly string[] {
  return row(page, "met", metWords(explained));
}

function fixLine(page: Page, { requirement: { level, fix } }: Explained): readonly string[] {
  return row(page, level === "OPEN" ? "value" : "fix", [fix]);
}

function causeLines(page: Page, { requirement: { id }, explanation: { causes } }: Explained): readonly string[] {
  if (causes.length === 0) return [];
  return [
    paint(page, "heading", "COMMON CAUSES, by stack"),
    ...causes.flatMap((cause) => [
      "",
      ...sentence(page, `   ${cause.stacks.join("; ")}`, 3),
      ...row(page, "cause", [cause.cause]),
      ...row(page, "fix", [causeFix(cause, id)]),
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
    ...(more === 0 ? [] : row(page, "", [`and ${count(more, "more request")} like these`])),
  ];
}

/** Why a check has no request to show. */
export function nothingSent({ reads, drawn }: ExplainedCheck): string {
  if (drawn === true)
    return "cases that `check --fuzz N` draws from the schema; the report shows the smallest request that fails";
  return reads === undefined
    ? "no request of its own; it judges the exchanges of other checks"
    : `no request of its own; it judges the exchanges of ${reads}`;
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
