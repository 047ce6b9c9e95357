/** The way through the schemas of a body: where one that refers to itself ends, and what is left out. */
import { schemasUnder } from "./answer-schema.ts";

/** The way from the schema of a body to one of its parts. */
export interface Walk {
  /** The schemas on the way, from the last place where the value could be left out: to come back to one has no end. */
  readonly trail: readonly string[];
  /** All schemas on the way. */
  readonly around: readonly string[];
  /** Whether values that lead back, or that cannot be made, may be left out. */
  readonly leavesOut: boolean;
  /** Whether the way led back already: the next value that does is left out. */
  readonly hasLedBack: boolean;
}

/** The way to the schema of a body, or of an answer. */
export const start: Walk = { trail: [], around: [], leavesOut: false, hasLedBack: false };

/** The same for a body that is made without what cannot be made, and one level deep where its schema leads back to itself. */
export const startOfMakeable: Walk = { ...start, leavesOut: true };

/** The way on, from the schema at a path to one that is a part of it. */
export function onFrom(walk: Walk, path: string): Walk {
  return { ...walk, trail: [...walk.trail, path], around: [...walk.around, path] };
}

/** What a value may be without. */
export type Optional = "member" | "items";

/**
 * The way to the schema of a value that may be left out; null where it is. The first one that leads back is made, with its items
 * if it is an array.
 */
export function toOptional(document: unknown, [path, optional]: readonly [string, Optional], walk: Walk): Walk | null {
  if (!walk.leavesOut || !leadsTo(document, path, walk.around)) return walk;
  if (!walk.hasLedBack) return { ...walk, trail: [], hasLedBack: true };
  return optional === "items" ? walk : null;
}

function leadsTo(document: unknown, path: string, around: readonly string[]): boolean {
  try {
    return schemasUnder(document, path).some(([, place]) => around.includes(place));
  } catch {
    // What is wrong with a schema is reported when its shape is made.
    return false;
  }
}

const UNMAKEABLE = Symbol("unmakeable");

/** The error of a schema that no body can be made of: what may be without such a part is made without it. */
export function unmakeable(why: string): Error {
  return new Error(why, { cause: UNMAKEABLE });
}

/** The error of a schema that refers to itself without end. */
export function endless(path: string): Error {
  const why = "only members that are not required, and the items of an array, may lead back to it";
  return unmakeable(`The schema at ${path} refers to itself, and no body of it would have an end: ${why}`);
}

/** The value, or undefined where a body of it cannot be made. */
export function ifMakeable<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof Error && error.cause === UNMAKEABLE) return undefined;
    throw error;
  }
}
