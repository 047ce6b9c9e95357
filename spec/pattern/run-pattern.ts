/** The regular expression of a `pattern`. */
import { hasMatch, type PatternProgram, programOf, type Work } from "./pattern-matcher.ts";
import { leastLength, NotRun, type PatternPart, treeOf } from "./pattern-syntax.ts";

// Converts patterns written for expressions without the flag `u` to the syntax with it. Pure.

/** One step of a pattern: its converted text, and the number of characters read. */
interface Step {
  readonly text: string;
  readonly taken: number;
}

/** Escapes for a set of characters. A `-` next to one stands for itself. */
const SET = /^\\(?:[dDwWsS]|[pP]\{)/;

/** Escapes of letters and digits in ECMA-262, with their arguments. */
const ESCAPE = /^\\(?:[pPu]\{[^}]*\}|k<[^>]*>|[dDwWsSbBfnrtvcxupPk0-9])/;

/** Syntax characters, which may be escaped with the flag `u`. */
const SIGNS = "^$\\.*+?()[]{}|/";

/**
 * The same pattern for the flag `u`, if the meaning of each part is clear. Characters escaped without need, single
 * brackets, and a `-` next to a set of characters, as in `[\w-.]`, stand for themselves in every dialect.
 * @throws {SyntaxError} naming the part that ECMA-262 reads differently than other dialects
 */
function inUnicode(pattern: string): string {
  let text = "";
  let hasInner = false;
  let hasEnd = false;
  for (let place = 0; place < pattern.length;) {
    const rest = pattern.slice(place);
    const ofClass = rest.startsWith("[") ? classAt(rest) : null;
    hasInner ||= ofClass?.hasInner === true;
    hasEnd ||= rest.startsWith("]");
    const step = ofClass ?? outside(rest);
    text += step.text;
    place += step.taken;
  }
  if (hasInner && hasEnd) throw new SyntaxError("it has no class within a class");
  return text;
}

/** The part at the beginning of a pattern that is not a class. */
function outside(rest: string): Step {
  const group = /^\(\?(?![:=!]|<[=!$\w])[^)]?/.exec(rest)?.[0];
  if (group !== undefined && !/^\(\?[ims-]*:/.test(rest)) throw new SyntaxError(`${group} is not a group of it`);
  const [repetitions] = /^\{\d+(?:,\d*)?\}/.exec(rest) ?? [];
  if (repetitions !== undefined) return { text: repetitions, taken: repetitions.length };
  const [unclear] = /^\{[\d\s,]*\}/.exec(rest) ?? [];
  if (unclear !== undefined) throw new SyntaxError(`${unclear} is not a number of repetitions of it`);
  if (rest.startsWith("\\")) return escapeAt(rest, SIGNS);
  return { text: /^[{}\]]/.test(rest) ? `\\${rest.slice(0, 1)}` : rest.slice(0, 1), taken: 1 };
}

/** The class at the beginning of a pattern, and whether it has a `[` or `&&`, as in nested classes. */
function classAt(rest: string): Step & { readonly hasInner: boolean } {
  const [start = ""] = /^\[\^?/.exec(rest) ?? [];
  if (rest.startsWith("]", start.length)) throw new SyntaxError("it has no class that begins with ]");
  let text = start;
  let hasInner = false;
  let isAfterSet = false;
  for (let place = start.length; place < rest.length;) {
    const inner = rest.slice(place);
    if (inner.startsWith("]")) return { text: `${text}]`, taken: place + 1, hasInner };
    const [named] = /^\[([:.=])[^\]]*\1\]/.exec(inner) ?? [];
    if (named !== undefined) throw new SyntaxError(`${named} is not a class of it`);
    hasInner ||= /^(?:\[|&&)/.test(inner);
    const isBesideSet = isAfterSet || SET.test(inner.slice(1));
    const step = inClass(inner, isBesideSet);
    text += step.text;
    place += step.taken;
    isAfterSet = SET.test(inner);
  }
  return { text, taken: rest.length, hasInner };
}

function inClass(inner: string, isBesideSet: boolean): Step {
  if (inner.startsWith("\\")) return escapeAt(inner, `${SIGNS}-`);
  const [sign = ""] = Array.from(inner.slice(0, 2));
  return { text: sign === "-" && isBesideSet ? "\\-" : sign, taken: sign.length };
}

/** @param signs the characters that may be escaped at this place */
function escapeAt(rest: string, signs: string): Step {
  const [known] = ESCAPE.exec(rest) ?? [];
  if (known !== undefined) return { text: known, taken: known.length };
  const [sign = ""] = Array.from(rest.slice(1, 3));
  if (/^[a-z\d]$/i.test(sign)) throw new SyntaxError(`\\${sign} is not an escape of it`);
  return { text: signs.includes(sign) ? `\\${sign}` : sign, taken: 1 + sign.length };
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
