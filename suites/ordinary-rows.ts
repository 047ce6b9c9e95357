/**
 * The variants of valid requests: the rows of a covering array as features. Each two features of different axes meet in
 * one row.
 */
import { drawnFrom } from "./bodies/drafts.ts";
import { coveringArray } from "./checks/covering-array.ts";
import type { Axis, Feature } from "./checks/feature.ts";
import { areAlike, connectionAxis, narrowAxes } from "./checks/request-variants.ts";

/** The features of one request. An axis without a feature is plain. */
export type FeatureRow = readonly Feature[];

/** The rows that are sent first, and those that need a connection that others used. */
type Rows = readonly [early: readonly FeatureRow[], late: readonly FeatureRow[]];

/** The features that the rows consist of, besides those of the narrow axes. */
export interface RowAxes {
  /** Each two features of these axes meet in a row. */
  readonly wide: readonly Axis[];
  /** Each of these features is in one row. */
  readonly single: readonly Feature[];
}

/** The rows of the last run, by its number: each step needs them once. */
const lastRows = new WeakMap<RowAxes, { readonly n: number; readonly rows: Rows }>();

/** The rows of a run, drawn by a number. The same number gives the same rows. */
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
  // The features of an axis take turns in the rows that have one of them.
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

/** The cost for a row of losing a feature. Each rare feature that the row has costs 1. */
const LOST = 4;

/**
 * The rows with one more feature in one of them, where it replaces few others. A feature of framing or of the
 * Connection header goes to a row in which the connection does not matter, because it may end the connection.
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

/** The feature of a value of a column; 0 is plain. */
function featureAt(axis: Axis, value: number): FeatureRow {
  const feature = axis[value - 1];
  return feature === undefined ? [] : [feature];
}
