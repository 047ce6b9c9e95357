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

/** How a front fails requests at random; `hinted` answers have Retry-After, and a `renewed` token is another each time. */
export const FRONT_FAULTS = [
  "400",
  "401",
  "401 renewed",
  "403",
  "408",
  "409",
  "429",
  "429 hinted",
  "500",
  "502",
  "503",
  "503 hinted",
  "504",
  "closed",
  "reset",
  "silent",
  "ended",
] as const;
export type FrontFault = (typeof FRONT_FAULTS)[number];

/** The shares of requests that a front fails, in percent. */
export const FRONT_PERCENTS = [3, 10, 30, 60, 90] as const;

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

/** In how many runs a front was judged in which way. */
export interface MeasuredFront {
  readonly fault: FrontFault;
  readonly percent: number;
  /** Conformant without a warning, and with one. */
  readonly conformant: number;
  readonly warned: number;
  readonly nonConformant: number;
  readonly inconclusive: number;
  readonly mostExchanges: number;
}

/** The runs per front, and the fronts. */
export interface MeasuredFronts {
  readonly runs: number;
  readonly rows: readonly MeasuredFront[];
  /** The front of `OFTEN`, in more runs. */
  readonly often: { readonly runs: number; readonly rows: readonly MeasuredFront[] };
}

/** The front that is measured more often, and in how many percent of its runs a broken MUST has to be found. */
export const OFTEN = { fault: "500", found: { 3: 80, 10: 99 } } as const satisfies {
  readonly fault: FrontFault;
  readonly found: Readonly<Record<number, number>>;
};

/** The most requests of a run. Each of 20 renewals of a token, and of 40 starts, repeats the four that are in flight. */
export function mostRequests(fault: FrontFault): number {
  if (fault === "ended") return 610;
  return fault === "401 renewed" ? 530 : 450;
}

/** Where the measurements of the fronts are stored. */
export const FRONTS_FILE = new URL("measured-fronts.json", import.meta.url);

/** Reads the measurements of the fronts. */
export function readFronts(): MeasuredFronts {
  return JSON.parse(readFileSync(FRONTS_FILE, "utf8")) as MeasuredFronts;
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
    "A success other than 200 breaks a MUST at once. Three other failures in a run break a MUST, and one breaks a SHOULD. After",
    "one or two, the run sends up to 96 further ordinary requests, so that luck does not decide. If no plant is accepted after some",
    "point, the run is inconclusive, because the provider may have broken down. A server may close a used connection at any time",
    "(RFC 9112 section 9.5), which is not a fault.",
    "",
    `| a plant is | ${OCCASIONS.map(wordsOf).join(" | ")} |`,
    `| --- | ${OCCASIONS.map(() => "---").join(" | ")} |`,
    ...lines,
  ];
}

const FRONT_WORDS: Readonly<Partial<Record<FrontFault, string>>> = {
  "401 renewed": "401, and `--token-command` prints another token each time",
  "429 hinted": "429 with `Retry-After`",
  "503 hinted": "503 with `Retry-After`",
  closed: "a close without an answer",
  reset: "a reset of the TCP connection",
  silent: "no answer in time",
  ended: "the end of the process, which is started again (`--start`)",
};

function oftenCells({ percent, nonConformant, warned }: MeasuredFront): readonly string[] {
  const required = Object.entries(OFTEN.found).find(([of]) => of === String(percent))?.[1];
  return [`${percent} %`, String(nonConformant), String(warned), `${required ?? 0} %`];
}

function verdictsCell({ conformant, warned, nonConformant, inconclusive }: MeasuredFront): string {
  return [
    conformant > 0 ? `0: ${conformant}` : "",
    warned > 0 ? `0 with a warning: ${warned}` : "",
    nonConformant > 0 ? `1: ${nonConformant}` : "",
    inconclusive > 0 ? `3: ${inconclusive}` : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/** How fronts that fail at random are judged: the verdicts of their runs, by the share of failing requests. */
function fronts({ runs, rows, often }: MeasuredFronts): readonly string[] {
  const lines = FRONT_FAULTS.map((fault) => {
    const cells = FRONT_PERCENTS.map((percent) => {
      const row = rows.find((one) => one.fault === fault && one.percent === percent);
      return row === undefined ? "" : verdictsCell(row);
    });
    return `| ${FRONT_WORDS[fault] ?? fault} | ${cells.join(" | ")} |`;
  });
  const most = (limit: number): number =>
    Math.max(...rows.filter(({ fault }) => mostRequests(fault) === limit).map((row) => row.mostExchanges));
  return [
    "## Whether a retry can turn a wrong provider green",
    "",
    "A run sends some requests again ([when a run waits or asks again](retries.md)). Each row is a front that fails a share of the",
    `requests with the valid token at random, and a correct provider behind it. The cells give the exit statuses of ${runs} runs.`,
    `No run sent more than ${most(450)} requests, or with a token command ${most(530)}, or with \`--start\` ${most(610)}.`,
    "",
    `| a request is answered | ${FRONT_PERCENTS.map((percent) => `${percent} %`).join(" | ")} |`,
    `| --- | ${FRONT_PERCENTS.map(() => "---").join(" | ")} |`,
    ...lines,
    "",
    "The bound: from 10 % on, no front that refuses, fails or does not answer is conformant in more than one run of twenty, and",
    "from 3 % on each of its runs but one in twenty finds something. A close is the exception, and so are a reset and a 408: on a",
    "connection that was used before they are free, so that only those of new connections count. Between the exit statuses 1 and 3 the share",
    "decides: if the first requests already fail, there is no provider to judge, and a process that ends can leave too much",
    "unanswered. Answers that ask for time (429, 502, 503, 504) are never a broken MUST here; from about 30 % on the waits exceed",
    "their limit, and the run is inconclusive.",
    "",
    "A front fails requests for every check. So what a run forgives at an open point, or where a request is to be refused, is within",
    "these figures, and has none of its own. The rows of a close and of a reset are those of a used connection, too.",
    "",
    ...oftenLines(often),
  ];
}

function oftenLines({ runs, rows }: MeasuredFronts["often"]): readonly string[] {
  return [
    `The front that answers ${OFTEN.fault} was measured in ${runs} runs each:`,
    "",
    "| a request is answered 500 | a broken MUST | a warning alone | required |",
    "| --- | --- | --- | --- |",
    ...rows.map((row) => `| ${oftenCells(row).join(" | ")} |`),
    "",
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
    "- `RIGHT_RUNS=10 PROOF=1 npx vitest run proof/right.proof.test.ts`, over real connections",
    "- `RIGHT_FUZZ=300 PROOF=1 npx vitest run proof/fuzz.proof.test.ts`, with fuzzing",
    "",
  ];
}

/** Measured once on 2026-11-22, because it takes too long over real connections to repeat. */
const BY_HAND: readonly string[] = [
  "| runs over real connections (`RIGHT_RUNS=10`) | 167 providers | 10 | 1,670 | 0 |",
  "| runs with 300 cases of fuzzing (`RIGHT_FUZZ=300`) | 166 providers | 1 | 166 | 0 |",
];

/** The page for users. */
export function sharesPage(
  shares: MeasuredShares,
  measured: AllMeasured = readMeasured(),
  measuredFronts: MeasuredFronts = readFronts(),
): string {
  return [
    "# How likely a run finds a fault that is not always there",
    "",
    "A provider often has several workers, and one of them can be wrong. Then some valid plants fail, whatever their content.",
    "A run sends about 110 valid plants, so it can miss rare faults.",
    "",
    ...sharesTable(shares),
    "",
    "To find rarer faults, run with several seeds, or with `--fuzz N`, which sends more valid plants.",
    "",
    ...fronts(measuredFronts),
    ...falseAlarms(measured),
    "`npm run shares` writes this page from `proof/shares/measured-shares.json`, `proof/shares/measured-fronts.json` and",
    "`proof/seeds/measured.json`, and `proof/shares/shares.proof.test.ts` compares the page with them. The first table is also in `proof/kill-matrix.md`.",
    "",
  ].join("\n");
}
