/**
 * Makes text of unknown origin harmless for a terminal and for a CI log. What a provider answered is shown, never
 * dropped and never obeyed. The exact text is in the result; two texts may look the same once they are made safe.
 */

/**
 * What a reader cannot see or would mistake for something else: control characters but line feed and tab, format
 * characters (bidi controls, zero-width characters, soft hyphen, tags), lone surrogates, line and paragraph separators,
 * noncharacters (two of them are forbidden in XML), variation selectors and fillers, every blank but the ordinary one.
 */
const hidden =
  /(?:(?![\n\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800])+/gu;

/**
 * The first character of what a CI system obeys in a log: `##[...]`, `##vso[...]`, `##teamcity[...]` and
 * `[[ATTACHMENT|...]]` anywhere in a line, `::name::` after nothing but blanks.
 */
const commands = /#(?=#[\w.]*\[)|\[(?=\[ATTACHMENT\|)|:(?=:[a-z])(?<=^\s*:)/gimu;

/** Text with everything hidden made visible as `\u{1b}`, and with CI commands broken in the same notation. Keeps lines. */
export function safeText(text: string): string {
  return withoutCommands(withoutHidden(text, escaped), escaped);
}

/** Looks closely only at what has one of the pairs that every command begins with: few texts of a result have. */
function withoutCommands(text: string, escape: (run: string) => string): string {
  return ["##", "[[", "::"].some((pair) => text.includes(pair)) ? text.replace(commands, escape) : text;
}

/** Looks closely only at what is not printable ASCII: a result has hundreds of kilobytes that are. */
function withoutHidden(text: string, escape: (run: string) => string): string {
  return text.replace(/[^\n\t\x20-\x7e]+/g, (run) => run.replace(hidden, escape));
}

/** Whether text can be shown as it is. */
export function isSafeText(text: string): boolean {
  return safeText(text) === text;
}

/** Text on one line and made safe: line feeds and tabs as `\n` and `\t`, cut after `limit` code points with a marker. */
export function excerpt(text: string, limit: number): string {
  // No character becomes less than one, so that what lies further back cannot be shown.
  const head = text.slice(0, 2 * limit + 64);
  const line = safeText(head).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
  const cut = cutAt(line, limit);
  if (cut.length === line.length && head.length === text.length) return line;
  // The marker begins with a bracket: after `##vso` it would make a command.
  return withoutCommands(`${cut}[...]`, escaped);
}

/** The first `limit` code points of a safe text, never ending within a visible escape. */
export function cutAt(safe: string, limit: number): string {
  if (safe.length <= limit) return safe;
  const points = Array.from(safe);
  if (points.length <= limit) return safe;
  return points
    .slice(0, limit)
    .join("")
    .replace(/\\(?:u(?:\{[0-9a-f]*)?)?$/u, "");
}

/**
 * JSON text with the same characters as `\uXXXX`, which reads back as the same values: only strings hold such
 * characters, and what is escaped in a string is the string.
 */
export function safeJson(json: string): string {
  return withoutCommands(withoutHidden(json, jsonEscaped), jsonEscaped);
}

/** The bytes that a text takes in a JSON file, without the quotes: its escapes as they are written. */
export function sizeInJson(text: string): number {
  // The escapes are counted and not written: a long text of hidden characters takes six times its size.
  let escapes = 0;
  const counting = (run: string): string => {
    escapes += run.length - 1;
    return ESCAPE;
  };
  const rest = withoutCommands(withoutHidden(JSON.stringify(text), counting), jsonEscaped);
  return Buffer.byteLength(rest) - 2 + escapes * ESCAPE.length;
}

/** Of one unit of a text. */
const ESCAPE = jsonEscaped("\0");

/** A run of characters, because a call for each of a million of them takes seconds. */
function escaped(run: string): string {
  let escapes = "";
  for (const character of run) escapes += `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  return escapes;
}

function jsonEscaped(run: string): string {
  let escapes = "";
  for (let unit = 0; unit < run.length; unit += 1) {
    escapes += `\\u${run.charCodeAt(unit).toString(16).padStart(4, "0")}`;
  }
  return escapes;
}
