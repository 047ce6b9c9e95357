/** Where in a JSON text a JSON Pointer (RFC 6901) points, so that a reader's eye is led there. */

/** UTF-16 code units from `start` up to, not including, `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** `last` is the index of the token that ends the value which begins with this token. */
interface Token extends Range {
  readonly text: string;
  last: number;
}

/**
 * The range of the value that a pointer points to; where there is none, that of the nearest value on the way to it. Null
 * when the text is not JSON. Without recursion, because a provider may nest as deep as it likes.
 */
export function locate(json: string, pointer: string): Range | null {
  if (!isJson(json)) return null;
  const tokens = tokensOf(json);
  let at = 0;
  for (const step of pointer.split("/").slice(1)) {
    const next = memberOf(tokens, at, step.replaceAll("~1", "/").replaceAll("~0", "~"));
    if (next === undefined) break;
    at = next;
  }
  const first = tokens[at];
  const last = tokens[first?.last ?? 0];
  return first === undefined || last === undefined ? null : { start: first.start, end: last.end };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The tokens of a text that is known to be JSON. */
function tokensOf(json: string): readonly Token[] {
  const tokens: Token[] = [];
  const open: Token[] = [];
  for (const match of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    const [text] = match;
    const token = { text, start: match.index, end: match.index + text.length, last: tokens.length };
    if (text === "}" || text === "]") {
      const opening = open.pop();
      if (opening !== undefined) opening.last = tokens.length;
    }
    if (text === "{" || text === "[") open.push(token);
    tokens.push(token);
  }
  return tokens;
}

/** The index of the value that `step` names in the object or array that opens at `open`; of equal names the last one. */
function memberOf(tokens: readonly Token[], open: number, step: string): number | undefined {
  const isObject = tokens[open]?.text === "{";
  const end = tokens[open]?.last ?? open;
  let found: number | undefined;
  let at = open + 1;
  for (let index = 0; at < end; index += 1) {
    const value = isObject ? at + 2 : at;
    const name: unknown = isObject ? JSON.parse(tokens[at]?.text ?? "null") : String(index);
    if (name === step) found = value;
    at = (tokens[value]?.last ?? value) + 2;
  }
  return found;
}
