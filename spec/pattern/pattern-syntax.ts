/** Reads a pattern of ECMA-262, with the flag `u`, to a tree. Pure. */

/** A part of a pattern. */
export type PatternPart =
  /** One code point. */
  | { readonly is: "one"; readonly fits: (point: number) => boolean; readonly isDrawable: () => boolean }
  | { readonly is: "sequence" | "choice"; readonly of: readonly PatternPart[] }
  | { readonly is: "repeat"; readonly of: PatternPart; readonly least: number; readonly most: number }
  | { readonly is: "place"; readonly place: PatternPlace }
  | { readonly is: "look"; readonly of: PatternPart; readonly isBehind: boolean; readonly isNegated: boolean };

/** A condition on a place between two characters: the start, the end, the edge of a word, or none. */
export type PatternPlace = "^" | "$" | "\\b" | "\\B";

/** Why a pattern is not run, as the end of a sentence about it. */
export class NotRun extends Error {}

/** The deepest groups. The reader is recursive. */
const DEEPEST = 200;

/** The pieces of a pattern. The platform has accepted the pattern, so each piece is whole. */
const PIECE =
  /\[(?:\\[^]|[^\]\\])*\]|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\[pPu]\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[a-zA-Z]|\\k<[^>]*>|\\[1-9]\d*|\\[^]|\(\?(?:[:=!]|<[=!]|<[^>]*>|[a-z-]*:)|\{\d+(?:,\d*)?\}|[^]/gu;

/**
 * The tree of a pattern.
 * @param pattern a pattern that the platform accepts with the flag `u`
 * @throws {NotRun} if it refers back to a group, has modifiers, or is too deep
 */
export function treeOf(pattern: string): PatternPart {
  return choiceFrom({ pieces: pattern.match(PIECE) ?? [], at: 0, depth: 0 });
}

/** The pieces, and how many of them are read. */
interface Reader {
  readonly pieces: readonly string[];
  at: number;
  depth: number;
}

function choiceFrom(reader: Reader): PatternPart {
  const branches: PatternPart[] = [sequenceFrom(reader)];
  while (reader.pieces[reader.at] === "|") {
    reader.at += 1;
    branches.push(sequenceFrom(reader));
  }
  const [only] = branches;
  return only !== undefined && branches.length === 1 ? only : { is: "choice", of: branches };
}

function sequenceFrom(reader: Reader): PatternPart {
  const parts: PatternPart[] = [];
  for (let piece = reader.pieces[reader.at]; piece !== undefined; piece = reader.pieces[reader.at]) {
    if (piece === "|" || piece === ")") break;
    reader.at += 1;
    parts.push(repeated(piece.startsWith("(") ? groupFrom(piece, reader) : partOf(piece), reader));
  }
  return { is: "sequence", of: parts };
}

function groupFrom(start: string, reader: Reader): PatternPart {
  if (/^\(\?[a-z-]+:/u.test(start)) throw new NotRun(`has the modifiers ${start.slice(2, -1)}, which are not run`);
  if (reader.depth === DEEPEST) throw new NotRun(`has groups deeper than ${DEEPEST}, the limit`);
  reader.depth += 1;
  const of = choiceFrom(reader);
  reader.depth -= 1;
  reader.at += 1;
  const look = /^\(\?(<?)([=!])$/u.exec(start);
  return look === null ? of : { is: "look", of, isBehind: look[1] === "<", isNegated: look[2] === "!" };
}

function repeated(of: PatternPart, reader: Reader): PatternPart {
  const bounds = boundsOf(reader.pieces[reader.at] ?? "");
  if (bounds === null) return of;
  reader.at += 1;
  // Whether a repetition is lazy makes no difference to whether a text matches.
  if (reader.pieces[reader.at] === "?") reader.at += 1;
  return { is: "repeat", of, ...bounds };
}

function boundsOf(piece: string): { readonly least: number; readonly most: number } | null {
  if (piece === "*") return { least: 0, most: Infinity };
  if (piece === "+") return { least: 1, most: Infinity };
  if (piece === "?") return { least: 0, most: 1 };
  const [, least = "", comma, most = ""] = /^\{(\d+)(?:(,)(\d*))?\}$/u.exec(piece) ?? [];
  if (least === "") return null;
  if (comma === undefined) return { least: Number(least), most: Number(least) };
  return { least: Number(least), most: most === "" ? Infinity : Number(most) };
}

function partOf(piece: string): PatternPart {
  if (piece === "^" || piece === "$" || piece === "\\b" || piece === "\\B") return { is: "place", place: piece };
  if (/^\\(?:[1-9]|k<)/u.test(piece)) throw new NotRun(`has the backreference ${piece}, which is not run`);
  const fits = fitsOf(piece);
  return { is: "one", fits, isDrawable: () => Array.from(piece).length === 1 || PRINTABLE.some(fits) };
}

/** The code points of printable ASCII. */
const PRINTABLE: readonly number[] = Array.from({ length: 95 }, (_, place) => 0x20 + place);

/**
 * Which code points a piece stands for. The platform's own expression decides it, for one character at a time, so that
 * every class and property means what ECMA-262 says.
 */
function fitsOf(piece: string): (point: number) => boolean {
  const own = Array.from(piece).length === 1 && piece !== "." ? (piece.codePointAt(0) ?? -1) : undefined;
  if (own !== undefined) return (point) => point === own;
  const expression = new RegExp(`^${piece}$`, "u");
  const asks = (point: number): boolean => expression.test(String.fromCodePoint(point));
  // Most texts are of few characters, and asking takes longer than remembering: 1 is yes, 2 is no.
  const known = new Uint8Array(MOST_KNOWN);
  return (point) => {
    if (point >= MOST_KNOWN) return asks(point);
    if (known[point] === 0) known[point] = asks(point) ? 1 : 2;
    return known[point] === 1;
  };
}

/** The code points of which it is remembered whether a piece stands for them: Latin, Greek and Cyrillic. */
const MOST_KNOWN = 0x530;

/** The fewest code points of a text that matches; a lower bound where parts assert something. */
export function leastLength(part: PatternPart): number {
  switch (part.is) {
    case "one":
      return 1;
    case "sequence":
      return part.of.reduce((sum, one) => sum + leastLength(one), 0);
    case "choice":
      return Math.min(...part.of.map(leastLength));
    case "repeat":
      return part.least === 0 ? 0 : part.least * leastLength(part.of);
    case "place":
    case "look":
      return 0;
  }
}

/** Whether texts can be drawn: fast-check never ends on a class that has no character of printable ASCII. */
export function isDrawable(part: PatternPart): boolean {
  switch (part.is) {
    case "one":
      return part.isDrawable();
    case "sequence":
    case "choice":
      return part.of.every(isDrawable);
    case "repeat":
      return isDrawable(part.of);
    case "place":
    case "look":
      return true;
  }
}
