/** Converts patterns written for expressions without the flag `u` to the syntax with it. Pure. */

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
export function inUnicode(pattern: string): string {
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
