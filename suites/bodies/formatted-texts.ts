/** Texts of the formats that a schema may name. They are annotations: no text is sent as wrong for its format. */
import { type TextFormat, textFormats } from "../../spec/schema.ts";
import type { Shape } from "../../spec/shape.ts";
import { drawnFrom, letters } from "./drafts.ts";

/** A text of each format that belongs to a number: different numbers give different ones, but for dates. */
const texts: Readonly<Record<TextFormat, (n: number) => string>> = {
  date: dateOf,
  "date-time": (n) => `${dateOf(n)}T${timeOf(n)}Z`,
  uuid: uuidOf,
  uri: (n) => `https://example.com/${letters(n).toLowerCase()}`,
  email: (n) => `${letters(n).toLowerCase()}@example.com`,
};

/** Which of these formats a shape asks for. */
export function textFormatsOf({ formats }: Pick<Shape, "formats">): readonly TextFormat[] {
  return textFormats.filter((format) => formats.includes(format));
}

/**
 * The text of a shape's format that belongs to a number; null where it asks for none.
 * @throws {Error} when the shape asks for several, which no text is known to have
 */
export function formattedText(shape: Shape, n: number): string | null {
  const [format, other] = textFormatsOf(shape);
  if (other !== undefined)
    throw new Error(`No text was found that has the formats ${format} and ${other} at ${shape.path}`);
  return format === undefined ? null : texts[format](n);
}

/** A day of this century that is over. */
function dateOf(n: number): string {
  const drawn = drawnFrom(n);
  return [2001 + drawn(19), 1 + drawn(12), 1 + drawn(28)].map(twoDigits).join("-");
}

function timeOf(n: number): string {
  const drawn = drawnFrom(n);
  return [drawn(24), drawn(60), drawn(60)].map(twoDigits).join(":");
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** A UUID of version 4 (RFC 9562 section 5.4). */
function uuidOf(n: number): string {
  const drawn = drawnFrom(n);
  const hex = (length: number): string => Array.from({ length }, () => drawn(16).toString(16)).join("");
  const first = n.toString(16).padStart(8, "0").slice(-8);
  return `${first}-${hex(4)}-4${hex(3)}-${(8 + drawn(4)).toString(16)}${hex(3)}-${hex(12)}`;
}
