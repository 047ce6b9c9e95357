/** `docs/requirements.md` of the package and the site: the whole catalogue explained, as GitHub-flavoured Markdown. */
import { writeFileSync } from "node:fs";
import {
  type Fold,
  type Item,
  list,
  paragraph,
  type ReportSection,
  section,
  strong,
  tag,
} from "../../reports/report-tree.ts";
import { encodeBlocks, type MarkdownOptions } from "../../reports/markdown/markdown.ts";
import { defined } from "../../spec/defined.ts";
import { type Catalogue, type Explained, explainAll, explanationSections, messageOf, ruleRows } from "./explain.ts";

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
  const { headers } = ordinary;
  return `${[
    "# Requirements",
    INTRODUCTION,
    index(topics, requirements),
    HOW,
    "The ordinary request. Every other request differs from it in one thing:",
    ...encodeBlocks([{ ...messageOf({ request: ordinary, differs: [] }), shown: headers }], LIMITS),
    ...topics.flatMap((topic) => [
      `## Topic ${topic}`,
      ...encodeBlocks(requirements.filter(({ requirement }) => requirement.topic === topic).map(ofPage), LIMITS),
    ]),
  ]
    .join("\n\n")
    // A bar in code needs no escape outside of a table.
    .replaceAll("\\u{7c}", "|")}\n`;
}

/** What is shown of a body, in code points. */
const LIMITS: MarkdownOptions = { body: 300, hasAnchors: true };

function ofPage(explained: Explained): ReportSection {
  const { id, level } = explained.requirement;
  // A heading for each would fill the contents of the page.
  const parts = explanationSections(explained).flatMap(({ title, blocks }) => [
    paragraph(...title.map(strong)),
    list(blocks.flatMap((block) => (block.is === "fold" ? [itemOf(block)] : []))),
  ]);
  return section(id, [paragraph(strong(tag(level))), ruleRows(explained), ...parts]);
}

function itemOf({ id, summary, blocks }: Fold): Item {
  return { ...defined({ id }), blocks: [paragraph(...summary), ...blocks] };
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
