/** `docs/requirements.md` of the package and the site: the whole catalogue explained, as GitHub-flavoured Markdown. */
import { writeFileSync } from "node:fs";
import { count } from "../../result/safe-text.ts";
import { code, fenced, prose as encoded } from "../../reports/markdown/markdown.ts";
import { causeFix } from "../../reports/words/stack-fix.ts";
import { bodyText, placeWords } from "../../reports/words/result-words.ts";
import type { Cause } from "../../spec/requirements.ts";
import {
  type Catalogue,
  type Explained,
  type ExplainedCheck,
  type ExplainedRequest,
  explainAll,
  metWords,
} from "./explained-requirements.ts";
import { nothingSent } from "./explain.ts";

/** The anchor of a check on the page. The anchor of a requirement is its id, which is its heading. */
export function checkAnchor(id: string): string {
  return id.replace("/", "--");
}

/**
 * Writes the page of the shipped document. The build calls this.
 * @public
 */
export async function writePage(file: string): Promise<void> {
  writeFileSync(file, requirementsPage(await explainAll()));
}

/** The page as Markdown. */
export function requirementsPage({ requirements, ordinary }: Catalogue): string {
  const topics = [...new Set(requirements.map(({ requirement }) => requirement.topic))];
  return `${[
    "# Requirements",
    INTRODUCTION,
    index(topics, requirements),
    HOW,
    "The ordinary request. Every other request differs from it in one thing:",
    fenced(
      `${requestLine({ request: ordinary, differs: [] })}\n${headerText(ordinary.headers)}\n\n${ordinary.body === null ? "" : bodyText(ordinary.body)}`,
      { codePoints: 2000 },
    ),
    ...topics.flatMap((topic) => [
      `## Topic ${topic}`,
      ...requirements.filter(({ requirement }) => requirement.topic === topic).flatMap(section),
    ]),
  ].join("\n\n")}\n`;
}

const INTRODUCTION = [
  "Every requirement of the catalogue: its rule and its source, why it matters to a client, what is sent, what counts as",
  "met, what common stacks get wrong as they come, and how to fix a provider. `plant-store-conformance explain <id>` says",
  "the same in a terminal. An id is permanent, and so is its anchor: `#refuses-missing-member` for a requirement,",
  "`#refuses-missing-member--missing-id` for one of its checks.",
  "",
  "Generated from `spec/requirements/` and the checks themselves: `npm run requirements` writes",
  "it again.",
].join("\n");

const HOW = [
  "A broken **MUST** makes a provider non-conformant. A **SHOULD** that is not met is a warning, and with `--strict`",
  "fails the run. An **OPEN** point is what the document leaves open. It is observed and never judged.",
  "",
  "The ids and names below come from a fixed seed; each run draws its own. For each check, the page shows what it sends to a",
  "provider that accepts everything.",
  "",
  "The common causes were seen in the answers of stacks built as their documentation leads to; `docs/stacks.md` has each",
  "stack whole, and `proof/real/` the programs, as they come and fixed.",
].join("\n");

function index(topics: readonly string[], requirements: readonly Explained[]): string {
  const cell = (topic: string, level: string): string =>
    requirements
      .filter(({ requirement }) => requirement.topic === topic && requirement.level === level)
      .map(({ requirement: { id } }) => `[${id}](#${id})`)
      .join("<br>");
  return [
    "| topic | MUST | SHOULD | OPEN |",
    "| --- | --- | --- | --- |",
    ...topics.map(
      (topic) => `| ${[topic, ...["MUST", "SHOULD", "OPEN"].map((level) => cell(topic, level))].join(" | ")} |`,
    ),
  ].join("\n");
}

function section(explained: Explained): readonly string[] {
  const { requirement, explanation, checks } = explained;
  const { id, level, statement, sources, fix } = requirement;
  return [
    `### ${id}`,
    `**${level}.** ${prose(statement)} _Source: ${sources.map((place) => prose(placeWords(place))).join(" and ")}._`,
    `**Why it matters to a client.** ${prose(explanation.why)}`,
    `**What counts as met.** ${metWords(explained)
      .map((words) => prose(words))
      .join(" ")}`,
    `**${level === "OPEN" ? "What its value means" : "How to fix it"}.** ${prose(fix)}`,
    ...(explanation.causes.length === 0 ? [] : ["**Common causes, by stack.**", causes(explanation.causes, id)]),
    `**What is sent.** ${count(checks.length, "check")}:`,
    ...checks.map((check) => checkItem(check)),
  ];
}

function causes(list: readonly Cause[], id: string): string {
  return list
    .map(
      (cause) =>
        `- _${cause.stacks.map((stack) => prose(stack)).join("; ")}_: ${prose(cause.cause)} Fix: ${prose(causeFix(cause, id))}`,
    )
    .join("\n");
}

function checkItem(check: ExplainedCheck): string {
  const { id, slug, title, basis, requests, more } = check;
  const why = basis === undefined ? "" : ` Why: ${prose(basis)}.`;
  return [
    `- <a id="${checkAnchor(id)}"></a>${code(slug)}: ${prose(title)}.${why}${requests.length === 0 ? ` Sent: ${prose(nothingSent(check))}.` : ""}`,
    ...requests.map((request) => indented(requestBlock(request))),
    ...(more === 0 ? [] : [`  and ${count(more, "more request")} like these.`]),
  ].join("\n\n");
}

function requestBlock(explained: ExplainedRequest): string {
  const { body } = explained.request;
  const head = [requestLine(explained), ...explained.differs].join("\n");
  const shownBody = body === null ? "(no body)" : body.size === 0 ? "(an empty body)" : bodyText(body);
  const size = body === null ? {} : { size: body.size };
  return fenced(`${head}\n\n${shownBody}`, { codePoints: head.length + 300, ...size });
}

function requestLine({ request: { method, url } }: ExplainedRequest): string {
  return `${method} ${url}`;
}

function headerText(headers: Catalogue["ordinary"]["headers"]): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join("\n");
}

/** A sentence of the catalogue. It is not in a table, so a bar in code needs no escape. */
function prose(text: string): string {
  return encoded(text).replaceAll("\\u{7c}", "|");
}

/** A block inside a list item. */
function indented(block: string): string {
  return block.replaceAll(/^(?=.)/gm, "  ");
}
