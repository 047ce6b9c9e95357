/**
 * Makes text of unknown origin harmless for a terminal and for a CI log. The text of a provider is shown, never dropped
 * and never executed. The exact text is in the result; two texts may look the same once they are made safe.
 */

// Names and counts within sentences.

/** Up to six names, or five names and the number of the others. */
export function listed(names: readonly string[]): string {
  return names.length <= 6 ? names.join(", ") : `${names.slice(0, 5).join(", ")} and ${names.length - 5} more`;
}

/** A count and its noun: `1 check`, `1,234 checks`. */
export function count(n: number, singular: string, plural = `${singular}s`): string {
  return `${number(n)} ${n === 1 ? singular : plural}`;
}

/**
 * A whole number with commas between thousands. `toLocaleString` would first load tables, which takes longer than a
 * report.
 */
export function number(n: number): string {
  return String(n).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/**
 * Characters that a reader cannot see or would mistake for others: control characters but line feed and tab, format
 * characters (bidi controls, zero-width characters, soft hyphen, tags), lone surrogates, line and paragraph separators,
 * noncharacters (two of them are forbidden in XML), variation selectors and fillers, every blank but the ordinary one.
 */
const hidden =
  /(?:(?![\n\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800])+/gu;

/**
 * The first character of a command to a CI system in a log: `##[...]`, `##vso[...]`, `##teamcity[...]` and
 * `[[ATTACHMENT|...]]` anywhere in a line, `::name::` after nothing but blanks.
 */
const commands = /#(?=#[\w.]*\[)|\[(?=\[ATTACHMENT\|)|:(?=:[a-z])(?<=^\s*:)/gimu;

/**
 * Text with hidden characters made visible as `\u{1b}`, and with CI commands broken in the same notation. Keeps line
 * breaks.
 */
export function safeText(text: string): string {
  return withoutCommands(withoutHidden(text, escaped), escaped);
}

/**
 * Breaks CI commands. The slow search runs only on texts that contain the start of a command; few texts of a result do.
 */
function withoutCommands(text: string, escape: (run: string) => string): string {
  return ["##", "[[", "::"].some((pair) => text.includes(pair)) ? text.replace(commands, escape) : text;
}

/**
 * Makes hidden characters visible. The slow search runs only on characters outside printable ASCII, because a result
 * has hundreds of kilobytes of printable ASCII.
 */
function withoutHidden(text: string, escape: (run: string) => string): string {
  return text.replace(/[^\n\t\x20-\x7e]+/g, (run) => run.replace(hidden, escape));
}

/** Whether text can be shown as it is. */
export function isSafeText(text: string): boolean {
  return safeText(text) === text;
}

/**
 * Text on one line and made safe: line feeds and tabs as `\n` and `\t`, cut after `limit` code points with a marker.
 */
export function excerpt(text: string, limit: number): string {
  // Each character becomes at least one, so later text cannot be shown.
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
 * JSON text with the same characters written as `\uXXXX`. It parses to the same values, because only strings contain
 * such characters, and an escape in a string stands for the character.
 */
export function safeJson(json: string): string {
  return withoutCommands(withoutHidden(json, jsonEscaped), jsonEscaped);
}

/** The bytes of a text in a JSON file, including its escapes, without the quotes. */
export function sizeInJson(text: string): number {
  // The escapes are only counted, because a long text of hidden characters would take six times its size.
  let escapes = 0;
  const counting = (run: string): string => {
    escapes += run.length - 1;
    return ESCAPE;
  };
  const rest = withoutCommands(withoutHidden(JSON.stringify(text), counting), jsonEscaped);
  return Buffer.byteLength(rest) - 2 + escapes * ESCAPE.length;
}

/** The escape of one code unit. */
const ESCAPE = jsonEscaped("\0");

/** Escapes a run of characters, because a call for each of a million characters takes seconds. */
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
