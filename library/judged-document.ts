/** The document that a provider is judged by: the shipped one or the user's. */
import { isDeepStrictEqual } from "node:util";
import type { ParameterValues } from "../spec/create-operation.ts";
import { defined, present } from "../spec/defined.ts";
import { type Overlay, overlayOf } from "../spec/overlay.ts";
import { successInWords } from "../spec/described-responses.ts";
import { choiceIn } from "../spec/schema.ts";
import { type Operation, readOperation } from "../spec/read-operation.ts";

/** Your own OpenAPI document to judge by. */
export interface DocumentOption {
  /** The text of the document: OpenAPI 3.1 or 3.0, in YAML or JSON. */
  readonly text: string;
  /** The operationId or the path of the operation. Required if several operations of the document create something. */
  readonly operation?: string;
  /** Facts about members that the document states outside its schemas, in the form of `overlay.schema.json`. */
  readonly overlay?: Overlay;
  /** The values of parameters in the path and the query, by name. Those that the document requires are needed. */
  readonly parameters?: ParameterValues;
}

/** The operation of the shipped document. It is read once, so that everything derived from it is made once. */
let shipped: Operation | undefined;

/** The document that was read last: a run needs it several times, and a large one takes seconds to read. */
let last: { readonly document: DocumentOption; readonly read: Operation } | undefined;

/** The operation to judge. @throws {TypeError} when the document cannot be used; the message names the place */
export function judgedOperation(document: DocumentOption | undefined): Operation {
  if (document === undefined) return (shipped ??= readOperation());
  if (last !== undefined && isDeepStrictEqual(last.document, document)) return last.read;
  const { text, operation, overlay, parameters } = document;
  try {
    const read = overlay === undefined ? undefined : overlayOf(overlay, "The overlay");
    last = {
      document: structuredClone(document),
      read: readOperation(text, defined({ operation, parameters, overlay: read })),
    };
    return last.read;
  } catch (error) {
    throw new TypeError(wordsOf(error), { cause: error });
  }
}

/** The message of an error. That the stack is exceeded, where schemas are within each other, says little. */
function wordsOf(error: unknown): string {
  if (error instanceof RangeError) return "Its schemas have too many levels, or too many alternatives, to be read";
  return error instanceof Error ? error.message : String(error);
}

/** Makes the first bodies of a run, so that a schema that allows none ends the run before anything is sent. */
export async function assertJudgeable(operation: Operation): Promise<void> {
  const [{ loadValidators }, { checksOf }, { checkIds }] = await Promise.all([
    import("../spec/validators.ts"),
    import("../suites/index.ts"),
    import("../suites/run/id-ranges.ts"),
  ]);
  try {
    const checks = checksOf(operation, await loadValidators(operation));
    const fresh = checkIds("plan", checks);
    for (const check of checks) check.next(fresh(check.id), []);
  } catch (error) {
    throw new Error(wordsOf(error), { cause: error });
  }
}

/** The notes of the result about a document of the user's: the parts that are not judged, and the document's faults. */
export async function documentNotes(operation: Operation): Promise<readonly string[]> {
  if (operation.isShipped) return [];
  const { documentFaults, leftOutOfRequests } = await import("../spec/document-remarks.ts");
  const { version, security, method, path, requestMediaType, requestMediaTypes } = operation;
  const otherTypes = requestMediaTypes.filter((one) => one !== requestMediaType);
  const { notJudged } = security;
  const choice = choiceIn(operation.request);
  return present([
    `The provider was judged by another document than the one that ships: ${method} ${path} of version ${version}. The contracts that ship are of version 1.0.0 and were left out.`,
    notJudged !== undefined && `Authentication was not judged: ${notJudged}.`,
    ...(otherTypes.length === 0
      ? []
      : [
          `The document offers several media types for the request. Only ${requestMediaType} was sent; ${otherTypes.join(", ")} ${otherTypes.length === 1 ? "was" : "were"} not judged.`,
        ]),
    choice !== undefined &&
      `Bodies were made of one case of the ${choice}. What another one may allow or rule out was not judged.`,
    successInWords(operation) === "2xx" &&
      "The document names no single status of a success, so each 2xx to a valid request counts as one.",
    ...leftOutOfRequests(operation),
    ...documentFaults(operation).map((fault) => `A fault of the document: ${fault}`),
  ]);
}
