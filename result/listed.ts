/** Names and counts within the sentences of a verdict. */

/** Up to six names, or five and how many more. */
export function listed(names: readonly string[]): string {
  return names.length <= 6 ? names.join(", ") : `${names.slice(0, 5).join(", ")} and ${names.length - 5} more`;
}

/** `1 requirement`, `2 requirements`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
