/** Describes errors in YAML. The parser's own messages quote the text, which may contain a token. */
import type { ErrorCode } from "yaml";

const WORDS: Partial<Readonly<Record<ErrorCode, string>>> = {
  BAD_INDENT: "it begins at a column where nothing can begin",
  BAD_SCALAR_START: "a string that begins so needs quotes",
  BLOCK_AS_IMPLICIT_KEY: "a key with several values on one line; put the values on lines of their own, or in quotes",
  BLOCK_IN_FLOW: "a list or a mapping of several lines within brackets",
  DUPLICATE_KEY: "a key is given twice",
  MISSING_CHAR: "something is missing before it, such as a closing quote, a bracket or a comma",
  MULTIPLE_DOCS: "a second document begins, after ---; keep one",
  MULTILINE_IMPLICIT_KEY: "a key without a colon, or a string of several lines without quotes",
  TAB_AS_INDENT: "a tab; indent with spaces",
  UNEXPECTED_TOKEN: "something stands where nothing can stand; a string with braces or brackets needs quotes",
};

/** An error code of the parser in words, with the code to find it in the parser's documentation. */
export function yamlFault(code: ErrorCode): string {
  const words = WORDS[code];
  return words === undefined ? `(${code})` : `(${words}; ${code})`;
}
