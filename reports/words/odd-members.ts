/** What is left of a long body on a line: the members of a request in one of which its fault must be. */

/** A member of an object without objects and arrays in it: its name and its value, as they are written. */
const MEMBER = /("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|[^\s,}]+)/g;

/**
 * An object with each row of ordinary members cut out; undefined if that leaves nothing, or leaves everything, and for text
 * that is no object of scalars. A member is ordinary if its name is a usual one and stands there once, and its value is text
 * of letters or a whole number above 0 that a double holds. Escapes in a name are read, and stay as they are written.
 */
export function oddMembers(text: string, cut: string, isUsual: (name: string) => boolean): string | undefined {
  if (!isFlatObject(text)) return undefined;
  const members = Array.from(text.matchAll(MEMBER), ([written, name = "", value = ""]) => {
    return { written, name: String(JSON.parse(name)), value };
  });
  const isOrdinary = ({ name, value }: (typeof members)[number]): boolean =>
    isUsual(name) &&
    members.filter((one) => one.name === name).length === 1 &&
    (/^"[\p{L} ]*"$/u.test(value) || (/^[1-9]\d{0,15}$/.test(value) && Number.isSafeInteger(Number(value))));
  const parts = members.map((member) => (isOrdinary(member) ? cut : member.written));
  if (!parts.includes(cut) || parts.every((part) => part === cut)) return undefined;
  return `{${parts.filter((part, at) => part !== cut || parts[at - 1] !== cut).join(", ")}}`;
}

function isFlatObject(text: string): boolean {
  try {
    const value: unknown = text.startsWith("{") ? JSON.parse(text) : null;
    return value !== null && Object.values(Object(value)).every((one) => typeof one !== "object" || one === null);
  } catch {
    return false;
  }
}
