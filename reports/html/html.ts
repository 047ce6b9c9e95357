/** Encodes a report as a page: readable without JavaScript and without CSS. */
import { present } from "../../spec/defined.ts";
import { excerpt } from "../../result/safe-text.ts";
import {
  type Block,
  type Cell,
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
} from "../tree.ts";
import { htmlDocument, element, escaped, joined, type Markup } from "./markup.ts";
import { messageMarkup } from "./message-markup.ts";
import { plot } from "./plot.ts";

// The fields of a page: those that search a list, which its script enables, and a choice that needs no script.

const levels = { "": "all", MUST: "MUST", SHOULD: "SHOULD", OPEN: "OPEN" };

const outcomes = {
  "": "all",
  failed: "failed",
  waived: "waived",
  "not-judged": "not judged",
  passed: "passed",
  observed: "observed",
};

/** What searches a list. `total` says how much there is to search. */
function searchFields(total: string): Markup {
  const search = { type: "search", name: "words", autocomplete: "off", spellcheck: "false", "aria-keyshortcuts": "/" };
  const keys = ["/", " goes to the search, ", "j", " to the next failure, ", "k", " to the one before."];
  const help = keys.map((text, at) => (at % 2 === 0 ? element("kbd", {}, escaped(text)) : escaped(text)));
  const isOn = element("input", { type: "checkbox", name: "keys", checked: true });
  return element(
    "form",
    { class: "filter", role: "search", hidden: true },
    element("label", {}, element("span", {}, escaped("Search")), element("input", search)),
    select("Level", "level", levels),
    select("Outcome", "status", outcomes),
    element("p", { class: "matches", role: "status" }, escaped(total)),
    element(
      "details",
      { class: "more" },
      element("summary", {}, escaped("Keyboard")),
      element("p", {}, ...help),
      element("label", {}, isOn, escaped(" These keys are on")),
    ),
  );
}

function select(label: string, name: string, options: Readonly<Record<string, string>>): Markup {
  const all = Object.entries(options).map(([value, text]) => element("option", { value }, escaped(text)));
  return element("label", {}, element("span", {}, escaped(label)), element("select", { name }, ...all));
}

function choiceOf(legend: string, labels: readonly string[]): Markup {
  const radio = (id: string, isFirst: boolean): Markup =>
    element("input", { type: "radio", name: "label", id, checked: isFirst });
  return element(
    "fieldset",
    { class: "labels" },
    element("legend", {}, escaped(legend)),
    element("label", {}, radio("_l", true), escaped(" all")),
    ...labels.map((label, at) =>
      element(
        "label",
        { translate: "no" },
        radio(`_l${at}`, false),
        escaped(" "),
        element("bdi", {}, escaped(excerpt(label, 60))),
      ),
    ),
  );
}

/** The most code points of an expected or a seen value. */
const LONGEST_VALUE = 400;

/** A page about many runs has rules of its own, and no script. */
export interface PageOptions {
  readonly ownRules?: string;
  /** The words of the link past the navigation. */
  readonly skip?: string;
  /** The sign in the browser's tab, if it is not that of the outcome. */
  readonly sign?: string;
}

/** The whole page. */
export function encodeHtml(
  report: Report,
  { ownRules, skip = "Skip to the findings", sign }: PageOptions = {},
): string {
  const { blocks, footer, outcome, pageTitle } = report;
  const contents = blocks.flatMap((block) => (block.is === "section" && block.id !== undefined ? [block] : []));
  const links = contents.map(({ id, title }) =>
    element("li", {}, element("a", { href: `#${id}` }, escaped(plainOf(title)))),
  );
  const body = present([
    element("a", { class: "skip", href: "#_main" }, escaped(skip)),
    header(report),
    links.length > 0 && element("nav", { "aria-label": "Sections" }, plainList(links)),
    element("main", { id: "_main", tabindex: -1 }, ...blocks.map((block) => blockOf(block, 2))),
    footer !== "" && element("footer", {}, escaped(footer)),
  ]);
  return htmlDocument({ title: pageTitle, sign: sign ?? signs[outcome], body: joined(body), ownRules });
}

function header({ kicker, title, outcome, figures, notices, reasons, facts }: Report): Markup {
  const said = [
    ...notices.map((notice) => element("li", { class: "notice" }, escaped(excerpt(notice, 2000)))),
    ...reasons.map((reason) => element("li", {}, escaped(excerpt(reason, 2000)))),
  ];
  return element(
    "header",
    { class: `verdict ${outcome}` },
    element("p", { class: "kicker" }, escaped(kicker)),
    element("h1", {}, outcome === "observed" ? lineOf(title) : outcomeOf(outcome, plainOf(title))),
    ...(figures === "" ? [] : [element("p", { class: "figures" }, escaped(figures))]),
    ...(said.length === 0 ? [] : [element("ul", { class: "plain reasons" }, ...said)]),
    ...(facts.length === 0
      ? []
      : [element("ul", { class: "plain facts" }, ...facts.map((one) => element("li", {}, lineOf(one))))]),
  );
}

function plainList(items: readonly Markup[]): Markup {
  return element("ul", { class: "plain" }, ...items);
}

function plainOf(line: Line): string {
  return line.map((one) => (typeof one === "string" ? one : "text" in one ? one.text : "")).join("");
}

/** A line of text. Sentences of ours have arrows, and code between backticks. */
function lineOf(line: Line): Markup {
  return joined(line.map(inlineOf));
}

function inlineOf(inline: Inline): Markup {
  if (typeof inline === "string") {
    const parts = excerpt(inline, 2000).replaceAll(" -> ", " → ").split("`");
    return joined(parts.map((part, at) => (at % 2 === 0 ? escaped(part) : element("code", {}, escaped(part)))));
  }
  switch (inline.is) {
    case "code":
      return element("code", {}, escaped(excerpt(inline.text, inline.limit)));
    case "words":
      return element("bdi", { translate: "no" }, escaped(excerpt(inline.text, inline.limit)));
    case "link":
      return linkOf(inline.to, inlineOf(inline.content), inline.label);
    case "outcome":
      return outcomeOf(inline.outcome, inline.text);
    case "tag":
      return element("span", { class: "level" }, escaped(inline.text));
    case "date":
      return element("span", { class: "date" }, escaped(inline.text));
    case "aside":
      return element("span", { class: "statement" }, inlineOf(inline.text));
    case "strong":
      return element("b", {}, inlineOf(inline.content));
    case "mark":
      return element("mark", {}, inlineOf(inline.content));
    case "gap":
      return escaped(" ");
  }
}

/** A sign and a word in one colour: three ways to say the same, so that no reader needs all of them. */
function outcomeOf(outcome: OutcomeKind, text: string): Markup {
  const sign = element("span", { class: "sign", "aria-hidden": "true" }, escaped(signs[outcome]));
  return element("span", { class: `outcome ${outcome}` }, sign, escaped(` ${text}`));
}

/** An address of somebody else is a link only if it is on the web, because a result may be from someone else. */
function linkOf(to: LinkTarget, content: Markup, label?: string): Markup {
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
    case "drawing":
      return plot(block);
    case "difference":
      return differenceOf(block.findings);
    case "command":
      return commandOf(block.text, block.what);
    case "output":
      return element(
        "pre",
        { class: "message", translate: "no" },
        escaped(block.lines.map((line) => excerpt(line, 500)).join("\n")),
      );
    case "search":
      return searchFields(block.total);
    case "choice":
      return choiceOf(block.legend, block.labels);
  }
}

function sectionOf({ id, title, remark, isInner, isWide, blocks }: ReportSection, depth: number): Markup {
  const heading = `h${depth}`;
  const clause = remark === undefined ? [] : [element("p", { class: "remark" }, lineOf(asSentence(remark)))];
  const children = blocks.map((block) => blockOf(block, depth + 1));
  if (id === undefined || isInner === true) {
    return element("div", { class: "topic" }, element(heading, {}, lineOf(title)), ...clause, ...children);
  }
  const attributes = { id, class: isWide === true ? undefined : "narrow", "aria-labelledby": `${id}-title` };
  return element("section", attributes, element(heading, { id: `${id}-title` }, lineOf(title)), ...clause, ...children);
}

function asSentence(remark: Line): Line {
  const [first, ...others] = remark;
  const begun = typeof first === "string" ? `${first.charAt(0).toUpperCase()}${first.slice(1)}` : (first ?? "");
  return [begun, ...others, "."];
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
  const name = typeof label === "string" ? `${label.charAt(0).toUpperCase()}${label.slice(1)}` : label;
  const term = element("dt", {}, inlineOf(name));
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
  const above = caption === undefined ? [] : [element("caption", {}, escaped(caption))];
  const made = element(
    "table",
    { class: name },
    ...above,
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
  const names = [isFigure ? "figure" : "", isFigure && /^0?$/.test(text) ? "nothing" : "", name ?? ""].filter(
    (one) => one !== "",
  );
  const attributes = { class: names.length === 0 ? undefined : names.join(" "), title };
  return at > 0
    ? element("td", attributes, ...flowOf(blocks, depth))
    : element("th", { ...attributes, scope: "row" }, ...flowOf(blocks, depth));
}

function foldOf({ id, name, isTitle, summary, gist, isOpen, blocks }: Fold, depth: number): Markup {
  const title = isTitle === true ? element(`h${depth}`, {}, lineOf(summary)) : lineOf(summary);
  const short = gist === undefined ? [] : [element("span", { class: "gist" }, lineOf(gist))];
  return element(
    "details",
    { class: name, id: anchorOf(id), open: isOpen === true },
    element("summary", {}, title, ...short),
    ...blocks.map((block) => blockOf(block, depth + 1)),
  );
}

function differenceOf(
  findings: ReadonlyArray<{ readonly where: string; readonly expected: string; readonly seen: string }>,
): Markup {
  const titles = ["Where", "Expected", "Seen"].map((title) => element("th", { scope: "col" }, escaped(title)));
  const value = (text: string): Markup => escaped(excerpt(text, LONGEST_VALUE));
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
    element("pre", { translate: "no" }, element("code", {}, escaped(text))),
    element("button", button, escaped("Copy")),
  );
}
