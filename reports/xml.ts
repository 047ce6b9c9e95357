/** XML 1.0, written so that no text can make it ill-formed: forbidden characters are made visible, not deleted. */
import { excerpt, safeText } from "../result/safe-text.ts";

/** Attributes in their order; a number is written as it is. */
export type Attributes = Readonly<Record<string, string | number>>;

const longestAttribute = 250;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

function encode(safe: string): string {
  return safe.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark);
}

/** An element that holds text; its white space is kept. */
export function textElement(name: string, attributes: Attributes, text: string): string {
  return `<${name}${written(attributes)}>${encode(safeText(text))}</${name}>`;
}

/** An element that holds elements. */
export function element(name: string, attributes: Attributes, children: readonly string[]): string {
  if (children.length === 0) return `<${name}${written(attributes)}/>`;
  return `<${name}${written(attributes)}>\n${children.join("\n")}\n</${name}>`;
}

/** Attribute values are one line: a parser turns line feeds in them into blanks. */
function written(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(
      ([name, value]) => ` ${name}="${typeof value === "number" ? value : encode(excerpt(value, longestAttribute))}"`,
    )
    .join("");
}
