/** Finds the place in a JSON text to which a JSON Pointer (RFC 6901) points, so that reports can mark it. */

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
 * The range of the value that a pointer points to; if it does not exist, the range of its nearest existing ancestor.
 * Null when the text is not JSON. Not recursive, because a provider may nest to any depth.
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

/** The tokens of a valid JSON text. */
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

/**
 * The index of the value at `step` in the object or array that opens at `open`. Of duplicate names, the last counts.
 */
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
