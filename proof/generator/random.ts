/** Random numbers from a seed, so that a set of mutants can be drawn again. */
import { createHash } from "node:crypto";

export interface Random {
  /** A whole number from `least` to `most`, inclusive. */
  readonly whole: (least: number, most: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
}

/** The same seed gives the same draws. Each draw is a hash of the seed and the number of draws before it. */
export function randomFrom(seed: string): Random {
  let drawn = 0;
  const whole = (least: number, most: number): number => {
    drawn += 1;
    const bits = createHash("sha256").update(`${seed}\n${drawn}`).digest().readUIntBE(0, 6);
    return least + (bits % (most - least + 1));
  };
  const pick = <T>(list: readonly T[]): T => {
    const picked = list[whole(0, list.length - 1)];
    if (picked === undefined) throw new Error("Nothing to pick from");
    return picked;
  };
  return { whole, pick };
}
