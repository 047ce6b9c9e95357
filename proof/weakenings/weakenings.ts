/** The weakenings of a bundle, which function each is in, and whether the tests notice them. */
import { changesAt } from "./rules.ts";
import { filesOf, load } from "./bundle.ts";
import { type Node, type NodePlace, isFunction, nameOf, placesIn, under } from "./syntax.ts";
import { type Trace, trace } from "./trace.ts";

/**
 * The files that judge: from the bytes of an answer to the reasons of a verdict. What searches a text for secrets
 * (`result/find-forms.ts` and what it reads) is left out: it is made of loops, and many of their weakenings never end.
 */
const JUDGING = [
  /^http\/(decompress|headers|no-answer)\.ts$/,
  /^suites\/[\w-]+\.ts$/,
  /^suites\/checks\/(accidents|answer|body-questions|check-forms|findings|given-back|judges|known|limit-search|seed-used)\.ts$/,
  /^suites\/run\/(breakdown|causes|judge-run)\.ts$/,
  /^result\/(contract-checks|expectations|outcomes|redact|verdict|verdict-contracts|verdict-waivers|waivers)\.ts$/,
  /^spec\/(formats|validators)\.ts$/,
] as const;

/** One change of the judging code. */
interface Weakening {
  /** Where and what, in words that stay the same when lines are added elsewhere. */
  readonly id: string;
  /** The number of the innermost function around it; null where the code runs when it is loaded. */
  readonly within: number | null;
  /** The whole bundle, changed. */
  readonly code: () => string;
}

/** What became of the weakenings of a bundle. */
export interface TriedChange {
  readonly noticed: readonly string[];
  readonly survived: readonly string[];
}

/**
 * Tries every weakening of the judging code.
 * @throws what the tests throw at the code as it is
 */
export async function tryAll(code: string): Promise<TriedChange> {
  const { marked, weakenings } = weaken(code);
  const traced = await trace(marked);
  const noticed: string[] = [];
  const survived: string[] = [];
  for (const weakening of weakenings) {
    if (weakening.within !== null && traced.isSending(weakening.within)) continue;
    ((await isNoticed(weakening, traced)) ? noticed : survived).push(weakening.id);
  }
  return { noticed, survived };
}

async function isNoticed({ within, code }: Weakening, { tests: byFunction }: Trace): Promise<boolean> {
  try {
    const { tests } = load(code());
    const places = within === null ? tests.keys() : (byFunction.get(within) ?? []);
    for (const place of places) await tests[place]?.();
    return false;
  } catch {
    return true;
  }
}

/** Finds the weakenings of a bundle, and makes each function of the judging code say that it runs. */
function weaken(code: string): { readonly marked: string; readonly weakenings: readonly Weakening[] } {
  const fileAt = filesOf(code);
  const places = placesIn(code).filter(({ node }) => JUDGING.some((files) => files.test(fileAt(node.start))));
  const functions = places.filter(({ node }) => isFunction(node));
  const numbers = new Map(functions.map(({ node }, number) => [node, number]));
  const times = new Map<string, number>();
  const weakenings = places.filter(isJudging).flatMap((place) => {
    const owner = place.around.find(isFunction);
    const { start, end } = place.node;
    return changesAt(place, code).map(({ text, before, after }): Weakening => {
      const name = `${fileAt(start)} ${nameAround(place)}: ${oneLine(before)} -> ${oneLine(after)}`;
      const time = (times.get(name) ?? 0) + 1;
      times.set(name, time);
      return {
        id: time === 1 ? name : `${name} (${time})`,
        within: owner === undefined ? null : (numbers.get(owner) ?? null),
        code: () => code.slice(0, start) + text + code.slice(end),
      };
    });
  });
  return { marked: mark(code, functions), weakenings };
}

/** Outside of functions stand the tables of what is sent, and the patterns and sets that answers are held against. */
function isJudging({ node, around }: NodePlace): boolean {
  return [node, ...around].some(
    (one) => isFunction(one) || one.type === "NewExpression" || (one["regex"] ?? null) !== null,
  );
}

/** Puts a call of `hit` at the start of each function. */
function mark(code: string, functions: readonly NodePlace[]): string {
  const inserts = functions.flatMap(({ node }, number) => {
    const body = under(node, "body");
    if (body === undefined) return [];
    if (body.type === "BlockStatement") return [{ at: body.start + 1, text: `hit(${number});` }];
    return [
      { at: body.start, text: `(hit(${number}), ` },
      { at: body.end, text: ")" },
    ];
  });
  // From the end to the start, so that the places before stay where they are.
  return inserts
    .sort((a, b) => b.at - a.at)
    .reduce((text, { at, text: insert }) => text.slice(0, at) + insert + text.slice(at), code);
}

/** The names of the functions, constants and members around a place, the outermost first. */
function nameAround({ around }: NodePlace): string {
  const names = around.flatMap((node: Node) => {
    if (node.type === "FunctionDeclaration" || node.type === "VariableDeclarator") return [nameOf(under(node, "id"))];
    return node.type === "Property" && isFunction(under(node, "value") ?? node) ? [nameOf(under(node, "key"))] : [];
  });
  return names
    .filter((name) => name !== "")
    .reverse()
    .join(".");
}

function oneLine(code: string): string {
  const line = code.replaceAll(/\s+/g, " ").replaceAll("void 0", "undefined");
  return line.length <= 160 ? line : `${line.slice(0, 80)} ... ${line.slice(-75)}`;
}
