/** Finds members that occur twice in one object. `JSON.parse` keeps the last of them and reports nothing. */

const colonNext = /[ \t\r\n]*:/y;

/**
 * The names that occur twice in one object of a JSON text, each once, in any escaping.
 * @param text a text that `JSON.parse` accepts
 */
export function repeatedNames(text: string): readonly string[] {
  const repeated = new Set<string>();
  // The names of each open object, the innermost last. An array has none.
  const open: Array<Set<string>> = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === "{" || char === "[") open.push(new Set());
    if (char === "}" || char === "]") open.pop();
    if (char !== '"') continue;
    const end = endOfString(text, at);
    colonNext.lastIndex = end;
    if (colonNext.test(text)) {
      const name = String(JSON.parse(text.slice(at, end)));
      if (open.at(-1)?.has(name) === true) repeated.add(name);
      open.at(-1)?.add(name);
    }
    at = end - 1;
  }
  return [...repeated];
}

/** The offset after the closing quote of the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote + 1;
}

/** Whether an odd number of backslashes comes before the quote. */
function isEscaped(text: string, quote: number): boolean {
  let from = quote;
  while (text[from - 1] === "\\") from -= 1;
  return (quote - from) % 2 === 1;
}
