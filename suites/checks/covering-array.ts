/**
 * Sixteen rows in which each two columns show every pair of their values. Its own, because the generators that exist do
 * not give the least number of rows, and each row is a plant in a store.
 */

/** Rows of the array: as few as two columns of four values can be covered with. */
export const ROWS = 16;

/** Columns of four values that sixteen rows have room for. */
const MOST_OF_FOUR = 5;

/** A row: its values of the columns with four values, and of those with two. */
export interface Row {
  readonly ofFour: readonly number[];
  readonly ofTwo: readonly number[];
}

/**
 * The array for so many columns with four values, and so many with two.
 * @param next draws a whole number below a bound; the same numbers give the same array
 * @throws {Error} when there are too many columns
 */
export function coveringArray(four: number, two: number, next: (below: number) => number): readonly Row[] {
  if (four > MOST_OF_FOUR) throw new Error(`There is room for ${MOST_OF_FOUR} columns of four values`);
  const wide = Array.from({ length: four }, (_, column) =>
    Array.from({ length: ROWS }, (_row, row) => latin(row, column)),
  );
  const narrow = columnsOfTwo(wide, two, next);
  return Array.from({ length: ROWS }, (_, row) => ({
    ofFour: wide.map((column) => column[row] ?? 0),
    ofTwo: narrow.map((column) => column[row] ?? 0),
  }));
}

/** Columns that are drawn before the ones that were found are given up, and how often that is done. */
const TRIES = 1_000;
const MOST_STARTS = 100;

/** Drawn columns of two values, each of which shows every pair with every other column. */
function columnsOfTwo(
  wide: readonly (readonly number[])[],
  count: number,
  next: (below: number) => number,
): readonly (readonly number[])[] {
  // A few columns can leave no room for the next one, so that the search starts again without them.
  for (let start = 0; start < MOST_STARTS; start += 1) {
    const found: (readonly number[])[] = [];
    for (let tries = 0; tries < TRIES && found.length < count; tries += 1) {
      const column = Array.from({ length: ROWS }, () => next(2));
      const fits =
        wide.every((other) => pairs(other, column) === 8) && found.every((other) => pairs(other, column) === 4);
      if (fits) found.push(column);
    }
    if (found.length === count) return found;
  }
  throw new Error(`There is no room for ${count} columns of two values`);
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

/** How many different pairs of values two columns show. */
function pairs(one: readonly number[], other: readonly number[]): number {
  return new Set(one.map((value, row) => 10 * value + (other[row] ?? 0))).size;
}
