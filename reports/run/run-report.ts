/** The report of a run, in its order: the verdict, what to fix first, every failure, and then everything else. */
import { isSafeText } from "../../result/safe-text.ts";
import { present } from "../../spec/defined.ts";
import { type Block, type Line, type Report, gap, row, rows, runKinds, words } from "../report-tree.ts";
import { runAgain, withSender } from "../words/printed-commands.ts";
import { fuzzWords, headlineParts, sentWords } from "../words/verdict-line.ts";
import { notices, ownReasons, stackWords, timeWords } from "../words/result-words.ts";
import { counts, sections } from "./report-sections.ts";
import type { RunView } from "./run-report-view.ts";

export { pageLimits, viewOf, textLimits } from "./run-report-view.ts";

/** The report, as far as there is room for it. @param last what it ends with */
export function runReport(shown: RunView, last: readonly Block[] = again(shown)): Report {
  const { result, limits } = shown;
  const { tool, specification, provider } = result;
  const [title, figures] = headlineParts(result);
  return {
    kicker: `Plant Store conformance, specification ${specification.version}`,
    title: [title],
    outcome: runKinds[result.exitCode],
    figures,
    facts: factsOf(shown),
    notices: notices(result),
    reasons: ownReasons(result),
    blocks: [...(limits.isPage ? [] : counts(shown)), ...sections(shown), ...(limits.items === 0 ? [] : last)],
    footer: `${tool.name} ${tool.version}`,
    pageTitle: `${title}: ${provider.baseUrl}`,
    exit: result.exitCode,
  };
}

function factsOf({ result, limits }: RunView): readonly Line[] {
  const { tool, specification, provider, seed, startedAt } = result;
  const version = provider.version === undefined ? [] : [["version ", words(provider.version, 200)]];
  const versions = [
    `${tool.name} ${tool.version}`,
    gap,
    `specification ${specification.version}`,
    gap,
    "seed ",
    words(seed, 60),
  ];
  return present([
    // A page has them among the facts at its end.
    !limits.isPage && versions,
    [words(provider.baseUrl, 2000)],
    ...version,
    limits.isPage && [timeWords(startedAt)],
    [sentWords(result)],
    result.fuzz !== undefined && [fuzzWords(result.fuzz, result)],
    stackWords(result) !== "" && [stackWords(result)],
  ]);
}

function again({ result }: RunView): readonly Block[] {
  const failed = result.requirements.filter(({ level, status }) => level !== "OPEN" && status === "failed");
  const senders = failed.flatMap(({ checks }) =>
    checks.filter(({ status }) => status === "failed").flatMap((check) => withSender(check, result)),
  );
  const own = new Set(failed.flatMap(({ checks }) => checks.map(({ id }) => id)));
  const others = senders.filter((check) => !own.has(check));
  const text = runAgain(result, [...failed.map(({ id }) => id), ...new Set(others)]);
  if (failed.length === 0 || result.provider.inProcess === true || !isSafeText(text)) return [];
  return [rows([row("rerun", { is: "command", text, what: "the command that runs what failed" })])];
}
