/** What keeps ajv's comparison of one body within a limit, whatever the schema and the body are. */
import type { FuncKeywordDefinition, Options } from "ajv/dist/2020.js";
import { expressionOf } from "./pattern.ts";
import type { Work } from "./pattern/match.ts";
import { NotRun } from "./pattern/pattern-syntax.ts";

type RegExpEngine = NonNullable<NonNullable<Options["code"]>["regExp"]>;

/** Runs the patterns of a document. `code` is used only in the written module, whose document has no pattern. */
export function patternsWithin(work: Work): RegExpEngine {
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
export function counter(work: Work): () => void {
  return () => {
    work.left -= OF_A_SCHEMA;
    if (work.left < 0) throw new NotRun("its schema takes more work than the limit for one body");
  };
}

/** ajv's code of a schema, which calls the counter that the instance of ajv holds. */
export function counted(code: string): string {
  return code.replace(/return function validate\d+\(data, \{.*?\}=\{\}\)\{/, "$&self.count();");
}

/**
 * Whether the items of an array differ. ajv compares each item with each other, which takes half a second for the most
 * values that are read.
 */
export const uniqueItems: FuncKeywordDefinition = {
  keyword: "uniqueItems",
  type: "array",
  schemaType: "boolean",
  validate: (isAsked: boolean, items: readonly unknown[]) =>
    !isAsked || new Set(items.map(asText)).size === items.length,
  error: { message: "must NOT have duplicate items" },
};

/** A value as text, the same for values that JSON Schema calls equal. */
function asText(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
