/** The regular expression of a pattern, with Unicode support as JSON Schema recommends (Core section 6.4). */

import { type Context, Script, createContext } from "node:vm";

/** A class, an escape, a number of repetitions, or one character. */
const PART = /\[(?:\\[^]|[^\]\\])*\]|\\(?:[pPu]\{[^}]*\}|[^])|\{\d+(?:,\d*)?\}|[^]/gu;

/** Escapes of signs that need no escape. */
const NEEDLESS = /\\([^\w^$\\.*+?()[\]{}|/-]|_)/gu;

/** A `-` before or after a set such as `\w`, where it stands for itself. */
const BESIDE_A_SET = /(\\(?:[dDwWsS]|[pP]\{[^}]*\}))-(?=[^\]])|-(?=\\[dDwWsSpP])/gu;

/**
 * Patterns of many documents have escapes, such as `\-`, and brackets that an expression with the flag `u` does not
 * allow.
 */
export function expressionOf(pattern: string): RegExp {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(pattern.replaceAll(PART, plain), "u");
  }
}

function plain(part: string): string {
  if (part.startsWith("[")) {
    return part.replaceAll(NEEDLESS, "$1").replaceAll(BESIDE_A_SET, String.raw`$1\-`);
  }
  if (part === String.raw`\-`) return "-";
  return /^[{}\]]$/u.test(part) ? `\\${part}` : part.replaceAll(NEEDLESS, "$1");
}

/** How long one text may take: some patterns take for ever on a text that nearly matches. */
const MOST_MS = 100;

const question = new Script("expression.test(text)");

/** Making a context takes longer than matching a text, so there is one. */
let context: Context | undefined;

/** Whether a text matches. A text that takes too long does not. */
export function matches(pattern: string, text: string): boolean {
  try {
    context ??= createContext({});
    Object.assign(context, { expression: expressionOf(pattern), text });
    return question.runInContext(context, { timeout: MOST_MS }) === true;
  } catch (error) {
    // An error of another context is not an instance of this one's.
    if (Reflect.get(Object(error) as object, "code") === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
    throw error;
  }
}
