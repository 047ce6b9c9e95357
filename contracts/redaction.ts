/** Takes the token out of what a provider may have put it into. */

const PLACEHOLDER = "$PLANT_STORE_TOKEN";

/** A function that replaces a token, and what JSON, a URL and base64 make of it, by a placeholder. */
export function redactor(token: string): (text: string) => string {
  const quoted = JSON.stringify(token).slice(1, -1);
  const forms = [token, quoted, JSON.stringify(quoted).slice(1, -1), encodeURIComponent(token), btoaUtf8(token)];
  // The longest first: a form may be a part of another.
  const longestFirst = [...new Set(forms)].filter((form) => form !== "").sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((clean, form) => clean.replaceAll(form, () => PLACEHOLDER), text);
}

/** Without padding, which depends on what follows the token. */
function btoaUtf8(text: string): string {
  return Buffer.from(text).toString("base64").replace(/=+$/, "");
}
