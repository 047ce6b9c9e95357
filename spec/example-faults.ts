/**
 * Finds examples in a document that its own schemas do not allow. They are faults of the document, not of a provider.
 */
import { jsonResponses } from "./described-responses.ts";
import { type Placed, schemasUnder } from "./answer-schema.ts";
import { ajvFor } from "./compile.ts";
import { formats } from "./formats.ts";
import { fullWork, ifRun } from "./pattern.ts";
import type { Operation } from "./read-operation.ts";
import { at, token } from "./schema.ts";

/** An example, and the schema that it is an example of. */
interface Example {
  /** JSON Pointer into the document. */
  readonly path: string;
  readonly schemaPath: string;
  readonly value: unknown;
}

/** The most faults that are reported for one document. */
const MOST = 20;

/** Each example that contradicts its schema, in a sentence with both places. */
export function exampleFaults(operation: Operation): readonly string[] {
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
