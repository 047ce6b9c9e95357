/**
 * The measurements of faults that occur only sometimes, and of false alarms: the data, and the pages made from them.
 */
import { readFileSync } from "node:fs";
import { type AllMeasured, type Measured, readMeasured } from "../seeds/measured.ts";

/** The answer to a plant that meets the faulty worker. */
export const FAULTS = ["201", "400", "500", "closed"] as const;
export type WorkerFault = (typeof FAULTS)[number];

/** Occasions on which one plant in so many meets the faulty worker. */
export const ONE_IN = { half: 2, third: 3, fifth: 5, tenth: 10, twentieth: 20, fiftieth: 50 } as const;

/** When a plant meets the faulty worker. */
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

/** The runs per row, and the rows. */
export interface MeasuredShares {
  readonly runs: number;
  readonly rows: readonly MeasuredShare[];
}

/** Where `npm run shares` stores the measurements. */
export const SHARES_FILE = new URL("measured-shares.json", import.meta.url);

/** Reads the measurements. */
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

/** One row per fault, one column per occasion: a section of the kill matrix and of `docs/shares.md`. */
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
    `The table shows the share of ${runs} runs that reported a broken MUST, and in brackets the share that reported a broken`,
    "MUST or SHOULD. The columns say which plants reach the wrong worker. The runs have different seeds and are made in",
    "memory, without contracts and fuzzing.",
    "",
    "A success other than 200 breaks a MUST at once. Three other failures in a run break a MUST, and one breaks a SHOULD. If",
    "no plant is accepted after some point, the run is inconclusive, because the provider may have broken down. A server may",
    "close a used connection at any time (RFC 9112 section 9.5), which is not a fault.",
    "",
    `| a plant is | ${OCCASIONS.map(wordsOf).join(" | ")} |`,
    `| --- | ${OCCASIONS.map(() => "---").join(" | ")} |`,
    ...lines,
  ];
}

const thousands = (count: number): string => count.toLocaleString("en-US");

/** Three divided by the runs, rounded up: the upper limit of the rate, with 95 % certainty, if no run shows it. */
function boundOf(runs: number): string {
  const percent = (100 * 3) / runs;
  const step = 10 ** Math.floor(Math.log10(percent));
  return `${Number((Math.ceil(percent / step) * step).toPrecision(1))} %`;
}

/** The runs of each provider that are wanted, and the processors that share them. */
const WANTED = { runs: 10_000, processors: 2 } as const;

function falseAlarms({ right, sent }: AllMeasured): readonly string[] {
  const runs = right.seeds * right.each;
  const milliseconds = (of: Measured): number => (1000 * of.seconds) / (of.seeds * of.each);
  const hours = (WANTED.runs * right.each * milliseconds(right)) / WANTED.processors / 3_600_000;
  const accused = (count: number): string => (count === 0 ? "No run accused one." : `${count} accusations were wrong.`);
  return [
    "## How often a correct provider is accused",
    "",
    "The seed decides what a run sends, so a fault of the suite could accuse a correct provider only under some seeds. Each",
    "correct provider of `proof/right` that needs no socket is therefore judged in memory under many seeds.",
    accused(right.accusations),
    "",
    "| runs | for each seed | seeds | total | wrong accusations |",
    "| --- | --- | --- | --- | --- |",
    `| runs against correct providers, in memory | ${right.each} providers | ${thousands(right.seeds)} | ${thousands(runs)} | ${right.accusations} |`,
    `| requests that a seed draws, judged without a provider | ${sent.each} questions | ${thousands(sent.seeds)} | ${thousands(sent.seeds * sent.each)} | ${sent.accusations} |`,
    ...BY_HAND,
    "",
    `With 95 % certainty, at most ${boundOf(runs)} of the runs against such providers end with a wrong accusation (three divided by`,
    `the number of runs). For a single provider, ${thousands(right.seeds)} runs show only that it is at most ${boundOf(right.seeds)}.`,
    "",
    "The second row asks two questions about the requests of a seed, including the cases of fuzzing. Is each request as valid",
    "or as wrong as the suite claims, by ajv on the schema and by the words of the document? Does no check accuse a correct",
    "answer to it?",
    "",
    `A run takes ${Math.round(milliseconds(right))} ms of processor time, and a question ${Math.round(milliseconds(sent))} ms. ${thousands(WANTED.runs)} runs for each of the ${right.each} providers would take`,
    `${Math.round(hours)} hours on ${WANTED.processors} processors. Only ${thousands(right.seeds)} runs for each were made.`,
    "",
    "On 2026-11-22, the seed 12 accused a correct provider that refuses names beyond 40 characters: the suite had added a",
    "character to a name of 40. The first two rows were measured after this was fixed, the others before.",
    "",
    "To run more seeds (the first two commands continue after the last seed, and count in `proof/seeds/measured.json`):",
    "",
    "- `npm run proof:seeds -- right --minutes 40`",
    "- `npm run proof:seeds -- sent --minutes 10`",
    "- `RIGHT_RUNS=10 PROOF=1 npx vitest run proof/right.proof.ts`, over real connections",
    "- `RIGHT_FUZZ=300 PROOF=1 npx vitest run proof/fuzz.proof.ts`, with fuzzing",
    "",
  ];
}

/** Measured once on 2026-11-22, because it takes too long over real connections to repeat. */
const BY_HAND: readonly string[] = [
  "| runs over real connections (`RIGHT_RUNS=10`) | 167 providers | 10 | 1,670 | 0 |",
  "| runs with 300 cases of fuzzing (`RIGHT_FUZZ=300`) | 166 providers | 1 | 166 | 0 |",
];

/** The page for users. */
export function sharesPage(shares: MeasuredShares, measured: AllMeasured = readMeasured()): string {
  return [
    "# How likely a run finds a fault that is not always there",
    "",
    "A provider often has several workers, and one of them can be wrong. Then some valid plants fail, whatever their content.",
    "A run sends about 80 valid plants, so it can miss rare faults.",
    "",
    ...sharesTable(shares),
    "",
    "To find rarer faults, run with several seeds, or with `--fuzz N`, which sends more valid plants.",
    "",
    ...falseAlarms(measured),
    "`npm run shares` writes this page from `proof/shares/measured-shares.json` and `proof/seeds/measured.json`, and",
    "`proof/shares/shares.proof.ts` compares the page with them. The first table is also in `proof/kill-matrix.md`.",
    "",
  ].join("\n");
}
