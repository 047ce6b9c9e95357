/** `explain`: one requirement or check: what it asks, its source, what is sent, and how to fix a provider. */
import { type Page, gutter, paint, row, sentence } from "../../reports/text/terminal-lines.ts";
import { causeFix } from "../../reports/words/stack-fix.ts";
import { bodyText, sourceLines } from "../../reports/words/result-words.ts";
import { count } from "../../result/safe-text.ts";
import { type ListedStack, isCauseOf } from "../../result/recognised-stacks.ts";
import { nearName } from "../../result/near-name.ts";
import { defined, ifAny } from "../../spec/defined.ts";
import { type ProgramFix, programFixes, programText, programToPaste } from "../../spec/stack-programs.ts";
import type { Cause } from "../../spec/requirements.ts";
import { consumerRules } from "../../traffic/recorded-client.ts";
import { type Io, UsageError, wantsColour } from "../io.ts";
import { givenDocument } from "../options/document-options.ts";
import { givenStack } from "../options/judging-options.ts";
import type { OptionsOf } from "../options/option-table.ts";
import {
  type Explained,
  type ExplainedCheck,
  type ExplainedRequest,
  explainAll,
  metWords,
} from "./explained-requirements.ts";

/** Runs `explain`. @throws {UsageError} if the id is missing, or names neither a requirement nor a check */
export async function explain(id: string | undefined, options: OptionsOf<"explain">, io: Io): Promise<number> {
  const stack = options.stack === undefined ? undefined : await givenStack(options.stack);
  if (id === undefined) {
    if (stack?.program === undefined) throw new UsageError(noId(stack));
    io.out(programToPaste(stack.program));
    return 0;
  }
  const given = await givenDocument(options);
  if (given.document !== undefined && stack !== undefined) {
    throw new UsageError("--stack has no effect with --document: what stacks get wrong is known of the one that ships");
  }
  const { requirements } = await explainAll(given.operation);
  const { explained, check } = find(id, requirements);
  const own = stack && ownOf(stack, explained);
  if (options.json) {
    const { requirement, explanation, checks, notApplicable } = explained;
    const value = {
      ...requirement,
      ...explanation,
      ...defined({ notApplicable, causes: own?.causes, program: own?.fix && { file: stack?.program, ...own.fix } }),
      checks: (check === null ? checks : [check]).map(asJson),
    };
    io.out(`${JSON.stringify(value, null, 2)}\n`);
    return 0;
  }
  const page = {
    width: Math.min(120, Math.max(60, io.columns ?? 80)),
    colour: wantsColour(io),
    bodyLimit: { codePoints: 4096, lines: 60 },
  };
  if (own !== undefined) io.out(stackText(page, explained, own));
  else io.out(check === null ? requirementText(page, explained) : checkText(page, explained, check));
  return 0;
}

function noId(stack: ListedStack | undefined): string {
  const needed =
    "explain needs the id of a requirement or a check, such as refuses-missing-member; `list` shows them all";
  return stack === undefined ? needed : `${needed}. There is no whole program for ${stack.family}`;
}

function ownOf(stack: ListedStack, { requirement, explanation }: Explained): OwnFix {
  const { program: file } = stack;
  const program = file === undefined ? undefined : programToPaste(file);
  const fix = file === undefined ? undefined : programFixes(programText(file)).get(requirement.id);
  const causes = explanation.causes.filter(({ stacks }) => isCauseOf(stack, stacks));
  return { stack, causes, ...defined({ program, fix }) };
}

interface Found {
  readonly explained: Explained;
  readonly check: ExplainedCheck | null;
}

function find(id: string, requirements: readonly Explained[]): Found {
  for (const explained of requirements) {
    if (explained.requirement.id === id) return { explained, check: null };
    const check = explained.checks.find((one) => one.id === id);
    if (check !== undefined) return { explained, check };
  }
  const rule = consumerRules.find((one) => one.id === id);
  if (rule !== undefined) {
    throw new UsageError(`${id} is a rule for clients, which \`judge-traffic\` judges: ${rule.statement} ${rule.fix}`);
  }
  throw new UsageError(
    `${JSON.stringify(id)} is the id of no requirement and of no check; ${hintFor(id, requirements)}`,
  );
}

const MOST_NEAR = 5;

/** A hint for an unknown id: similar ids, ids with the same words, or the checks of a known requirement. */
function hintFor(id: string, requirements: readonly Explained[]): string {
  const known = requirements.find(({ requirement }) => id.startsWith(`${requirement.id}/`));
  const near = nearIds(id, requirements);
  if (near.length > 0) return `did you mean ${near.join(", ")}?`;
  return known === undefined ? "`list` shows them all" : `\`explain ${known.requirement.id}\` shows those that it has`;
}

function nearIds(id: string, requirements: readonly Explained[]): readonly string[] {
  const ids = requirements.flatMap(({ requirement, checks }) => [requirement.id, ...checks.map((check) => check.id)]);
  const nearest = nearName(id, ids);
  if (nearest !== null) return [nearest];
  const words = id
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2);
  if (words.length === 0) return [];
  const holding = requirements
    .map(({ requirement }) => requirement.id)
    .filter((one) => words.every((word) => one.includes(word)));
  const checks = ids.filter((one) => one.includes("/") && words.every((word) => one.includes(word)));
  return [...holding, ...checks].slice(0, MOST_NEAR);
}

function asJson({ id, title, basis, reads, requests, more }: ExplainedCheck): unknown {
  return { id, title, basis, reads, requests: requests.map(({ request }) => request), more };
}

// An explanation for the terminal, in the layout of the text report.

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

interface OwnFix {
  readonly stack: ListedStack;
  readonly causes: readonly Cause[];
  /** The text of its whole program, if there is one, and the fix in it. */
  readonly program?: string;
  readonly fix?: ProgramFix;
}

const WHOLE_PROGRAM = "THE WHOLE PROGRAM, with the imports and helpers of these lines";

/** A requirement on one stack: what the stack gets wrong, and the fix, with the whole program if there is one. */
function stackText(page: Page, explained: Explained, { stack, causes, fix, program }: OwnFix): string {
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
