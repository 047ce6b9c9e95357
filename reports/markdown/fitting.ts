/** Keeps a report within the limit of a job summary. */

/** GitHub drops a summary of more than 1 MiB entirely, and other commands of the step write into the same file. */
const SUMMARY_BYTES = 900 * 1024;

/** The first text that fits, from much to little; the last one always does. */
export function fitting<Size>(sizes: readonly Size[], render: (size: Size) => string): string {
  let text = "";
  for (const size of sizes) {
    text = render(size);
    if (new TextEncoder().encode(text).length <= SUMMARY_BYTES) break;
  }
  return text;
}
