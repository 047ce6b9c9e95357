/** How often one run finds a provider that fails some valid plants, such as one with a faulty worker among ten. */
import { createHash } from "node:crypto";
import { type Behaviour, type NewPlant, type Request, refuse } from "../behaviour.ts";
import { but } from "../correct.ts";
import { runInMemory } from "../seeds/memory-run.ts";
import { type MeasuredShare, type ShareOccasion, ONE_IN, OCCASIONS, type WorkerFault, FAULTS } from "./shares-page.ts";

const token = "token-of-the-shares";

/**
 * Whether a plant meets the faulty worker: a share of the plants, by id and run number, so that each run has others.
 */
function isHit(occasion: ShareOccasion, run: number, { id }: NewPlant, { memory, connection }: Request): boolean {
  const nth = (memory.notes.get("plants") ?? 0) + 1;
  memory.notes.set("plants", nth);
  if (occasion === "first") return nth === 1;
  if (occasion === "after-forty") return nth > 40;
  if (occasion === "used-connection") return connection.requests > 0;
  return createHash("sha256").update(`${run} ${id}`).digest().readUInt32BE() % ONE_IN[occasion] === 0;
}

function wrongFor(fault: WorkerFault, isWrong: (plant: NewPlant, request: Request) => boolean): Behaviour {
  const struck = new WeakSet<Request>();
  return but({
    constrain: (plant, request) => {
      if (!isWrong(plant, request)) return undefined;
      if (fault === "400" || fault === "500") return refuse("fault", Number(fault), "The worker is wrong");
      struck.add(request);
      return undefined;
    },
    finish: (answer, request) => {
      if (!struck.has(request)) return answer;
      if (fault === "closed") return undefined;
      return answer.status === 200 ? { ...answer, status: 201 } : answer;
    },
  });
}

/** What one run found. */
export interface Found {
  /** A MUST is broken. */
  readonly must: boolean;
  /** A MUST or a SHOULD is broken. */
  readonly any: boolean;
}

/** Runs once in memory against a provider with a faulty worker. */
export async function judgeShare(fault: WorkerFault, occasion: ShareOccasion, run: number): Promise<Found> {
  const behaviour = wrongFor(fault, (plant, request) => isHit(occasion, run, plant, request));
  const { requirements } = await runInMemory(behaviour, { token, seed: `share ${run}` });
  const levels = requirements.filter(({ status }) => status === "failed").map(({ level }) => level);
  return { must: levels.includes("MUST"), any: levels.length > 0 };
}

/** Measures every fault on every occasion, with this many runs each. */
export async function measureShares(runs: number): Promise<readonly MeasuredShare[]> {
  const rows: MeasuredShare[] = [];
  for (const fault of FAULTS) {
    for (const occasion of OCCASIONS) {
      const found: Found[] = [];
      for (let run = 0; run < runs; run += 1) found.push(await judgeShare(fault, occasion, run));
      const count = (which: keyof Found): number => found.filter((one) => one[which]).length;
      rows.push({ fault, occasion, must: count("must"), any: count("any") });
    }
  }
  return rows;
}
