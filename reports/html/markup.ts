/** Writes HTML. Only what is made here is markup: other text is escaped, and its type does not allow to forget that. */

declare const isMarkup: unique symbol;

/** HTML of ours. */
export type Markup = string & { readonly [isMarkup]: true };

/** The attributes of an element. Undefined and false leave one out. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

const EMPTY: ReadonlySet<string> = new Set(["input", "path", "line"]);

/** Text as HTML. */
export function escaped(text: string): Markup {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;") as Markup;
}

/** An element. Its children are markup. */
export function element(name: string, attributes: Attributes = {}, ...children: readonly Markup[]): Markup {
  const written = Object.entries(attributes).map(([key, value]) => {
    if (value === undefined || value === false) return "";
    return value === true ? ` ${key}` : ` ${key}="${escaped(String(value))}"`;
  });
  const opening = `<${name}${written.join("")}>`;
  return (EMPTY.has(name) ? opening.replace(/>$/, "/>") : `${opening}${children.join("")}</${name}>`) as Markup;
}

/** Markup side by side. */
export function joined(parts: readonly Markup[]): Markup {
  return parts.join("") as Markup;
}
