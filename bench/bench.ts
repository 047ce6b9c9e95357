/** What every section is given. */

export interface Bench {
  readonly rounds: number;
  /** A folder for what is written on the way. */
  readonly folder: string;
  /** The Node that runs what is measured: the path of its binary. */
  readonly node: string;
  /** Says how far it is. */
  readonly tell: (line: string) => void;
}

/** Measures each row once a round, one after the other, so that what happens to the machine happens to all of them. */
export async function inRounds<Name extends string, T>(
  { rounds, tell }: Bench,
  rows: Readonly<Record<Name, () => Promise<T>>>,
): Promise<Readonly<Record<Name, readonly T[]>>> {
  const names = Object.keys(rows) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, T[]>;
  for (let round = 1; round <= rounds; round += 1) {
    for (const name of names) {
      tell(`round ${round} of ${rounds}: ${name}`);
      measured[name].push(await rows[name]());
    }
  }
  return measured;
}
