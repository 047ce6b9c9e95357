/** Strict JSON (RFC 8259) from bytes, with the source text of the requested members. */
import { isUtf8 } from "node:buffer";

/** One member of the top-level object: its value from the native parser, and its source text. */
export interface SourceMember {
  readonly value: unknown;
  readonly source: string;
}

/** An object's members by name, or why the bytes are not a JSON object with only one meaning. */
export type ParsedObject =
  | { readonly kind: "object"; readonly members: ReadonlyMap<string, SourceMember> }
  | { readonly kind: "refused"; readonly message: string };

const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Reads `body` as a JSON object and returns the members named in `names`; other members are ignored, repeated or not.
 *
 * Refused: no bytes at all, bytes that are not UTF-8 (RFC 8259 section 8.1), a byte order mark (same section), anything
 * that is not JSON, a top level that is not an object, and a member of `names` given twice (section 4 leaves open which
 * of the two would count).
 *
 * The native parser decides what is JSON. It is fast and does not recurse, so deep nesting is safe. But it rounds
 * numbers and hides repeated names, so a second pass over the text, then known to be JSON, finds both.
 */
export function parseObject(body: Buffer, names: ReadonlySet<string>): ParsedObject {
  if (body.length === 0) return refused("The body is empty. A JSON object is required.");
  if (!isUtf8(body)) return refused("The body is not UTF-8.");
  const text = body.toString("utf8");
  if (text.startsWith(BYTE_ORDER_MARK)) return refused("The body begins with a byte order mark.");
  const parsed = parse(text);
  if (parsed === undefined) return refused("The body is not JSON.");
  if (!isObject(parsed.value)) return refused("The body is not a JSON object.");

  const members = new Map<string, SourceMember>();
  for (const { name, source } of topLevelMembers(text, names)) {
    if (members.has(name)) return refused(`"${name}" is given more than once.`);
    members.set(name, { value: parsed.value[name], source });
  }
  return { kind: "object", members };
}

function refused(message: string): ParsedObject {
  return { kind: "refused", message };
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    // The parser's own message quotes the body, and nothing of the body is repeated to the client.
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The top-level members that are in `names`, in the order of the text, each with its value's source text. `text` must
 * be JSON with an object at the top level: nothing is checked here.
 */
function topLevelMembers(text: string, names: ReadonlySet<string>): { name: string; source: string }[] {
  const found: { name: string; source: string }[] = [];
  let depth = 0;
  let name: string | undefined;
  let valueStart = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      // Once the member's name is known, a string belongs to its value, at whatever depth.
      if (name === undefined) name = decoded(text.slice(at + 1, end));
      at = end;
    } else if (character === ":") {
      if (depth === 1) valueStart = at + 1;
    } else if (character === "{" || character === "[") {
      depth += 1;
    } else if (character === "," || character === "}" || character === "]") {
      if (depth === 1 && name !== undefined) {
        if (names.has(name)) found.push({ name, source: text.slice(valueStart, at).trim() });
        name = undefined;
      }
      if (character !== ",") depth -= 1;
    }
  }
  return found;
}

/** The index of the quotation mark that closes the string opened at `opening`. */
function endOfString(text: string, opening: number): number {
  let at = opening + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}

/** A member name with its escapes decoded: `\u0069d` is `id`. */
function decoded(name: string): string {
  return name.includes("\\") ? String(JSON.parse(`"${name}"`)) : name;
}
