/** Medians with their spread, ratios within each round, and Markdown tables. */

/** A target of the project, and the measured value. */
export interface MeasuredTarget {
  readonly what: string;
  readonly aim: string;
  readonly seen: string;
  readonly isMet: boolean;
}

/** One part of the results. */
export interface Section {
  readonly title: string;
  /** Each is a paragraph or a table in Markdown. */
  readonly parts: readonly string[];
  readonly targets: readonly MeasuredTarget[];
}

/** The median. @param values at least one */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [lower, upper] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  return ((lower ?? Number.NaN) + (upper ?? Number.NaN)) / 2;
}

/** The median, with the least and the greatest value in brackets. */
export function spread(values: readonly number[], digits = 0): string {
  const [middle, least, greatest] = [median(values), Math.min(...values), Math.max(...values)];
  return `${formatted(middle, digits)} (${formatted(least, digits)} to ${formatted(greatest, digits)})`;
}

/** A number in English notation. */
export function formatted(value: number, digits = 0): string {
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** One value for each round, calculated from the values of two rows in that round. */
export function pairwise<T>(one: readonly T[], other: readonly T[], of: (a: T, b: T) => number): readonly number[] {
  return one.flatMap((a, round) => {
    const b = other[round];
    return b === undefined ? [] : [of(a, b)];
  });
}

/** A target, met if the median of the values is within the limits. */
export function target(
  what: string,
  aim: string,
  values: readonly number[],
  limit: { readonly most?: number; readonly least?: number; readonly unit?: string; readonly digits?: number },
): MeasuredTarget {
  const { most = Infinity, least = -Infinity, unit = "", digits = 2 } = limit;
  const middle = median(values);
  return { what, aim, seen: `${spread(values, digits)}${unit}`, isMet: middle <= most && middle >= least };
}

/** A table in Markdown. */
export function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
