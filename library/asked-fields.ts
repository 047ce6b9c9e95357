/** The header fields that a document requires of requests, and that only the user knows. */
import { suiteField } from "../http/extra-headers.ts";
import { header } from "../http/headers.ts";
import type { HeaderFields } from "../http/message.ts";
import type { Operation } from "../spec/read-operation.ts";

/**
 * Makes sure that the user gave each header field that the document requires of requests.
 * @throws {TypeError} when one is missing, or when the suite sets it itself
 */
export function assertAskedFields({ askedFields, security }: Operation, given: HeaderFields = []): void {
  for (const { name, place } of askedFields) {
    const isKey = security.kind === "api-key" && security.header.toLowerCase() === name.toLowerCase();
    if (isKey || header(given, name.toLowerCase()) !== null) continue;
    const missing = `the header field ${name} has no value; give one with --header '${name}: ...' or --header-file`;
    const why = suiteField(name) === null ? missing : `the suite sets the header field ${name} itself, and varies it`;
    throw new TypeError(`The keyword required at ${place} cannot be met: ${why}`);
  }
}
