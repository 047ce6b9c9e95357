/** How often one run finds a provider that fails a share of all valid plants, as one worker of ten that is wrong. */
import { createHash } from "node:crypto";
import { judge } from "../../library/judge-provider.ts";
import { type Behaviour, refuse } from "../behaviour.ts";
import { but, json, plantBody } from "../correct.ts";
import { startProvider } from "../test-provider.ts";

const token = "token-of-the-shares";

/** What becomes of a plant that meets the worker that is wrong. */
export const FAULTS = ["201", "400", "500", "closed"] as const;
export type WorkerFault = (typeof FAULTS)[number];

/** One plant in so many meets it. */
export const ONE_IN = [2, 3, 5, 10, 20, 50] as const;

/** Which plants these are, by the id and a number, so that each run has others. */
function isHit(id: bigint, oneIn: number, run: number): boolean {
  return createHash("sha256").update(`${run} ${id}`).digest().readUInt32BE() % oneIn === 0;
}

function wrongFor(fault: WorkerFault, isWrong: (id: bigint) => boolean): Behaviour {
  if (fault === "201") return but({ answerPlant: (plant) => json(isWrong(plant.id) ? 201 : 200, plantBody(plant)) });
  if (fault === "closed") {
    const closed = new WeakSet<object>();
    return but({
      constrain: (plant, request) => {
        if (isWrong(plant.id)) closed.add(request);
        return undefined;
      },
      finish: (answer, request) => (closed.has(request) ? undefined : answer),
    });
  }
  const status = Number(fault);
  return but({ constrain: ({ id }) => (isWrong(id) ? refuse("fault", status, "The worker is wrong") : undefined) });
}

/** What one run found. */
export interface Found {
  /** A MUST that is broken. */
  readonly must: boolean;
  /** A MUST or a SHOULD. */
  readonly any: boolean;
}

/** One run against a provider of which one worker in so many is wrong. */
export async function judgeShare(fault: WorkerFault, oneIn: number, run: number): Promise<Found> {
  const behaviour = wrongFor(fault, (id) => isHit(id, oneIn, run));
  await using started = await startProvider(behaviour, { token });
  const { requirements } = await judge({ url: started.url, token, seed: `share ${run}` });
  const levels = requirements.filter(({ status }) => status === "failed").map(({ level }) => level);
  return { must: levels.includes("MUST"), any: levels.length > 0 };
}

/** The measured shares of runs that found a fault, 0 to 1. */
export interface MeasuredShare {
  readonly fault: WorkerFault;
  readonly oneIn: number;
  readonly must: number;
  readonly any: number;
}

/** Measures every fault at every share, with so many runs each. */
export async function measure(runs: number): Promise<readonly MeasuredShare[]> {
  const rows: MeasuredShare[] = [];
  for (const fault of FAULTS) {
    for (const oneIn of ONE_IN) {
      const found: Found[] = [];
      for (let run = 0; run < runs; run += 1) found.push(await judgeShare(fault, oneIn, run));
      const shareOf = (which: keyof Found): number => found.filter((one) => one[which]).length / runs;
      rows.push({ fault, oneIn, must: shareOf("must"), any: shareOf("any") });
    }
  }
  return rows;
}

const WORDS: Readonly<Record<WorkerFault, string>> = {
  "201": "answered 201",
  "400": "refused with 400",
  "500": "answered 500",
  closed: "not answered",
};

/** The opposite of the table: what was measured once, by hand, because it takes too long for a test. */
const ACCUSATIONS: readonly string[] = [
  "The opposite was measured on 2026-11-22: how often is a provider accused that keeps the document? No run accused one.",
  "",
  "| what was run | providers | runs | accusations |",
  "| --- | --- | --- | --- |",
  "| ten runs each over real connections (`RIGHT_RUNS=10`) | 167 | 1,670 | 0 |",
  "| twelve runs each in memory (`SEED_RUNS=12`), for those that need no socket | 142 | 1,704 | 0 |",
  "| one run each with 300 cases of fuzzing (`RIGHT_FUZZ=300`) | 166 | 166 | 0 |",
  "",
  "Each run had a seed of its own. What is drawn from a seed was also judged without a provider: that each request is what it",
  "is sent as, by ajv on the schema and by the words of the document, and that no check accuses what answers so. In 250 seeds",
  "for each of these questions there was no fault.",
  "",
  "To run more:",
  "",
  "- `RIGHT_RUNS=10 npx vitest run proof/right.test.ts`",
  "- `SEED_RUNS=12 npx vitest run proof/seeds/seeds.test.ts`",
  "- `RIGHT_FUZZ=300 npx vitest run proof/fuzz.test.ts`",
  "- `SEEDS=250 npx vitest run proof/seeds/sent.test.ts`, which takes about a quarter of a second of processor time for each seed",
  "",
];

/** The page: a row for each fault, a column for each share. */
export function sharesPage(rows: readonly MeasuredShare[], runs: number): string {
  const percent = (share: number): string => `${Math.round(share * 100)} %`;
  const lines = FAULTS.map((fault) => {
    const cells = ONE_IN.map((oneIn) => {
      const row = rows.find((one) => one.fault === fault && one.oneIn === oneIn);
      return row === undefined ? "" : `${percent(row.must)} (${percent(row.any)})`;
    });
    return `| ${WORDS[fault]} | ${cells.join(" | ")} |`;
  });
  return [
    "# How likely a run finds a fault that is not always there",
    "",
    "A provider often has several workers, and one of them can be wrong. Then a part of all valid plants fails, whatever they",
    "hold. One run sends about 80 valid plants, so that rare faults can escape it.",
    "",
    `The table shows how many of ${runs} runs reported a broken MUST, and in brackets how many reported anything, a SHOULD`,
    "included. The columns say which share of the plants met the wrong worker. The runs have different seeds; contracts and",
    "fuzzing are off. Another success than 200 breaks a MUST at first sight, and three failures in a run do.",
    "",
    `| a plant is | ${ONE_IN.map((oneIn) => `one in ${oneIn}`).join(" | ")} |`,
    `| --- | ${ONE_IN.map(() => "---").join(" | ")} |`,
    ...lines,
    "",
    "To find rarer faults, run with several seeds, or with `--fuzz N`, which sends more valid plants.",
    "",
    ...ACCUSATIONS,
    "The page is written by `npm run shares` and held by `proof/shares/shares.test.ts`.",
    "",
  ].join("\n");
}
