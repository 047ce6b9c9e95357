/** The exchanges of each check, by their places in the history: content that was dropped is held nowhere else. */
import type { CheckId, History } from "../checks/check.ts";

export interface SentByCheck {
  readonly note: (id: CheckId, own: History) => void;
  readonly of: (id: CheckId) => History;
  readonly all: () => ReadonlyMap<CheckId, History>;
  /** The number of checks that have sent their requests. */
  readonly count: () => number;
}

/** @param history everything that was sent so far */
export function followChecks(history: () => History): SentByCheck {
  const places = new Map<CheckId, readonly number[]>();
  const of = (id: CheckId): History => (places.get(id) ?? []).flatMap((place) => history()[place] ?? []);
  const note = (id: CheckId, own: History): void => {
    const indexes = own.map(({ index }) => index);
    places.set(id, indexes);
  };
  return { note, of, all: () => new Map([...places.keys()].map((id) => [id, of(id)])), count: () => places.size };
}
