/** The regular expression of a `pattern`. */
import { type PatternProgram, type Work, hasMatch, programOf } from "./pattern/match.ts";
import { NotRun, type PatternPart, leastLength, treeOf } from "./pattern/pattern-syntax.ts";
import { inUnicode } from "./unicode-pattern.ts";

/** The most expressions in the cache. */
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
