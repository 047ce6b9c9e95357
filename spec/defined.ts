/** What is there: an object without undefined members, a list without absent items, items by their key. */

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

/** Groups items by a key. Keys and items keep their order. */
export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
