/** Reads the values of a fleet's file, each in the form of its key. */
import { type Io, UsageError } from "../io.ts";
import { kindOf, shown, textAt } from "./config-values.ts";

/** The most characters of a provider's name. */
export const LONGEST_NAME = 100;
const MOST_PROVIDERS = 1000;

/** Keys with values that are not read yet. */
export type Mapping = Readonly<Record<string, unknown>>;

/** The list of providers. @throws {UsageError} when it is not a list, is empty or too long */
export function providersAt(written: unknown, where: string): readonly unknown[] {
  const example = "`- name: staging`, each with its base-url";
  if (written === undefined)
    throw new UsageError(`${where} there are no "providers"; give a list of them, such as ${example}`);
  if (!Array.isArray(written))
    throw new UsageError(`${where}, "providers" is ${kindOf(written)}; give a list, such as ${example}`);
  if (written.length === 0)
    throw new UsageError(`${where}, "providers" is an empty list; name at least one, such as ${example}`);
  if (written.length > MOST_PROVIDERS) {
    throw new UsageError(
      `${where} there are ${written.length} providers, and ${MOST_PROVIDERS} is the limit; use more files`,
    );
  }
  return written;
}

/** The name of a provider. @throws {UsageError} when it is missing or too long */
export function nameAt(written: unknown, where: string, env: Io["env"]): string {
  if (written === undefined) throw new UsageError(`${where} has no "name"; give each provider a name of its own`);
  const name = textAt(written, `${where}, "name"`, env).trim();
  if (name !== "" && Array.from(name).length <= LONGEST_NAME) return name;
  throw new UsageError(`${where}, "name" is ${shown(name)}; give a string of 1 to ${LONGEST_NAME} characters`);
}

/** Keys with values. @throws {UsageError} for anything else */
export function mappingAt(written: unknown, where: string): Mapping {
  if (typeof written === "object" && written !== null && !Array.isArray(written)) return { ...written };
  // Without the space in `token: x`, YAML reads the line as a string.
  throw new UsageError(`${where} is ${kindOf(written)}; give a mapping of keys to values, such as \`strict: true\``);
}

/** True or false; false for a missing value. @throws {UsageError} for anything else */
export function flagAt(written: unknown, where: string): boolean {
  if (written === undefined || typeof written === "boolean") return written ?? false;
  throw new UsageError(`${where} is ${shown(written)}; give true or false`);
}

/** A list of strings, or one string. Duplicates are dropped. */
export function textsAt(written: unknown, where: string, env: Io["env"]): readonly string[] {
  const items: readonly unknown[] = Array.isArray(written) ? written : written === undefined ? [] : [written];
  return [...new Set(items.map((item) => textAt(item, where, env).trim()).filter((text) => text !== ""))];
}
