/** Numbers that a shape does not allow, each because of only one keyword or format. */
import type { Shape } from "../../spec/shape.ts";
import { type NumberKeyword, brokenByNumber } from "./constraints.ts";
import { ordinaryLiteral } from "./ordinary-values.ts";
import { type Wrong, wrong } from "./wrong.ts";

/** A number beyond each bound and each integer format of a shape. */
export function wrongNumbers(shape: Shape): readonly Wrong[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = shape;
  const step = multipleOf ?? 1;
  const ordinary = Number(ordinaryLiteral(shape, {}, 0));
  const above = (bound: number): readonly number[] => [bound + 1, (Math.floor(bound / step) + 1) * step];
  const below = (bound: number): readonly number[] => [bound - 1, (Math.ceil(bound / step) - 1) * step];
  const beyond = (
    slug: string,
    keyword: NumberKeyword,
    of: string,
    candidates: readonly number[],
  ): readonly Wrong[] => {
    const value = candidates.find((one) => brokenByNumber(shape, one).join() === keyword);
    const label = keyword === "type" ? "multipleOf" : keyword;
    return value === undefined ? [] : [{ ...wrong(shape, slug, label, of), literal: () => String(value) }];
  };
  return [
    ...(maximum === undefined ? [] : beyond("above-maximum", "maximum", "", above(maximum))),
    ...(minimum === undefined ? [] : beyond("below-minimum", "minimum", "", below(minimum))),
    ...(maximum === undefined ? [] : beyond("just-above-maximum", "maximum", "", justBeyond(shape, maximum, 1))),
    ...(minimum === undefined ? [] : beyond("just-below-minimum", "minimum", "", justBeyond(shape, minimum, -1))),
    ...(exclusiveMaximum === undefined
      ? []
      : beyond("at-exclusive-maximum", "exclusiveMaximum", "", [exclusiveMaximum, ...above(exclusiveMaximum)])),
    ...(exclusiveMinimum === undefined
      ? []
      : beyond("at-exclusive-minimum", "exclusiveMinimum", "", [exclusiveMinimum, ...below(exclusiveMinimum)])),
    ...(multipleOf === undefined
      ? []
      : beyond("not-a-multiple", "multipleOf", "", [
          ordinary + 1,
          ordinary - 1,
          ordinary + step / 2,
          ordinary - step / 2,
        ])),
    ...shape.formats.flatMap((format) => beyondFormat(shape, format)),
  ];
}

/**
 * A number with two or more decimal places that is just beyond a bound, as people write it: 0.49 for `minimum: 0.5`. It
 * is far enough away that single precision does not round it to the bound.
 */
function justBeyond({ types }: Shape, bound: number, direction: 1 | -1): readonly number[] {
  if (!types.includes("number")) return [];
  const places = [2, 3, 4, 5, 6].find((some) => Number(bound.toFixed(some)) === bound);
  if (places === undefined || 10 ** -places < Math.abs(bound) * LEAST_SHARE) return [];
  return [Number((bound + direction * 10 ** -places).toFixed(places))];
}

/** Single precision holds seven digits. */
const LEAST_SHARE = 1e-6;

/** As text, because a double does not hold the neighbours of the ends of int64. */
const ends: ReadonlyMap<string, readonly [below: string, above: string]> = new Map([
  ["int32", ["-2147483649", "2147483648"]],
  ["int64", ["-9223372036854775809", "9223372036854775808"]],
]);

function beyondFormat(shape: Shape, format: string): readonly Wrong[] {
  const [below = "", above = ""] = ends.get(format) ?? [];
  const { formats: _formats, ...bounds } = shape;
  const isAlone = (literal: string): boolean =>
    brokenByNumber({ ...bounds, formats: shape.formats.filter((other) => other !== format) }, Number(literal))
      .length === 0;
  return [
    ...(isAlone(above) ? [{ ...wrong(shape, `above-${format}`, "format", format), format, literal: () => above }] : []),
    ...(isAlone(below) ? [{ ...wrong(shape, `below-${format}`, "format", format), format, literal: () => below }] : []),
  ];
}
