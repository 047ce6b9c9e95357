/**
 * Runs a pattern over a text without backtracking: every way through the pattern is followed at once, one code point
 * after the other. The work grows with the length of the text and the size of the pattern, and has a limit. Pure.
 */
import { NotRun, type PatternPart, type PatternPlace } from "./pattern-syntax.ts";

/** Counts the work of one judgement. */
export interface Work {
  left: number;
}

/** The most steps of a pattern: it is as large as the longest patterns of public documents by far. */
const MOST_STEPS = 5_000;

/** A step of a pattern: it reads a number of code points of one kind, leads on, or asks about its place. */
type Step =
  | { readonly is: "read"; readonly fits: (point: number) => boolean; readonly least: number; readonly most: number }
  | { readonly is: "fork"; readonly to: readonly number[] }
  | { readonly is: "place"; readonly place: PatternPlace }
  | { readonly is: "look"; readonly of: PatternProgram; readonly isNegated: boolean }
  | { readonly is: "end" };

/** The steps of a pattern. The step after each is the next one, but for a fork. */
export interface PatternProgram {
  readonly steps: readonly Step[];
  /** Whether the text is read from its end to its start, as for what a place is followed by. */
  readonly isBackward: boolean;
}

/**
 * The program of a pattern.
 * @throws {NotRun} if it is too large
 */
export function programOf(part: PatternPart, isBackward = false): PatternProgram {
  const steps: Step[] = [];
  write(part, { steps, isBackward });
  steps.push({ is: "end" });
  return { steps, isBackward };
}

interface Writer {
  readonly steps: Step[];
  readonly isBackward: boolean;
}

function write(part: PatternPart, writer: Writer): void {
  const { steps, isBackward } = writer;
  if (steps.length > MOST_STEPS) throw new NotRun(`is longer than ${MOST_STEPS} steps, the limit`);
  switch (part.is) {
    case "one":
      steps.push({ is: "read", fits: part.fits, least: 1, most: 1 });
      return;
    case "sequence":
      for (const one of isBackward ? part.of.toReversed() : part.of) write(one, writer);
      return;
    case "choice":
      writeChoice(part.of, writer);
      return;
    case "repeat":
      writeRepeat(part, writer);
      return;
    case "place":
      steps.push(part);
      return;
    case "look":
      steps.push({ is: "look", of: programOf(part.of, !part.isBehind), isNegated: part.isNegated });
  }
}

function writeChoice(branches: readonly PatternPart[], writer: Writer): void {
  const { steps } = writer;
  const start = steps.push({ is: "fork", to: [] }) - 1;
  const starts: number[] = [];
  const ends: number[] = [];
  for (const branch of branches) {
    starts.push(steps.length);
    write(branch, writer);
    ends.push(steps.push({ is: "fork", to: [] }) - 1);
  }
  steps[start] = { is: "fork", to: starts };
  for (const end of ends) steps[end] = { is: "fork", to: [steps.length] };
}

function writeRepeat({ of, least, most }: Extract<PatternPart, { readonly is: "repeat" }>, writer: Writer): void {
  const { steps } = writer;
  // One step counts, however often: patterns such as `.{1,4000}` are common.
  if (of.is === "one") {
    steps.push({ is: "read", fits: of.fits, least, most });
    return;
  }
  const start = steps.length;
  write(of, writer);
  // Nothing any number of times is nothing.
  if (steps.length === start) return;
  steps.length = start;
  for (let time = 0; time < least; time += 1) write(of, writer);
  const forks: number[] = [];
  for (let time = least; time < (most === Infinity ? least + 1 : most); time += 1) {
    forks.push(steps.push({ is: "fork", to: [] }) - 1);
    write(of, writer);
  }
  const [first] = forks;
  if (most === Infinity && first !== undefined) steps.push({ is: "fork", to: [first] });
  for (const fork of forks) steps[fork] = { is: "fork", to: [fork + 1, steps.length] };
}

/**
 * Whether a text, as code points, has a match anywhere.
 * @throws {NotRun} if no work is left
 */
export function hasMatch(program: PatternProgram, points: Uint32Array, work: Work): boolean {
  return placesOf(program, points, { work, isEnough: true }).includes(1);
}

interface Wish {
  readonly work: Work;
  /** Whether the first place is enough. */
  readonly isEnough: boolean;
}

/** The places of a text where a match ends, of those that begin anywhere; read backward, where one begins. */
function placesOf(program: PatternProgram, points: Uint32Array, { work, isEnough }: Wish): Uint8Array {
  const { steps, isBackward } = program;
  const found = new Uint8Array(points.length + 1);
  const states = new States(program, points, work);
  const [first] = steps;
  const isAnchored = !isBackward && first?.is === "place" && first.place === "^";
  for (let read = 0; read <= points.length; read += 1) {
    const place = isBackward ? points.length - read : read;
    if (states.enter(!isAnchored || read === 0, place, read)) {
      found[place] = 1;
      if (isEnough) break;
    }
    const point = points[isBackward ? place - 1 : place];
    if (point !== undefined) states.readOne(point, read);
    if (isAnchored && states.isOver) break;
  }
  return found;
}

/** When a step that counts was entered, as how many code points were read then: the oldest first, from `from` on. */
interface Entered {
  readonly times: number[];
  from: number;
}

/** A step that reads has not been entered. */
const NEVER = -1;

/** The steps that a run is at: each way through the pattern at once. */
class States {
  readonly #steps: readonly Step[];
  readonly #points: Uint32Array;
  readonly #work: Work;
  /** How many code points were read when a step that reads was entered, by the way that is oldest. */
  readonly #since: Int32Array;
  /** All ways, where a step reads several times with an end: a later one may go on where the oldest ends. */
  readonly #counted = new Map<number, Entered>();
  #active: number[] = [];
  /** The steps that the last code point led to. */
  #onward: number[] = [];
  /** How many code points were read when a step was last entered: a step is entered once at a place. */
  readonly #seen: Int32Array;
  readonly #looks = new Map<PatternProgram, Uint8Array>();

  constructor({ steps }: PatternProgram, points: Uint32Array, work: Work) {
    this.#steps = steps;
    this.#points = points;
    this.#work = work;
    this.#since = new Int32Array(steps.length).fill(NEVER);
    this.#seen = new Int32Array(steps.length).fill(NEVER);
    this.#spend(steps.length);
  }

  /** Whether no way leads on. */
  get isOver(): boolean {
    return this.#active.length === 0 && this.#onward.length === 0;
  }

  /** Enters the steps that the last code point led to, and all that follow them; whether the end is reached. */
  enter(isStart: boolean, place: number, read: number): boolean {
    const waiting = this.#onward;
    if (isStart) waiting.push(0);
    let isEnd = false;
    let spent = 0;
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (this.#seen[at] === read) continue;
      this.#seen[at] = read;
      spent += 1;
      const step = this.#steps[at];
      if (step === undefined || step.is === "end") isEnd = true;
      else if (step.is === "fork") for (const next of step.to) waiting.push(next);
      else if (step.is === "read") {
        this.#enterReading(at, step.most, read);
        if (step.least === 0) waiting.push(at + 1);
      } else if (this.#holds(step, place)) waiting.push(at + 1);
    }
    this.#spend(spent);
    return isEnd;
  }

  #enterReading(at: number, most: number, read: number): void {
    if (most === 0) return;
    if (this.#since[at] === NEVER) {
      this.#since[at] = read;
      this.#active.push(at);
    } else if (most > 1 && most !== Infinity) {
      const counted = this.#counted.get(at);
      if (counted === undefined) this.#counted.set(at, { times: [read], from: 0 });
      else counted.times.push(read);
    }
  }

  /** Reads one code point in each step that reads. */
  readOne(point: number, read: number): void {
    const active = this.#active;
    let kept = 0;
    this.#spend(active.length);
    for (const at of active) {
      const step = this.#steps[at];
      if (step?.is !== "read") continue;
      const count = read + 1 - (this.#since[at] ?? read);
      if (!step.fits(point)) this.#leave(at, step.most);
      else {
        if (count >= step.least) this.#onward.push(at + 1);
        // What has read the greatest number reads no more.
        if (count < step.most || this.#isLater(at)) active[kept++] = at;
      }
    }
    active.length = kept;
  }

  #leave(at: number, most: number): void {
    this.#since[at] = NEVER;
    if (most > 1 && most !== Infinity) this.#counted.delete(at);
  }

  /** Ends the oldest way through a step; whether there is a later one, which is then the oldest. */
  #isLater(at: number): boolean {
    const counted = this.#counted.get(at);
    const next = counted?.times[counted.from];
    this.#since[at] = next ?? NEVER;
    if (counted !== undefined && next !== undefined) counted.from += 1;
    else this.#counted.delete(at);
    return next !== undefined;
  }

  #holds(step: Extract<Step, { readonly is: "place" | "look" }>, place: number): boolean {
    if (step.is === "look") return (this.#look(step.of)[place] === 1) !== step.isNegated;
    if (step.place === "^") return place === 0;
    if (step.place === "$") return place === this.#points.length;
    const isEdge = isOfWord(this.#points[place - 1]) !== isOfWord(this.#points[place]);
    return isEdge === (step.place === "\\b");
  }

  #look(program: PatternProgram): Uint8Array {
    const known = this.#looks.get(program);
    if (known !== undefined) return known;
    const places = placesOf(program, this.#points, { work: this.#work, isEnough: false });
    this.#looks.set(program, places);
    return places;
  }

  #spend(steps: number): void {
    this.#work.left -= steps;
    if (this.#work.left < 0) throw new NotRun("takes more work than the limit for one body");
  }
}

/** A letter, a digit or `_` (ECMA-262, WordCharacters). */
function isOfWord(point: number | undefined): boolean {
  return point !== undefined && /^\w$/u.test(String.fromCodePoint(point));
}
