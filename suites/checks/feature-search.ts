/**
 * Finds the features that make a provider refuse requests, with few requests. A set of requests in which each two
 * features meet shows that something is refused; asking again with fewer features shows what. Pure.
 */

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
