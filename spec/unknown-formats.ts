/** Formats that the suite makes no values of: what else in their schemas says what is valid. */
import { unmakeable } from "./recursion.ts";
import { type Schema, isKnownFormat, knownFormats } from "./schema.ts";

/** What a format asks of the values that are made. */
export interface OfFormat {
  readonly formats: readonly string[];
  /** The only values that are known to be of the format: examples and the default. */
  readonly samples?: readonly unknown[];
}

/** Types that a format says something of. */
const OF_FORMATS: ReadonlySet<string> = new Set(["string", "number", "integer"]);

/**
 * The format of a schema. One that is not known is an annotation (JSON Schema 2020-12, Validation section 7.2), so that no value is
 * wrong for it, but a value that is made without knowing it may be refused all the same.
 * @throws {Error} where nothing says which values are of it
 */
export function ofFormat(schema: Schema, path: string): OfFormat {
  const { format, type = "string", pattern } = schema;
  if (format === undefined) return { formats: [] };
  if (isKnownFormat(format)) return { formats: [format] };
  const isListed = schema.enum !== undefined || schema.const !== undefined;
  if (isListed || ![type].flat().some((one) => OF_FORMATS.has(one))) return { formats: [] };
  const samples = samplesOf(schema);
  if (samples.length > 0) return { formats: [format], samples };
  if (pattern !== undefined) return { formats: [] };
  const known = `the ones that the suite knows are ${knownFormats.join(", ")}`;
  throw unmakeable(`The format ${format} at ${path} cannot be turned into checks: ${known}. Give it an example`);
}

/** Whether a schema has a format that no value is known of. */
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
