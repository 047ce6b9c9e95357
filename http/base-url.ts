/** URLs that a user gives. */

/** The decoded user and password of a URL, joined by a colon; null if it has none. */
export function credentialsOf({ username, password }: URL): string | null {
  return username === "" ? null : `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
}

/** The http or https URL in a text; undefined if it is none. */
export function httpUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) ? url : undefined;
}
