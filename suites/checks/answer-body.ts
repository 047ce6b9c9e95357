/** The questions about both the 200 and the 400: media type, encoding, shape. */
import { isJson, isWithin } from "../../spec/references.ts";
import type { Finding } from "../../result/result.ts";
import type { Validator } from "../../spec/validators.ts";
import { header } from "../../http/headers.ts";
import type { DescribedResponse } from "../../spec/described-responses.ts";
import type { Sent } from "./check.ts";
import { type FindingsIfRead, ofHeader } from "./judges.ts";
import { bodyFinding, foreign, headerFinding, showIn, valueAt } from "./findings.ts";

/** Compares the media type without parameters and without regard to letter case (RFC 9110 section 8.3.1). */
export function mediaTypeIs(...expected: readonly string[]): (sent: Sent) => FindingsIfRead {
  return ofHeader((sent) => {
    if (expected.some((range) => isWithin(sent.answer?.mediaType ?? "", range))) return [];
    const seen = header(sent.answer?.headers ?? [], "content-type");
    return [
      headerFinding(sent, "content-type", {
        expected: expected.join(" or "),
        seen: seen === null ? null : foreign(sent, seen),
      }),
    ];
  });
}

/**
 * Whether an answer is one that the schema is for. If the document shows other media types for the same status, a body in
 * one of them is equally valid, and has another schema or none. The schema of a range, such as any media type, applies to
 * each JSON within it.
 */
export function isForSchema({ mediaType, mediaTypes }: DescribedResponse): (sent: Sent) => boolean {
  const others = mediaTypes.filter((other) => other !== mediaType);
  return ({ answer }) => {
    const given = answer?.mediaType ?? "";
    const isOfSchema = given === mediaType || (!mediaTypes.includes(mediaType) && isJson(given));
    return isOfSchema || !others.some((range) => isWithin(given, range));
  };
}

/** JSON text in UTF-8 without a byte order mark (RFC 8259 sections 2 and 8.1). */
export function bodyIsJson(sent: Sent): readonly Finding[] {
  const reading = sent.answer?.reading;
  if (reading?.as === "nothing") return [bodyFinding(sent, "", { expected: "JSON in UTF-8", seen: reading.why })];
  if (reading?.as !== "json" || !reading.byteOrderMark) return [];
  return [
    bodyFinding(sent, "", { expected: "JSON without a byte order mark", seen: "a byte order mark before the text" }),
  ];
}

/** Each name of an object occurs once (RFC 8259 section 4). */
export function namesAreUnique(sent: Sent): readonly Finding[] {
  const reading = sent.answer?.reading;
  if (reading?.as !== "json") return [];
  const names = reading.repeated.slice(0, MOST_NAMES).map((name) => showIn(sent, name));
  return names.map((name) =>
    bodyFinding(sent, "", { expected: "each member once", seen: `the member ${name} more than once` }),
  );
}

/** The most names that are reported for one answer; further names add nothing. */
const MOST_NAMES = 20;

/** Matches the body against its schema. A body that is not JSON has no shape; another check reports it. */
export function shapeIs(validate: Validator): (sent: Sent) => readonly Finding[] {
  return (sent) => {
    const reading = sent.answer?.reading;
    if (reading?.as !== "json") return [];
    const mismatches = validate(reading.value).map(({ where, expected }) => {
      const value = valueAt(reading.value, where);
      return bodyFinding(sent, where, { expected, seen: value === undefined ? "no such member" : showIn(sent, value) });
    });
    // A double turns 1.00000000000000000001 into 1, but the written number counts.
    const rounded = reading.rounded
      .filter(({ isInteger }) => !isInteger)
      .flatMap(({ where, text }) =>
        validate(replaced(reading.value, where))
          .filter((mismatch) => mismatch.where === where)
          .map(({ expected }) => bodyFinding(sent, where, { expected, seen: foreign(sent, text).slice(0, 60) })),
      );
    return mismatches.length > 0 ? mismatches : rounded;
  };
}

/** The value with a fraction at one top-level member, to test whether the schema demands an integer there. */
function replaced(value: unknown, where: string): unknown {
  const name = where.slice(1);
  return typeof value === "object" && value !== null && Object.hasOwn(value, name) ? { ...value, [name]: 0.5 } : value;
}
