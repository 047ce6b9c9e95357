/** Merges results of shards into one result, as if the run had not been split. */
import { defined } from "../spec/defined.ts";
import { conclude, type FinishedRun } from "../result/conclude.ts";
import type { RunResult } from "../result/result.ts";
import {
  isShardRun,
  mergeFaults,
  missingShards,
  missingWords,
  type NamedResult,
  type ShardRun,
  shardWords,
  spanOf,
} from "../result/over/shards.ts";
import { catalogueFor } from "../spec/document-catalogue.ts";
import { type Operation, readOperation } from "../spec/read-operation.ts";
import { loadValidators } from "../spec/validators.ts";
import type { Check, CheckId, Labelled } from "../suites/checks/check.ts";
import { ofStatuses } from "../suites/checks/documented-statuses.ts";
import { select } from "../suites/checks/selection.ts";
import { checksOf } from "../suites/index.ts";
import { type JoinedRun, joinShards } from "../suites/shards/join.ts";
import type { OfOperation } from "../suites/shards/sent-facts.ts";
import { shardPlan } from "../suites/shards/split.ts";
import { authenticationOfCases } from "./requested-run.ts";
import type { JudgeOptions } from "./judge-options.ts";
import { wishesOf, judgedStack, specificationOf, statedBy } from "./run-facts.ts";
import { toolVersion } from "./version.ts";

/** The merged result, or the reasons why there is none, each a sentence. */
export type Merged = { readonly result: RunResult } | { readonly faults: readonly [string, ...string[]] };

/** The options that decide about the merged result. Everything else is in the results of the shards. */
type MergeWishes = Pick<JudgeOptions, "expectations" | "waivers" | "allowWaived" | "baseline" | "failOnRegression">;

/** Merges the results of shards of one run. A missing shard makes the result inconclusive, unless a MUST is broken. */
export async function mergeResults(
  given: ReadonlyArray<NamedResult<RunResult>>,
  wishes: MergeWishes,
  operation: Operation = readOperation(),
): Promise<Merged> {
  const own = { tool: toolVersion(), specification: specificationOf(operation) };
  const [fault, ...others] = mergeFaults(given, own);
  if (fault !== undefined) return { faults: [fault, ...others] };
  const runs = given
    .map(({ result }) => result)
    .filter(isShardRun)
    .toSorted((one, other) => one.shard.index - other.shard.index);
  const [first] = runs;
  if (first === undefined) return { faults: ["There is nothing to merge."] };
  const asked = await askedBy(first, operation);
  if (asked === null) {
    const { name, version } = own.tool;
    return {
      faults: [`The shards do not fit the checks of ${name} ${version}; merge with the version that ran them.`],
    };
  }
  const { command } = first;
  const verified = runs.flatMap(({ contracts }) => contracts);
  const { strict, selection, subjects } = first;
  const all = await wishesOf({
    ...wishes,
    strict,
    ...defined({ selection, subjects }),
    isVerified: verified.length > 0 && operation.isShipped,
  });
  const whole = finished(runs, joinShards(asked, runs), { first, operation });
  const result = conclude(whole, verified, all);
  return { result: command === undefined ? result : { ...result, command } };
}

interface AskedChecks {
  readonly checks: readonly Check[];
  readonly selected: ReadonlySet<CheckId> | undefined;
  readonly drawn: readonly Labelled[];
  readonly common: OfOperation;
}

/** The checks of a run; null if this version has other checks. */
async function askedBy(
  { shard, provider, selection, seed }: ShardRun,
  operation: Operation,
): Promise<AskedChecks | null> {
  const { authentication, invalidToken, cases, sha256 } = shard.plan;
  const checks = checksOf(operation, await loadValidators(operation), {
    ...defined({ authentication: authentication === "none" ? authentication : undefined }),
    invalidToken,
    extraHeaders: provider.extraHeaders ?? [],
  });
  const selected = selection === undefined ? undefined : select(checks, catalogueFor(operation), selection);
  const planned = shardPlan({ checks, selected, seed, shards: shard.of, authentication, invalidToken, cases });
  if (planned.sha256 !== sha256) return null;
  const common = { roles: operation.roles, ...ofStatuses(operation) };
  if (cases === 0) return { checks, selected, drawn: [], common };
  const { drawnChecks } = await import("../suites/fuzz/questions.ts");
  const drawn = drawnChecks(checks, {
    operation,
    authentication: authenticationOfCases(operation, authentication),
    selected,
  });
  return { checks, selected, drawn, common };
}

function finished(
  runs: readonly ShardRun[],
  joined: JoinedRun,
  { first, operation }: { readonly first: ShardRun; readonly operation: Operation },
): FinishedRun {
  const { provider, tool, specification, seed } = first;
  const { stack: said, ...judged } = provider;
  const stack = said?.shownBy === "--stack" ? said : judgedStack(undefined, joined.exchanges);
  const missing = missingShards(runs);
  return {
    ...statedBy(operation),
    tool,
    specification,
    provider: { ...judged, ...defined({ stack }) },
    seed,
    ...spanOf(runs),
    merged: { shards: first.shard.of, ...defined({ missing: missing.length === 0 ? undefined : missing }) },
    checked: joined,
    stopped: stoppedOf(runs),
    limitsReached: [...new Set(runs.flatMap(({ limitsReached = [] }) => limitsReached))],
  };
}

/** Why a part of the run was not judged, in a sentence; null if all of it was. */
function stoppedOf(runs: readonly ShardRun[]): string | null {
  const ended = runs.find(({ complete }) => !complete);
  const why = ended?.shard.stopped?.reason ?? "The run ended early.";
  return missingWords(runs) ?? (ended === undefined ? null : `In ${shardWords(ended.shard)}: ${why}`);
}
