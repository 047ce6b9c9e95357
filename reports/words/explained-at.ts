/** Where a reader finds a requirement explained: on the page of all requirements, or by a command that needs no page. */
import { commandWord, shellWord } from "./curl.ts";
import { isOfAnotherDocument } from "../../result/another-document.ts";
import type { RunResult } from "../../result/result.ts";

/** Where `docs/requirements.md` lies: a URL, or a path from the report's own folder. Left out where that is not known. */
export type Docs = string | undefined;

/** The command that explains a requirement, by the document that the run judged by. */
export function explainCommand({ tool, command }: Pick<RunResult, "tool" | "command">, id: string): string {
  const words = [
    command?.program ?? tool.name,
    "explain",
    shellWord(id),
    ...(command?.document ?? []).map(commandWord),
  ];
  return words.join(" ");
}

/** Where the page is that a result's requirements are on: not that of the document that ships, for another one. */
export function docsOf(result: Pick<RunResult, "specification">, docs: Docs): Docs {
  return isOfAnotherDocument(result) ? undefined : docs;
}

/** The link to a requirement on the page: its anchor is its id. Null where nobody knows where the page is. */
export function explainLink(docs: Docs, id: string): string | null {
  return docs === undefined ? null : `${docs}#${encodeURIComponent(id)}`;
}

/** The link, or else the command. */
export function explainedAt(result: Pick<RunResult, "tool" | "command">, id: string, docs: Docs): string {
  return explainLink(docs, id) ?? explainCommand(result, id);
}
