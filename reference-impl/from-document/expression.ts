/** The regular expression of a pattern, with Unicode support as JSON Schema recommends (Core section 6.4). */

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
