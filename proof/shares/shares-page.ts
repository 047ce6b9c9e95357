/** What was measured of faults that are not always there, and of false alarms: the data, and the pages made of them. */
import { readFileSync } from "node:fs";
import { type AllMeasured, type Measured, readMeasured } from "../seeds/measured.ts";

/** What becomes of a plant that meets the worker that is wrong. */
export const FAULTS = ["201", "400", "500", "closed"] as const;
export type WorkerFault = (typeof FAULTS)[number];

/** Occasions on which one plant in so many meets it. */
export const ONE_IN = { half: 2, third: 3, fifth: 5, tenth: 10, twentieth: 20, fiftieth: 50 } as const;

/** When a plant meets it. */
export const OCCASIONS = [
  "half",
  "third",
  "fifth",
  "tenth",
  "twentieth",
  "fiftieth",
  "first",
  "after-forty",
  "used-connection",
] as const;
export type ShareOccasion = (typeof OCCASIONS)[number];

/** In how many runs a fault was found. */
export interface MeasuredShare {
  readonly fault: WorkerFault;
  readonly occasion: ShareOccasion;
  readonly must: number;
  readonly any: number;
}

/** The runs for each row, and the rows. */
export interface MeasuredShares {
  readonly runs: number;
  readonly rows: readonly MeasuredShare[];
}

/** Where `npm run shares` keeps what it measured. */
export const SHARES_FILE = new URL("measured-shares.json", import.meta.url);

/** Reads what was measured. */
export function readShares(): MeasuredShares {
  return JSON.parse(readFileSync(SHARES_FILE, "utf8")) as MeasuredShares;
}

const WORDS: Readonly<Record<WorkerFault, string>> = {
  "201": "answered 201",
  "400": "refused with 400",
  "500": "answered 500",
  closed: "not answered",
};

function wordsOf(occasion: ShareOccasion): string {
  if (occasion === "first") return "the first alone";
  if (occasion === "after-forty") return "after forty plants";
  return occasion === "used-connection" ? "on a used connection" : `one in ${ONE_IN[occasion]}`;
}

/** A row for each fault, a column for each occasion: a section of the kill matrix and of `docs/shares.md`. */
export function sharesTable({ runs, rows }: MeasuredShares): readonly string[] {
  const percent = (count: number): string => `${Math.round((100 * count) / runs)} %`;
  const lines = FAULTS.map((fault) => {
    const cells = OCCASIONS.map((occasion) => {
      const row = rows.find((one) => one.fault === fault && one.occasion === occasion);
      return row === undefined ? "" : `${percent(row.must)} (${percent(row.any)})`;
    });
    return `| ${WORDS[fault]} | ${cells.join(" | ")} |`;
  });
  return [
    `The table shows how many of ${runs} runs reported a broken MUST, and in brackets how many reported anything, a SHOULD`,
    "included. The columns say which plants met the wrong worker. The runs have different seeds and are made in memory;",
    "contracts and fuzzing are off. Another success than 200 breaks a MUST at first sight, and three failures in a run do.",
    "One failure alone is a SHOULD. Where no plant is accepted any more after some point, the run is inconclusive: the",
    "provider may have broken down. A used connection may be closed at any time (RFC 9112 section 9.5), which is no fault.",
    "",
    `| a plant is | ${OCCASIONS.map(wordsOf).join(" | ")} |`,
    `| --- | ${OCCASIONS.map(() => "---").join(" | ")} |`,
    ...lines,
  ];
}

const thousands = (count: number): string => count.toLocaleString("en-US");

/** Three divided by the runs, rounded up: no more often than that, with 95 % certainty, where none of them shows it. */
function boundOf(runs: number): string {
  const percent = (100 * 3) / runs;
  const step = 10 ** Math.floor(Math.log10(percent));
  return `${Number((Math.ceil(percent / step) * step).toPrecision(1))} %`;
}

/** Runs of each provider that were wanted, and processors that share them. */
const WANTED = { runs: 10_000, processors: 2 } as const;

function falseAlarms({ right, sent }: AllMeasured): readonly string[] {
  const runs = right.seeds * right.each;
  const milliseconds = (of: Measured): number => (1000 * of.seconds) / (of.seeds * of.each);
  const hours = (WANTED.runs * right.each * milliseconds(right)) / WANTED.processors / 3_600_000;
  const accused = (count: number): string => (count === 0 ? "No run accused one." : `${count} accusations were wrong.`);
  return [
    "## How often a right provider is accused",
    "",
    "A seed decides what a run sends, so that a right provider could be accused under some seeds. Each right provider of",
    `\`proof/right\` that needs no socket is judged in memory under many seeds. ${accused(right.accusations)}`,
    "",
    "| what was run | in each | seeds | runs | accusations |",
    "| --- | --- | --- | --- | --- |",
    `| runs against right providers, in memory | ${right.each} providers | ${thousands(right.seeds)} | ${thousands(runs)} | ${right.accusations} |`,
    `| what a seed draws, judged without a provider | ${sent.each} questions | ${thousands(sent.seeds)} | ${thousands(sent.seeds * sent.each)} | ${sent.accusations} |`,
    ...BY_HAND,
    "",
    `With 95 % certainty, at most ${boundOf(runs)} of the runs against right providers like these end with an accusation: three`,
    `divided by the number of runs. For one of the providers alone, ${thousands(right.seeds)} runs prove no more than ${boundOf(right.seeds)}.`,
    "",
    `A run takes ${Math.round(milliseconds(right))} ms of processor time. ${thousands(WANTED.runs)} runs for each of the ${right.each} providers would take ${Math.round(hours)} hours on`,
    `${WANTED.processors} processors, and were not made: ${thousands(right.seeds)} of them were. What a seed draws takes ${Math.round(milliseconds(sent))} ms for each question.`,
    "It is judged by ajv on the schema and by the words of the document: that each request, also each case of fuzzing, is what",
    "it is sent as, and that no check accuses what answers so.",
    "",
    "On 2026-11-22 the seed 12 accused a right provider that refuses names beyond 40 characters: the suite had put a sign behind",
    "a name of 40. The suite was fixed, and the first two rows were measured after that, the others before.",
    "",
    "To run more (each goes on after the last seed that was tried, and counts in `proof/seeds/measured.json`):",
    "",
    "- `npm run proof:seeds -- right --minutes 40`",
    "- `npm run proof:seeds -- sent --minutes 10`",
    "- `RIGHT_RUNS=10 npx vitest run proof/right.test.ts`, over real connections",
    "- `RIGHT_FUZZ=300 npx vitest run proof/fuzz.test.ts`, with fuzzing",
    "",
  ];
}

/** Measured once on 2026-11-22: over real connections it takes too long to be repeated. */
const BY_HAND: readonly string[] = [
  "| runs over real connections (`RIGHT_RUNS=10`) | 167 providers | 10 | 1,670 | 0 |",
  "| runs with 300 cases of fuzzing (`RIGHT_FUZZ=300`) | 166 providers | 1 | 166 | 0 |",
];

/** The page for users. */
export function sharesPage(shares: MeasuredShares, measured: AllMeasured = readMeasured()): string {
  return [
    "# How likely a run finds a fault that is not always there",
    "",
    "A provider often has several workers, and one of them can be wrong. Then a part of all valid plants fails, whatever they",
    "hold. One run sends about 80 valid plants, so that rare faults can escape it.",
    "",
    ...sharesTable(shares),
    "",
    "To find rarer faults, run with several seeds, or with `--fuzz N`, which sends more valid plants.",
    "",
    ...falseAlarms(measured),
    "The page is written by `npm run shares`, from `measured-shares.json` in `proof/shares` and `measured.json` in `proof/seeds`.",
    "It is held by `proof/shares/shares.test.ts`. The first table is in `proof/kill-matrix.md` as well.",
    "",
  ].join("\n");
}
