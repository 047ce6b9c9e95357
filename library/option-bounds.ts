/** The bounds of options that the command and the library both have. */

/** A whole number: its bounds, the unit that is typed, and how many of the internal unit that is. */
export interface OptionRange {
  readonly least: number;
  readonly greatest: number;
  readonly unit?: string;
  readonly scale?: number;
}

export const BOUNDS = {
  concurrency: { least: 1, greatest: 64 },
  failFast: { least: 1, greatest: 1000 },
  fuzz: { least: 1, greatest: 1_000_000_000 },
} as const satisfies Readonly<Record<string, OptionRange>>;

/** The most characters of texts: of a version, enough for a tag, a commit or a date; of a subject, for an image. */
export const LONGEST = { version: 200, subject: 300 } as const;
