/** Words about a fleet that its reports share. */
import { groupBy, present } from "../../spec/defined.ts";
import type { FleetCause, FleetMember, FleetResult } from "../../result/over/fleet-result.ts";
import { count, excerpt } from "../../result/safe-text.ts";
import { verdictWords, waivedOf } from "../words/verdict-line.ts";

/** The verdict of a provider in words. */
export function memberVerdict(member: FleetMember): string {
  return member.files === undefined ? "NOT JUDGED" : verdictWords(member);
}

/** A provider on one line: the verdict, the name, the time and the reasons. */
export function memberLine(member: FleetMember): string {
  const { name, durationMs, mayFail } = member;
  const parts = [
    memberVerdict(member),
    `${excerpt(name, 100)}${mayFail === true ? " (may fail)" : ""}`,
    `${(durationMs / 1000).toFixed(1)} s`,
    reasonWords(member),
  ];
  return parts.join("   ");
}

/** The reasons of a provider, the limits that it ran into, and when the first of its waivers ends. */
export function reasonWords({ reasons, limitsReached = [], waivedUntil }: FleetMember): string {
  const until = waivedUntil === undefined ? [] : [`The first waiver ends on ${waivedUntil}.`];
  return [...reasons, ...limitsReached, ...until].map((reason) => excerpt(reason, 300)).join(" ");
}

const words = { 0: "passed", 1: "failed", 3: "inconclusive" } as const;

/** The providers by outcome; without the outcomes that none has. */
export function fleetOutcomes(
  providers: readonly FleetMember[],
): ReadonlyArray<readonly [status: 0 | 1 | 3, word: string, members: readonly FleetMember[]]> {
  return ([0, 1, 3] as const)
    .map((status) => [status, words[status], providers.filter(({ exitCode }) => exitCode === status)] as const)
    .filter(([, , members]) => members.length > 0);
}

/** How many providers passed, failed and could not be judged. */
export function fleetFigures({ providers }: FleetResult): string {
  const parts = fleetOutcomes(providers).map(([, word, members]) => `${members.length} ${word}${noteOn(members)}`);
  return `${count(providers.length, "provider")}: ${parts.join(", ")}`;
}

/** A note on a figure that would mislead without it, for members with the same outcome. */
function noteOn(members: readonly FleetMember[]): string {
  const selected = members.filter(({ verdict }) => verdict === "selection-met").length;
  const mayFail = members.filter((member) => member.mayFail === true && member.exitCode !== 0).length;
  const inPart = members.filter(
    ({ exitCode, verdict, summary }) =>
      exitCode === 0 && verdict !== "selection-met" && (summary?.must.notJudged ?? 0) > 0,
  ).length;
  const waived = members.filter((member) => member.exitCode === 0 && hasWaived(member)).length;
  const notes = present([
    waived !== 0 && `${waived} with waivers`,
    selected !== 0 && `${selected} judged by a selection of checks`,
    inPart !== 0 && `${inPart} not judged by every MUST`,
    mayFail !== 0 && `${mayFail} may fail`,
  ]);
  return notes.length === 0 ? "" : ` (${notes.join(", ")})`;
}

/** Whether a failure of the provider is waived. */
export function hasWaived(member: FleetMember): boolean {
  return waivedOf(member) > 0;
}

/** The outcome of the whole fleet, or of the shard. A selection that is met says nothing about a provider. */
export function fleetVerdict({
  exitCode,
  shard,
  providers,
}: Pick<FleetResult, "exitCode" | "shard" | "providers">): string {
  const what = shard === undefined ? "FLEET" : `SHARD ${shard.index} OF ${shard.of} OF THE FLEET`;
  const isInPart = providers.some(({ verdict }) => verdict === "selection-met");
  const passed = isInPart ? "PASSED, NOT A VERDICT ON EVERY PROVIDER" : "PASSED";
  return `${what} ${{ 0: passed, 1: "FAILED", 3: "INCONCLUSIVE" }[exitCode]}`;
}

/** A cause, and the providers that have it. */
export interface FleetCauseGroup {
  readonly cause: FleetCause;
  /** The requirements that it breaks in any of these providers. */
  readonly requirements: readonly string[];
  readonly members: readonly FleetMember[];
}

/** The causes of a fleet: first those of a broken MUST, then by the number of providers. */
export function fleetCauses({ providers }: Pick<FleetResult, "providers">): readonly FleetCauseGroup[] {
  const found = providers.flatMap((member) => member.causes.map((cause) => ({ member, cause })));
  return [...groupBy(found, ({ cause }) => cause.id).values()]
    .map((all) => ({
      cause: all.map(({ cause }) => cause).reduce((one, other) => (rank(other) < rank(one) ? other : one)),
      requirements: [...new Set(all.flatMap(({ cause }) => cause.requirements))],
      members: [...new Set(all.map(({ member }) => member))],
    }))
    .toSorted((one, other) => rank(one.cause) - rank(other.cause) || other.members.length - one.members.length);
}

function rank({ level }: FleetCause): number {
  return ["MUST", "SHOULD", "OPEN"].indexOf(level);
}

/** An open point and its answers, the most common answer first. */
export interface FleetOpenPoint {
  readonly id: string;
  readonly statement: string;
  readonly answers: ReadonlyArray<{ readonly value: string; readonly members: readonly FleetMember[] }>;
}

/** The observed open points, those with the most different answers first. */
export function openPoints({ providers, requirements }: FleetResult): readonly FleetOpenPoint[] {
  const points = requirements.flatMap(({ id, statement }) => {
    const observed = providers.filter(({ profile }) => Object.hasOwn(profile, id));
    const answers = [...groupBy(observed, ({ profile }) => profile[id] ?? "")]
      .map(([value, members]) => ({ value, members }))
      .toSorted((one, other) => other.members.length - one.members.length);
    return answers.length === 0 ? [] : [{ id, statement, answers }];
  });
  return points.toSorted((one, other) => other.answers.length - one.answers.length);
}
