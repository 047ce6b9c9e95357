/** The settings that every section gets, and a helper that measures in rounds. */

export interface Bench {
  readonly rounds: number;
  /** Whether to measure sizes that take a quarter of an hour, too. */
  readonly isLarge?: boolean;
  /** A folder for temporary files. */
  readonly folder: string;
  /** The path of the Node binary that runs the measured programs. */
  readonly node: string;
  /** Reports progress. */
  readonly tell: (line: string) => void;
}

/** Measures each row once per round, one after the other, so a change in the machine's load affects all rows alike. */
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
