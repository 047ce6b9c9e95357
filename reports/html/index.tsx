/** The HTML report: readable without JavaScript and without CSS. */
import { renderToString } from "preact-render-to-string";
import type { Docs } from "../words/explained-at.ts";
import type { RunResult } from "../../result/result.ts";
import { verdictWords } from "../words/verdict-line.ts";
import { htmlDocument } from "./html-document.ts";
import { Page } from "./page.tsx";
import { runKinds, signs } from "./parts.tsx";

/** The page. Its text is escaped by preact. */
export function renderHtml(result: RunResult, docs?: Docs): string {
  return htmlDocument({
    title: `${verdictWords(result)}: ${result.provider.baseUrl}`,
    sign: signs[runKinds[result.exitCode]],
    body: renderToString(<Page result={result} docs={docs} />),
  });
}
