/** The cost of all reports of a default run: of loading their code, and of rendering after that. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Bench, inRounds } from "./bench.ts";
import { cost, main, plainProgram, withProvider } from "./processes.ts";
import { type Section, spread, table, target } from "./tables.ts";

/** In milliseconds. */
interface Times {
  /** The first rendering, which loads the code. */
  readonly first: number;
  readonly loaded: number;
}

/** Measures all formats together, in a new process each round. */
export async function reports(bench: Bench): Promise<Section> {
  const result = join(bench.folder, "rendered.json");
  await withProvider(({ url }) =>
    cost([main, "check", url, "--no-contracts", "--quiet", "--report", `json=${result}`]),
  );
  const { all } = await inRounds(bench, {
    all: async () => {
      const { stdout } = await promisify(execFile)(bench.node, [plainProgram("render-all"), result]);
      return JSON.parse(stdout) as Times;
    },
  });
  const loaded = all.map((times) => times.loaded);
  const loading = all.map((times) => times.first - times.loaded);
  return {
    title: "Reports",
    parts: [
      "Every format of one default run, one after the other, in one process.",
      table(
        ["", "ms"],
        [
          ["loading their code", spread(loading)],
          ["rendering, once it is loaded", spread(loaded)],
        ],
      ),
    ],
    targets: [
      target("all reports of a default run, once loaded", "at most 40 ms", loaded, {
        most: 40,
        unit: " ms",
        digits: 0,
      }),
      target("loading the code of all reports", "at most 80 ms", loading, { most: 80, unit: " ms", digits: 0 }),
    ],
  };
}
