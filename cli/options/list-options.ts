/** Options that take a list. */

/** The default of a list. */
export const none: readonly string[] = [];

/** Parses words that are separated by commas; the option may be repeated. */
export const words = (text: string, before: readonly string[]): readonly string[] => [
  ...before,
  ...text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== ""),
];

/** Takes the text as one item; the option may be repeated. */
export const repeated = (text: string, before: readonly string[]): readonly string[] => [...before, text];
