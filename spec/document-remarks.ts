/** The places of a document that are not judged, or are read differently than written, in one sentence each. Pure. */
import { jsonResponses } from "./described-responses.ts";
import { schemasUnder, type Placed } from "./response-schemas.ts";
import { LONGEST, isBeyondBodies } from "./body-limits.ts";
import { IS_TYPE_LIST } from "./openapi-3-0.ts";
import type { Operation } from "./read-operation.ts";
import { start, whyUnmakeable } from "./schema-recursion.ts";
import { shapeOf } from "./schema-shape.ts";
import { isUnknown } from "./unknown-formats.ts";
import { ajvFor } from "./compile-schemas.ts";
import { formats } from "./schema-formats.ts";
import { fullWork, ifRun } from "./pattern/run-pattern.ts";
import { at, token, isUndefined } from "./schema.ts";

/** The bounds, the keywords and the formats of the request that no value is made by, each with its place. */
export function leftOutOfRequests({
  requestDocument,
  requestSchemaPath,
}: Pick<Operation, "requestDocument" | "requestSchemaPath">): readonly string[] {
  const placed = schemasUnder(requestDocument, requestSchemaPath);
  const bounds = placed.flatMap(([schema, path]) =>
    Object.entries(schema)
      .filter(([keyword, value]) => isBeyondBodies(keyword, value))
      .map(([keyword, value]) => {
        const why = keyword.endsWith("imum")
          ? "numbers beyond 2^53 may be rounded"
          : `no body is made longer than ${LONGEST}`;
        return `${keyword} ${String(value)} at ${path} was not asked: ${why}.`;
      }),
  );
  const keywords = placed.flatMap(([schema, path]) => {
    const why = whyUnmakeable(() => shapeOf(requestDocument, { schema, path }, { ...start, chooses: true }));
    // Formats have a sentence of their own.
    return why?.startsWith("The keyword ") === true ? [`${why}. No request has a value there.`] : [];
  });
  const unknownFormats = placed
    .filter(([schema]) => isUnknown(schema))
    .map(
      ([{ format }, path]) =>
        `The format ${String(format)} at ${path} is not known and has no example: no request has a value of it.`,
    );
  return [...bounds, ...new Set(keywords), ...unknownFormats];
}

/**
 * The faults of a document, in a sentence each: lists of types, which OpenAPI 3.0 does not have; keywords that neither
 * JSON Schema nor OpenAPI defines, which may be misspelt; and examples that contradict their schemas.
 */
export function documentFaults(operation: Operation): readonly string[] {
  const { document, requestDocument, requestSchemaPath } = operation;
  const placed = [
    ...schemasUnder(requestDocument, requestSchemaPath),
    ...jsonResponses(operation).flatMap(({ schemaPath }) => schemasUnder(document, schemaPath)),
  ];
  const lists = placed
    .filter(([schema]) => schema[IS_TYPE_LIST] === true)
    .map(([, path]) => `type at ${path} is a list, which OpenAPI 3.0 does not have. It was read as in 3.1.`);
  const unknown = placed.flatMap(([schema, path]) =>
    Object.keys(schema)
      .filter(isUndefined)
      .map((keyword) => `${keyword} at ${path} is no keyword of JSON Schema, so it decides nothing.`),
  );
  return [...new Set(lists), ...[...new Set(unknown)].slice(0, MOST), ...exampleFaults(operation)];
}

interface Example {
  /** JSON Pointer into the document. */
  readonly path: string;
  readonly schemaPath: string;
  readonly value: unknown;
}

/** The most faults of one kind that are reported for a document. */
const MOST = 20;

/** Each example that contradicts its schema, in a sentence with both places. */
function exampleFaults(operation: Operation): readonly string[] {
  const work = fullWork();
  const ajv = ajvFor(operation, { asserted: formats, work });
  return examplesOf(operation)
    .filter(({ schemaPath, value }) => {
      // An example next to a schema that is used for requests and answers may be of either direction.
      const views = ["openapi", "openapi-of-requests"].map((view) => `${view}#${encodeURI(schemaPath)}`);
      Object.assign(work, fullWork());
      return !ifRun(
        () => views.some(($ref) => ajv.compile({ $ref })(value)),
        // What was not compared is no fault.
        () => true,
      );
    })
    .map(({ path, schemaPath }) => `The example at ${path} contradicts its schema at ${schemaPath}.`)
    .slice(0, MOST);
}

function examplesOf(operation: Operation): readonly Example[] {
  const { document, requestSchemaPath } = operation;
  const answers = jsonResponses(operation).map(({ schemaPath }) => schemaPath);
  // A response for a range describes several statuses, so duplicates are removed.
  const bodies = [...new Set([requestSchemaPath, ...answers])];
  const schemas = new Map(bodies.flatMap((path) => schemasUnder(document, path)).map((placed) => [placed[1], placed]));
  return [...bodies.flatMap((path) => ofBody(document, path)), ...[...schemas.values()].flatMap(ofSchema)];
}

/** Examples next to the schema of a media type: `example`, or the values of `examples`. */
function ofBody(document: unknown, schemaPath: string): readonly Example[] {
  const place = schemaPath.slice(0, schemaPath.lastIndexOf("/"));
  const body: Readonly<Record<string, unknown>> = { ...at(document, place) };
  const named = Object.entries(Object(body["examples"]) as Readonly<Record<string, unknown>>);
  return [
    ...("example" in body ? [{ path: `${place}/example`, schemaPath, value: body["example"] }] : []),
    ...named.flatMap(([name, example]) => {
      const { value }: { readonly value?: unknown } = Object(example) as object;
      return value === undefined ? [] : [{ path: `${place}/examples/${token(name)}/value`, schemaPath, value }];
    }),
  ];
}

/** Examples in a schema: `example`, `default`, and the list of `examples`. */
function ofSchema([schema, path]: Placed): readonly Example[] {
  const list: readonly unknown[] = Array.isArray(schema["examples"]) ? schema["examples"] : [];
  return [
    ...["example", "default"].flatMap((keyword) =>
      keyword in schema ? [{ path: `${path}/${keyword}`, schemaPath: path, value: schema[keyword] }] : [],
    ),
    ...list.map((value, index) => ({ path: `${path}/examples/${index}`, schemaPath: path, value })),
  ];
}
