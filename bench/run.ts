/** `npm run bench`: measures, and writes the results of this run to `bench/results.md`. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Bench } from "./bench.ts";
import { coldRun } from "./cold.ts";
import { fleets } from "./fleets.ts";
import { tests } from "./test-command.ts";
import { hanging } from "./hanging-provider.ts";
import { onNode24 } from "./node-24.ts";
import { type Section, type MeasuredTarget, formatted, table } from "./tables.ts";
import { latency } from "./slow-provider.ts";
import { peers } from "./peers.ts";
import { proxyLatency } from "./proxy-latency.ts";
import { reference } from "./reference.ts";
import { reports } from "./reports.ts";
import { scale } from "./scale.ts";
import { start } from "./start.ts";
import { traffic } from "./traffic.ts";

const sections: ReadonlyMap<string, (bench: Bench) => Promise<Section>> = new Map([
  ["cold", coldRun],
  ["start", start],
  ["node-24", onNode24],
  ["reports", reports],
  ["reference", reference],
  ["latency", latency],
  ["hanging", hanging],
  ["scale", scale],
  ["fleets", fleets],
  ["traffic", traffic],
  ["proxy", proxyLatency],
  ["tests", tests],
  ["peers", peers],
]);

const USAGE = `npm run bench -- [--peers] [--large] [--only NAME]... [--rounds N]

  --peers      the sections, and the tools that a user would pick instead (they are installed into a temporary folder)
  --large      ten million cases too, in memory: about a quarter of an hour more
  --only NAME  one section: ${[...sections.keys()].join(", ")}; then nothing is written, the results are printed
  --rounds N   times that everything is measured (default: 7)
`;

interface Asked extends Pick<Bench, "rounds"> {
  readonly names: readonly string[];
  readonly isWhole: boolean;
  readonly isLarge: boolean;
}

/** The parsed arguments. If they are invalid, writes the error to standard error and returns null. */
function asked(): Asked | null {
  try {
    const { values } = parseArgs({
      options: {
        large: { type: "boolean", default: false },
        peers: { type: "boolean", default: false },
        only: { type: "string", multiple: true, default: [] },
        rounds: { type: "string", default: "7" },
      },
    });
    const unknown = values.only.find((name) => !sections.has(name));
    if (unknown !== undefined) throw new Error(`There is no section ${JSON.stringify(unknown)}.`);
    if (!/^[1-9]\d{0,2}$/.test(values.rounds)) throw new Error("--rounds is a whole number from 1 to 999.");
    const usual = [...sections.keys()].filter((name) => name !== "peers" || values.peers);
    const isWhole = values.only.length === 0;
    return { names: isWhole ? usual : values.only, rounds: Number(values.rounds), isWhole, isLarge: values.large };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return null;
  }
}

/** Measures the sections. @param keep saves the page after each section, so that a long run loses no results */
async function measure({ names, rounds, isLarge }: Asked, keep: (text: string) => void): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "plant-store-bench-"));
  try {
    const done: Section[] = [];
    for (const name of names) {
      const tell = (line: string): void => void process.stderr.write(`${name}: ${line}\n`);
      const section = sections.get(name);
      if (section !== undefined) done.push(await section({ rounds, isLarge, folder, node: process.execPath, tell }));
      keep(resultsPage(done, rounds));
    }
    return resultsPage(done, rounds);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function resultsPage(done: readonly Section[], rounds: number): string {
  const [cpu] = cpus();
  const prose = readFileSync(new URL(import.meta.resolve("#bench/where-the-time-goes.md")), "utf8");
  return [
    "# Measured",
    "Written by `npm run bench`; nothing here is written by hand but the last part.",
    `Node ${process.version}, ${process.platform}, ${cpus().length} cores (${cpu?.model ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GiB, load average ${formatted(loadavg()[0] ?? 0, 1)} at the end. ${rounds} rounds; in each, everything of a section is measured once, one after the other, against a fresh provider in another process. Figures are medians (least to greatest); ratios and differences are taken within a round.`,
    "## Targets",
    targetTable(done.flatMap(({ targets }) => targets)),
    ...done.flatMap(({ title, parts }) => [`## ${title}`, ...parts]),
    prose.trim(),
  ]
    .join("\n\n")
    .concat("\n");
}

function targetTable(targets: readonly MeasuredTarget[]): string {
  return table(
    ["", "target", "measured", "met"],
    targets.map(({ what, aim, seen, isMet }) => [what, aim, seen, isMet ? "yes" : "**no**"]),
  );
}

const given = asked();
if (given === null) {
  process.exitCode = 2;
} else {
  const write = (text: string): void => writeFileSync(new URL(import.meta.resolve("#bench/results.md")), text);
  process.stdout.write(await measure(given, given.isWhole ? write : () => undefined));
}
