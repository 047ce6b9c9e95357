/** Tracks the way through the schemas of a body: where a recursive schema ends, and what is left out. */
import { schemasUnder } from "./response-schemas.ts";

/** The way from the schema of a body to one of its parts. */
export interface Walk {
  /**
   * The schemas on the way since the last place where the value could be left out. Returning to one of them never ends.
   */
  readonly trail: readonly string[];
  /** All schemas on the way. */
  readonly around: readonly string[];
  /** Whether values that lead back, or that cannot be made, may be omitted. */
  readonly leavesOut: boolean;
  /** Whether one schema of a choice may be followed: for bodies that are made. Answers have to be known as a whole. */
  readonly chooses: boolean;
  /** Whether the way has already led back once. The next value that does is left out. */
  readonly hasLedBack: boolean;
  /** How many schemas may still be entered on all ways together. Counted down, because the ways share it. */
  readonly room?: { left: number };
}

/**
 * The most schemas that are entered for one body: a few schemas that refer to each other twice lead to a million
 * places.
 */
const MOST_ENTERED = 20_000;

/** The way into a schema. @throws {Error} when too many schemas were entered */
export function enter(walk: Walk, path: string): Walk {
  const { room = { left: MOST_ENTERED } } = walk;
  room.left -= 1;
  if (room.left >= 0) return { ...walk, room };
  throw new Error(
    `The schemas of one body lead to more than ${MOST_ENTERED} places (the last one: ${path}), because they refer to the same schemas again and again`,
  );
}

/** The start of the way: the schema of a body or an answer. */
export const start: Walk = { trail: [], around: [], leavesOut: false, chooses: false, hasLedBack: false };

/**
 * The start for a body that leaves out what cannot be made, and has one level of a schema that leads back to itself.
 */
export const startOfMakeable: Walk = { ...start, leavesOut: true };

/** The way on, from the schema at a path to one that is a part of it. */
export function onFrom(walk: Walk, path: string): Walk {
  return { ...walk, trail: [...walk.trail, path], around: [...walk.around, path] };
}

/** The parts that a value may omit. */
export type Optional = "member" | "items";

/**
 * The way to the schema of an optional value; null if the value is left out. The first value that leads back is made,
 * with its items if it is an array.
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
    // Faults of a schema are reported when its shape is made.
    return false;
  }
}

const UNMAKEABLE = Symbol("unmakeable");

/**
 * The error for a schema from which no body can be made. A value for which this part is optional is made without it.
 */
export function unmakeable(why: string): Error {
  return new Error(why, { cause: UNMAKEABLE });
}

/** The error for a schema that refers to itself without end. */
export function endless(path: string): Error {
  const why = "only members that are not required, and the items of an array, may lead back to it";
  return unmakeable(`The schema at ${path} refers to itself, and no body of it would have an end: ${why}`);
}

/** The result, or undefined if no body can be made. */
export function ifMakeable<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (isUnmakeable(error)) return undefined;
    throw error;
  }
}

/** Why no body can be made, in a sentence without a full stop; null if one can, or for another fault. */
export function whyUnmakeable(make: () => unknown): string | null {
  try {
    make();
    return null;
  } catch (error) {
    return isUnmakeable(error) ? error.message : null;
  }
}

function isUnmakeable(error: unknown): error is Error {
  return error instanceof Error && error.cause === UNMAKEABLE;
}
