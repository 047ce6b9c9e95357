/** Members of JSON that somebody else wrote: what is not of the wanted type is not there. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** A value as an object; undefined where it is none. */
export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

/** A member of an object, as `read` takes it; undefined where there is none. */
export function memberOf<T>(value: unknown, name: string, read: (member: unknown) => T): T | undefined {
  const member = objectOf(value)?.[name];
  return member === undefined || member === null ? undefined : read(member);
}
