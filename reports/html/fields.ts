/** The fields of a page: those that search a list, which its script enables, and a choice that needs no script. */
import { excerpt } from "../../result/safe-text.ts";
import { type Markup, element, escaped } from "./markup.ts";

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
export function searchFields(total: string): Markup {
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

/** The choice of a label. */
export function choiceOf(legend: string, labels: readonly string[]): Markup {
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
