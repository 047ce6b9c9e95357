/** What of a document is read and not asked: a sentence for each place. Pure. */
import { schemasUnder } from "./answer-schema.ts";
import type { Operation } from "./read-operation.ts";
import { LONGEST, isBeyondBodies } from "./schema.ts";

/** The bounds of the request that no body reaches, each with its place. */
export function boundsLeftOut({
  requestDocument,
  requestSchemaPath,
}: Pick<Operation, "requestDocument" | "requestSchemaPath">): readonly string[] {
  return schemasUnder(requestDocument, requestSchemaPath).flatMap(([schema, path]) =>
    Object.entries(schema)
      .filter(([keyword, value]) => isBeyondBodies(keyword, value))
      .map(
        ([keyword, value]) =>
          `${keyword} ${String(value)} at ${path} was not asked: no body is made longer than ${LONGEST}.`,
      ),
  );
}
