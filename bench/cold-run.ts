/** What a cold run costs as a whole process, beside a bare undici process that sends the same bytes. Never a test. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RunResult } from "../reports/result.ts";

const TOKEN = "bench-token-0123456789";
const RUNS = 9;
const CONCURRENCY = 4;
const main = fileURLToPath(import.meta.resolve("#dist/cli/main.js"));
const bare = fileURLToPath(import.meta.resolve("#bench/bare-client.mjs"));

interface Cost {
  readonly wallMs: number;
  /** Peak resident memory in MiB. */
  readonly memory: number;
}

/** Starts a fresh reference for each run, so that ids are free. */
async function serve(): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const env = { ...process.env, PLANT_STORE_TOKEN: TOKEN };
  const child = spawn(process.execPath, [main, "serve", "--port", "0"], { env, stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise<string>((resolve) =>
    child.stdout?.once("data", (data: Buffer) => resolve(data.toString().trim())),
  );
  return { url, child };
}

/** Runs a process to its end. The child tells its own peak memory on its way out. */
async function cost(args: readonly string[], usage: string): Promise<Cost> {
  const started = performance.now();
  const child = spawn(process.execPath, ["--import", usage, ...args], {
    env: { ...process.env, PLANT_STORE_TOKEN: TOKEN },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  let memory = 0;
  child.on("message", (kibibytes) => (memory = Number(kibibytes) / 1024));
  await new Promise((resolve) => child.once("exit", resolve));
  return { wallMs: performance.now() - started, memory };
}

function middle(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(2);
  return `${at(0.5)} (${at(0)} to ${at(1)})`;
}

async function once(args: (url: string) => readonly string[], usage: string): Promise<Cost> {
  const { url, child } = await serve();
  const measured = await cost(args(url), usage);
  child.kill("SIGTERM");
  return measured;
}

async function bench(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "plant-store-bench-"));
  const usage = join(folder, "usage.mjs");
  writeFileSync(usage, 'process.on("exit", () => process.send?.(process.resourceUsage().maxRSS));\n');
  const result = join(folder, "result.json");
  await once((url) => [main, "check", url, "--no-contracts", "--report", `json=${result}`], usage);
  const { summary } = JSON.parse(readFileSync(result, "utf8")) as RunResult;
  const rows = { empty: [], bare: [], check: [], contracts: [] } as Record<
    "empty" | "bare" | "check" | "contracts",
    Cost[]
  >;
  const empty = join(folder, "empty.mjs");
  writeFileSync(empty, "\n");
  for (let run = 0; run < RUNS; run += 1) {
    rows.empty.push(await cost([empty], usage));
    rows.bare.push(await once((url) => [bare, result, url, String(CONCURRENCY)], usage));
    rows.check.push(await once((url) => [main, "check", url, "--no-contracts", "--quiet"], usage));
    rows.contracts.push(await once((url) => [main, "check", url, "--quiet"], usage));
  }
  const ratios = rows.check.map(({ wallMs }, run) => wallMs / (rows.bare[run]?.wallMs ?? 1));
  return report(rows, ratios, summary);
}

function report(
  rows: Readonly<Record<string, readonly Cost[]>>,
  ratios: readonly number[],
  summary: RunResult["summary"],
): string {
  const titles: Readonly<Record<string, string>> = {
    empty: "`node` with an empty file",
    bare: "bare undici, the same bytes",
    check: "`check --no-contracts`",
    contracts: "`check` with contracts",
  };
  const table = Object.entries(rows).map(
    ([name, costs]) =>
      `| ${titles[name]} | ${middle(costs.map(({ wallMs }) => wallMs))} | ${middle(costs.map(({ memory }) => memory))} |`,
  );
  const [cpu] = cpus();
  return [
    "# Measured",
    "",
    `Node ${process.version}, ${cpus().length} cores (${cpu?.model ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GiB. Whole`,
    `processes against the reference in another process, ${RUNS} runs each in turn, concurrency ${CONCURRENCY}. Median (least to`,
    "greatest). Memory is the process's own peak, without its children's.",
    "",
    "| | wall, ms | peak memory, MiB |",
    "| --- | --- | --- |",
    ...table,
    "",
    `A default run makes ${summary.exchanges} exchanges and creates ${summary.plantsCreated} plants (aim: at most 250 and 100).`,
    "",
    `\`check --no-contracts\` over bare undici, pair by pair: ${middle(ratios)} (aim: at most 1.5).`,
    "",
  ].join("\n");
}

const text = await bench();
writeFileSync(new URL("../../bench/results.md", import.meta.url), text);
process.stdout.write(text);
