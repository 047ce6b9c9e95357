/** The parts that every wrong value has: its name, and why it is wrong. */
import { excerpt } from "../../result/safe-text.ts";
import type { JsonType } from "../../spec/schema.ts";
import type { Shape } from "../../spec/shape.ts";
import type { TextPlace } from "./ordinary-values.ts";

/** A wrong value. */
export interface Wrong {
  readonly slug: string;
  /** What the value is, after the member's name. */
  readonly title: string;
  /** Why it is wrong, given the name of the value. */
  readonly basis: (name: string) => string;
  readonly keyword: string;
  /** The format that it breaks, if the keyword is `format`. */
  readonly format?: string;
  /** The text of the value, given its place and a fresh number. */
  readonly literal: (place: TextPlace, n: number) => string;
}

/** How much of a pattern or a list of values is shown, in characters. */
const MOST_OF_A_BOUND = 300;

/** The parts of a wrong value without the value itself. `of` is the bound in words, if it is not a number. */
export function wrong(shape: Shape, slug: string, keyword: string, of = ""): Omit<Wrong, "literal"> {
  const bound = excerpt(of === "" ? JSON.stringify(Reflect.get(shape, keyword)) : of, MOST_OF_A_BOUND);
  return {
    slug,
    title: `is beyond ${keyword} ${bound}`,
    basis: (name) => `${keyword} ${bound} in the schema of ${name} (${shape.path})`,
    keyword,
  };
}

/** A type with its article. */
export function a(type: JsonType): string {
  return type === "null" ? "null" : `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}
