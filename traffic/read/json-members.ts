/** Reads members of JSON that others wrote. A member of the wrong type counts as missing. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** A value as an object; undefined if it is not an object. */
export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

/** A member of an object, converted by `read`; undefined if there is none. */
export function memberOf<T>(value: unknown, name: string, read: (member: unknown) => T): T | undefined {
  const member = objectOf(value)?.[name];
  return member === undefined || member === null ? undefined : read(member);
}
