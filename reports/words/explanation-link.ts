/** The place that explains a requirement: the page of all requirements, or a command that needs no page. */
import { commandWord, shellWord } from "./curl.ts";
import { isOfAnotherDocument } from "../../result/another-document.ts";
import type { RunResult } from "../../result/result.ts";

/** The place of `docs/requirements.md`: a URL, or a path from the report's folder. Undefined if it is not known. */
export type Docs = string | undefined;

/**
 * How the suite is called: as it was, or from the tests of a project in which it is installed. The name that a result
 * gives the tool is not used: a foreign result may name another package, or a command.
 */
export function programOf({ command }: Pick<RunResult, "command">): string {
  return command?.program ?? "npx plant-store-conformance";
}

/** The command that explains a requirement by the document of the run, on the stack of the provider if it is known. */
export function explainCommand(result: Pick<RunResult, "command" | "provider">, id: string): string {
  const document = result.command?.document ?? [];
  const { stack } = result.provider;
  const own = document.length > 0 || stack === undefined ? [] : ["--stack", shellWord(stack.id)];
  return [programOf(result), "explain", shellWord(id), ...document.map(commandWord), ...own].join(" ");
}

/** The link to a requirement on the page; its id is the anchor. Null if the place of the page is not known. */
export function explainLink(docs: Docs, id: string): string | null {
  return docs === undefined ? null : `${docs}#${encodeURIComponent(id)}`;
}

/** The page for the requirements of a result: none for another document, because the page is of the shipped one. */
export function docsOf(result: Pick<RunResult, "specification">, docs: Docs): Docs {
  return isOfAnotherDocument(result) ? undefined : docs;
}

/** The link to the explanation, or else the command. */
export function explainedAt(result: RunResult, id: string, docs: Docs): string {
  return explainLink(docsOf(result, docs), id) ?? explainCommand(result, id);
}
