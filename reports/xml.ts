/** Writes XML 1.0 that is always well-formed: forbidden characters are made visible, not deleted. */
import { excerpt, safeText } from "../result/safe-text.ts";

/** Attributes in order. Undefined leaves one out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

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

/** An element with text, whose white space is kept. */
export function textElement(name: string, attributes: Attributes, text: string): string {
  return `<${name}${written(attributes)}>${encode(safeText(text))}</${name}>`;
}

/** An element with child elements. */
export function element(name: string, attributes: Attributes, children: readonly string[]): string {
  if (children.length === 0) return `<${name}${written(attributes)}/>`;
  return `<${name}${written(attributes)}>\n${children.join("\n")}\n</${name}>`;
}

/** Writes attributes. Values are one line, because a parser turns line feeds in them into spaces. */
function written(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => {
      if (value === undefined) return "";
      return ` ${name}="${typeof value === "number" ? value : encode(excerpt(value, longestAttribute))}"`;
    })
    .join("");
}
