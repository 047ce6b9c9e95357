/** The command as users run it: built, in its own process, which reports at its end how much memory it used. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { prepared } from "../prepared.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Builds the command into a folder of the checkout, as `npm run build` does. */
async function buildInto(folder: string): Promise<void> {
  // In the setup of all tests, Vitest has no `import.meta.resolve`.
  const tsc = createRequire(import.meta.url)
    .resolve("typescript/package.json")
    .replace("package.json", "bin/tsc");
  const run = promisify(execFile);
  await run(execPath, [tsc, "-p", `${root}tsconfig.build.json`, "--outDir", folder], { cwd: root });
  await run(execPath, [`${root}executable/finish-build.mjs`, folder], { cwd: root });
}

/** The files that the build reads. */
const sources = [
  "spec",
  "http",
  "result",
  "suites",
  "traffic",
  "contracts",
  "reports",
  "library",
  "reference-impl",
  "cli",
  "executable",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "tsconfig.build.json",
];

/**
 * Returns the folder of the compiled command. It is not `dist`, which another test may be building at the same time.
 */
export function builtCommand(): Promise<string> {
  return prepared({ name: "proof", sources, make: buildInto });
}

/**
 * Runs before the command, and writes the peak of its memory in KiB to standard error when it ends. Linux records the
 * peak; `process.resourceUsage()` does not help, because it starts with the memory of the parent. Other systems are
 * sampled often.
 */
const meter = `data:text/javascript,${encodeURIComponent(`
  import { existsSync, readFileSync, writeSync } from "node:fs";
  let peak = 0;
  const look = () => (peak = Math.max(peak, process.memoryUsage.rss() / 1024));
  setInterval(look, 10).unref();
  process.on("exit", () => {
    look();
    const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
    writeSync(2, "\\nPEAK " + (/VmHWM:\\s*(\\d+)/.exec(status)?.[1] ?? Math.round(peak)) + "\\n");
  });
`)}`;

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
  /** The peak of its memory, in MiB. */
  readonly peak: number;
}

/** A module to load before the command: its timers take a hundred times as long. */
export const slowTimers = `data:text/javascript,${encodeURIComponent(`
  const { setTimeout: start } = globalThis;
  globalThis.setTimeout = (work, milliseconds, ...more) => start(work, milliseconds * 100, ...more);
`)}`;

/** How the command is started. */
interface Starting {
  /** The folder of the compiled command. */
  readonly folder: string;
  /** Further options of Node. */
  readonly options?: readonly string[];
}

/** Starts the command; `ended` is its result. */
export function startCommand(
  argv: readonly string[],
  { folder, options = [] }: Starting,
): {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
} {
  const child = spawn(execPath, ["--import", meter, ...options, `${folder}/command/main.js`, ...argv], { cwd: root });
  return { child, ended: endOf(child) };
}

async function endOf(child: ReturnType<typeof spawn>): Promise<Ended> {
  let [out, err] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (err += text));
  const [status] = (await once(child, "close")) as [number | null];
  return { status, out, err, peak: Number(/PEAK (\d+)/.exec(err)?.[1] ?? Number.NaN) / 1024 };
}
