/** Removes secrets from text that others wrote, by their values and by the encoded forms that an echo may have. */
import { type Find, type Sought, TELLING_LENGTH, type TextSpan, finder, formsOf } from "./secret-forms.ts";

/** A text without its secrets, and whether it contained a token that is long enough not to match by accident. */
export interface Redacted {
  readonly text: string;
  readonly found: boolean;
}

export type Redact = (text: string) => Redacted;

/** The kind of a secret: a token of the provider, whose echo is a finding, or credentials for another server. */
export type SecretKind = "token" | "credentials";

const MARKS: Readonly<Record<SecretKind, string>> = {
  token: "[redacted token]",
  credentials: "[redacted credentials]",
};

/** The redaction of a run. Secrets that are added are removed from then on. */
export interface Redaction {
  readonly redact: Redact;
  readonly add: (secret: string, kind?: SecretKind) => void;
  /** For a message about a fault of the suite: never throws, and returns no detail if that is not safe. */
  readonly safely: (text: string) => string;
  /** The last place at which a text that continues can be cut without cutting a secret in two. */
  readonly cutOf: (text: string) => number;
}

/** Whether a secret is too short to be distinguished from a word. */
export function isTooShort(secret: string): boolean {
  return secret.length < TELLING_LENGTH;
}

interface Kind {
  readonly kind: SecretKind;
  readonly isTelling: boolean;
}

/** Removes each of these tokens, and the secrets that are added. */
export function redactionOf(tokens: readonly string[] = []): Redaction {
  const known = new Set<string>();
  let sought: readonly Sought<Kind>[] = [];
  // The search is prepared when it is first needed, because secrets may be added many times without a search.
  let search: Find<Kind> | null = null;
  const find: Find<Kind> = (text) => (search ??= finder(sought))(text);
  let longest = 0;
  // A provider often sends the same long body repeatedly, so the last long text is cached. The short texts between are
  // read quickly.
  let last: { readonly text: string; readonly redacted: Redacted } | null = null;
  const add: Redaction["add"] = (secret, kind = "token") => {
    if (secret === "" || known.has(secret)) return;
    known.add(secret);
    const of = { kind, isTelling: kind === "token" && !isTooShort(secret) };
    sought = [...sought, ...formsOf(secret).map((form) => ({ form, of }))];
    search = null;
    last = null;
    longest = Math.max(longest, secret.length);
  };
  const redact: Redact = (text) => {
    if (text.length < LONG_TEXT) return without(text, find(text));
    if (last?.text !== text) last = { text, redacted: without(text, find(text)) };
    return last.redacted;
  };
  for (const token of tokens) add(token);
  return {
    add,
    redact,
    safely: (text) => {
      try {
        return redact(text).text;
      } catch {
        return "its message is not shown, because secrets could not be taken out of it";
      }
    },
    cutOf: (text) => {
      const furthest = Math.max(0, text.length - LONGEST_ESCAPE * longest);
      const places = find(text).toSorted((one, other) => other.from - one.from);
      return places.reduce((cut, { from, to }) => (from < cut && to > cut ? from : cut), furthest);
    },
  };
}

/** Builds the redaction of one token. */
export function redactor(token: string): Redact {
  return redactionOf([token]).redact;
}

const LONG_TEXT = 4096;

/** The length of one character of a secret in the longest of the usual escapes, `&#x0041;`. */
const LONGEST_ESCAPE = 8;

function without(text: string, places: ReadonlyArray<TextSpan & { readonly of: Kind }>): Redacted {
  if (places.length === 0) return { text, found: false };
  const parts: string[] = [];
  let [done, last] = [0, -1];
  for (const { from, to, of } of places.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    // Overlapping places count as one.
    if (from >= done || last === -1) parts.push(text.slice(done, from), MARKS[of.kind]);
    last = Math.max(last, to);
    done = last;
  }
  parts.push(text.slice(done));
  return { text: parts.join(""), found: places.some(({ of }) => of.isTelling) };
}
