/** Mutants that change odd texts, each as one kind of program does. */
import { type Mutant, nameAs, tagAs } from "./mutant.ts";

/** Texts that another format reads as another type. */
const READS_AS_OTHER =
  /^(?:no|yes|on|off|true|false|null|nan|infinity|~|[-\d.]+(?:e\d+)?|0x[\da-f]+|\d+:\d+|mar\d+|=.*)$/i;

const quoted = (text: string): string => (READS_AS_OTHER.test(text) ? `'${text}'` : text);

/** Returns the name changed. */
function changes(name: string, change: (text: string) => string, why: string): Mutant {
  return { name, breaks: ["returns-name"], why, behaviour: nameAs(change) };
}

/** Words, and how YAML or Python writes the values that it reads from them. */
const READ = new Map([
  ["Yes", "true"],
  ["12:30", "750"],
  ["NULL", "null"],
  ["~", "null"],
  ["1_000", "1000"],
  ["0x1F", "31"],
  ["1e400", "Infinity"],
]);

const reread = (text: string): string => READ.get(text) ?? text;

/** Escapes a text that a spreadsheet would read as a formula. */
const escapedFormula = (text: string): string => (/^[=+\-@]/.test(text) ? `'${text}` : text);

export const oddTextMutants: readonly Mutant[] = [
  changes("writes-names-as-they-are-read", reread, "A file of YAML between the request and the answer."),
  {
    name: "writes-tags-as-they-are-read",
    breaks: ["returns-tag"],
    why: "A file of YAML between the request and the answer.",
    behaviour: tagAs(reread),
  },
  {
    name: "drops-the-tag-proto",
    breaks: ["returns-tag"],
    why: "Tags are the members of an object.",
    behaviour: tagAs((tag) => (tag === "__proto__" ? undefined : tag)),
  },
  changes("escapes-formulas-in-names", escapedFormula, "For a table that somebody may download."),
  {
    name: "escapes-formulas-in-tags",
    breaks: ["returns-tag"],
    why: "For a table that somebody may download.",
    behaviour: tagAs(escapedFormula),
  },
  changes(
    "drops-controls-of-direction",
    (name) => name.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, ""),
    "What can turn a text around is taken for an attack.",
  ),
  changes("drops-soft-hyphens", (name) => name.replaceAll("\u00ad", ""), "A cleaner of texts."),
  changes("quotes-names-that-read-as-other-types", quoted, "The text of a YAML file is taken for the value."),
  {
    name: "changes-tags-that-are-no-plain-words",
    breaks: ["returns-tag"],
    why: "A tag is made safe for the path of a page.",
    behaviour: tagAs((tag) =>
      /^[a-z]+$/.test(tag) ? tag : encodeURIComponent(quoted(tag)).replaceAll(/[~!'()*]/g, "-"),
    ),
  },
  changes(
    "drops-characters-without-width",
    (name) => name.replaceAll(/[\u200b-\u200d\ufeff]/g, ""),
    "A cleaner of texts.",
  ),
  changes("replaces-nbsp", (name) => name.replaceAll("\u00a0", " "), "What is copied from a page is made plain."),
  changes("drops-delete", (name) => name.replaceAll("\u007f", ""), "The last of the control characters of ASCII."),
  changes("knows-one-line-end", (name) => name.replaceAll("\r\n", "\n"), "XML, forms and editors."),
  changes("escapes-line-separators", (name) => name.replaceAll("\u2028", "\\u2028"), "Escaped twice, for JavaScript."),
  changes(
    "normalises-compatibility-characters",
    (name) => name.normalize("NFKC"),
    "For a search, in place of the text.",
  ),
  changes(
    "keeps-the-basic-plane",
    (name) => name.replaceAll(/[\u{20000}-\u{2ffff}]/gu, "?"),
    "Three bytes a character.",
  ),
  changes("formats-names", (name) => name.replaceAll("%s", "").replaceAll("%n", "\n"), "The name is the format."),
  changes(
    "expands-templates",
    (name) => name.replaceAll(/\{\{7\*7\}\}|\$\{x\}|#\{x\}/g, "49"),
    "Written into a template.",
  ),
  changes("halves-dollar-signs", (name) => name.replaceAll("$$", "$"), "The name is the replacement of a pattern."),
  changes("doubles-quotes", (name) => name.replaceAll("'", "''"), "Escaped for SQL, and bound as well."),
  changes("drops-steps-up", (name) => name.replaceAll("../", ""), "A guard of paths."),
];
