/** Formats for which the suite makes no values. Other parts of their schemas show which values are valid. */
import { present } from "./defined.ts";
import { unmakeable } from "./schema-recursion.ts";
import { type Schema, type Shape, isKnownFormat, knownFormats, madeFormat } from "./schema.ts";

/** The restrictions of a format on the values that are made. */
export interface OfFormat {
  readonly formats: readonly string[];
  /** The only values that are known to be of the format: examples and the default. */
  readonly samples?: readonly unknown[];
}

/** Types that a format can restrict. */
const OF_FORMATS: ReadonlySet<string> = new Set(["string", "number", "integer"]);

/**
 * The format of a schema. An unknown format is an annotation (JSON Schema 2020-12, Validation section 7.2), so no value
 * is wrong because of it, but a value made without knowing the format may still be refused.
 * @throws {Error} if nothing shows which values have the format
 */
export function ofFormat(schema: Schema, path: string): OfFormat {
  const { type = "string", pattern } = schema;
  const named = schema.format ?? formatOfEncoding(schema.contentEncoding);
  if (named === undefined) return { formats: [] };
  const format = madeFormat(named);
  if (isKnownFormat(format)) return { formats: [format] };
  const isListed = schema.enum !== undefined || schema.const !== undefined;
  if (isListed || ![type].flat().some((one) => OF_FORMATS.has(one))) return { formats: [] };
  const samples = samplesOf(schema);
  if (samples.length > 0) return { formats: [format], samples };
  if (pattern !== undefined) return { formats: [format] };
  const known = `the ones that the suite knows are ${knownFormats.join(", ")}`;
  throw unmakeable(`The format ${format} at ${path} cannot be turned into checks: ${known}. Give it an example`);
}

/** Whether the texts of a shape are guessed: they match its pattern, and may not be of its format. */
export function isGuessed({ formats, samples, values }: Shape): boolean {
  return samples === undefined && values === undefined && formats.some((format) => !isKnownFormat(format));
}

/** The first part of a value whose text is guessed, in the document's order; undefined if there is none. */
export function guessedIn(shape: Shape): Shape | undefined {
  if (isGuessed(shape)) return shape;
  const parts = present([...shape.members.map((member) => member.shape), shape.items]);
  return parts.map(guessedIn).find((found) => found !== undefined);
}

/**
 * The format of texts in a content encoding. The keyword is an annotation (JSON Schema 2020-12, Validation section 8), but a
 * provider that decodes a text may refuse one that is not encoded so.
 */
function formatOfEncoding(encoding: string | undefined): string | undefined {
  if (encoding === undefined || /^(7bit|8bit|binary|quoted-printable|identity)$/i.test(encoding)) return undefined;
  return /^base64(url)?$/i.test(encoding) ? "byte" : encoding;
}

/** Whether a schema has a format for which no value is known. */
export function isUnknown(schema: object): boolean {
  try {
    ofFormat(schema, "");
    return false;
  } catch {
    return true;
  }
}

function samplesOf(schema: object): readonly unknown[] {
  const { example, examples, default: assumed }: Readonly<Record<string, unknown>> = { ...schema };
  const all: readonly unknown[] = [example, ...(Array.isArray(examples) ? (examples as unknown[]) : []), assumed];
  return all.filter((one) => typeof one === "string" || typeof one === "number");
}
