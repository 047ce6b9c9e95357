/** Compiles the document's schemas with ajv: directly, or as the code of a module that the build writes. */
import { writeFileSync } from "node:fs";
import { Ajv2020, type FuncKeywordDefinition, type Options } from "ajv/dist/2020.js";
import { _Code, type Code, type Name } from "ajv/dist/compile/codegen/code.js";
import { _ } from "ajv/dist/compile/codegen/index.js";
import type { ScopeValueSets } from "ajv/dist/compile/codegen/scope.js";
import standalone from "ajv/dist/standalone/index.js";
import type { AnyValidateFunction } from "ajv/dist/types/index.js";
import { builtFile } from "./built-files.ts";
import { formats } from "./schema-formats.ts";
import { expressionOf, fullWork } from "./pattern/run-pattern.ts";
import type { Work } from "./pattern/pattern-matcher.ts";
import { NotRun } from "./pattern/pattern-syntax.ts";
import { type Operation, readOperation } from "./read-operation.ts";
import { sortedJson } from "./schema.ts";
import { type Validators, validatorsOf } from "./validators.ts";

// What keeps ajv's comparison of one body within a limit, whatever the schema and the body are.

type RegExpEngine = NonNullable<NonNullable<Options["code"]>["regExp"]>;

/** Runs the patterns of a document. `code` is used only in the written module, whose document has no pattern. */
function patternsWithin(work: Work): RegExpEngine {
  const engine = (pattern: string): ReturnType<RegExpEngine> => {
    const { test } = expressionOf(pattern);
    // ajv tells patterns apart by their texts.
    const ofPattern = { test: (text: string) => test(text, work), toString: () => pattern };
    return ofPattern;
  };
  return Object.assign(engine, { code: "new RegExp" });
}

/** The work of one comparison with a schema that is referred to, in steps of a pattern. */
const OF_A_SCHEMA = 40;

/**
 * Counts each comparison with a schema that is referred to. A schema that refers to itself twice is compared twice as
 * often with each level of a body.
 */
function counter(work: Work): () => void {
  return () => {
    work.left -= OF_A_SCHEMA;
    if (work.left < 0) throw new NotRun("its schema takes more work than the limit for one body");
  };
}

/** ajv's code of a schema, which calls the counter that the instance of ajv holds. */
function counted(code: string): string {
  return code.replace(/return function validate\d+\(data, \{.*?\}=\{\}\)\{/, "$&self.count();");
}

/**
 * Whether the items of an array differ. ajv compares each item with each other, which takes half a second for the most
 * values that are read.
 */
const uniqueItems: FuncKeywordDefinition = {
  keyword: "uniqueItems",
  type: "array",
  schemaType: "boolean",
  validate: (isAsked: boolean, items: readonly unknown[]) =>
    !isAsked || new Set(items.map(sortedJson)).size === items.length,
  error: { message: "must NOT have duplicate items" },
};

/** Compiles the validators of the three bodies. */
export function compileValidators(operation: Operation): Validators {
  // The shipped document also says in prose which numbers are int32 and int64. In other documents a format is only an
  // annotation.
  const work = fullWork();
  const ajv = ajvFor(operation, { asserted: operation.isShipped ? formats : {}, work });
  const compiled = (name: string): AnyValidateFunction => {
    const validate = ajv.getSchema(name);
    if (validate === undefined) throw new Error(`There is no schema for ${name}`);
    return validate;
  };
  const others = new Map(operation.others.map(({ status }) => [status, compiled(`status-${status}`)]));
  const all = { plant: compiled("plant"), error: compiled("error"), newPlant: compiled("newPlant"), others };
  return validatorsOf(all, () => void Object.assign(work, fullWork()));
}

/**
 * Writes the validators of the document that ships as a module beside the compiled code, with the digest of the
 * document that they were made from. Called by the build script.
 * @public
 */
export function writeValidators(): void {
  const operation = readOperation();
  const code = standalone.default(ajvFor(operation, { asserted: formats, work: fullWork() }), {
    plant: "plant",
    error: "error",
    newPlant: "newPlant",
  });
  const head = `import { formats } from "../schema-formats.js";\nexport const sha256 = ${JSON.stringify(operation.sha256)};\n`;
  writeFileSync(builtFile("validators.mjs"), head + code);
}

/**
 * Declares what the code of a schema refers to, such as each of its patterns. ajv copies all that is declared for each
 * name: 3,000 patterns took it 10 s.
 */
function scopeRefs(scopeName: Name, values: ScopeValueSets = {}): Code {
  const names = Object.values(values).flatMap((some) => [...(some ?? [])]);
  const lines = names.map((name) => `const ${name.str} = ${scopeName.str}${String(name.scopePath)};`);
  return new _Code(lines.join(""));
}

interface Settings {
  readonly asserted: Partial<typeof formats>;
  /** The work that comparisons may take until it is filled up. */
  readonly work: Work;
}

/** Creates an ajv instance that has the document as `openapi`, and the three bodies by name. */
export function ajvFor(operation: Operation, { asserted, work }: Settings): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    // An unknown format is an annotation (JSON Schema 2020-12, Validation section 7.2).
    logger: false,
    // The schemas were validated when the document was read, and the document around them is not a schema. Compiling
    // the meta-schema takes longer than compiling the schemas.
    validateSchema: false,
    // Only own properties count as members, so `__proto__` in an answer adds none.
    ownProperties: true,
    // ajv reads a schema through for each reference to it, each letter of an `enum` included, and writes its code again.
    inlineRefs: false,
    // 0.7 is a multiple of 0.1, although a double's quotient is not 7.
    multipleOfPrecision: 9,
    formats: asserted,
    code: {
      source: true,
      esm: true,
      // Half of the time that large schemas take. The shipped document has its code written once.
      optimize: operation.isShipped,
      formats: _`formats`,
      regExp: patternsWithin(work),
      process: counted,
    },
  });
  Object.assign(ajv, { count: counter(work) });
  ajv.scope.scopeRefs = scopeRefs;
  ajv.removeKeyword("uniqueItems").addKeyword(uniqueItems);
  ajv.addSchema(operation.document, "openapi");
  ajv.addSchema(operation.requestDocument, "openapi-of-requests");
  ajv.addSchema({ $ref: `openapi#${encodeURI(operation.success.schemaPath)}` }, "plant");
  // If the document shows no body of a failure, any body is valid.
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
