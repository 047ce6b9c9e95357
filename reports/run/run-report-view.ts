/** What a report of a run shows: the result, how much of it, and where the parts that it names are. */
import type { RunResult } from "../../result/result.ts";
import { type Inline, code, link } from "../report-tree.ts";
import { type Docs, docsOf, explainLink } from "../words/printed-commands.ts";

/** How much a report has room for. */
export interface ViewLimits {
  /** A page has room for everything, and an anchor for each requirement and check. */
  readonly isPage: boolean;
  /** Causes of the failures. */
  readonly causes: number;
  /** Failures one by one, failed checks of one of them, and findings of one check. */
  readonly failures: number;
  readonly checks: number;
  readonly findings: number;
  /** Items of every other list. */
  readonly items: number;
}

/** A terminal shows what fits on some screens. It has the causes in its short report. */
export const textLimits: ViewLimits = {
  isPage: false,
  causes: 0,
  failures: 10,
  checks: 8,
  findings: 5,
  items: Infinity,
};

/** A page shows everything, the other checks of a failure and findings of a check up to a number. */
export const pageLimits: ViewLimits = {
  isPage: true,
  causes: Infinity,
  failures: Infinity,
  checks: 10,
  findings: 10,
  items: Infinity,
};

/** A result and how to show it. */
export interface RunView {
  readonly result: RunResult;
  readonly docs: Docs;
  readonly limits: ViewLimits;
  /** The ids that have an anchor. */
  readonly anchors: ReadonlySet<string>;
}

/** A result as a medium with these limits shows it. */
export function viewOf(result: RunResult, limits: ViewLimits, docs?: Docs): RunView {
  const ids = limits.isPage
    ? result.requirements.flatMap(({ id, checks }) => [id, ...checks.map((one) => one.id)])
    : [];
  return { result, docs: docsOf(result, docs), limits, anchors: new Set(ids) };
}

/** An id: a link to its anchor, or to its explanation if it is a requirement's and the page is known. */
export function idOf({ anchors, docs, limits }: RunView, id: string): Inline {
  if (anchors.has(id)) return link({ anchor: id }, code(id));
  const address = limits.isPage || id.includes("/") ? null : explainLink(docs, id);
  return address === null ? code(id) : link({ address }, code(id));
}
