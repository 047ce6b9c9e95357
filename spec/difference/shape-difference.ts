/** Compares two shapes: the schema part of the difference between two documents. */
import { defined } from "../defined.ts";
import { type Member, type Shape, allows, everyType, everyValue } from "../schema.ts";

/** One way in which the values that a schema allows changed. */
export interface ShapeChange {
  /** The place in the value, as a JSON Pointer; `*` stands for each item and for each member that is not named. */
  readonly at: string;
  readonly keyword: string;
  /** `narrower`: values that were valid are not; `wider`: values that were not valid are. */
  readonly effect: "narrower" | "wider";
  /** The earlier and the later value of the keyword; absent if the schema does not have it. */
  readonly before?: unknown;
  readonly now?: unknown;
  /** A member that only one of the schemas describes, and whether it is required there. */
  readonly member?: "required" | "optional";
  /** JSON Pointer to the schema, in the document that has it. */
  readonly path: string;
}

type Effect = ShapeChange["effect"];

/** The input of a comparison: a place in the value, and its shape in both documents. */
interface Pair {
  readonly at: string;
  readonly before: Shape;
  readonly now: Shape;
}

/** Every change, in the order of the later document. */
export function compareShapes(before: Shape, now: Shape, at = ""): readonly ShapeChange[] {
  const pair = { at, before, now };
  return [
    ...typeChanges(pair),
    ...listChanges(pair),
    ...boundChanges(pair),
    ...setChanges(pair, "pattern", [before.patterns, now.patterns]),
    ...formatChanges(pair),
    ...stepChanges(pair),
    ...uniqueChanges(pair),
    ...itemChanges(pair),
    ...memberChanges(pair),
    ...otherChanges(pair),
  ];
}

function change(pair: Pair, keyword: string, effect: Effect, values: Pick<ShapeChange, "before" | "now">): ShapeChange {
  const path = values.now === undefined ? pair.before.path : pair.now.path;
  return { at: pair.at, keyword, effect, ...defined(values), path };
}

function typeChanges(pair: Pair): readonly ShapeChange[] {
  const [before, now] = [pair.before.types, pair.now.types];
  const values = { before: typesShown(before), now: typesShown(now) };
  return [
    ...(before.every((type) => allows(now, type)) ? [] : [change(pair, "type", "narrower", values)]),
    ...(now.every((type) => allows(before, type)) ? [] : [change(pair, "type", "wider", values)]),
  ];
}

function typesShown(types: Shape["types"]): unknown {
  if (types.length === everyType.length) return undefined;
  return types.length === 1 ? types[0] : types;
}

function listChanges(pair: Pair): readonly ShapeChange[] {
  const [before, now] = [pair.before.values, pair.now.values];
  const within = (one: readonly unknown[] | undefined, other: readonly unknown[] | undefined): boolean => {
    if (one === undefined || other === undefined) return other === undefined;
    const texts = new Set(other.map((value) => JSON.stringify(value)));
    return one.every((value) => texts.has(JSON.stringify(value)));
  };
  return [
    ...(within(before, now) ? [] : [change(pair, "enum", "narrower", { before, now })]),
    ...(within(now, before) ? [] : [change(pair, "enum", "wider", { before, now })]),
  ];
}

/** For each bound: whether a greater value of it allows less, and the value that allows everything. */
const BOUNDS = [
  ["minLength", "least", 0],
  ["maxLength", "most", Infinity],
  ["minimum", "least", -Infinity],
  ["maximum", "most", Infinity],
  ["exclusiveMinimum", "least", -Infinity],
  ["exclusiveMaximum", "most", Infinity],
  ["minItems", "least", 0],
  ["maxItems", "most", Infinity],
] as const;

function boundChanges(pair: Pair): readonly ShapeChange[] {
  return BOUNDS.flatMap(([keyword, kind, none]) => {
    const [before, now] = [pair.before[keyword], pair.now[keyword]];
    const grows = (now ?? none) - (before ?? none);
    // Both have no bound. The difference of two infinities is not a number.
    if ((now ?? none) === (before ?? none)) return [];
    const isNarrower = kind === "least" ? grows > 0 : grows < 0;
    return [change(pair, keyword, isNarrower ? "narrower" : "wider", { before, now })];
  });
}

/** Changes of keywords that must all be met: each additional one allows less. */
function setChanges(pair: Pair, keyword: string, [before, now]: readonly [Words, Words]): readonly ShapeChange[] {
  const more = now.filter((one) => !before.includes(one));
  const fewer = before.filter((one) => !now.includes(one));
  return [
    ...more.map((value) => change(pair, keyword, "narrower", { before: fewer[0], now: value })),
    ...fewer.map((value) => change(pair, keyword, "wider", { before: value, now: more[0] })),
  ];
}

type Words = readonly string[];

/** Like `setChanges`, except that every int32 is an int64. */
function formatChanges(pair: Pair): readonly ShapeChange[] {
  const implied = (formats: Words): Words => (formats.includes("int32") ? [...formats, "int64"] : formats);
  const [before, now] = [pair.before.formats, pair.now.formats];
  const more = now.filter((one) => !implied(before).includes(one));
  const fewer = before.filter((one) => !implied(now).includes(one));
  const values = { before: before.join(", ") || undefined, now: now.join(", ") || undefined };
  return [
    ...(more.length === 0 ? [] : [change(pair, "format", "narrower", values)]),
    ...(fewer.length === 0 ? [] : [change(pair, "format", "wider", values)]),
  ];
}

function stepChanges(pair: Pair): readonly ShapeChange[] {
  const [before, now] = [pair.before.multipleOf, pair.now.multipleOf];
  if (before === now) return [];
  const isMultipleOf = (one: number | undefined, other: number | undefined): boolean =>
    other === undefined || (one !== undefined && Number.isInteger(one / other));
  return [
    ...(isMultipleOf(before, now) ? [] : [change(pair, "multipleOf", "narrower", { before, now })]),
    ...(isMultipleOf(now, before) ? [] : [change(pair, "multipleOf", "wider", { before, now })]),
  ];
}

function uniqueChanges(pair: Pair): readonly ShapeChange[] {
  const [before, now] = [pair.before.uniqueItems, pair.now.uniqueItems];
  return before === now ? [] : [change(pair, "uniqueItems", now ? "narrower" : "wider", { before, now })];
}

function itemChanges({ at, before, now }: Pair): readonly ShapeChange[] {
  if (before.items === undefined && now.items === undefined) return [];
  return compareShapes(before.items ?? everyValue(before.path), now.items ?? everyValue(now.path), `${at}/*`);
}

function memberChanges(pair: Pair): readonly ShapeChange[] {
  const names = [...pair.now.members, ...pair.before.members].map(({ name }) => name);
  return [...new Set(names)].flatMap((name) => {
    const [before, now] = [memberOf(pair.before, name), memberOf(pair.now, name)];
    const required = requiredChanges(pair, name);
    const values = valueChanges(pair, name, { before, now });
    if (required.length > 0) return [...required, ...values];
    return values.map((one) =>
      one.keyword === "properties" && one.at === `${pair.at}/${name}` ? { ...one, member: "optional" } : one,
    );
  });
}

function requiredChanges(pair: Pair, name: string): readonly ShapeChange[] {
  const isRequired = ({ members }: Shape): boolean => members.some((member) => member.name === name && member.required);
  const [before, now] = [isRequired(pair.before), isRequired(pair.now)];
  if (before === now) return [];
  const isOfBoth = [pair.before, pair.now].every((shape) => typeof memberOf(shape, name) !== "boolean");
  const found = change(pair, "required", now ? "narrower" : "wider", { before, now });
  return [{ ...found, at: `${pair.at}/${name}`, ...(isOfBoth ? {} : { member: "required" }) }];
}

/**
 * The restriction of a shape on a member, named or not: anything is allowed (`true`), the member is not allowed
 * (`false`), or its shape.
 */
function memberOf({ members, others = true }: Shape, name: string): Shape | boolean {
  return members.find((member: Member) => member.name === name)?.shape ?? others;
}

interface Values {
  readonly before: Shape | boolean;
  readonly now: Shape | boolean;
}

function valueChanges(pair: Pair, name: string, { before, now }: Values): readonly ShapeChange[] {
  const at = `${pair.at}/${name}`;
  // Both allow anything, or both forbid the member.
  if (before === now) return [];
  if (typeof before === "object" && typeof now === "object") return compareShapes(before, now, at);
  if (before === false || now === false) {
    return [{ ...change(pair, "additionalProperties", now === false ? "narrower" : "wider", {}), at }];
  }
  return describedChange(at, { before, now });
}

/** One change for a member that only one document describes, however many keywords its schema has. */
function describedChange(at: string, { before, now }: Values): readonly ShapeChange[] {
  const shape = typeof now === "object" ? now : before;
  if (typeof shape !== "object" || compareShapes(everyValue(""), shape).length === 0) return [];
  return [{ at, keyword: "properties", effect: shape === now ? "narrower" : "wider", path: shape.path }];
}

/** Changes for the members that neither document names. */
function otherChanges(pair: Pair): readonly ShapeChange[] {
  const {
    before: { others: before = true },
    now: { others: now = true },
  } = pair;
  return valueChanges(pair, "*", { before, now });
}

// Describes changes of a schema in words.

/**
 * What changed, as a part of a sentence: "maxLength of `name` is 60, and there was none".
 * @param whole the name of the whole value
 */
export function inWords({ at, keyword, effect, before, now, member }: ShapeChange, whole = "the body"): string {
  const name = at === "" ? whole : nameOf(at);
  if (member !== undefined) return `the ${member} member ${name} is ${effect === "narrower" ? "added" : "removed"}`;
  switch (keyword) {
    case "required":
      return effect === "narrower" ? `${name} is required, and was not` : `${name} is no longer required`;
    case "additionalProperties":
      return effect === "narrower" ? `${name} is no longer allowed` : `${name} is allowed, and was not`;
    case "properties":
      return effect === "narrower" ? `${name} is described, and was not` : `${name} is no longer described`;
    case "schema":
      return `the schema of ${name} differs in ways that are not compared`;
    case "uniqueItems":
      return effect === "narrower" ? `items of ${name} have to differ, and had not` : `items of ${name} may be equal`;
    default:
      return `${keyword} of ${name} ${compared(before, now)}`;
  }
}

function compared(before: unknown, now: unknown): string {
  if (before === undefined) return `is ${shown(now)}, and there was none`;
  return now === undefined ? `was ${shown(before)}, and there is none` : `is ${shown(now)}, and was ${shown(before)}`;
}

/** A place in a body: `/kind/*` is "each item or other member of `/kind`", `/name` is `name`. */
function nameOf(at: string): string {
  if (at === "/*") return "each member that is not named";
  if (at.endsWith("/*")) return `what is in \`${at.slice(1, -2)}\``;
  return `\`${at.slice(1)}\``;
}

/** The most characters of a shown value. The values of keywords come from the document, and may be long. */
const LONGEST = 120;

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}
