/** Reads values of unknown structure. A value that is missing or has another type is undefined or empty. */

/** The members of a JSON object. */
export type Members = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object: not null, and not an array. */
export function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at the end of a path of member names. */
export function at(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (found, name) => (isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined),
    value,
  );
}

/** The string at a path of member names; undefined if the path ends early or leads to something else. */
export function stringAt(value: unknown, ...names: readonly string[]): string | undefined {
  const found = at(value, ...names);
  return typeof found === "string" ? found : undefined;
}

/** The elements of the array at a path of member names; empty if there is no array. */
export function listAt(value: unknown, ...names: readonly string[]): readonly unknown[] {
  const found = at(value, ...names);
  return Array.isArray(found) ? found : [];
}

/** A value as JSON text, for messages. */
export function shown(value: unknown): string {
  return JSON.stringify(value) ?? "nothing";
}

/** The value of a JSON text; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
