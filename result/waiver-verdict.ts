/** The sentences that waivers add to a verdict. Pure. */
import type { Level } from "../spec/requirements.ts";
import { listed, count } from "./safe-text.ts";
import type { RunResult, Waiver, WaiverResults, WaiverStatus } from "./result.ts";

/** Sentences about waivers. A list is empty if there is nothing to report. */
export interface WaiverWords {
  /** Broken and waived requirements at a level that counts. */
  readonly broken: readonly string[];
  /** Open points that are not as the user expects, and waived. */
  readonly unexpected: readonly string[];
  /** Used instead of both if nothing else fails the run. */
  readonly only: readonly string[];
  /** Faults of the waivers themselves. They fail the run, whatever the provider does. */
  readonly faults: readonly string[];
}

type Waivable = Pick<RunResult, "requirements" | "waivers">;

/**
 * The name of a waiver in messages. A waiver of a cause and a waiver of a requirement with the same id have different
 * names.
 */
export function waiverName({ id, cause }: Pick<Waiver, "id" | "cause">): string {
  return cause === true ? `cause ${id}` : id;
}

/** Describes what was waived, and which waivers are faulty. */
export function waiverWords(judged: Waivable, counts: (level: Level) => boolean): WaiverWords {
  const broken = waivedRequirements(judged, counts);
  const unexpected = waivedRequirements(judged, (level) => level === "OPEN");
  const all = [...broken, ...unexpected];
  return {
    broken: sentence(broken, "requirement", "broken and waived"),
    unexpected: sentence(unexpected, "open point", "not as expected and waived"),
    only: all.length === 0 ? [] : [`Only waived failures: ${listed(all)}; --allow-waived lets them pass.`],
    faults: [...staleSentence(judged), ...expiredSentence(judged)],
  };
}

/** The waived requirements of the wanted levels. All failures of these requirements are waived. */
export function waivedRequirements({ requirements }: Waivable, isWanted: (level: Level) => boolean): readonly string[] {
  return requirements.filter(({ level, status }) => isWanted(level) && status === "waived").map(({ id }) => id);
}

function staleSentence(judged: Waivable): readonly string[] {
  const names = waiversThatAre(judged, "stale").map(waiverName);
  return names.length === 0
    ? []
    : [`${count(names.length, "waiver")} stale: ${listed(names)}; what is waived passes now, so delete the entry.`];
}

function expiredSentence(judged: Waivable): readonly string[] {
  const names = waiversThatAre(judged, "expired").map((entry) => `${waiverName(entry)} (${entry.expires})`);
  return names.length === 0
    ? []
    : [`${count(names.length, "waiver")} expired: ${listed(names)}; delete the entry, or give it a later date.`];
}

/** The waivers of a run with one of these statuses. */
export function waiversThatAre(
  { waivers }: Pick<RunResult, "waivers">,
  ...statuses: readonly WaiverStatus[]
): WaiverResults["entries"] {
  return waivers?.entries.filter(({ status }) => statuses.includes(status)) ?? [];
}

function sentence(ids: readonly string[], noun: string, what: string): readonly string[] {
  return ids.length === 0 ? [] : [`${count(ids.length, noun)} ${what}: ${listed(ids)}.`];
}
