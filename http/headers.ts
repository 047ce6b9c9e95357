/** Reading header fields. */
import type { HeaderFields } from "./message.ts";

/** The value of a header field, several fields of one name joined as RFC 9110 section 5.3 says. */
export function header(headers: HeaderFields, name: string): string | null {
  let values: string | null = null;
  for (const [field, value] of headers) {
    // Most names differ in their length, and are not put in lower case.
    if (field.length !== name.length || field.toLowerCase() !== name) continue;
    values = values === null ? value : `${values}, ${value}`;
  }
  return values;
}
