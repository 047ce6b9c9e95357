/** What `npm test` costs on this machine. Each round makes the build anew. */
import { execFile } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Bench } from "./bench.ts";
import { type Section, spread, table, target } from "./tables.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The seconds of `npm test`: of a clock, and of processors, its child processes included. */
async function gate(): Promise<{ readonly wall: number; readonly processor: number }> {
  for (const name of readdirSync(root))
    if (name.startsWith("dist-proof-")) rmSync(`${root}${name}`, { recursive: true });
  // The keyword of Bash counts what the children of `npm test` took.
  const timed = "TIMEFORMAT='TIMES %R %U %S'; time npm test >/dev/null 2>&1";
  const { stderr } = await promisify(execFile)("bash", ["-c", timed], { cwd: root });
  const [wall = Number.NaN, user = Number.NaN, system = Number.NaN] = (/TIMES (.*)/.exec(stderr)?.[1] ?? "")
    .split(" ")
    .map(Number);
  return { wall, processor: user + system };
}

/** Measures `npm test` in at most three rounds, because one takes minutes. Throws an error if a test fails. */
export async function tests({ rounds, tell }: Bench): Promise<Section> {
  const all = [];
  for (let round = 1; round <= Math.min(3, rounds); round += 1) {
    tell(`round ${round}`);
    all.push(await gate());
  }
  const [wall, processor] = [all.map((one) => one.wall), all.map((one) => one.processor)];
  return {
    title: "The tests",
    parts: [
      table(
        ["`npm test`, the build included", "s"],
        [
          ["from its start to its end", spread(wall)],
          ["time of processors", spread(processor)],
        ],
      ),
    ],
    targets: [
      target("`npm test`", "at most 120 s", wall, { most: 120, unit: " s", digits: 0 }),
      target("`npm test`, time of processors", "at most 150 s", processor, { most: 150, unit: " s", digits: 0 }),
    ],
  };
}
