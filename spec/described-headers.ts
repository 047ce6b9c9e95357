/** The header fields that a document describes for its responses: the required ones, and their values. */
import { type HeadedResponse, headersAt, jsonResponses } from "./described-responses.ts";
import { type Operation, shapeIfKnown } from "./read-operation.ts";
import { type Shape, at, everyType } from "./schema.ts";

/** A header field of one response whose schema restricts its text. */
export interface DescribedHeader {
  readonly status: number;
  readonly name: string;
  readonly shape: Shape;
}

/** The header fields that responses require, with the status of each. */
export function requiredHeaders(operation: Operation): readonly (readonly [number, string])[] {
  return responsesOf(operation).flatMap(({ status, requiredHeaders: names }) =>
    names.map((name) => [status, name] as const),
  );
}

/**
 * The header fields whose values a schema restricts: numbers, booleans, or restricted texts. Arrays, objects, fields
 * with several types and fields with an unknown schema are left out.
 */
export function valuedHeaders(operation: Operation): readonly DescribedHeader[] {
  const { document } = operation;
  return responsesOf(operation).flatMap((response) =>
    headersAt(document, response.path).flatMap(([name, place]) => {
      const shape = "schema" in at(document, place) ? shapeIfKnown(document, `${place}/schema`) : null;
      return shape === null || !isDecided(shape) ? [] : [{ status: response.status, name, shape }];
    }),
  );
}

function responsesOf(operation: Operation): readonly HeadedResponse[] {
  return [...jsonResponses(operation), ...operation.headed];
}

function isDecided({ types, values, patterns, minLength = 0, maxLength }: Shape): boolean {
  const [type, ...others] = types.filter((one) => one !== "null");
  if (others.length > 0 || types.length === everyType.length) return false;
  if (type !== "string") return type === "integer" || type === "number" || type === "boolean";
  return values !== undefined || patterns.length > 0 || minLength > 0 || maxLength !== undefined;
}
