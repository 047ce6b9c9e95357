/** The keywords of schemas, by what bodies are made of them. Pure. */

const words = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(" ").split(" "));

/** Keywords that do not affect which values are valid. */
const annotations = words(
  "title description default example examples deprecated readOnly writeOnly externalDocs xml $comment $defs $anchor $schema contentEncoding contentMediaType contentSchema",
);

/** Keywords that bodies are made by. */
export const knownKeywords = words(
  "$ref allOf anyOf oneOf discriminator type format enum const minLength maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum",
  "multipleOf items minItems maxItems uniqueItems required properties additionalProperties unevaluatedProperties",
);

/** Keywords that a body is only compared with: it is made without them, and mostly matches them all the same. */
export const comparedKeywords = words(
  "not if then else dependentSchemas dependentRequired propertyNames patternProperties minProperties maxProperties",
);

/** Keywords that a value made without them hardly ever matches. */
export const unmadeKeywords = words("prefixItems contains minContains maxContains unevaluatedItems");

/** Keywords that decide what is valid and are not followed: those of other drafts, and the merge key of YAML. */
const unread = words(
  "<< id $id $dynamicRef $dynamicAnchor $recursiveRef dependencies additionalItems extends disallow divisibleBy",
);

/**
 * Whether a keyword does not affect which values are valid. One that JSON Schema does not define is an annotation (JSON
 * Schema 2020-12, Core section 6.5).
 */
export function isAnnotation(keyword: string): boolean {
  return [knownKeywords, comparedKeywords, unmadeKeywords, unread].every((some) => !some.has(keyword));
}

/** Whether neither JSON Schema nor OpenAPI defines a keyword, so that it may be misspelt. */
export function isUndefined(keyword: string): boolean {
  return isAnnotation(keyword) && !annotations.has(keyword) && !keyword.startsWith("x-");
}
