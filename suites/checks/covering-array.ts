/**
 * Sixteen rows in which each two columns show every pair of their values. This is our own code, because existing
 * generators do not give the least number of rows, and each row is a plant in a store.
 */

/** The number of rows: the fewest that can cover two columns of four values. */
export const ROWS = 16;

/** The most columns of four values in sixteen rows. */
const MOST_OF_FOUR = 5;

/**
 * Columns of two values, one bit per row. A search over all columns found them: each shows every pair with the columns
 * of four values and with each other. The order of rows and the values are drawn, which keeps the pairs.
 */
const OF_TWO = [0xee11, 0xb1d8, 0x2d2d, 0xbd81, 0x8d1b, 0x55a5, 0x17d4, 0xaaa5] as const;

/** A row: its values in the columns with four values, and in those with two. */
export interface Row {
  readonly ofFour: readonly number[];
  readonly ofTwo: readonly number[];
}

/**
 * The array for a number of columns with four values, and a number of columns with two.
 * @param next draws a whole number below a bound; the same numbers give the same array
 * @throws {Error} if there are too many columns
 */
export function coveringArray(four: number, two: number, next: (below: number) => number): readonly Row[] {
  if (four > MOST_OF_FOUR) throw new Error(`There is room for ${MOST_OF_FOUR} columns of four values`);
  if (two > OF_TWO.length) throw new Error(`There is room for ${OF_TWO.length} columns of two values`);
  const wide = shuffled(MOST_OF_FOUR, next).slice(0, four);
  const narrow = shuffled(OF_TWO.length, next).slice(0, two);
  const values = wide.map(() => shuffled(4, next));
  const flips = narrow.map(() => next(2));
  return shuffled(ROWS, next).map((row) => ({
    ofFour: wide.map((column, place) => values[place]?.[latin(row, column)] ?? 0),
    ofTwo: narrow.map((column, place) => (((OF_TWO[column] ?? 0) >> row) & 1) ^ (flips[place] ?? 0)),
  }));
}

/** The whole numbers below a bound, in a drawn order. */
export function shuffled(count: number, next: (below: number) => number): readonly number[] {
  const left = Array.from({ length: count }, (_, n) => n);
  const order: number[] = [];
  while (left.length > 0) order.push(...left.splice(next(left.length), 1));
  return order;
}

/** Orthogonal columns: the two digits of the row in base four, and their sums in the field of four elements. */
function latin(row: number, column: number): number {
  const [a, b] = [row >> 2, row & 3];
  return column === 0 ? a : b ^ times(a, column - 1);
}

/** Products in the field of four elements. */
function times(one: number, other: number): number {
  if (one === 0 || other === 0) return 0;
  return ((one - 1 + other - 1) % 3) + 1;
}
