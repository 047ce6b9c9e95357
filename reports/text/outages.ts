/** The part of the terminal report about a provider that stopped answering. */
import type { RunResult } from "../../result/result.ts";
import { outagesOf, outagesTitle } from "../words/outage-words.ts";
import { type Page, command, gutter, paint, row, sentence } from "./page.ts";

/** How the provider ended, which request ended it, and its last output. */
export function outages(page: Page, result: RunResult): readonly string[] {
  const found = outagesOf(result);
  if (found.length === 0) return [];
  return [
    paint(page, "bad", outagesTitle(result).toUpperCase()),
    ...found.flatMap(({ what, suspects, output }) => [
      "",
      ...sentence(page, `   ${what}`, 3),
      ...suspects.flatMap(({ words, command: again }) => [
        ...row(page, "sent", [words]),
        ...command(page, "curl", again),
      ]),
      ...(output.length === 0 ? [] : [...row(page, "wrote", ["the last lines of the provider's output:"])]),
      ...(output.length === 0 ? [] : gutter(page, output.join("\n"), output.join("\n").length)),
    ]),
  ];
}
