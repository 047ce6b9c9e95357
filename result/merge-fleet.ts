/** Merges the parts of a fleet that its shards judged. Pure. */
import { listed } from "./counts.ts";
import type { FleetMember, FleetResult, FleetShard, PlannedMember } from "./fleet-result.ts";
import { shardOfMember, unjudgedMember, worstExitCode } from "./fleet.ts";
import { excerpt } from "./safe-text.ts";

/** The result of a shard of a fleet, with its name for messages. */
export interface FleetPart {
  readonly name: string;
  readonly fleet: FleetResult & { readonly shard: FleetShard };
}

/** The values that all parts of one fleet have in common, with their names for messages. */
const ALIKE: ReadonlyArray<readonly [what: string, of: (part: FleetPart["fleet"]) => unknown]> = [
  ["the version of the tool", ({ tool }) => tool],
  ["the document", ({ specification }) => specification],
  ["the number of shards", ({ shard }) => shard.of],
  // The same server may have another address from each machine.
  ["the providers", ({ shard }) => shard.planned.map(({ baseUrl: _address, ...planned }) => planned)],
  ["the requirements", ({ requirements }) => requirements],
];

/** The reasons why parts do not belong to one fleet, each in a sentence. A missing part is not a reason. */
export function fleetFaults([first, ...others]: readonly FleetPart[]): readonly string[] {
  if (first === undefined) return [];
  const unlike = others.flatMap(({ name, fleet }) => {
    const what = ALIKE.filter(([, of]) => JSON.stringify(of(fleet)) !== JSON.stringify(of(first.fleet)));
    const differing = listed(what.map(([words]) => words));
    return what.length === 0 ? [] : [`${name} and ${first.name} are not of one fleet: they differ in ${differing}.`];
  });
  const all = [first, ...others];
  const twice = all.flatMap(({ name, fleet }, at) => {
    const before = all.slice(0, at).find((other) => other.fleet.shard.index === fleet.shard.index);
    return before === undefined ? [] : [`${before.name} and ${name} are both ${shardWords(fleet.shard)}.`];
  });
  return [...unlike, ...twice, ...all.flatMap(foreignMembers)];
}

/** The providers of a part must be exactly those of its shard. */
function foreignMembers({ name, fleet: { shard, providers } }: FleetPart): readonly string[] {
  const own = shard.planned.filter((_, at) => shardOfMember(at, shard.of) === shard.index);
  const isWhole = JSON.stringify(own.map((one) => one.name)) === JSON.stringify(providers.map((one) => one.name));
  return isWhole ? [] : [`${name} does not have the providers of ${shardWords(shard)}.`];
}

function shardWords({ index, of }: Pick<FleetShard, "index" | "of">): string {
  return `shard ${index} of ${of}`;
}

/**
 * The whole fleet. A provider whose shard is missing is not judged. The fleet is then inconclusive, even if that
 * provider may fail.
 * @param parts of one fleet, at least one
 * @param judged the providers of all parts, by name
 */
export function joinedFleet(
  parts: readonly [FleetPart, ...FleetPart[]],
  judged: ReadonlyMap<string, FleetMember>,
): FleetResult {
  const [{ fleet: first }] = parts;
  const { shard, ...whole } = first;
  const begins = Math.min(...parts.map(({ fleet }) => Date.parse(fleet.startedAt)));
  const ends = Math.max(...parts.map(({ fleet }) => Date.parse(fleet.startedAt) + fleet.durationMs));
  const [one, ...more] = shard.planned.map(
    (planned, at) => judged.get(planned.name) ?? missingMember(planned, { ...shard, at, begins }),
  );
  if (one === undefined) throw new Error("The fleet has no provider");
  const isWhole = parts.length === shard.of;
  const worst = worstExitCode([one, ...more]);
  return {
    ...whole,
    startedAt: new Date(begins).toISOString(),
    durationMs: ends - begins,
    exitCode: isWhole || worst !== 0 ? worst : 3,
    providers: [one, ...more],
  };
}

function missingMember(
  planned: PlannedMember,
  { at, of, begins }: { readonly at: number; readonly of: number; readonly begins: number },
): FleetMember {
  const words = shardWords({ index: shardOfMember(at, of), of });
  return unjudgedMember(planned, `The result of ${words}, which judges this provider, is missing.`, new Date(begins));
}

/** The missing shards, in a sentence; null if all are present. */
export function missingParts(parts: readonly [FleetPart, ...FleetPart[]]): string | null {
  const { of } = parts[0].fleet.shard;
  const there = new Set(parts.map(({ fleet }) => fleet.shard.index));
  const missing = Array.from({ length: of }, (_, k) => k + 1).filter((index) => !there.has(index));
  if (missing.length === 0) return null;
  return missing.length === 1
    ? `The result of shard ${missing[0]} of ${of} is missing.`
    : `The results of ${missing.length} of ${of} shards are missing: ${excerpt(missing.join(", "), 200)}.`;
}
