/**
 * How a request with another purpose is written and sent: in a variant of features that the provider accepted in valid
 * requests. Over a run, the requests of a kind have each feature in turn. Pure.
 */
import { drawnFrom } from "../bodies/body-drafts.ts";
import { shuffled } from "./feature-search.ts";
import type { Known } from "./check.ts";
import { type Axis, type Feature, areAlike, withoutLostAnswers } from "./request-features.ts";
import { narrowAxes, singleAxes, wideAxes } from "./request-variants.ts";

/** The number of requests in a round that have no feature of an axis. */
const PLAIN = { ofMany: 1, ofSingle: 7 } as const;

/** The turns of a kind begin at a multiple of this number, so that each feature occurs. */
export const TURNS = 840;

/**
 * The features of a request, by its turn.
 * @param more further axes, which change the meaning of a request and not only its form
 */
export function dressOf(mediaType: string, known: Known | undefined, more: readonly Axis[] = []): readonly Feature[] {
  const { turn, variants = [] } = known ?? {};
  if (turn === undefined || variants.length === 0) return [];
  const drawn = [...axesOf(mediaType), ...more].flatMap((axis, place) => featureAt(axis, turn, place));
  const dress = drawn.reduce<readonly Feature[]>(
    (features, feature) => (fits(feature, features, known as Known) ? [...features, feature] : features),
    [],
  );
  return withoutLostAnswers(dress);
}

/** By media type. Cached, because they are needed for each request. */
const axes = new Map<string, readonly Axis[]>();

function axesOf(mediaType: string): readonly Axis[] {
  const known = axes.get(mediaType) ?? axesFor(mediaType);
  axes.set(mediaType, known);
  return known;
}

/** Leaves out the axes that change which members there are, because the fault of a request may be about them. */
function axesFor(mediaType: string): readonly Axis[] {
  // Single features are first, because they replace others of the same kind.
  const all = [...singleAxes(mediaType), ...wideAxes(mediaType), ...narrowAxes];
  return all.filter((axis) => axis.every(({ change }) => change.which === undefined));
}

/** The feature of an axis in a turn. Each occurs once in a round, in an order that is drawn for the round. */
function featureAt(axis: Axis, turn: number, place: number): readonly Feature[] {
  const length = axis.length + (axis.some(({ isSingle }) => isSingle) ? PLAIN.ofSingle : PLAIN.ofMany);
  const round = roundOf(length, 1 + Math.floor(turn / length) * 64 + place);
  const feature = axis[round[turn % length] ?? length];
  return feature === undefined ? [] : [feature];
}

/** The last round by length and by number modulo 64. The checks of a kind are asked one after the other. */
const rounds = new Map<string, { readonly number: number; readonly order: readonly number[] }>();

function roundOf(length: number, number: number): readonly number[] {
  const key = `${length} ${number % 64}`;
  const last = rounds.get(key);
  if (last?.number === number) return last.order;
  const order = shuffled(length, drawnFrom(number));
  rounds.set(key, { number, order });
  return order;
}

/** Whether a feature was accepted, also with each of these features that it was sent with. */
function fits(feature: Feature, dress: readonly Feature[], { variants, refusedVariants = [] }: Known): boolean {
  const accepted = besideOf(variants).get(feature.name);
  const refused = besideOf(refusedVariants).get(feature.name);
  return (
    accepted !== undefined &&
    dress.every((other) => !areAlike(feature, other) && (accepted.has(other.name) || refused?.has(other.name) !== true))
  );
}

/** The features that each feature was sent with. Cached, because each pair is looked up before each request. */
const beside = new WeakMap<Variants, ReadonlyMap<string, ReadonlySet<string>>>();

type Variants = readonly (readonly string[])[];

function besideOf(variants: Variants): ReadonlyMap<string, ReadonlySet<string>> {
  const known = beside.get(variants);
  if (known !== undefined) return known;
  const found = new Map<string, Set<string>>();
  for (const names of variants) {
    for (const name of names) {
      const others = found.get(name) ?? new Set();
      found.set(name, others);
      for (const other of names) others.add(other);
    }
  }
  beside.set(variants, found);
  return found;
}
