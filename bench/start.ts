/** How long it takes until the first request arrives, and what is loaded until then. */
import { readFileSync } from "node:fs";
import { type Bench, inRounds } from "./bench.ts";
import { type Section, pairwise, spread, table, target } from "./tables.ts";
import { cost, main, withProvider } from "./processes.ts";

/** How many modules a command loads; `cli/imports.test.ts` holds it to these. */
type Budget = Readonly<Record<string, Readonly<Record<string, number>>>>;

const whole = async (source: string): Promise<number> => (await cost(["--input-type=module", "-e", source])).wallMs;

/** Milliseconds from the start of the process to its first request at the provider. */
function firstRequest(): Promise<number> {
  return withProvider(async ({ url, counts }) => {
    const { startedAt } = await cost([main, "check", url, "--no-contracts", "--quiet"]);
    return (await counts()).firstAt - startedAt;
  });
}

/** Measures the start. */
export async function start(bench: Bench): Promise<Section> {
  const { node, undici, first } = await inRounds(bench, {
    node: () => whole("0"),
    undici: () => whole('import "undici"'),
    first: firstRequest,
  });
  const ratios = pairwise(first, undici, (one, other) => one / other);
  const budget = JSON.parse(readFileSync(new URL("../../cli/import-budget.json", import.meta.url), "utf8")) as Budget;
  return {
    title: "Start",
    parts: [
      table(
        ["", "ms"],
        [
          ["`node -e 0`, the whole process", spread(node)],
          ["`node -e 'import \"undici\"'`, the whole process", spread(undici)],
          ["`check`, until its first request arrives", spread(first)],
        ],
      ),
      "Modules of packages that are loaded, held by `cli/import-budget.json`:",
      table(
        ["", "modules"],
        Object.entries(budget).map(([command, packages]) => [
          `\`${command}\``,
          Object.entries(packages)
            .map(([name, count]) => `${name} ${count}`)
            .join(", "),
        ]),
      ),
    ],
    targets: [
      target("first request over Node's start with undici's import", "at most 2.5 x", ratios, {
        most: 2.5,
        unit: " x",
      }),
    ],
  };
}
