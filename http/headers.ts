/** Reading header fields. */
import type { HeaderFields } from "./message.ts";

/** The value of a header field. Several fields with the same name are joined (RFC 9110 section 5.3). */
export function header(headers: HeaderFields, name: string): string | null {
  let values: string | null = null;
  for (const [field, value] of headers) {
    // Most names already differ in length, so they need not be converted to lower case.
    if (field.length !== name.length || field.toLowerCase() !== name) continue;
    values = values === null ? value : `${values}, ${value}`;
  }
  return values;
}
