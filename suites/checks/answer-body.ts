/** The questions about both the 200 and the 400: media type, encoding, shape. */
import { header } from "../../http/message.ts";
import type { Finding } from "../../result/result.ts";
import { defined } from "../../spec/defined.ts";
import type { DescribedResponse } from "../../spec/described-responses.ts";
import { componentAt } from "../../spec/document-words.ts";
import type { Operation } from "../../spec/read-operation.ts";
import { isJson, isWithin } from "../../spec/document-references.ts";
import type { Validator } from "../../spec/validators.ts";
import { notApplicable } from "./check-applicability.ts";
import { invariant } from "./check-forms.ts";
import type { Check, History, OccasionKind, Sent } from "./check.ts";
import { answersOfOperation } from "./exchange-facts.ts";
import { bodyFinding, foreign, headerFinding, showIn, valueAt } from "./findings.ts";
import { type FindingsIfRead, ofBody, ofHeader } from "./judges.ts";

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

// The checks of every answer with one documented status, a success or a failure.

type MakeCheck = (requirement: string, title: string, ask: (sent: Sent) => FindingsIfRead) => Check;

/**
 * Makes the checks of the answers with the status of a response, at the operation's path: of all; of those that the
 * schema is for, which are in no other documented media type; and of those of them that are JSON, because other text
 * gives no occasion, and is no evidence.
 */
export function everyAnswer(
  path: string,
  response: DescribedResponse,
): Readonly<Record<"ofAll" | "ofSchema" | "ofJson", MakeCheck>> {
  const isMeant = isForSchema(response);
  const isReadable = (sent: Sent): boolean => isMeant(sent) && sent.answer?.reading.as !== "nothing";
  const { status } = response;
  return {
    ofAll: everyOf(path, response),
    ofSchema: everyOf(path, response, { what: `a ${status}`, isMeant }),
    ofJson: everyOf(path, response, { what: `a ${status} in JSON`, isMeant: isReadable }),
  };
}

/** Makes checks of the answers with one status, or of those among them that are meant. */
export function everyOf(
  path: string,
  { status, schemaPath }: Pick<DescribedResponse, "status" | "schemaPath">,
  { what, isMeant } = { what: `a ${status}`, isMeant: (_sent: Sent): boolean => true },
): MakeCheck {
  const select = (run: History): readonly Sent[] =>
    answersOfOperation(run, path, (seen) => seen === status).filter(isMeant);
  const basis = `the response ${status} of the document (${schemaPath})`;
  const given = defined({ occasion: occasionOf(status) });
  return (requirement, title, ask) =>
    invariant({ requirement, slug: `every-${status}`, title, basis, ...given }, { what, select, ask });
}

function occasionOf(status: number): OccasionKind | undefined {
  if (status === 401) return "no-token";
  return status >= 400 ? "refused-body" : undefined;
}

/** Checks that an answer has a documented media type, and that its body is JSON that matches the schema. */
export function bodyChecks(
  { path, document }: Operation,
  response: DescribedResponse,
  { of, validate }: { readonly of: "plant" | "error"; readonly validate: Validator },
): readonly Check[] {
  const { ofAll, ofSchema, ofJson } = everyAnswer(path, response);
  const { status, mediaTypes, schemaPath } = response;
  const types = mediaTypes.join(" or ");
  const ofType = ofAll(`${of}-media-type`, `The media type of every ${status} is ${types}`, mediaTypeIs(...mediaTypes));
  const schema = componentAt(document, schemaPath) ?? "its schema";
  return [
    mediaTypes.includes("*/*") ? notApplicable(ofType, `the document allows every media type with ${status}`) : ofType,
    ofSchema(`${of}-encoding`, `The body of every ${status} is JSON in UTF-8`, ofBody(bodyIsJson)),
    ofJson(`${of}-shape`, `The body of every ${status} matches ${schema}`, ofBody(shapeIs(validate))),
  ];
}
