/** Credentials in a URL. */

/** The decoded user and password of a URL, joined by a colon; null if it has none. */
export function credentialsOf({ username, password }: URL): string | null {
  return username === "" ? null : `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
}
