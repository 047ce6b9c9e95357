/** Work that traffic does not wait for: it is put off, and done together, a little at a time. */

/** Work that is put off. */
export interface Gaps {
  /** Does this once, after everything that came before it. */
  readonly later: (work: () => void) => void;
  /** Does what waits, now. */
  readonly flush: () => void;
}

/** When work is done. Each calls a function once. */
export interface GapClock {
  /** In a while. */
  readonly soon: (work: () => void) => void;
  /** After what has arrived by now was handled. */
  readonly turn: (work: () => void) => void;
}

/** Work that is done together finds its code and its data in the caches of the processor: it takes half the time. */
const TOGETHER_MS = 25;

/** Pieces of work in a turn of the event loop, which what arrives meanwhile waits for; more of them where more wait, so that it is never without bound. */
const EACH = { pieces: 16, part: 8 } as const;

const clockOfNode: GapClock = {
  soon: (work) => void setTimeout(work, TOGETHER_MS).unref(),
  turn: (work) => void setImmediate(work),
};

/** Opens a queue. */
export function openGaps({ soon, turn }: GapClock = clockOfNode): Gaps {
  let waiting: Array<() => void> = [];
  let next = 0;
  let isDue = false;
  const work = (count: number): void => {
    const end = Math.min(waiting.length, next + count);
    for (; next < end; next += 1) waiting[next]?.();
    if (next === waiting.length) [waiting, next] = [[], 0];
  };
  const inTurn = (): void => {
    work(Math.max(EACH.pieces, Math.ceil((waiting.length - next) / EACH.part)));
    isDue = waiting.length > 0;
    if (isDue) turn(inTurn);
  };
  return {
    later: (one) => {
      waiting.push(one);
      if (isDue) return;
      isDue = true;
      soon(inTurn);
    },
    flush: () => work(Infinity),
  };
}
