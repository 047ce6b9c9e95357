/** The schema of a Tekton task, made strict. */
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";

type Schema = Readonly<Record<string, unknown>>;

interface Swagger {
  readonly definitions: Readonly<Record<string, Schema>>;
}

/**
 * Gives a function that says what is wrong with a task. Tekton's file names objects of Kubernetes without defining them: these
 * may have any form. An object that it defines has no other members.
 */
export function taskValidator(file: string): (task: unknown) => readonly string[] {
  const { definitions } = JSON.parse(readFileSync(file, "utf8")) as Swagger;
  const named = JSON.stringify(definitions).matchAll(/"#\/definitions\/([^"]+)"/g);
  const elsewhere = Array.from(named, ([, name = ""]) => [name, {}] as const);
  const strict = Object.entries(definitions).map(
    ([name, schema]) => [name, "properties" in schema ? { ...schema, additionalProperties: false } : schema] as const,
  );
  const schema = {
    $ref: "#/definitions/v1.Task",
    definitions: { ...Object.fromEntries(elsewhere), ...Object.fromEntries(strict) },
  };
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  return (task) => {
    validate(task);
    return (validate.errors ?? []).map(({ instancePath, message = "" }) => `${instancePath} ${message}`);
  };
}
