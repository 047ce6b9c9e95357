/** Rules for the kinds of values that options hold: texts, numbers, lists, objects. Pure. */

/** A sentence that says what is wrong with the value of an option, and what would be right; null if it can be used. */
export type Rule = (value: unknown, name: string) => string | null;

/** The longest time that a timer of Node.js takes, in milliseconds. A longer one is over at once. */
export const LONGEST_MS = 2 ** 31 - 1;

/** The value as JSON, if possible, and shortened. */
export function quoted(value: unknown): string {
  if (typeof value === "number") return String(value);
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  if (typeof value === "object" && !["Array", "Null", "Object"].includes(tag)) return `an object of ${tag}`;
  try {
    return (JSON.stringify(value) ?? typeof value).slice(0, 80);
  } catch {
    return typeof value;
  }
}

/** A rule for one value. @param words what is valid: words that follow "has to be" */
export function rule(words: string, holds: (value: unknown) => boolean): Rule {
  return (value, name) => (holds(value) ? null : `${name} has to be ${words}; it is ${quoted(value)}`);
}

/** A rule for a value that may be secret, so the message does not quote it. */
export function secret(words: string, holds: (value: unknown) => boolean): Rule {
  return (value, name) => (holds(value) ? null : `${name} has to be ${words}`);
}

/** Whether a value is a string that is not empty. */
export const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
export const text: Rule = rule("a string that is not empty", isText);
export const trueOrFalse: Rule = rule("true or false", (value) => typeof value === "boolean");
export const aFunction: Rule = rule("a function", (value) => typeof value === "function");

/** A rule for a whole number within bounds. */
export function wholeNumber(least: number, greatest: number): Rule {
  const holds = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= least;
  return rule(`a whole number from ${least} to ${greatest}`, (value) => holds(value) && Number(value) <= greatest);
}

/** A rule for a list, with a rule for each member. */
export function listOf(words: string, member: Rule): Rule {
  return (value, name) => {
    if (!Array.isArray(value)) return `${name} has to be ${words}; it is ${quoted(value)}`;
    return firstOf(value.map((one: unknown, index) => member(one, `${name}[${index}]`)));
  };
}

interface Members<Value> {
  readonly rules: Readonly<Record<keyof Value & string, Rule>>;
  readonly required?: ReadonlyArray<keyof Value & string>;
}

/**
 * A rule for an object with only these members. With `isSecret`, the message does not quote a value of another type.
 */
export function objectOf<Value>(words: string, { rules, required = [] }: Members<Value>, isSecret = false): Rule {
  const known: ReadonlyMap<string, Rule> = new Map(Object.entries<Rule>(rules));
  return (value, name) => {
    const given = isSecret ? "" : `; it is ${quoted(value)}`;
    if (!isMapping(value)) return `${name} has to be ${words}${given}`;
    const unknown = Object.keys(value).find((member) => !known.has(member));
    if (unknown !== undefined) {
      return `There is no option ${JSON.stringify(`${name}.${unknown}`)}; ${name} takes ${[...known.keys()].join(", ")}`;
    }
    const missing = required.find((member) => value[member] === undefined);
    if (missing !== undefined) return `There is no ${name}.${missing}; ${name} has to be ${words}`;
    return firstOf([...known].map(([member, of]) => ruled(of, value[member], `${name}.${member}`)));
  };
}

/** The fault of a value, if there is a value. */
export function ruled(of: Rule, value: unknown, name: string): string | null {
  return value === undefined ? null : of(value, name);
}

function firstOf(faults: ReadonlyArray<string | null>): string | null {
  return faults.find((fault) => fault !== null) ?? null;
}

/** Whether a value is a plain object, also of another realm, which some test runners have. A `Map` is not. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return Object.prototype.toString.call(value) === "[object Object]";
}

/** A time limit in milliseconds. */
export const time: Rule = wholeNumber(1, LONGEST_MS);
/** A size in bytes. */
export const size: Rule = wholeNumber(1, Number.MAX_SAFE_INTEGER);
