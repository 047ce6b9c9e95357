/** The commands that reports name: to judge the provider again, and to explain a requirement. */
import { type CheckResult, isOfAnotherDocument, type RunResult } from "../../result/result.ts";
import { shownExchange } from "./result-words.ts";
import { commandWord, shellWord } from "./curl-command.ts";

/**
 * The command for some checks or requirements, or for all; contract interactions run with all contracts. It has no
 * seed, because the same seed draws the same ids, which the provider's store already contains. It repeats the options
 * that reach the provider, but no secret.
 */
export function runAgain(result: RunResult, only: readonly string[] = []): string {
  const { provider, command } = result;
  const { checks, cases } = selectedOf(result, only);
  const isOfContracts = only.length === 0 ? command?.name === "contracts" : checks.length === 0;
  const { reach = [], document = [], contracts = [], judging = [] } = command ?? {};
  const options = [
    ...reach,
    ...document,
    ...(isOfContracts ? contracts : []),
    ...(isOfContracts || only.length > 0 ? judging.filter((word) => word === "--strict") : []),
    ...(only.length === 0 && !isOfContracts ? [...contracts, ...judging, ...selectionWords(result)] : []),
    ...(checks.length === 0 ? [] : ["--only", checks.join(",")]),
    ...(cases === 0 ? [] : ["--fuzz", String(cases)]),
  ];
  return [
    programOf(result),
    isOfContracts ? "contracts" : "check",
    // The reference implementation listens on another port each time.
    ...(reach.includes("--reference") ? [] : [shellWord(provider.baseUrl)]),
    ...options.map(commandWord),
  ].join(" ");
}

/**
 * The names for `--only`. An interaction cannot be selected, and checks of fuzzing are selected by their requirement.
 * The cases are drawn again only if nothing else of the requirement failed.
 */
function selectedOf(
  { requirements, fuzz }: RunResult,
  only: readonly string[],
): { readonly checks: readonly string[]; readonly cases: number } {
  const wanted = new Set(only);
  const isDrawn = requirements.some(({ id, checks }) => {
    const failed = checks.filter((check) => check.status === "failed" && (wanted.has(id) || wanted.has(check.id)));
    return failed.length > 0 && failed.every(({ drawn }) => drawn === true);
  });
  const owners = new Map(
    requirements.flatMap(({ id: requirement, checks }) =>
      checks
        .filter(({ contract, drawn }) => contract === true || drawn === true)
        .map(({ id, drawn }) => [id, drawn === true ? requirement : null] as const),
    ),
  );
  const selected = only.flatMap((id) => (owners.has(id) ? (owners.get(id) ?? []) : [id]));
  return { checks: [...new Set(selected)], cases: isDrawn ? (fuzz?.cases ?? 0) : 0 };
}

/** The selection of the run. A run of contracts only is selected by its command. */
function selectionWords({ selection, command }: RunResult): readonly string[] {
  if (selection === undefined || command?.name === "contracts") return [];
  const { only, skip } = selection;
  if (only.length === 1 && only[0] === "contracts") return [];
  return [
    ...(only.length === 0 ? [] : ["--only", only.join(",")]),
    ...(skip.length === 0 ? [] : ["--skip", skip.join(",")]),
  ];
}

/**
 * A check with the check that sent its exchange. A check that judges exchanges of others finds nothing without them.
 */
export function withSender(check: CheckResult, result: RunResult): readonly string[] {
  const sender = shownExchange(check, result)?.exchange.check;
  return sender === undefined || sender === check.id ? [check.id] : [check.id, sender];
}

// The place that explains a requirement: the page of all requirements, or a command that needs no page.

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
