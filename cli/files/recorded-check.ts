/** Finds a check in an earlier result, with the exchanges that it is based on. */
import { nearName } from "../../result/near-name.ts";
import { reasonOf } from "../../result/outcomes.ts";
import type { CheckResult, Exchange, RequirementResult, RunResult } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { shownExchange } from "../../reports/words/words.ts";
import { UsageError } from "../io.ts";

export interface RecordedCheck {
  readonly requirement: RequirementResult;
  readonly check: CheckResult;
  /** Its own exchanges, or else those with its findings, or else the last that it judged; in the order of sending. */
  readonly shown: ReadonlyArray<{ readonly index: number; readonly exchange: Exchange }>;
  /** Whether these are its own exchanges. */
  readonly isOwn: boolean;
}

/** The most exchanges to take. No check sends more; a result with more was not written by the suite. */
const MOST = 64;

/** The most exchanges of other checks to send again for a check that sends nothing itself. */
const MOST_OF_OTHERS = 2;

/**
 * Finds a check by its id.
 * @throws {UsageError} if the result has no check with this id, or no exchange for it
 */
export function recordedCheck(result: RunResult, id: string): RecordedCheck {
  const pairs = result.requirements.flatMap((requirement) =>
    requirement.checks.map((check) => ({ requirement, check })),
  );
  const found = pairs.find(({ check }) => check.id === id);
  if (found === undefined)
    throw new UsageError(`${JSON.stringify(id)} is not a check of this result; ${hint(result, id)}`);
  const exchanges = result.exchanges.map((exchange, index) => ({ index, exchange }));
  const own = exchanges.filter(({ exchange }) => exchange.check === id).slice(0, MOST);
  if (own.length > 0) return { ...found, shown: own, isOwn: true };
  const { check } = found;
  const telling = new Set(check.findings.map(({ exchange }) => exchange));
  const others = exchanges.filter(({ index }) => telling.has(index)).slice(0, MOST_OF_OTHERS);
  const last = shownExchange(check, result);
  const shown = others.length > 0 ? others : last === null ? [] : [last];
  if (shown.length > 0) return { ...found, shown, isOwn: false };
  const reason = reasonOf(check);
  const why = reason === undefined ? "" : ` (${excerpt(reason, 200)})`;
  throw new UsageError(`The check ${excerpt(id, 100)} has no exchange in this result${why}; nothing can be sent again`);
}

function hint({ requirements }: RunResult, id: string): string {
  const requirement = requirements.find((one) => one.id === id);
  const ids = (requirement === undefined ? requirements : [requirement]).flatMap(({ checks }) =>
    checks.map((one) => one.id),
  );
  if (requirement !== undefined)
    return `it is a requirement, with ${excerpt(ids.slice(0, 5).join(", "), 300)}${ids.length > 5 ? ", ..." : ""}`;
  if (ids.length === 0) return "it has none";
  const nearest = nearName(id, ids);
  return nearest !== null ? `did you mean ${excerpt(nearest, 100)}?` : "`list` shows the checks";
}
