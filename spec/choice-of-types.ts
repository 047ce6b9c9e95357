/** A choice of types, such as a number or a string of a pattern: frameworks write it for decimals and unions. */
import { type JsonType } from "./schema.ts";
import { type Shape, allows } from "./shape.ts";

/** The restrictions of a shape that are about values of each type, besides formats. */
const OF_TYPE: Readonly<Record<JsonType, readonly (keyof Shape)[]>> = {
  null: [],
  boolean: [],
  integer: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  string: ["minLength", "maxLength", "patterns"],
  array: ["items", "minItems", "maxItems", "uniqueItems", "isEndless"],
  object: ["members", "others"],
};

/**
 * The shape of the values that match one of these shapes, if no type is allowed by two of them: each keyword restricts
 * the values of one type only. Undefined if there is no such shape.
 */
export function oneOfTypes(shapes: readonly Shape[]): Shape | undefined {
  const [first, ...others] = shapes;
  if (first === undefined || others.length === 0) return first;
  const isApart = shapes.every((one, at) =>
    shapes.slice(at + 1).every(({ types }) => !one.types.some((type) => overlaps(types, type))),
  );
  // A list of values, examples of a format and the open null are about all types at once.
  const isListed = shapes.some(
    ({ values, samples, nullIsOpen }) => values !== undefined || samples !== undefined || nullIsOpen === true,
  );
  if (!isApart || isListed) return undefined;
  const { path } = first;
  const bare: Shape = { path, types: [], formats: [], patterns: [], uniqueItems: false, members: [] };
  return {
    ...shapes.reduce((all, one) => ({ ...all, ...ofOwnTypes(one) }), bare),
    types: shapes.flatMap(({ types }) => types),
    formats: shapes.flatMap(({ formats }) => formats),
  };
}

function overlaps(types: readonly JsonType[], type: JsonType): boolean {
  return allows(types, type) || (type === "number" && types.includes("integer"));
}

/** What a shape says of the types that it allows. Other keywords restrict nothing in it, and would in the choice. */
function ofOwnTypes(shape: Shape): Partial<Shape> {
  const keywords = shape.types.flatMap((type) => OF_TYPE[type]).filter((keyword) => shape[keyword] !== undefined);
  return Object.fromEntries(keywords.map((keyword) => [keyword, shape[keyword]]));
}
