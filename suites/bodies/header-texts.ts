/** Compares the text of a header field with the shape of its schema. */
import { defined } from "../../spec/defined.ts";
import type { Shape } from "../../spec/shape.ts";
import { brokenByNumber, brokenByText } from "./constraints.ts";

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu;

/** The number of digits that a double always holds. */
const HELD = 15;

/**
 * What the shape requires and a text is not; null if the text may be correct. A header field is text, which its schema
 * reads as a value of its type (OpenAPI 3.1, Header Object: style `simple`). A format is an annotation, the spelling of
 * null is not defined, and characters beyond ASCII have no certain encoding (RFC 9110 section 5.5).
 */
export function mismatchOf(shape: Shape, text: string): string | null {
  if (/[^\t -~]/u.test(text) || (shape.types.includes("null") && /^(?:null)?$/iu.test(text))) return null;
  if (shape.types.includes("boolean")) return ["true", "false"].includes(text.toLowerCase()) ? null : "true or false";
  const isText = shape.types.includes("string");
  if (!isText && !NUMBER.test(text)) return "a number";
  const broken = isText ? brokenBySpelling(shape, text) : brokenByDigits(shape, text);
  return broken === undefined ? null : `what ${broken} allows (${shape.path})`;
}

/** Style `simple` may percent-encode a text: it is correct if either reading is. */
function brokenBySpelling(shape: Shape, text: string): string | undefined {
  const [broken] = brokenByText(shape, text);
  return broken !== undefined && brokenByText(shape, percentDecoded(text)).length === 0 ? undefined : broken;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * If a double rounds the number, only what rounding does not change is checked: its type, and bounds that it may lie
 * on.
 */
function brokenByDigits(shape: Shape, text: string): string | undefined {
  const value = Number(text);
  if (!Number.isFinite(value)) return undefined;
  const plain: Shape = { ...shape, formats: [] };
  const [mantissa = ""] = text.toLowerCase().split("e");
  const digits = mantissa.replaceAll(/\D/gu, "").replace(/^0+/u, "");
  return brokenByNumber(digits.length > HELD ? asRounded(plain) : plain, value)[0];
}

function asRounded({ multipleOf: _step, values: _listed, ...shape }: Shape): Shape {
  const { exclusiveMinimum, exclusiveMaximum, minimum = exclusiveMinimum, maximum = exclusiveMaximum, ...rest } = shape;
  return defined({ ...rest, minimum, maximum });
}
