/** Encodes a report as a page: readable without JavaScript and without CSS. */
import { present } from "../../spec/defined.ts";
import { excerpt } from "../../result/safe-text.ts";
import {
  type Block,
  type Cell,
  type ExpectedSeen,
  type Fold,
  type Inline,
  type Item,
  type LabelledRow,
  type Line,
  type LinkTarget,
  type List,
  type OutcomeKind,
  type Report,
  type ReportSection,
  signs,
  type Table,
} from "../report-tree.ts";
import { type Child, type Markup, element, htmlDocument, joined, messageMarkup, writtenOut } from "./html-markup.ts";

/** What searches a list, which the page's script enables. `total` says how much there is to search. */
function searchFields(total: string): Markup {
  const select = (label: string, name: string, words: readonly string[]): string => {
    const options = words.map((word) => `<option value="${word.replace(" ", "-")}">${word}</option>`);
    return `<label><span>${label}</span><select name="${name}"><option value="">all</option>${options.join("")}</select></label>`;
  };
  return writtenOut(`
    <form class="filter" role="search" hidden>
      <label>
        <span>Search</span>
        <input type="search" name="words" autocomplete="off" spellcheck="false" aria-keyshortcuts="/"/>
      </label>
      ${select("Level", "level", ["MUST", "SHOULD", "OPEN"])}
      ${select("Outcome", "status", ["failed", "waived", "not judged", "passed", "observed"])}
      <p class="matches" role="status">${joined([total]).html}</p>
      <details class="more">
        <summary>Keyboard</summary>
        <p><kbd>/</kbd> goes to the search, <kbd>j</kbd> to the next failure, <kbd>k</kbd> to the one before.</p>
        <label><input type="checkbox" name="keys" checked/> These keys are on</label>
      </details>
    </form>`);
}

/** What hides the members without a label. It needs no script. */
function choiceOf(legend: string, labels: readonly string[]): Markup {
  const radio = (id: string, checked: boolean): Markup =>
    element("input", { type: "radio", name: "label", id, checked });
  const named = (label: string): Markup => element("bdi", {}, excerpt(label, 60));
  return element(
    "fieldset",
    { class: "labels" },
    element("legend", {}, legend),
    element("label", {}, radio("_l", true), " all"),
    ...labels.map((label, at) => element("label", { translate: "no" }, radio(`_l${at}`, false), " ", named(label))),
  );
}

const LONGEST_VALUE = 400;

/** A page about many runs has rules of its own, and no script. */
export interface PageOptions {
  readonly ownRules?: string;
  /** The words of the link past the navigation. */
  readonly skip?: string;
}

/** The whole page. */
export function encodeHtml(report: Report, { ownRules, skip = "Skip to the findings" }: PageOptions = {}): string {
  const { blocks, footer, outcome, pageTitle } = report;
  const contents = blocks.flatMap((block) => (block.is === "section" && block.id !== undefined ? [block] : []));
  const links = contents.map(({ id, title }) => element("li", {}, element("a", { href: `#${id}` }, plainOf(title))));
  const body = joined([
    element("a", { class: "skip", href: "#_main" }, skip),
    header(report),
    links.length > 0 && element("nav", { "aria-label": "Sections" }, element("ul", { class: "plain" }, ...links)),
    element("main", { id: "_main", tabindex: -1 }, ...blocks.map((block) => blockOf(block, 2))),
    footer !== undefined && element("footer", {}, footer),
  ]);
  return htmlDocument({ title: pageTitle, sign: signs[outcome], body, ownRules });
}

function header({ kicker, title, outcome, figures = "", notices = [], reasons = [], facts = [] }: Report): Markup {
  const said = [
    ...notices.map((notice) => element("li", { class: "notice" }, excerpt(notice, 2000))),
    ...reasons.map((reason) => element("li", {}, excerpt(reason, 2000))),
  ];
  const known = facts.map((fact) => element("li", {}, lineOf(fact)));
  return element(
    "header",
    { class: `verdict ${outcome}` },
    element("p", { class: "kicker" }, kicker),
    element("h1", {}, outcome === "observed" ? lineOf(title) : outcomeOf(outcome, plainOf(title))),
    figures !== "" && element("p", { class: "figures" }, figures),
    said.length > 0 && element("ul", { class: "plain reasons" }, ...said),
    known.length > 0 && element("ul", { class: "plain facts" }, ...known),
  );
}

function plainOf(line: Line): string {
  return line.map((one) => (typeof one === "string" ? one : "text" in one ? one.text : "")).join("");
}

/** A line of text. Sentences of ours have arrows, and code between backticks. */
function lineOf(line: Line): Markup {
  return joined(line.map(inlineOf));
}

function inlineOf(inline: Inline): Child {
  if (typeof inline === "string") {
    const parts = excerpt(inline, 2000).replaceAll(" -> ", " → ").split("`");
    return joined(parts.map((part, at) => (at % 2 === 0 ? part : element("code", {}, part))));
  }
  switch (inline.is) {
    case "code":
      return element("code", {}, excerpt(inline.text, inline.limit));
    case "words":
      return element("bdi", { translate: "no" }, excerpt(inline.text, inline.limit));
    case "link":
      return linkOf(inline.to, inlineOf(inline.content), inline.label);
    case "outcome":
      return outcomeOf(inline.outcome, inline.text);
    case "tag":
      return element("span", { class: "level" }, inline.text);
    case "date":
      return element("span", { class: "date" }, inline.text);
    case "aside":
      return element("span", { class: "statement" }, inlineOf(inline.text));
    case "strong":
      return element("b", {}, inlineOf(inline.content));
    case "mark":
      return element("mark", {}, inlineOf(inline.content));
    case "gap":
      return " ";
  }
}

/** A sign and a word in one colour: three ways to say the same, so that no reader needs all of them. */
function outcomeOf(outcome: OutcomeKind, text: string): Markup {
  const sign = element("span", { class: "sign", "aria-hidden": "true" }, signs[outcome]);
  return element("span", { class: `outcome ${outcome}` }, sign, ` ${text}`);
}

/** An address of somebody else is a link only if it is on the web, because a result may be from someone else. */
function linkOf(to: LinkTarget, content: Child, label?: string): Child {
  if ("anchor" in to) return element("a", { href: `#${anchor(to.anchor)}`, "aria-label": label }, content);
  if ("address" in to) {
    const href = to.at === undefined ? to.address : `${to.address}#${anchor(to.at)}`;
    return element("a", { href, "aria-label": label }, content);
  }
  const parsed = URL.canParse(to.foreign) ? new URL(to.foreign) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return content;
  return element("a", { href: parsed.href, rel: "noreferrer" }, content);
}

/** An anchor made of an id. Characters that an id cannot have are written as code points. */
export function anchor(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9/-]/gu, (character) => `.${(character.codePointAt(0) ?? 0).toString(16)}.`);
}

/** The anchor of a part of the page begins with an underscore, which no id of a requirement does. */
function anchorOf(id: string | undefined): string | undefined {
  return id === undefined || id.startsWith("_") ? id : anchor(id);
}

/** @param depth the level of the headings */
function blockOf(block: Block, depth: number): Markup {
  switch (block.is) {
    case "paragraph":
      return element(
        "p",
        { class: block.name ?? (block.tone === "quiet" ? "note" : undefined) },
        lineOf(block.content),
      );
    case "section":
      return sectionOf(block, depth);
    case "list":
      return listOf(block, depth);
    case "rows":
      return element("dl", {}, ...block.rows.map((row) => rowOf(row, depth)));
    case "table":
      return tableOf(block, depth);
    case "fold":
      return foldOf(block, depth);
    case "message":
      return messageMarkup(block);
    case "difference":
      return differenceOf(block.findings);
    case "command":
      return commandOf(block.text, block.what);
    case "output":
      return element(
        "pre",
        { class: "message", translate: "no" },
        block.lines.map((line) => excerpt(line, 500)).join("\n"),
      );
    case "search":
      return searchFields(block.total);
    case "choice":
      return choiceOf(block.legend, block.labels);
  }
}

function sectionOf({ id, title, remark, isInner, isWide, blocks }: ReportSection, depth: number): Markup {
  const heading = `h${depth}`;
  const clause = remark && element("p", { class: "remark" }, lineOf(asSentence(remark)));
  const children = blocks.map((block) => blockOf(block, depth + 1));
  if (id === undefined || isInner === true) {
    return element("div", { class: "topic" }, element(heading, {}, lineOf(title)), clause, ...children);
  }
  const attributes = { id, class: isWide === true ? undefined : "narrow", "aria-labelledby": `${id}-title` };
  return element("section", attributes, element(heading, { id: `${id}-title` }, lineOf(title)), clause, ...children);
}

function asSentence(remark: Line): Line {
  const [first, ...others] = remark;
  return [typeof first === "string" ? capitalised(first) : (first ?? ""), ...others, "."];
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function listOf({ items, isOrdered, name }: List, depth: number): Markup {
  return element(isOrdered === true ? "ol" : "ul", { class: name }, ...items.map((item) => itemOf(item, depth)));
}

function itemOf({ id, name, data, blocks }: Item, depth: number): Markup {
  const own = Object.fromEntries(Object.entries(data ?? {}).map(([key, value]) => [`data-${key}`, value]));
  return element("li", { id: anchorOf(id), class: name, ...own }, ...flowOf(blocks, depth));
}

/** Blocks within an element that has room for one line: the first one, or the only one, is no paragraph. */
function flowOf(blocks: readonly Block[], depth: number): readonly Markup[] {
  return blocks.map((block, at) =>
    at === 0 && block.is === "paragraph" && block.name === undefined ? lineOf(block.content) : blockOf(block, depth),
  );
}

function rowOf({ label, id, blocks }: LabelledRow, depth: number): Markup {
  const term = element("dt", {}, inlineOf(typeof label === "string" ? capitalised(label) : label));
  return element("div", { class: "row", id: anchorOf(id) }, term, element("dd", {}, ...flowOf(blocks, depth)));
}

function tableOf({ name, caption, head, groups, isWide }: Table, depth: number): Markup {
  const figures = head.map(({ isFigure }) => isFigure === true);
  const titles = head.map(({ title }, at) =>
    element("th", { scope: "col", class: figures[at] === true ? "figure" : undefined }, inlineOf(title)),
  );
  const bodies = groups.map(({ title, rows }) => {
    const lines = rows.map((row) =>
      element("tr", { class: row.name }, ...row.cells.map((one, at) => cellOf(one, at, figures[at] === true, depth))),
    );
    if (title === undefined) return element("tbody", {}, ...lines);
    const heading = element("th", { scope: "rowgroup", colspan: head.length }, element("span", {}, lineOf(title)));
    return element("tbody", { class: "g" }, element("tr", { class: "group" }, heading), ...lines);
  });
  const made = element(
    "table",
    { class: name },
    caption !== undefined && element("caption", {}, caption),
    element("thead", {}, element("tr", {}, ...titles)),
    ...bodies,
  );
  if (isWide !== true) return made;
  const label = `Table: ${excerpt(head.map(({ title }) => plainOf([title])).join(", "), 200)}`;
  return element("div", { class: "scroll", role: "region", "aria-label": label, tabindex: 0 }, made);
}

/** The first cell of a row is its heading. A figure that is nothing is quiet. */
function cellOf({ name, title, blocks }: Cell, at: number, isFigure: boolean, depth: number): Markup {
  const text = plainOf(blocks.flatMap((block) => (block.is === "paragraph" ? block.content : [])));
  const names = present([isFigure && "figure", isFigure && /^0?$/.test(text) && "nothing", name]);
  const attributes = { class: names.length === 0 ? undefined : names.join(" "), title };
  const heading = { ...attributes, scope: "row" };
  return element(at > 0 ? "td" : "th", at > 0 ? attributes : heading, ...flowOf(blocks, depth));
}

function foldOf({ id, name, isTitle, summary, gist, isOpen, blocks }: Fold, depth: number): Markup {
  const title = isTitle === true ? element(`h${depth}`, {}, lineOf(summary)) : lineOf(summary);
  const short = gist && element("span", { class: "gist" }, lineOf(gist));
  return element(
    "details",
    { class: name, id: anchorOf(id), open: isOpen === true },
    element("summary", {}, title, short),
    ...blocks.map((block) => blockOf(block, depth + 1)),
  );
}

function differenceOf(findings: readonly ExpectedSeen[]): Markup {
  const titles = ["Where", "Expected", "Seen"].map((title) => element("th", { scope: "col" }, title));
  const value = (text: string): string => excerpt(text, LONGEST_VALUE);
  const lines = findings.map(({ where, expected, seen }) =>
    element(
      "tr",
      { translate: "no" },
      element("th", { scope: "row" }, value(where)),
      element("td", {}, value(expected)),
      element("td", {}, element("mark", {}, value(seen))),
    ),
  );
  return element(
    "table",
    { class: "difference" },
    element("thead", {}, element("tr", {}, ...titles)),
    element("tbody", {}, ...lines),
  );
}

/** A command line, with a button that the page's script brings to life. */
function commandOf(text: string, what: string): Markup {
  const button = { type: "button", class: "copy", "aria-label": `Copy ${what}`, hidden: true };
  return element(
    "div",
    { class: "command" },
    element("pre", { translate: "no" }, element("code", {}, text)),
    element("button", button, "Copy"),
  );
}
