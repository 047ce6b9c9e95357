/** The store of plants: which ids are taken. */

/**
 * No operation shown reads a plant back, so only its id is kept. Ids are exact: 9007199254740992 and 9007199254740993
 * are different, `1` and `1.0` are the same.
 */
export type PlantStore = IdStore<bigint>;

/** Which ids of one type are taken. */
export interface IdStore<Id> {
  has(id: Id): boolean;
  /** Returns false, and changes nothing, when the id is taken. */
  add(id: Id): boolean;
  clear(): void;
}

/** Enough for any test run; twice as many ids take some 15 MB. */
const DEFAULT_REMEMBERED = 100_000;

/**
 * An empty store that remembers at least the last `remembered` ids, a positive number, and at most twice as many. It
 * keeps ids in two generations, and drops the older when the younger is full. A forgotten id is free again.
 */
export function createStore<Id = bigint>(remembered: number = DEFAULT_REMEMBERED): IdStore<Id> {
  // Two sets, because removing the oldest element of one large set again and again takes time in proportion to its
  // size. Numbers and not their texts, because a slice of a body would keep the whole body in memory.
  let older = new Set<Id>();
  let younger = new Set<Id>();
  const has = (id: Id): boolean => younger.has(id) || older.has(id);
  return {
    has,
    add: (id) => {
      if (has(id)) return false;
      if (younger.size >= remembered) {
        older = younger;
        younger = new Set();
      }
      younger.add(id);
      return true;
    },
    clear: () => {
      older = new Set();
      younger = new Set();
    },
  };
}
