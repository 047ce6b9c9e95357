/** Takes the token out of everything that is recorded, by its value and by the forms that an echo may give it. */

/** A text with the token taken out, and whether it was there. */
export interface Redacted {
  readonly text: string;
  readonly found: boolean;
}

export type Redact = (text: string) => Redacted;

const MARK = "[redacted token]";

/** A token shorter than this is found by chance in what has nothing to do with it: taken out, but no sign of an echo. */
const TELLING_LENGTH = 8;

/** Redaction that learns: tokens that are fetched during the run are taken out from then on. */
export interface Redaction {
  readonly redact: Redact;
  readonly add: (token: string) => void;
}

/** Takes out each of these tokens, and those that are added. */
export function redactionOf(tokens: readonly string[]): Redaction {
  const redactors = tokens.map(redactor);
  return {
    add: (token) => redactors.push(redactor(token)),
    redact: (text) =>
      redactors.reduce<Redacted>(
        (before, redact) => {
          const after = redact(before.text);
          return { text: after.text, found: before.found || after.found };
        },
        { text, found: false },
      ),
  };
}

/** Builds the redaction of one token. Longer forms are taken out first, because a shorter one may be part of them. */
export function redactor(token: string): Redact {
  const forms = [...new Set(formsOf(token))].filter((form) => form.length > 0).sort((a, b) => b.length - a.length);
  const pattern = new RegExp(forms.map(escapeRegExp).join("|"), "gi");
  return (text) => {
    let found = false;
    const clean = text.replace(pattern, () => {
      found = token.length >= TELLING_LENGTH;
      return MARK;
    });
    return { text: clean, found };
  };
}

/** The token as it is, percent-encoded, JSON-escaped, HTML-escaped, and in base64 at each of the three alignments. */
function formsOf(token: string): readonly string[] {
  const json = JSON.stringify(token).slice(1, -1);
  return [
    token,
    encodeURIComponent(token),
    percentEncoded(token),
    json,
    json.replaceAll("/", "\\/"),
    token.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
    Array.from(token, (letter) => `\\u${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`).join(""),
    ...base64Forms(token),
    Buffer.from(token).toString("hex"),
  ];
}

/**
 * What base64 makes of the token wherever it stands in a longer text: the letters that depend on the token alone. Short
 * tokens leave too few letters to be told from chance.
 */
function base64Forms(token: string): readonly string[] {
  if (token.length < TELLING_LENGTH) return [];
  return [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(token)]);
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor((bytes.length * 8) / 6);
    const text = bytes.toString("base64").slice(first, last);
    return [text, text.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

function percentEncoded(text: string): string {
  return Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
