/** Texts and numbers that the keywords of a schema allow, as plain as possible. */
import { createRequire } from "node:module";
import type * as FastCheck from "fast-check";
import { expressionOf, matches } from "./expression.ts";

/** The constraints on a text. */
export interface TextKeywords {
  readonly format?: string;
  readonly patterns: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** The constraints on a number. */
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

/** A text with each kind of sign, for patterns with lookaheads. */
const OF_EVERY_KIND = "Text-1234!";

/** How many texts are drawn from a pattern. They are the same each time. */
const DRAWN = { numRuns: 500, seed: 1 } as const;

/** Whether the keywords allow a text. The format is not checked here. */
export function isText(text: string, { patterns, minLength = 0, maxLength = Infinity }: TextKeywords): boolean {
  const length = Array.from(text).length;
  return length >= minLength && length <= maxLength && patterns.every((one) => matches(one, text));
}

/** A text that the keywords allow. If none was found, one that they do not allow. */
export function textOf(keywords: TextKeywords): string {
  const { format = "", minLength = 0, maxLength = Infinity } = keywords;
  const formatted = ofFormat[format];
  if (formatted !== undefined) return formatted;
  const plain = ["text", OF_EVERY_KIND].map((one) => one.padEnd(minLength, "x").slice(0, maxLength));
  const found = [...plain, ...drawnOf(keywords)].find((text) => isText(text, keywords));
  return found ?? "text";
}

/** Texts drawn from each pattern, then texts of all patterns joined. */
function* drawnOf({ patterns }: TextKeywords): Generator<string> {
  if (patterns.length === 0) return;
  // Loaded only if there is a pattern.
  const fc = createRequire(import.meta.url)("fast-check") as typeof FastCheck;
  const all = patterns.map((pattern) => drawn(fc, pattern));
  for (const texts of all) yield* texts;
  for (let place = 0; all.length > 1 && place < DRAWN.numRuns; place += 1) {
    yield all.map((texts) => texts[place] ?? "").join("");
  }
}

/** The most characters that the repetitions of a pattern ask for, in all that is drawn. */
const MOST_REPEATED = 1_000_000;

function drawn(fc: typeof FastCheck, pattern: string): readonly string[] {
  const repeated = Array.from(pattern.matchAll(/\{(\d+)/gu), ([, times]) => Math.max(1, Number(times)));
  const numRuns = Math.min(DRAWN.numRuns, Math.floor(MOST_REPEATED / repeated.reduce((one, other) => one * other, 1)));
  if (numRuns === 0) return [];
  try {
    const texts = fc.stringMatching(expressionOf(pattern), { size: "medium" });
    return fc.sample(texts, { ...DRAWN, numRuns }).toSorted(plainestFirst);
  } catch {
    return [];
  }
}

function plainestFirst(one: string, other: string): number {
  return Number(/[^ -~]/u.test(one)) - Number(/[^ -~]/u.test(other));
}

/** A number that the keywords allow, whole if possible. If none was found, one that they do not allow. */
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
