/** The document's schemas compiled by ajv: at once, or as the code of a module that the build writes. */
import { writeFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { AnyValidateFunction } from "ajv/dist/types/index.js";
import { _ } from "ajv/dist/compile/codegen/index.js";
import standalone from "ajv/dist/standalone/index.js";
import { builtFile } from "./built-files.ts";
import { formats } from "./formats.ts";
import { expressionOf } from "./pattern.ts";
import { type Operation, readOperation } from "./read-operation.ts";
import { type Validators, validatorsOf } from "./validators.ts";

/** Compiles the validators of the three bodies. */
export function compileValidators(operation: Operation): Validators {
  // The shipped document says in prose, too, which numbers are int32 and int64. In another one a format is an annotation alone.
  const ajv = operation.isShipped ? ajvFor(operation) : ajvFor(operation, {});
  const compiled = (name: string): AnyValidateFunction => {
    const validate = ajv.getSchema(name);
    if (validate === undefined) throw new Error(`There is no schema for ${name}`);
    return validate;
  };
  const others = new Map(operation.others.map(({ status }) => [status, compiled(`status-${status}`)]));
  return validatorsOf({
    plant: compiled("plant"),
    error: compiled("error"),
    newPlant: compiled("newPlant"),
    others,
  });
}

/**
 * Writes the validators of the document that ships as a module beside the compiled code, with the digest of the document
 * that they were made from. Called by the build script.
 * @public
 */
export function writeValidators(): void {
  const operation = readOperation();
  const code = standalone.default(ajvFor(operation), { plant: "plant", error: "error", newPlant: "newPlant" });
  const head = `import { formats } from "../formats.js";\nexport const sha256 = ${JSON.stringify(operation.sha256)};\n`;
  writeFileSync(builtFile("validators.mjs"), head + code);
}

/** The code stands for a module that is written, whose document has no pattern. */
const patterns = Object.assign((pattern: string) => expressionOf(pattern), { code: "new RegExp" });

type Formats = Partial<typeof formats>;

/** A compiler that knows the document under `openapi`, and the three bodies by name. */
export function ajvFor(operation: Operation, asserted: Formats = formats): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    // A format that is not known is an annotation (JSON Schema 2020-12, Validation section 7.2).
    logger: false,
    // The schemas were found to be well-formed when the document was read, and the document around them is none. To compile the
    // schema of schemas takes longer than to compile them.
    validateSchema: false,
    // A member is what the object itself has: `__proto__` in an answer lends it nothing.
    ownProperties: true,
    // 0.7 is a multiple of 0.1, although a double's quotient is not 7.
    multipleOfPrecision: 9,
    formats: asserted,
    code: { source: true, esm: true, formats: _`formats`, regExp: patterns },
  });
  ajv.addSchema(operation.document, "openapi");
  ajv.addSchema(operation.requestDocument, "openapi-of-requests");
  ajv.addSchema({ $ref: `openapi#${encodeURI(operation.success.schemaPath)}` }, "plant");
  // Without a documented body of a failure nothing is asked of one.
  ajv.addSchema(
    operation.failure === null ? {} : { $ref: `openapi#${encodeURI(operation.failure.schemaPath)}` },
    "error",
  );
  ajv.addSchema({ $ref: `openapi-of-requests#${encodeURI(operation.requestSchemaPath)}` }, "newPlant");
  for (const { status, schemaPath } of operation.others) {
    ajv.addSchema({ $ref: `openapi#${encodeURI(schemaPath)}` }, `status-${status}`);
  }
  return ajv;
}
