/** How a case is sent: features of its request, drawn from the axes of the checks and removed again. */
import fc, { type Arbitrary } from "fast-check";
import type { Axis, Feature } from "../checks/feature.ts";
import { withoutLostAnswers } from "../checks/request-variants.ts";

/** A way of sending is drawn for one case in this many; the others are sent plainly. */
const VARIED_ONE_IN = 3;

/** One varied case in this many has a feature of an axis; those that cost more are drawn less often. */
const ONE_IN = { usual: 5, costly: 20, slow: 96 } as const;

/** The ways of sending: no feature, or some features, each from a different axis. */
export function sendingsOf(axes: readonly Axis[]): Arbitrary<readonly Feature[]> {
  const none = fc.constant<readonly Feature[]>([]);
  const each = axes
    .filter((axis) => axis.length > 0)
    .map((axis) => {
      const slow = axis.filter(isSlow);
      const others = axis.filter((one) => !isSlow(one));
      const isCostly = axis.some((feature) => isOfConnection(feature) || feature.change.framing !== undefined);
      const oneIn = isCostly ? ONE_IN.costly : ONE_IN.usual;
      const one = (features: Axis): Arbitrary<readonly Feature[]> =>
        features.length === 0 ? none : fc.constantFrom(...features).map((feature) => [feature]);
      const rest = oneOf(oneIn, one(others), none);
      return slow.length === 0 ? rest : oneOf(ONE_IN.slow, one(slow), rest);
    });
  const varied = fc.tuple(...each).map((features) => features.flat());
  return oneOf(VARIED_ONE_IN, varied, none);
}

/** A value of the rare kind once in `oneIn`, otherwise of the usual kind. */
function oneOf<T>(oneIn: number, rare: Arbitrary<T>, usual: Arbitrary<T>): Arbitrary<T> {
  return fc.oneof({ weight: oneIn - 1, arbitrary: usual }, { weight: 1, arbitrary: rare });
}

/** The features that a request can have at the same time, and that its body allows. */
export function applicable(features: readonly Feature[], isText: boolean): readonly Feature[] {
  const isAlone = features.some(isAskedFirst);
  return withoutLostAnswers(features).filter(
    (feature) => !(isText && isOfText(feature)) && !(isAlone && isOfConnection(feature)),
  );
}

function isOfText({ change }: Feature): boolean {
  const { order, space, escapeName, escapeValue } = change;
  return [order, space, escapeName, escapeValue].some((one) => one !== undefined);
}

/** Whether a request waits for 100, for which it needs its own connection. */
function isAskedFirst({ change }: Feature): boolean {
  return change.framing === "expect-continue";
}

/** Whether a request needs its own connection, or a pause. */
function isSlow(feature: Feature): boolean {
  return isAskedFirst(feature) || feature.change.framing === "in-pieces";
}

function isOfConnection({ change }: Feature): boolean {
  return change.before !== undefined || change.headers?.["Connection"] !== undefined;
}

/** The items of a list that a failure needs: all others are removed. */
export async function needed<T>(
  all: readonly T[],
  fails: (some: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  if (all.length === 0 || (await fails([]))) return [];
  let left = all;
  for (const one of all) {
    const fewer = left.filter((other) => other !== one);
    if (fewer.length > 0 && (await fails(fewer))) left = fewer;
  }
  return left;
}

/** The features in words, after "with". */
export function inWords(features: readonly Feature[]): string {
  return features.map(({ words }) => words).join(" and ");
}
