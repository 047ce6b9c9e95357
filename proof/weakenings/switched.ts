/**
 * All weakenings of a script in one script, each behind a switch. One script per weakening would have to be compiled
 * and loaded, and would run as cold code, about two thousand times.
 */
import type { CodeChange } from "./rules.ts";
import { type Node, type NodePlace, under } from "./syntax.ts";

/** A change of the code at a place, with the number that activates it. */
export interface SwitchedChange {
  readonly number: number;
  readonly place: NodePlace;
  readonly change: CodeChange;
}

/** A part of the code with other text in its place. Two parts are nested or disjoint. */
interface Part {
  readonly start: number;
  readonly end: number;
  /** Returns the text, from the part with all changes inside it. */
  readonly text: (inner: string) => string;
}

/** The input from which a script is written. */
export interface SwitchedCode {
  readonly code: string;
  /** Every node of the code. */
  readonly places: readonly NodePlace[];
  /** The places of the numbered functions. A function's number is its index here. */
  readonly functions: readonly NodePlace[];
  readonly changes: readonly SwitchedChange[];
}

/**
 * Writes the script. It reads the number of the active weakening from `weak.at`, and calls `turn()` in every iteration
 * of a loop, so that an endless loop can be stopped.
 */
export function switched({ code, places, changes }: SwitchedCode): string {
  return written(
    code,
    places,
    changes.map((change) => switchOf(change, code)),
  );
}

/**
 * Writes the script without changes. It calls `hit(number)` for each function that runs, and `see(number)` for each
 * change that would run.
 */
export function marked({ code, places, functions, changes }: SwitchedCode): string {
  return written(code, places, [
    ...changes.map(({ number, place }) => seenOf(number, place)),
    ...functions.flatMap(({ node }, number) => markOf(node, number)),
  ]);
}

function written(code: string, places: readonly NodePlace[], own: readonly Part[]): string {
  const parts = [...own, ...places.flatMap(({ node }) => turnOf(node))];
  return textOf(code, { start: 0, end: code.length }, sorted(parts));
}

/** Sorts outer parts before inner ones. */
function sorted(parts: readonly Part[]): readonly Part[] {
  return [...parts].sort((a, b) => a.start - b.start || b.end - a.end);
}

function textOf(code: string, whole: { readonly start: number; readonly end: number }, parts: readonly Part[]): string {
  const pieces: string[] = [];
  let at = whole.start;
  let next = 0;
  while (next < parts.length) {
    const outer = parts[next] as Part;
    const isSame = (part: Part | undefined): boolean => part?.start === outer.start && part.end === outer.end;
    const first = next;
    while (isSame(parts[next])) next += 1;
    const same = parts.slice(first, next);
    const inside = next;
    while (next < parts.length && (parts[next] as Part).start < outer.end) next += 1;
    const inner = textOf(code, outer, parts.slice(inside, next));
    pieces.push(
      code.slice(at, outer.start),
      same.reduce((text, part) => part.text(text), inner),
    );
    at = outer.end;
  }
  return pieces.join("") + code.slice(at, whole.end);
}

function switchOf({ number, place, change }: SwitchedChange, code: string): Part {
  const { node } = place;
  const { start, end } = hostOf(place);
  const changed = code.slice(start, node.start) + change.text + code.slice(node.end, end);
  return { start, end, text: (inner) => `(weak.at === ${number} ? ${changed} : ${inner})` };
}

function seenOf(number: number, place: NodePlace): Part {
  const { start, end } = hostOf(place);
  return { start, end, text: (inner) => `(see(${number}), ${inner})` };
}

/**
 * The nearest expression around a node that a condition can choose: the whole call of a method, because its `this`
 * would be lost; the whole chain, if the node is in one; the whole object, if the node is a key.
 */
function hostOf({ node, around: [parent, ...further] }: NodePlace): Node {
  const isTied =
    parent !== undefined &&
    (isNameIn(node, parent) || isMethodOf(node, parent) || isInChain(node, [parent, ...further]));
  return isTied ? hostOf({ node: parent, around: further }) : node;
}

function isNameIn(node: Node, parent: Node): boolean {
  if (node.type === "Property") return true;
  const key = parent.type === "MemberExpression" ? "property" : "key";
  return under(parent, key) === node && parent["computed"] !== true;
}

function isMethodOf(node: Node, parent: Node): boolean {
  return node.type === "MemberExpression" && parent.type === "CallExpression" && under(parent, "callee") === node;
}

/** Whether the code after a node is skipped together with it when the node is undefined. */
function isInChain(node: Node, [parent, ...further]: readonly Node[]): boolean {
  if (parent === undefined) return false;
  const isLink =
    under(parent, "object") === node || (parent.type === "CallExpression" && under(parent, "callee") === node);
  return isLink && (further[0]?.type === "ChainExpression" || isInChain(parent, further));
}

function markOf(node: Node, number: number): readonly Part[] {
  const body = under(node, "body");
  if (body === undefined) return [];
  const { start, end } = body;
  const isBlock = body.type === "BlockStatement";
  const text = (inner: string): string =>
    isBlock ? `{hit(${number});${inner.slice(1)}` : `(hit(${number}), ${inner})`;
  return [{ start, end, text }];
}

/** Calls `turn()` at the start of a loop body. */
function turnOf(node: Node): readonly Part[] {
  if (!/^(While|DoWhile|For|ForOf|ForIn)Statement$/.test(node.type)) return [];
  const body = under(node, "body");
  return body === undefined ? [] : [{ start: body.start, end: body.end, text: (inner) => `{ turn(); ${inner} }` }];
}
