/** OpenAPI documents that the user names. */
import { type Operation, type Reading, readOperation } from "../../spec/read-operation.ts";
import { DOCUMENT_LIMITS } from "../../spec/read-document.ts";
import { UsageError } from "../io.ts";
import { readUtf8 } from "./read-file.ts";

/**
 * The operation that a document describes.
 * @throws {UsageError} when the file cannot be read, or the document cannot be understood: with the keyword and its place
 */
export function operationIn(file: string, reading: Reading): Operation {
  const text = readUtf8(file, DOCUMENT_LIMITS.bytes);
  try {
    return readOperation(text, reading);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`The document ${JSON.stringify(file)} cannot be used: ${why}`);
  }
}
