/**
 * The causes of a result: its failures, grouped by their explanation. Every report has one entry for each cause. Pure:
 * the same requirements and exchanges have the same causes.
 */
import type { Level } from "../../spec/requirements.ts";
import { groupBy } from "../../spec/defined.ts";
import type { CauseResult, Exchange, Finding, RequirementResult, RunResult } from "../result.ts";
import { generalCause, generalWords, unmetTitle } from "./cause-table.ts";
import { unreadRequest } from "./connection-causes.ts";
import { compareInTurn, plainest } from "./simplest-failure.ts";
import type { DocumentWords } from "../../spec/document-words.ts";
import { type FoundFailure, type Failures, failuresOf } from "./found-failures.ts";
import { causeOf } from "./recognise.ts";

const levels: Readonly<Record<Level, number>> = { MUST: 0, OPEN: 1, SHOULD: 2 };

/** It prevents other judgements, as some general causes do. */
const FIRST = "operation-exists";

/** The failures, grouped by cause. */
export interface ExplainedFailures extends Failures {
  /** By the id of the cause. Text after a blank distinguishes causes with the same id. */
  readonly groups: ReadonlyMap<string, readonly FoundFailure[]>;
}

/**
 * Finds the cause of each failure.
 * @param words those of the document used in the run; undefined for the document that ships
 */
export function explainFailures(
  requirements: readonly RequirementResult[],
  exchanges: readonly Exchange[],
  words?: DocumentWords,
): ExplainedFailures {
  const failures = failuresOf(requirements, exchanges, words);
  return { ...failures, groups: groupBy(failures.all, (failure) => causeOf(failure, failures)) };
}

/** The causes of each failed check, by the id of the check. */
export function causesByCheck({ groups }: ExplainedFailures): ReadonlyMap<string, ReadonlySet<string>> {
  const pairs = [...groups].flatMap(([key, group]) => group.map(({ check }) => [check.id, idOf(key)] as const));
  return new Map(
    [...groupBy(pairs, ([check]) => check)].map(([check, own]) => [check, new Set(own.map(([, cause]) => cause))]),
  );
}

function idOf(key: string): string {
  return key.split(" ")[0] ?? key;
}

/**
 * The causes of all failures, the one that explains most first; empty if nothing failed.
 * @param isLeft whether a failure counts, by its check and by the id of its cause: not if it is waived
 */
export function causesOf(
  failures: ExplainedFailures,
  isLeft: (check: string, cause: string) => boolean = () => true,
): readonly CauseResult[] {
  return [...failures.groups]
    .map(([key, group]) => [idOf(key), group.filter(({ check }) => isLeft(check.id, idOf(key)))] as const)
    .flatMap(([id, group]) => {
      const [one, ...others] = group;
      return one === undefined ? [] : [causeResult(id, [one, ...others], failures)];
    })
    .map((cause, at) => ({ cause, rank: [...rankOf(cause), at] }))
    .toSorted((one, other) => compareInTurn(one.rank, other.rank))
    .map(({ cause }) => cause);
}

/** The causes of a result. They are computed if an earlier version wrote the result. */
export function causesIn({ causes, requirements, exchanges }: RunResult): readonly CauseResult[] {
  return causes ?? causesOf(explainFailures(requirements, exchanges));
}

function causeResult(id: string, group: readonly [FoundFailure, ...FoundFailure[]], failures: Failures): CauseResult {
  const sorted = worstFirst(group, generalCause(id)?.namesake);
  const [worst, ...others] = new Set(sorted.map(({ requirement }) => requirement));
  const [check, ...checks] = new Set(sorted.map((one) => one.check.id));
  const [own = group[0], ...alsoOwn] = sorted.filter(({ requirement }) => requirement === worst);
  const shown = plainest([own, ...alsoOwn], failures);
  return {
    id,
    // A failure may have another requirement's cause.
    ...wordsOf(id, failures.requirement(id) ?? shown.requirement, failures.words),
    level: (worst ?? shown.requirement).level,
    requirements: [(worst ?? shown.requirement).id, ...others.map((one) => one.id)],
    checks: [check ?? shown.check.id, ...checks],
    example: { requirement: shown.requirement.id, check: shown.check.id, finding: findingOf(id, shown, failures) },
  };
}

/** The finding to show. If the request before caused it, that one is shown. */
function findingOf(id: string, { finding, seen }: FoundFailure, failures: Failures): Finding {
  const before = id === "body-left-unread" && seen !== undefined ? unreadRequest(seen, failures) : undefined;
  if (before === undefined) return finding;
  const next = `the next request on its connection got ${seen?.status}`;
  return {
    where: "status",
    expected: `its body to be read, but ${next}`,
    seen: `${before.status}, and ${next}`,
    exchange: before.index,
  };
}

/** By level, then those of the namesake, then by how many checks of the requirement fail for this cause. */
function worstFirst(group: readonly FoundFailure[], namesake?: string): readonly FoundFailure[] {
  const checks = groupBy(group, ({ requirement }) => requirement.id);
  const many = ({ requirement }: FoundFailure): number =>
    new Set(checks.get(requirement.id)?.map(({ check }) => check.id)).size;
  return group.toSorted(
    (one, other) =>
      levels[one.requirement.level] - levels[other.requirement.level] ||
      Number(other.requirement.id === namesake) - Number(one.requirement.id === namesake) ||
      many(other) - many(one),
  );
}

function wordsOf(
  id: string,
  { id: of, statement, fix, level }: RequirementResult,
  words: DocumentWords | undefined,
): Pick<CauseResult, "title" | "fix"> {
  const general = generalCause(id);
  if (general !== undefined) return generalWords(general, words);
  if (level === "OPEN") return { title: `The value of ${of} is not the expected one`, fix };
  return { title: unmetTitle(id, words) ?? `Not met: ${statement}`, fix };
}

function rankOf({ id, level, checks, requirements }: CauseResult): readonly number[] {
  const isFirst = id === FIRST || generalCause(id)?.comesFirst === true;
  return [level === "MUST" && isFirst ? 0 : 1, levels[level], -checks.length, -requirements.length];
}
