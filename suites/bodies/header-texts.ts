/** The text of a header field, held against the shape of its schema. */
import type { Shape } from "../../spec/shape.ts";
import { brokenByNumber, brokenByText } from "./constraints.ts";

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu;

/** Digits that a double holds, whatever the number is. */
const HELD = 15;

/**
 * What a text is not that its shape asks for; null where it may be a right one. A header field is text, which its schema takes
 * for a value of its type (OpenAPI 3.1, Header Object: style `simple`). A format is an annotation, how null is written is said
 * nowhere, and characters beyond ASCII are of no certain encoding (RFC 9110 section 5.5).
 */
export function mismatchOf(shape: Shape, text: string): string | null {
  if (/[^\t -~]/u.test(text) || (shape.types.includes("null") && /^(?:null)?$/iu.test(text))) return null;
  if (shape.types.includes("boolean")) return ["true", "false"].includes(text.toLowerCase()) ? null : "true or false";
  const isText = shape.types.includes("string");
  if (!isText && !NUMBER.test(text)) return "a number";
  const broken = isText ? brokenBySpelling(shape, text) : brokenByDigits(shape, text);
  return broken === undefined ? null : `what ${broken} allows (${shape.path})`;
}

/** Style `simple` may percent-encode a text: it is right in either reading. */
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

/** A number that a double rounds is asked for what rounding leaves as it is: its type, and bounds that it may lie on. */
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
  return { ...rest, ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) };
}
