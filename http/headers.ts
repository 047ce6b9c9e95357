/** Reading header fields. */
import type { HeaderFields } from "./message.ts";

/** The value of a header field, several fields of one name joined as RFC 9110 section 5.3 says. */
export function header(headers: HeaderFields, name: string): string | null {
  const values = headers.filter(([field]) => field.toLowerCase() === name).map(([, value]) => value);
  return values.length === 0 ? null : values.join(", ");
}
