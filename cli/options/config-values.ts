/** The values of a file of options: texts with replaced variables, and their form in messages. */
import { excerpt } from "../../result/safe-text.ts";
import { type Io, UsageError } from "../io.ts";

/**
 * A string or number of a file as text, with its variables replaced.
 * @throws {UsageError} when it is neither, or has a variable in a shell's syntax, which would be sent unreplaced
 */
export function textAt(written: unknown, place: string, env: Io["env"]): string {
  const value = text(written, place);
  if (/^\s*\$[A-Za-z_]\w*\s*$/.test(value))
    throw new UsageError(`${place} has a variable without braces; write \${NAME}, or $$ for a dollar sign`);
  return withVariables(value, place, env);
}

/**
 * The same for a command, in which a shell replaces variables.
 * @throws {UsageError} when it is not a string or number
 */
export function commandAt(written: unknown, place: string, env: Io["env"]): string {
  return withVariables(text(written, place), place, env);
}

function text(written: unknown, place: string): string {
  if (typeof written === "string" || typeof written === "number") return String(written);
  throw new UsageError(`${place} is ${shown(written)}; give a string or a number`);
}

/** A value of a file, as a message quotes it. The content of a list or mapping is not quoted: it may be a token. */
export function shown(written: unknown): string {
  const isQuoted = typeof written === "string" || typeof written === "number" || typeof written === "boolean";
  return isQuoted ? excerpt(JSON.stringify(written), 60) : kindOf(written);
}

/** The type of a value of a file, for a message that must not quote it. */
export function kindOf(written: unknown): string {
  if (written === null || written === undefined) return "empty";
  if (Array.isArray(written)) return "a list";
  if (typeof written === "object") return "a mapping";
  return typeof written === "number" || typeof written === "boolean" ? String(written) : "a string";
}

/** Replaces `${NAME}` by the environment's value and `$$` by a dollar sign. Refuses a variable that is not closed. */
function withVariables(value: string, place: string, env: Io["env"]): string {
  if (/(?<!\$)(?:\$\$)*\$\{[^}]*$/.test(value))
    throw new UsageError(`${place} has "\${" without "}"; write \${NAME}, or $$ for a dollar sign`);
  return value.replaceAll(/\$\$|\$\{([^}]*)\}/g, (found, name: string | undefined) => {
    if (name === undefined) return "$";
    const known = env[name];
    if (known === undefined) throw new UsageError(`${place} refers to ${found}, which is not set in the environment`);
    return known;
  });
}
