/** An object without the members that are undefined: what an optional member takes. */

/** The members that may be undefined are optional. */
type Defined<Members> = {
  [Name in keyof Members as undefined extends Members[Name] ? never : Name]: Members[Name];
} & {
  [Name in keyof Members as undefined extends Members[Name] ? Name : never]?: Exclude<Members[Name], undefined>;
};

/** Leaves out the members that are undefined. */
export function defined<const Members extends object>(members: Members): Defined<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<Members>;
}

/** The items of a list that are there: one is left out by `condition && item`. */
export function present<T>(items: ReadonlyArray<T | false | undefined>): readonly T[] {
  return items.filter((item): item is T => item !== false && item !== undefined);
}

/** The items that need a value; none if there is no value. */
export function ifAny<T, Item>(value: T | null | undefined, items: (value: T) => readonly Item[]): readonly Item[] {
  return value === undefined || value === null ? [] : items(value);
}
