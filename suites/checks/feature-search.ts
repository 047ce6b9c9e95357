/**
 * How the features that a provider refuses are found: rows in which each two features meet, and then requests with fewer
 * features. Pure.
 */

// Sixteen rows in which each two columns show every pair of their values. This is our own code, because existing
// generators do not give the least number of rows, and each row is a plant in a store.

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

// Finds the features that make a provider refuse requests, with few requests. A set of requests in which each two
// features meet shows that something is refused; asking again with fewer features shows what.

/** The features of a request, and whether it was refused. */
export interface Tried<F> {
  readonly features: readonly F[];
  readonly isRefused: boolean;
}

/** The features to ask about next, or the result. */
export type Isolated<F> =
  | { readonly ask: readonly F[] }
  | {
      /** Sets of features that are refused whenever they meet, while none of them is refused without the others. */
      readonly causes: readonly (readonly F[])[];
      /** Refused once and not again, or not looked into. */
      readonly unexplained: readonly Tried<F>[];
    };

type Search<F, Found> = Generator<readonly F[], Found, boolean>;

/** The next question, given the first requests and the answers since then: whether each was refused, in order. */
export function isolate<F>(first: readonly Tried<F>[], answers: readonly boolean[], most: number): Isolated<F> {
  const causes: (readonly F[])[] = [];
  const search = searchAll(first, causes);
  let step = search.next();
  for (const isRefused of answers) {
    if (step.done === true) break;
    step = search.next(isRefused);
  }
  if (step.done !== true && answers.length < most) return { ask: step.value };
  const isExplained = ({ features }: Tried<F>): boolean => causes.some((cause) => isWithin(cause, features));
  return { causes, unexplained: first.filter((tried) => tried.isRefused && !isExplained(tried)) };
}

/** Looks for the cause of each refusal that no earlier cause explains. */
function* searchAll<F>(first: readonly Tried<F>[], causes: (readonly F[])[]): Search<F, undefined> {
  const accepted = first.filter(({ isRefused }) => !isRefused);
  for (const refused of first) {
    const { features } = refused;
    if (!refused.isRefused || causes.some((cause) => isWithin(cause, features))) continue;
    // A feature that is refused by itself occurs in no accepted request.
    const suspects = features.filter((feature) => !accepted.some((other) => other.features.includes(feature)));
    const quick = suspects.length > 0 ? yield* searchOne(suspects) : null;
    const cause = quick ?? (suspects.length < features.length ? yield* searchOne(features) : null);
    if (cause !== null) causes.push(cause);
  }
  return undefined;
}

/** The fewest of the features that are refused, asked once more at the end; null if they are accepted. */
function* searchOne<F>(features: readonly F[]): Search<F, readonly F[] | null> {
  if (features.length === 0 || !(yield features)) return null;
  let left = features;
  for (let isHalved = true; isHalved && left.length > 1;) {
    const [one, other] = halves(left);
    const half = (yield one) ? one : (yield other) ? other : null;
    isHalved = half !== null;
    left = half ?? left;
  }
  // Neither half is refused, so the cause has features of both.
  for (const feature of left.length > 1 ? left : []) {
    const without = left.filter((other) => other !== feature);
    if (without.length > 0 && (yield without)) left = without;
  }
  return (yield left) ? left : null;
}

function halves<F>(list: readonly F[]): readonly [readonly F[], readonly F[]] {
  const middle = Math.ceil(list.length / 2);
  return [list.slice(0, middle), list.slice(middle)];
}

function isWithin<F>(some: readonly F[], all: readonly F[]): boolean {
  return some.every((feature) => all.includes(feature));
}
