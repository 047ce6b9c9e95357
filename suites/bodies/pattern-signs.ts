/** The signs that a pattern names, such as the `+` of `^\+?[0-9 ]{5,20}$`, and texts that contain them. */
import type { Shape } from "../../spec/shape.ts";
import { matchingTexts } from "./matching-texts.ts";

/** Syntax before a class, a quantifier or a group that is not text, and escapes of more than one sign. */
const SYNTAX =
  /\\(?:x[0-9a-f]{2}|u\{[0-9a-f]+\}|u[0-9a-f]{4}|c[a-z]|k<[^>]*>|p\{[^}]*\})|\(\?(?:<?[=!]|:|<[^>]*>)|\[\^(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}/giu;

/** A class of characters, an escaped sign, or a sign that stands for itself outside a class. */
const PARTS = /\[((?:\\.|[^\]\\])*)\]|\\(.)|([^\\^$.*+?()[\]{}|])/gsu;

/** Within a class: a range, whose ends are mostly letters and digits, or one sign. */
const IN_CLASS = /(?:\\[^wsd]|[^\\])-(?:\\.|[^\\])|\\(.)|([^\\])/gsu;

/** Escapes that stand for a set, with the sign of the set that people write. */
const KINDS: Readonly<Record<string, string>> = { w: "_", s: " " };

/** The signs of printable ASCII that patterns name, without letters and digits. */
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
 * Of the texts drawn for a number, the one with the most signs that the shape's patterns name. It has only letters,
 * digits and these signs, and no spaces at its ends. Undefined if no text has more signs than another.
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
