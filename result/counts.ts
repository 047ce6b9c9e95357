/** Names and counts within sentences. */

/** Up to six names, or five names and the number of the others. */
export function listed(names: readonly string[]): string {
  return names.length <= 6 ? names.join(", ") : `${names.slice(0, 5).join(", ")} and ${names.length - 5} more`;
}

/** A count and its noun: `1 check`, `1,234 checks`. */
export function count(n: number, singular: string, plural = `${singular}s`): string {
  return `${number(n)} ${n === 1 ? singular : plural}`;
}

/**
 * A whole number with commas between thousands. `toLocaleString` would first load tables, which takes longer than a
 * report.
 */
export function number(n: number): string {
  return String(n).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
