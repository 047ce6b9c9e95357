/** A fixed number of connections, handed out in turn: what is in flight is never more than the concurrency. */
import type { Provider } from "./provider.ts";
import { type Lane, openLane } from "./connection.ts";

export interface Lanes {
  /** Waits for its turn, then works with a lane: the one of that name where a name is given, else any free one. */
  use<T>(name: string | undefined, work: (lane: Lane) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Opens the lanes to a provider. */
export function openLanes(provider: Provider): Lanes {
  const free = Array.from({ length: provider.concurrency }, () => openLane(provider));
  const all = [...free];
  const named = new Map<string, Lane>();
  const waiting: ((lane: Lane) => void)[] = [];

  const take = (): Promise<Lane> => {
    const lane = free.pop();
    return lane === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(lane);
  };
  const giveBack = (lane: Lane): void => {
    const next = waiting.shift();
    if (next === undefined) free.push(lane);
    else next(lane);
  };
  const ofName = (name: string): Lane => {
    const known = named.get(name);
    if (known !== undefined) return known;
    const lane = openLane(provider);
    named.set(name, lane);
    all.push(lane);
    return lane;
  };

  return {
    use: async (name, work) => {
      // A named lane counts like any other, so an ordinary one is held meanwhile.
      const lane = await take();
      try {
        return await work(name === undefined ? lane : ofName(name));
      } finally {
        giveBack(lane);
      }
    },
    close: async () => {
      await Promise.all(all.map((lane) => lane.close()));
    },
  };
}
