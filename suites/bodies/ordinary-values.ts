/** The text of ordinary values for a shape: within all its bounds, and such as a provider expects. */
import type { Operation } from "../../spec/read-operation.ts";
import { everyType, type Member, ordinaryType, type Shape } from "../../spec/schema.ts";
import { brokenByNumber, brokenByText, isAllowedNumber, lengthOf, listedValues, timesStep } from "./constraints.ts";
import { type Draft, nameOf, ORDINARY_IDS, pick, tagOf, textOf, turnOf } from "./body-drafts.ts";
import { formattedText, textFormatsOf } from "./formatted-texts.ts";
import { matchingText } from "./pattern-texts.ts";

/** The member that an ordinary text is drawn for. */
export type TextPlace = Pick<Member, "role">;

/**
 * The body of an ordinary NewPlant: with every member that the schema names, or only the required ones. The members are
 * in the order in which Pact's verifier writes them, so the plant of an interaction is an ordinary one.
 */
export function ordinaryDraft({ members }: Shape, n: number, which: "all" | "required" = "all"): Draft {
  return members
    .filter((member) => which === "all" || member.required)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map((member) => [member.name, ordinaryLiteral(member.shape, member, n)] as const);
}

/**
 * The text of an ordinary value of a shape. Different numbers give different values if the shape allows enough of them.
 * @throws {Error} when no value of the shape can be found
 */
export function ordinaryLiteral(shape: Shape, place: TextPlace, n: number): string {
  if (shape.values !== undefined) return JSON.stringify(pick(listedOf(shape), n));
  if (shape.samples !== undefined) return JSON.stringify(pick(samplesOf(shape), n));
  switch (ordinaryType(shape)) {
    case "integer":
    case "number":
      return String(ordinaryNumber(shape, n));
    case "string":
      return JSON.stringify(ordinaryText(shape, place, n));
    case "boolean":
      return String(pick([true, false], n));
    case "array":
      return arrayOf(shape, n, ordinarySize(shape));
    case "object":
      return textOf(ordinaryDraft(shape, n));
    case "null":
      return "null";
  }
}

// Each body asks again.
const listedByShape = new WeakMap<Shape, readonly unknown[]>();

/**
 * The listed values that a shape allows. Null is included only if there is no other value.
 * @throws {Error} when there is none
 */
export function listedOf(shape: Shape): readonly unknown[] {
  const known = listedByShape.get(shape) ?? findListed(shape);
  listedByShape.set(shape, known);
  return known;
}

function findListed(shape: Shape): readonly unknown[] {
  const listed = listedValues(shape).filter(
    (value) =>
      (typeof value !== "string" || brokenByText(shape, value).length === 0) &&
      (typeof value !== "number" || brokenByNumber(shape, value).length === 0),
  );
  if (listed.length === 0) throw new Error(`No value that enum or const at ${shape.path} lists is allowed there`);
  const others = listed.filter((value) => value !== null);
  return others.length === 0 ? listed : others;
}

/**
 * The known values of a format that a shape allows.
 * @throws {Error} when there is none
 */
export function samplesOf(shape: Shape): readonly unknown[] {
  const fitting = (shape.samples ?? []).filter(
    (value) =>
      (typeof value === "string" && shape.types.includes("string") && brokenByText(shape, value).length === 0) ||
      (typeof value === "number" && brokenByNumber(shape, value).length === 0),
  );
  if (fitting.length > 0) return fitting;
  throw new Error(`The format ${shape.formats.join(" and ")} at ${shape.path} has no example that its schema allows`);
}

/** An ordinary text of a shape. */
export function ordinaryText(shape: Shape, place: TextPlace, n: number): string {
  const digits = String(smallNumber(n));
  if (isDecimal(shape) && brokenByText(shape, digits).length === 0) return digits;
  const text = textOfLength(shape, place, n);
  if (text === undefined) {
    const [format] = textFormatsOf(shape);
    if (format !== undefined) {
      throw new Error(
        `The format ${format} at ${shape.path} cannot be turned into checks: no text of it was found that the other keywords allow`,
      );
    }
    const what = shape.patterns.length === 0 ? "schema" : "keyword pattern";
    throw new Error(`The ${what} at ${shape.path} cannot be turned into checks: no text was found that matches it`);
  }
  return text;
}

/** As `ordinaryText`, of a certain length in code points; undefined if none is found that pattern or format allow. */
export function textOfLength(shape: Shape, place: TextPlace, n: number, length?: number): string | undefined {
  const formatted = formattedText(shape, n);
  if (formatted !== null) {
    const isOfLength = length === undefined || lengthOf(formatted) === length;
    return isOfLength && brokenByText(shape, formatted).length === 0 ? formatted : undefined;
  }
  const plain = ofLength(plainText(place, n), {
    least: length ?? shape.minLength ?? 0,
    most: length ?? shape.maxLength ?? Infinity,
  });
  return brokenByText(shape, plain).length === 0 ? plain : matchingText(shape, n, length);
}

/** Beyond the ordinary ids: added to the number of some members' texts, so that no two members have the same text. */
const BEYOND_IDS = 2 ** 31;

function plainText({ role }: TextPlace, n: number): string {
  switch (role) {
    case "label":
      return nameOf(n);
    case "optionalLabel":
      return tagOf(n);
    case "identity":
      return tagOf(n + BEYOND_IDS);
    case undefined:
    default:
      return nameOf(n + BEYOND_IDS);
  }
}

/** Cuts or pads a text to a length in code points. The tail of a name makes it unique, so it is kept. */
function ofLength(text: string, { least, most }: { readonly least: number; readonly most: number }): string {
  const cut =
    lengthOf(text) > most
      ? Array.from(text)
          .slice(lengthOf(text) - most)
          .join("")
          .trimStart()
      : text;
  return cut.padEnd(least, "x");
}

/** Whether a value is a number or a text, as frameworks describe a decimal, whose most digits they leave out. */
export function isDecimal({ types }: Shape): boolean {
  return types.length < everyType.length && types.includes("number") && types.includes("string");
}

/** A number that a decimal of few digits holds. */
function smallNumber(n: number): number {
  return 1 + (n % 9_999);
}

/** The number itself, or one between the bounds. Different numbers stay different if possible. */
function ordinaryNumber(shape: Shape, unique: number): number {
  const n = isDecimal(shape) ? smallNumber(unique) : unique;
  // Nearly every schema allows it, and the other numbers cost more to make than this check.
  if (isAllowedNumber(shape, n)) return n;
  const { step, least, greatest, first, last } = stepsOf(shape, 2 ** 53);
  const steps = Math.max(1, last - first + 1);
  const candidates = [
    timesStep(Math.round(n / step), step),
    ...[0, 1, 2, 3].map((more) => timesStep(first + ((n + more) % steps), step)),
    ...[0.5, 0.25].map((share) => least + (greatest - least) * share),
  ];
  const found = candidates.find((value) => isAllowedNumber(shape, value));
  if (found === undefined) throw new Error(`No number was found that matches the schema at ${shape.path}`);
  return found;
}

/** The range of numbers between the bounds of a shape, and the first and the last multiple of its step in it. */
export function stepsOf({ multipleOf: step = 1, ...shape }: Shape, most: number) {
  const least = Math.max(shape.minimum ?? -Infinity, shape.exclusiveMinimum ?? -Infinity, -(2 ** 31));
  const greatest = Math.min(shape.maximum ?? Infinity, shape.exclusiveMaximum ?? Infinity, most);
  return { step, least, greatest, first: Math.ceil(least / step), last: Math.floor(greatest / step) };
}

function ordinarySize({ items, minItems = 0, maxItems = Infinity }: Shape): number {
  return Math.min(maxItems, Math.max(minItems, items === undefined ? 0 : 1));
}

/** An array of this many ordinary items, all different if the schema of the items allows that. */
export function arrayOf(shape: Shape, n: number, size: number): string {
  return `[${itemsOf(shape, n, size).join(",")}]`;
}

/** The items of that array. */
export function itemsOf(shape: Shape, n: number, size: number): readonly string[] {
  const list = listOf(shape, n, size);
  if (list === undefined) throw new Error(`No ${size} different items were found for the schema at ${shape.path}`);
  return list;
}

/** Whether this many items are possible in one array, whatever its other bounds are. */
export function hasItems(shape: Shape, size: number): boolean {
  return listOf(shape, 0, size) !== undefined;
}

/** How many items an array has that contains a certain one: two or more, if the bounds allow that. */
export function besideOthers(shape: Shape): number {
  const { minItems = 0, maxItems = Infinity } = shape;
  const two = Math.max(2, minItems);
  return two <= maxItems && hasItems(shape, two) ? two : Math.max(1, minItems);
}

/** An array with an item before or after ordinary ones: a provider may check only the first or the last. */
export function arrayWith(shape: Shape, n: number, item: string): string {
  const size = besideOthers(shape);
  const ordinary = itemsOf(shape, n, shape.uniqueItems && hasItems(shape, size + 1) ? size + 1 : size);
  const others = ordinary.filter((other) => !shape.uniqueItems || other !== item).slice(0, size - 1);
  return `[${(turnOf(n) % 2 === 0 ? [item, ...others] : [...others, item]).join(",")}]`;
}

function listOf(shape: Shape, n: number, size: number): readonly string[] | undefined {
  const list = Array.from({ length: size }, (_, k) => {
    return shape.items === undefined ? String(n + k) : ordinaryLiteral(shape.items, {}, n + k);
  });
  return shape.uniqueItems && new Set(list).size < size ? undefined : list;
}

// Whether a schema allows enough values for an identity: each request of a run needs a new one.

const TRIED = 200;

/**
 * Makes sure that the identities of a run differ: a repeated one may be refused, which the document leaves open.
 * @throws {Error} when the schema of the identity allows too few values
 */
export function assertEnoughIdentities({ request, roles }: Pick<Operation, "request" | "roles">): void {
  const identity = request.members.find(({ name }) => name === roles.identity);
  if (identity === undefined) return;
  const step = Math.floor(ORDINARY_IDS.count / TRIED);
  const literals = Array.from({ length: TRIED }, (_, k) =>
    ordinaryLiteral(identity.shape, identity, ORDINARY_IDS.least + k * step),
  );
  if (new Set(literals).size === TRIED && hasManyValues(identity)) return;
  throw new Error(
    `The schema of the identity \`${identity.name}\` at ${identity.shape.path} leaves too few values: each request of a run needs another one`,
  );
}

/** The letters of an ordinary text that make it different for each number. */
const LETTERS = 7;

/** Whether the bounds allow so many values that two of a run are hardly ever the same. */
function hasManyValues({ shape }: Member): boolean {
  const { minimum = -Infinity, maximum = Infinity, multipleOf = 1, maxLength = Infinity } = shape;
  return shape.types.includes("string") ? maxLength >= LETTERS : (maximum - minimum) / multipleOf >= 100_000_000;
}
