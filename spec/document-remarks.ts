/** The places of a document that are not judged, or are read differently than written, in one sentence each. Pure. */
import { jsonResponses } from "./described-responses.ts";
import { schemasUnder } from "./answer-schema.ts";
import { LONGEST, isBeyondBodies } from "./body-limits.ts";
import { IS_TYPE_LIST } from "./openapi-3-0.ts";
import type { Operation } from "./read-operation.ts";
import { whyUnmakeable } from "./recursion.ts";
import { shapeOf } from "./shape-of-schema.ts";
import { isUnknown } from "./unknown-formats.ts";

type RequestPlace = Pick<Operation, "requestDocument" | "requestSchemaPath">;

/** The bounds in the request schema that no body reaches, each with its place. */
export function boundsLeftOut({ requestDocument, requestSchemaPath }: RequestPlace): readonly string[] {
  return schemasUnder(requestDocument, requestSchemaPath).flatMap(([schema, path]) =>
    Object.entries(schema)
      .filter(([keyword, value]) => isBeyondBodies(keyword, value))
      .map(
        ([keyword, value]) =>
          `${keyword} ${String(value)} at ${path} was not asked: no body is made longer than ${LONGEST}.`,
      ),
  );
}

/** The keywords in the request schema by which no value is made, each with its place. The values are not required. */
export function keywordsLeftOut({ requestDocument, requestSchemaPath }: RequestPlace): readonly string[] {
  const sentences = schemasUnder(requestDocument, requestSchemaPath).flatMap(([schema, path]) => {
    const why = whyUnmakeable(() => shapeOf(requestDocument, { schema, path }));
    // Formats have a sentence of their own.
    return why?.startsWith("The keyword ") === true ? [`${why}. No request has a value there.`] : [];
  });
  return [...new Set(sentences)];
}

/**
 * The formats in the request schema for which no value is known. Values with such a format are left out, because they
 * are not required.
 */
export function formatsLeftOut({ requestDocument, requestSchemaPath }: RequestPlace): readonly string[] {
  return schemasUnder(requestDocument, requestSchemaPath)
    .filter(([schema]) => isUnknown(schema))
    .map(
      ([{ format }, path]) =>
        `The format ${String(format)} at ${path} is not known and has no example: no request has a value of it.`,
    );
}

/** The lists of types in an OpenAPI 3.0 document, each with its place. OpenAPI 3.0 does not allow such lists. */
export function typeListsOf30(operation: Operation): readonly string[] {
  const { document, requestDocument, requestSchemaPath } = operation;
  const schemas = [
    ...schemasUnder(requestDocument, requestSchemaPath),
    ...jsonResponses(operation).flatMap(({ schemaPath }) => schemasUnder(document, schemaPath)),
  ];
  const places = schemas.filter(([schema]) => schema[IS_TYPE_LIST] === true).map(([, path]) => path);
  return [...new Set(places)].map(
    (path) => `type at ${path} is a list, which OpenAPI 3.0 does not have. It was read as in 3.1.`,
  );
}
