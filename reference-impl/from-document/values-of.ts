/** Texts and numbers that the keywords of a schema allow, as plain as they are found. */
import { createRequire } from "node:module";
import type * as FastCheck from "fast-check";
import { expressionOf } from "./expression.ts";

/** What a text has to be. */
export interface TextKeywords {
  readonly format?: string;
  readonly patterns: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** What a number has to be. */
export interface NumberKeywords {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}

const ofFormat: Readonly<Record<string, string>> = {
  "date-time": "2026-01-01T00:00:00Z",
  date: "2026-01-01",
  time: "00:00:00Z",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
  email: "someone@example.com",
  uri: "https://example.com/",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  duration: "P1D",
  byte: "dGV4dA==",
};

/** A text of each kind of sign, for patterns that look ahead. */
const OF_EVERY_KIND = "Text-1234!";

/** How many texts are drawn of a pattern. The same ones each time. */
const DRAWN = { numRuns: 500, seed: 1 } as const;

/** Whether a text is as the keywords say; a format is for others to look at. */
export function isText(text: string, { patterns, minLength = 0, maxLength = Infinity }: TextKeywords): boolean {
  const length = Array.from(text).length;
  return length >= minLength && length <= maxLength && patterns.every((one) => expressionOf(one).test(text));
}

/** A text of the keywords; one that is not where none was found. */
export function textOf(keywords: TextKeywords): string {
  const { format = "", minLength = 0, maxLength = Infinity } = keywords;
  const formatted = ofFormat[format];
  if (formatted !== undefined) return formatted;
  const plain = ["text", OF_EVERY_KIND].map((one) => one.padEnd(minLength, "x").slice(0, maxLength));
  const found = [...plain, ...drawnOf(keywords)].find((text) => isText(text, keywords));
  return found ?? "text";
}

/** Texts of one of the patterns, together with one of each of the others around them. */
function* drawnOf({ patterns }: TextKeywords): Generator<string> {
  if (patterns.length === 0) return;
  // Loaded where there is a pattern, and not before.
  const fc = createRequire(import.meta.url)("fast-check") as typeof FastCheck;
  const all = patterns.map((pattern) => drawn(fc, pattern));
  for (const texts of all) yield* texts;
  for (let place = 0; all.length > 1 && place < DRAWN.numRuns; place += 1) {
    yield all.map((texts) => texts[place] ?? "").join("");
  }
}

function drawn(fc: typeof FastCheck, pattern: string): readonly string[] {
  try {
    return fc.sample(fc.stringMatching(expressionOf(pattern), { size: "medium" }), DRAWN).toSorted(plainestFirst);
  } catch {
    return [];
  }
}

function plainestFirst(one: string, other: string): number {
  return Number(/[^ -~]/u.test(one)) - Number(/[^ -~]/u.test(other));
}

/** A number of the keywords, whole where it may be; one that is not where none was found. */
export function numberOf(keywords: NumberKeywords): number {
  const { minimum = -Infinity, maximum = Infinity, multipleOf } = keywords;
  const { exclusiveMinimum: above = -Infinity, exclusiveMaximum: below = Infinity } = keywords;
  const [least, greatest] = [Math.max(minimum, above), Math.min(maximum, below)];
  const step = multipleOf ?? 1;
  const candidates = [1, Math.ceil(least / step) * step, (Math.floor(least / step) + 1) * step].concat([
    Math.floor(greatest / step) * step,
    (Math.ceil(greatest / step) - 1) * step,
    ...(multipleOf === undefined ? [(least + greatest) / 2] : []),
  ]);
  const isOne = (value: number): boolean =>
    Number.isFinite(value) &&
    value >= minimum &&
    value <= maximum &&
    value > above &&
    value < below &&
    (multipleOf === undefined || value % multipleOf === 0);
  return candidates.find(isOne) ?? 1;
}
