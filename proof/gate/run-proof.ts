/**
 * Runs the deep proof: `npm run proof [-- PART...]`. Says at the end what ran, how long it took, and what was skipped and
 * why. Exits with 1 if anything failed.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type FileTally, reasonLines } from "./file-tally.ts";
import { type ProofPart, chosenParts, partList, partOf, parts } from "./parts.ts";
import { proofFiles } from "./proof-files.ts";

/** The root of the checkout, seen from the compiled file. */
const root = fileURLToPath(new URL("../../../", import.meta.url));

/** What a part came to. */
interface PartTally {
  readonly part: ProofPart;
  readonly files: readonly FileTally[];
  readonly seconds: number;
}

/** Runs a program, and passes on what it prints. Resolves with its exit status and its output. */
function run(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  limit?: number,
): Promise<{ status: number; out: string }> {
  const child = spawn(process.execPath, argv, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
    ...(limit === undefined ? {} : { timeout: limit * 1000 }),
  });
  let out = "";
  child.stdout.on("data", (data: Buffer) => {
    out += data.toString();
    process.stdout.write(data);
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("close", (status) => resolve({ status: status ?? 1, out }));
  });
}

/** The tests of all chosen parts are one run of Vitest, so that all cores are busy until its end. */
async function tested(chosen: readonly ProofPart[]): Promise<readonly PartTally[]> {
  const files = proofFiles(root).filter((file) => chosen.some((part) => part === partOf(file)));
  if (files.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), "plant-store-proof-"));
  const tally = join(folder, "tally.json");
  try {
    const { status } = await run(["node_modules/vitest/vitest.mjs", "run", ...files], {
      PROOF: "1",
      PROOF_TALLY: tally,
    });
    const tallies = JSON.parse(readFileSync(tally, "utf8")) as readonly FileTally[];
    const failed = tallies.some((one) => one.failed > 0);
    // An error outside of all tests fails the run of Vitest, and no file.
    const outside: readonly FileTally[] =
      status !== 0 && !failed ? [{ file: "outside of the tests", passed: 0, failed: 1, skipped: [], ms: 0 }] : [];
    return chosen.flatMap((part, at) => {
      const own = [...tallies.filter(({ file }) => partOf(file) === part), ...(at === 0 ? outside : [])];
      return own.length === 0 ? [] : [{ part, files: own, seconds: own.reduce((sum, { ms }) => sum + ms, 0) / 1000 }];
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A program prints a line for each of its cases. */
async function shown(
  part: ProofPart & { readonly program: readonly string[]; readonly limit: number },
): Promise<PartTally> {
  const startedAt = performance.now();
  const [program = "", ...argv] = part.program;
  const { status, out } = await run([join("dist-stacks", program), ...argv], {}, part.limit);
  const lines = out.split("\n");
  const count = (outcome: string): number => lines.filter((line) => line.startsWith(`${outcome}  `)).length;
  const failed = count("failed") + (status !== 0 && count("failed") === 0 ? 1 : 0);
  const skipped = lines
    .filter((line) => line.startsWith("skipped "))
    .map((line) => ({ name: line, reason: `needs a language: ${line.slice("skipped ".length)}` }));
  const file = { file: program, passed: count("passed"), failed, skipped, ms: performance.now() - startedAt };
  return { part, files: [file], seconds: file.ms / 1000 };
}

function table(tallies: readonly PartTally[]): readonly string[] {
  const sum = (files: readonly FileTally[], of: (file: FileTally) => number): number =>
    files.reduce((total, file) => total + of(file), 0);
  return [
    `${"part".padEnd(12)}${["passed", "failed", "skipped", "seconds"].map((word) => word.padStart(9)).join("")}`,
    ...tallies.map(({ part, files, seconds }) => {
      const numbers = [sum(files, (f) => f.passed), sum(files, (f) => f.failed), sum(files, (f) => f.skipped.length)];
      return `${part.name.padEnd(12)}${[...numbers, Math.round(seconds)].map((n) => String(n).padStart(9)).join("")}`;
    }),
  ];
}

async function main(names: readonly string[]): Promise<void> {
  const startedAt = performance.now();
  const chosen = chosenParts(names);
  const tallies: PartTally[] = [...(await tested(chosen.filter((part) => "tests" in part)))];
  for (const part of chosen) if ("program" in part) tallies.push(await shown(part));
  const files = tallies.flatMap((one) => one.files);
  const { lines, unexpected } = reasonLines(files);
  const left = parts.filter((part) => !chosen.includes(part)).map(({ name }) => name);
  const total = (of: (file: FileTally) => number): number => files.reduce((sum, file) => sum + of(file), 0);
  const failed = total((file) => file.failed) + (process.env["CI"] === undefined ? 0 : unexpected);
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  const closing = [
    "",
    ...table(tallies),
    "(The seconds of tests are those of their files, which run side by side.)",
    ...lines,
    ...(left.length === 0 ? [] : [`not run, because parts were named: ${left.join(", ")}`]),
    `The proof took ${minutes} minutes.`,
    `${total((file) => file.passed)} passed, ${failed} failed, ${total((file) => file.skipped.length)} skipped`,
  ];
  process.stdout.write(`${closing.join("\n")}\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}

try {
  const names = process.argv.slice(2);
  if (names.some((name) => /^(?:--help|-h|help)$/.test(name))) {
    process.stdout.write(
      `npm run proof -- [PART...]\n\nRuns the deep proof, or the parts that are named. ${partList()}\n`,
    );
  } else await main(names);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
