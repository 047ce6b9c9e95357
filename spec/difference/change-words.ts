/** Describes changes of a schema in words. */
import type { ShapeChange } from "./compare-shapes.ts";

/**
 * What changed, as a part of a sentence: "maxLength of `name` is 60, and there was none".
 * @param whole the name of the whole value
 */
export function inWords({ at, keyword, effect, before, now, member }: ShapeChange, whole = "the body"): string {
  const name = at === "" ? whole : nameOf(at);
  if (member !== undefined) return `the ${member} member ${name} is ${effect === "narrower" ? "added" : "removed"}`;
  switch (keyword) {
    case "required":
      return effect === "narrower" ? `${name} is required, and was not` : `${name} is no longer required`;
    case "additionalProperties":
      return effect === "narrower" ? `${name} is no longer allowed` : `${name} is allowed, and was not`;
    case "properties":
      return effect === "narrower" ? `${name} is described, and was not` : `${name} is no longer described`;
    case "schema":
      return `the schema of ${name} differs in ways that are not compared`;
    case "uniqueItems":
      return effect === "narrower" ? `items of ${name} have to differ, and had not` : `items of ${name} may be equal`;
    default:
      return `${keyword} of ${name} ${compared(before, now)}`;
  }
}

function compared(before: unknown, now: unknown): string {
  if (before === undefined) return `is ${shown(now)}, and there was none`;
  return now === undefined ? `was ${shown(before)}, and there is none` : `is ${shown(now)}, and was ${shown(before)}`;
}

/** A place in a body: `/kind/*` is "each item or other member of `/kind`", `/name` is `name`. */
function nameOf(at: string): string {
  if (at === "/*") return "each member that is not named";
  if (at.endsWith("/*")) return `what is in \`${at.slice(1, -2)}\``;
  return `\`${at.slice(1)}\``;
}

/** The most characters of a shown value. The values of keywords come from the document, and may be long. */
const LONGEST = 120;

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}
