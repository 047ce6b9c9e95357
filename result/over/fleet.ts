/** The result of a fleet, from the results of its providers or of its shards. Pure. */
import { causesIn } from "../causes/causes-of.ts";
import { defined } from "../../spec/defined.ts";
import { latencyOf, type RunResult } from "../result.ts";
import type { FleetFiles, FleetMember, FleetResult, FleetShard, PlannedMember } from "./fleet-result.ts";
import { type Alike, differingFacts, type NamedResult, partFaults, shardWords, spanOf } from "./shards.ts";

/** A provider with its result. */
export function judgedMember(named: PlannedMember, result: RunResult, files: FleetFiles): FleetMember {
  const { verdict, exitCode, reasons, limitsReached, strict, startedAt, durationMs, summary, requirements, profile } =
    result;
  const { version } = result.provider;
  const applied = result.waivers?.entries.filter((entry) => entry.status === "applied") ?? [];
  const [waivedUntil] = applied.map(({ expires }) => expires).toSorted();
  return {
    ...named,
    ...defined({ version }),
    verdict,
    exitCode,
    reasons,
    ...defined({ limitsReached, waivedUntil }),
    strict,
    startedAt,
    durationMs,
    summary,
    ...defined({ latency: latencyOf(result.exchanges) ?? undefined }),
    causes: causesIn(result).map(({ checks: _checks, example: _example, ...cause }) => cause),
    statuses: Object.fromEntries(requirements.map(({ id, status }) => [id, status])),
    profile,
    files,
  };
}

/** A provider without a run. Only the reason is known. */
export function unjudgedMember(named: PlannedMember, reason: string, startedAt: Date): FleetMember {
  return {
    ...named,
    verdict: "inconclusive",
    exitCode: 3,
    reasons: [reason],
    strict: false,
    startedAt: startedAt.toISOString(),
    durationMs: 0,
    causes: [],
    statuses: {},
    profile: {},
  };
}

/** Exit codes from the best to the worst: a broken MUST is worse than a provider that could not be judged. */
const STATUSES = [0, 3, 1] as const;

/** The worst exit status of the providers that may not fail. */
export function worstExitCode(members: readonly FleetMember[]): FleetResult["exitCode"] {
  const counted = members.filter(({ mayFail }) => mayFail !== true).map(({ exitCode }) => exitCode);
  return STATUSES.findLast((status) => counted.includes(status)) ?? 0;
}

/**
 * The shard of a provider, counted from 1, by its place in the fleet, counted from 0. Neighbours go to different
 * shards.
 */
export function shardOfMember(place: number, of: number): number {
  return (place % of) + 1;
}

/** The result of a shard of a fleet. */
export type FleetPart = FleetResult & { readonly shard: FleetShard };

/** The values that all shards of one fleet have in common, with their names for messages. */
const ALIKE: Alike<FleetPart> = [
  ["the version of the tool", ({ tool }) => tool],
  ["the document", ({ specification }) => specification],
  ["the number of shards", ({ shard }) => shard.of],
  // The same server may have another address from each machine.
  ["the providers", ({ shard }) => shard.planned.map(({ baseUrl: _address, ...planned }) => planned)],
  ["the requirements", ({ requirements }) => requirements],
];

/** The reasons why shards do not belong to one fleet, each in a sentence. A missing shard is not a reason. */
export function fleetFaults(parts: ReadonlyArray<NamedResult<FleetPart>>): readonly string[] {
  const differencesOf = (one: FleetPart, other: FleetPart): readonly string[] =>
    differingFacts(ALIKE, one, other).map(([words]) => words);
  return [...partFaults(parts, "fleet", differencesOf), ...parts.flatMap(foreignMembers)];
}

/** The providers of a shard must be exactly those that it was to judge. */
function foreignMembers({ name, result: { shard, providers } }: NamedResult<FleetPart>): readonly string[] {
  const own = shard.planned.filter((_, at) => shardOfMember(at, shard.of) === shard.index);
  const isWhole = JSON.stringify(own.map((one) => one.name)) === JSON.stringify(providers.map((one) => one.name));
  return isWhole ? [] : [`${name} does not have the providers of ${shardWords(shard)}.`];
}

/**
 * The whole fleet. A provider whose shard is missing is not judged. The fleet is then inconclusive, even if that
 * provider may fail.
 * @param parts of one fleet, at least one
 * @param judged the providers of all shards, by name
 */
export function joinedFleet(
  parts: readonly [FleetPart, ...FleetPart[]],
  judged: ReadonlyMap<string, FleetMember>,
): FleetResult {
  const { shard, ...whole } = parts[0];
  const span = spanOf(parts);
  const [one, ...more] = shard.planned.map(
    (planned, at) =>
      judged.get(planned.name) ?? missingMember(planned, { index: shardOfMember(at, shard.of), of: shard.of }, span),
  );
  if (one === undefined) throw new Error("The fleet has no provider");
  const isWhole = parts.length === shard.of;
  const worst = worstExitCode([one, ...more]);
  return { ...whole, ...span, exitCode: isWhole || worst !== 0 ? worst : 3, providers: [one, ...more] };
}

function missingMember(
  planned: PlannedMember,
  shard: Pick<FleetShard, "index" | "of">,
  span: Pick<RunResult, "startedAt">,
): FleetMember {
  const words = shardWords(shard);
  const reason = `The result of ${words}, which judges this provider, is missing.`;
  return unjudgedMember(planned, reason, new Date(span.startedAt));
}
