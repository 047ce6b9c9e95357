/** Credentials in a URL. */

/** The user and the password in a URL, as they are sent; null where it has none. */
export function credentialsOf({ username, password }: URL): string | null {
  return username === "" ? null : `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
}
