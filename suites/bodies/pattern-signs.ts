/** The signs that a pattern names, such as the `+` of `^\+?[0-9 ]{5,20}$`, and texts that have them. */
import type { Shape } from "../../spec/shape.ts";
import { matchingTexts } from "./matching-texts.ts";

/** What stands before a class, a quantifier or a group that is no text, and escapes of more than one sign. */
const SYNTAX =
  /\\(?:x[0-9a-f]{2}|u\{[0-9a-f]+\}|u[0-9a-f]{4}|c[a-z]|k<[^>]*>|p\{[^}]*\})|\(\?(?:<?[=!]|:|<[^>]*>)|\[\^(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}/giu;

/** A class of characters, what is escaped, and what stands for itself outside of classes. */
const PARTS = /\[((?:\\.|[^\]\\])*)\]|\\(.)|([^\\^$.*+?()[\]{}|])/gsu;

/** A range within a class, whose ends are mostly letters and digits, or one sign of it. */
const IN_CLASS = /(?:\\[^wsd]|[^\\])-(?:\\.|[^\\])|\\(.)|([^\\])/gsu;

/** Escapes that stand for more than themselves, with the sign that people write for them. */
const KINDS: Readonly<Record<string, string>> = { w: "_", s: " " };

/** The signs of printable ASCII, neither letters nor digits, that patterns name. */
export function signsOf(patterns: readonly string[]): ReadonlySet<string> {
  const named = patterns.flatMap((pattern) =>
    [...pattern.replaceAll(SYNTAX, "").matchAll(PARTS)].flatMap(([, inClass, escaped, itself]) =>
      inClass === undefined
        ? [meant(escaped) ?? itself]
        : [...inClass.matchAll(IN_CLASS)].map(([, within, other]) => meant(within) ?? other),
    ),
  );
  return new Set(
    named.filter((sign) => sign !== undefined && /^[ -~]$/.test(sign) && !/[A-Za-z0-9]/.test(sign)),
  ) as ReadonlySet<string>;
}

function meant(escaped: string | undefined): string | undefined {
  return escaped === undefined ? undefined : (KINDS[escaped] ?? escaped);
}

/**
 * The text with the most of the signs that a shape's patterns name, among those drawn for a number: of letters, digits and such
 * signs alone, and without blanks at its ends. Undefined where none has more than another.
 */
export function textWithSigns(shape: Shape, n: number): string | undefined {
  const signs = signsOf(shape.patterns);
  const isOrdinary = (text: string): boolean =>
    text === text.trim() && Array.from(text).every((sign) => signs.has(sign) || /[A-Za-z0-9]/.test(sign));
  const found = matchingTexts(shape, n)
    .filter(isOrdinary)
    .map((text) => ({ text, count: Array.from(signs).filter((sign) => text.includes(sign)).length }));
  const counts = found.map(({ count }) => count);
  const most = Math.max(...counts);
  return Math.min(...counts) < most ? found.find(({ count }) => count === most)?.text : undefined;
}
