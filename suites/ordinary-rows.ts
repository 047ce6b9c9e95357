/** The variants that valid requests are sent in: the rows of a covering array as features, each two of different axes in one. */
import { drawnFrom } from "./bodies/drafts.ts";
import { coveringArray } from "./checks/covering-array.ts";
import type { Axis, Feature } from "./checks/feature.ts";
import { areAlike, connectionAxis, narrowAxes } from "./checks/request-variants.ts";

/** The features of one request; none of an axis is the plain way. */
export type FeatureRow = readonly Feature[];

/** Those that go first, and those that need a connection that others used. */
type Rows = readonly [early: readonly FeatureRow[], late: readonly FeatureRow[]];

/** The features that the rows are made of, beside those of the narrow axes. */
export interface RowAxes {
  /** Each two features of them meet in a row. */
  readonly wide: readonly Axis[];
  /** Each is in one row. */
  readonly single: readonly Feature[];
}

/** The rows of the last run, by its number: they are asked for once in each step. */
const lastRows = new WeakMap<RowAxes, { readonly n: number; readonly rows: Rows }>();

/** The rows of a run, drawn by a number: the same for the same one. */
export function rowsOf(axes: RowAxes, n: number): Rows {
  const last = lastRows.get(axes);
  if (last?.n === n) return last.rows;
  const rows = arrayedRows(axes, n);
  lastRows.set(axes, { n, rows });
  return rows;
}

/** The rows of the array as features. */
function arrayedRows({ wide, single }: RowAxes, n: number): Rows {
  const array = coveringArray(wide.length, narrowAxes.length, drawnFrom(n));
  // Each of an axis comes round among the rows that have one of it.
  const nthOf = (column: number, place: number): number =>
    array.slice(0, place).filter(({ ofTwo }) => ofTwo[column] === 1).length;
  const plain = array.map(({ ofFour, ofTwo }, place): FeatureRow => [
    ...wide.flatMap((axis, column) => featureAt(axis, ofFour[column] ?? 0)),
    ...narrowAxes.flatMap((axis, column) =>
      (ofTwo[column] ?? 0) === 0 ? [] : featureAt(axis, 1 + (nthOf(column, place) % axis.length)),
    ),
  ]);
  const rows = single.reduce(withSingle, plain);
  const isLate = (row: FeatureRow): boolean =>
    row.some(({ name }) => name === "used-connection" || name === "after-refusal");
  return [rows.filter((row) => !isLate(row)), rows.filter(isLate)];
}

/** What it costs a row to lose a feature, for each rare one that it has. */
const LOST = 4;

/**
 * The rows with one more feature in one of them, which takes the place of few. One of how a request is sent goes where no
 * connection is at stake, because it may end one.
 */
function withSingle(rows: readonly FeatureRow[], feature: Feature): readonly FeatureRow[] {
  const lost = (row: FeatureRow): number => row.filter((other) => areAlike(feature, other)).length;
  const cost = (row: FeatureRow): number => LOST * lost(row) + row.filter(({ isSingle }) => isSingle === true).length;
  const { headers = {}, framing } = feature.change;
  const isOfConnection = framing !== undefined || "Connection" in headers;
  const [chosen] = rows
    .filter((row) => !isOfConnection || !row.some((other) => connectionAxis.includes(other)))
    .toSorted((one, other) => cost(one) - cost(other));
  return rows.map((row) => (row === chosen ? [...row.filter((other) => !areAlike(feature, other)), feature] : row));
}

/** The feature that a value of a column stands for; 0 is the plain way. */
function featureAt(axis: Axis, value: number): FeatureRow {
  const feature = axis[value - 1];
  return feature === undefined ? [] : [feature];
}
