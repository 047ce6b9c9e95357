/** The HTML report: readable without JavaScript and without CSS. */
import { renderToString } from "preact-render-to-string";
import type { Docs } from "../words/explained-at.ts";
import type { RunResult } from "../../result/result.ts";
import { verdictWords } from "../words/verdict-line.ts";
import { htmlDocument } from "./html-document.ts";
import { Page } from "./page.tsx";

/** By exit status. */
const signs = { 0: "✓", 1: "✗", 3: "?" } as const;

/** The page. Its text is escaped by preact. */
export function renderHtml(result: RunResult, docs?: Docs): string {
  return htmlDocument({
    title: `${verdictWords(result)}: ${result.provider.baseUrl}`,
    sign: signs[result.exitCode],
    body: renderToString(<Page result={result} docs={docs} />),
  });
}
