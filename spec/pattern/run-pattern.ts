/** The regular expression of a `pattern`. */
import { hasMatch, type PatternProgram, programOf, type Work } from "./pattern-matcher.ts";
import { leastLength, NotRun, type PatternPart, treeOf } from "./pattern-syntax.ts";

// Converts patterns written for expressions without the flag `u` to the syntax with it. Pure.

/** An escape, with its argument if it has one. */
const ESCAPE = String.raw`\\(?:[pPu]\{[^}]*\}|k<[^>]*>|[^])`;

/** The pieces of a pattern: a class, an escape, the start of a group, a number in braces, or one character. */
const PIECE = new RegExp(
  String.raw`\[\^?(?:${ESCAPE}|[^\]\\])*\]?|${ESCAPE}|\(\?(?:[ims-]*:|<?[^])?|\{[\d\s,]*\}|[^]`,
  "gu",
);
const PIECE_OF_CLASS = new RegExp(`${ESCAPE}|[^]`, "gu");

/** Escapes of letters and digits in ECMA-262. */
const OF_LETTERS = /^\\[dDwWsSbBfnrtvcxupPk0-9]/u;

/** Syntax characters, which may be escaped with the flag `u`. */
const SIGNS = "^$\\.*+?()[]{}|/";

/**
 * The same pattern for the flag `u`, if the meaning of each part is clear. Characters escaped without need, single
 * brackets, and a `-` next to a set of characters, as in `[\w-.]`, stand for themselves in every dialect.
 * @throws {SyntaxError} naming the part that ECMA-262 reads differently than other dialects
 */
function inUnicode(pattern: string): string {
  const pieces: readonly string[] = pattern.match(PIECE) ?? [];
  const text = pieces.map((piece) => (piece.startsWith("[") ? ofClass(piece) : outside(piece))).join("");
  const hasInner = pieces.some((piece) => piece.startsWith("[") && /.\[|&&/su.test(withoutEscapes(piece)));
  if (hasInner && pieces.includes("]")) throw new SyntaxError("it has no class within a class");
  return text;
}

/** A piece that is not a class. */
function outside(piece: string): string {
  if (piece.startsWith("(?") && !/^\(\?(?:[ims-]*:|[=!]|<[=!$\w])/u.test(piece))
    throw new SyntaxError(`${piece.slice(0, 3)} is not a group of it`);
  if (/^\{[^]/u.test(piece) && !/^\{\d+(?:,\d*)?\}$/u.test(piece))
    throw new SyntaxError(`${piece} is not a number of repetitions of it`);
  return /^[{}\]]$/u.test(piece) ? `\\${piece}` : plain(piece, SIGNS);
}

function ofClass(piece: string): string {
  if (/^\[\^?\]/u.test(piece)) throw new SyntaxError("it has no class that begins with ]");
  const [named] = /(?<=.)\[([:.=])[^\]]*\1\]/su.exec(withoutEscapes(piece)) ?? [];
  if (named !== undefined) throw new SyntaxError(`${named} is not a class of it`);
  const parts: readonly string[] = piece.match(PIECE_OF_CLASS) ?? [];
  const isSet = (part = ""): boolean => /^\\(?:[dDwWsS]|[pP]\{)/u.test(part);
  return parts
    .map((part, n) => (part === "-" && (isSet(parts[n - 1]) || isSet(parts[n + 1])) ? "\\-" : plain(part, `${SIGNS}-`)))
    .join("");
}

function withoutEscapes(piece: string): string {
  return piece.replaceAll(new RegExp(ESCAPE, "gu"), "");
}

/** An escape as ECMA-262 has it; another piece as it is. @param signs the characters that may be escaped at this place */
function plain(piece: string, signs: string): string {
  if (!piece.startsWith("\\") || OF_LETTERS.test(piece)) return piece;
  const sign = piece.slice(1);
  if (/^[a-z]/iu.test(sign)) throw new SyntaxError(`${piece} is not an escape of it`);
  return signs.includes(sign) ? piece : sign;
}

const MOST_EXPRESSIONS = 200;

/**
 * The most work for one body, in steps of a pattern. It takes about a tenth of a second, and a pattern such as `^.*$`
 * takes half of it over the longest body.
 */
const MOST_WORK = 4_000_000;

/** The work that one body may take. Each body has its own. */
export function fullWork(): Work {
  return { left: MOST_WORK };
}

/** A pattern that can be asked. */
export interface Expression {
  /** Its syntax. It is never run over a text: the platform's engine may take for ever. */
  readonly syntax: RegExp;
  /** Its parts; null if it is not run. */
  readonly tree: PatternPart | null;
  /**
   * Whether a text has a match.
   * @throws {NotRun} if the pattern cannot be run, or no work is left
   */
  readonly test: (text: string, work?: Work) => boolean;
}

/**
 * A cache, because creating an expression takes longer than matching a text, and each text is matched with the pattern
 * of its schema. The expressions have no state.
 */
const expressions = new Map<string, Expression>();

/**
 * A pattern as JSON Schema reads it: with Unicode, and not anchored (Core section 6.4). Characters that are escaped
 * without need, such as `\-`, which the flag `u` forbids, stand for themselves.
 * @throws {SyntaxError} if it is not a regular expression of ECMA-262, or means something else in another dialect
 */
export function expressionOf(pattern: string): Expression {
  const known = expressions.get(pattern);
  if (known !== undefined) return known;
  const made = madeFrom(pattern);
  if (expressions.size >= MOST_EXPRESSIONS) expressions.clear();
  expressions.set(pattern, made);
  return made;
}

function madeFrom(pattern: string): Expression {
  const syntax = syntaxOf(pattern);
  const quoted = (why: string): NotRun => new NotRun(`the pattern ${excerpt(pattern)} ${why}`);
  const { tree, program, fault } = compiled(syntax.source);
  const test = (text: string, work: Work = fullWork()): boolean => {
    if (program === null) throw quoted(fault);
    try {
      return hasMatch(program, pointsOf(text), work);
    } catch (error) {
      throw error instanceof NotRun ? quoted(error.message) : error;
    }
  };
  return { syntax, tree, test };
}

type Compiled =
  | { readonly tree: PatternPart; readonly program: PatternProgram; readonly fault: "" }
  | { readonly tree: PatternPart | null; readonly program: null; readonly fault: string };

function compiled(source: string): Compiled {
  let tree: PatternPart | null = null;
  try {
    tree = treeOf(source);
    return { tree, program: programOf(tree), fault: "" };
  } catch (error) {
    if (error instanceof NotRun) return { tree, program: null, fault: error.message };
    throw error;
  }
}

function pointsOf(text: string): Uint32Array {
  const points = new Uint32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; count += 1) {
    const point = text.codePointAt(at) ?? 0;
    points[count] = point;
    at += point > 0xffff ? 2 : 1;
  }
  return points.subarray(0, count);
}

/** The start of a pattern. A pattern may be longer than what a sentence can quote. */
function excerpt(pattern: string): string {
  return pattern.length > 100 ? `${pattern.slice(0, 100)}…` : pattern;
}

function syntaxOf(pattern: string): RegExp {
  // Anchors within slashes: a literal of a programming language, whose slashes are not part of the pattern.
  if (/^\/\^[^]*\$\/[a-z]*$/.test(pattern)) throw new SyntaxError("nothing matches the slashes around it");
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(inUnicode(pattern), "u");
  }
}

/** The result of what runs patterns, or what stands for it if one was not run, by the reason. */
export function ifRun<T, Other>(make: () => T, otherwise: (why: string) => Other): T | Other {
  try {
    return make();
  } catch (error) {
    if (error instanceof NotRun) return otherwise(error.message);
    throw error;
  }
}

/** Why a pattern is not run over a text, as a sentence without a full stop; null if it is. */
export function whyNotRun(pattern: string): string | null {
  return ifRun(
    () => (expressionOf(pattern).test(""), null),
    (why) => why,
  );
}

/** Why a text is not a pattern, as the end of a sentence; null if it is one. */
export function patternFault(pattern: string): string | null {
  try {
    expressionOf(pattern);
    return null;
  } catch (error) {
    const why = error instanceof SyntaxError && !error.message.startsWith("Invalid regular expression");
    return `must be a regular expression of ECMA-262${why ? `: ${error.message}` : ""}`;
  }
}

/** The fewest code points of a text that matches, as far as its parts show it. */
export function leastOf(pattern: string): number {
  const { tree } = expressionOf(pattern);
  return tree === null ? 0 : leastLength(tree);
}
