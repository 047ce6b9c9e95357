/** The time until the first request arrives, and the modules that are loaded by then. */
import { readFileSync } from "node:fs";
import { type Bench, inRounds } from "./bench.ts";
import { type Section, pairwise, spread, table, target } from "./tables.ts";
import { cost, main, withProvider } from "./processes.ts";

/** The number of modules that each command loads. `cli/imports.proof.ts` enforces it. */
type Budget = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The part of undici that sends the requests of a run. */
const CLIENT = "undici/lib/dispatcher/client.js";

/** Milliseconds from the start of the process to its first request at the provider. */
function firstRequest(node: string): Promise<number> {
  return withProvider(async ({ url, counts }) => {
    const { startedAt } = await cost([main, "check", url, "--no-contracts", "--quiet"], node);
    return (await counts()).firstAt - startedAt;
  });
}

/** Measures the start. */
export async function start(bench: Bench): Promise<Section> {
  const whole = async (source: string): Promise<number> =>
    (await cost(["--input-type=module", "-e", source], bench.node)).wallMs;
  const { node, client, undici, first } = await inRounds(bench, {
    node: () => whole("0"),
    client: () => whole(`import "${CLIENT}"`),
    undici: () => whole('import "undici"'),
    first: () => firstRequest(bench.node),
  });
  const ratios = pairwise(first, client, (one, other) => one / other);
  return {
    title: "Start",
    parts: [
      table(
        ["", "ms"],
        [
          ["`node -e 0`, the whole process", spread(node)],
          [`\`node -e 'import "${CLIENT}"'\`, the whole process`, spread(client)],
          ["`node -e 'import \"undici\"'`, the whole process", spread(undici)],
          ["`check`, until its first request arrives", spread(first)],
        ],
      ),
      "Modules of packages that are loaded, and files of the bundle (`command`), held by `cli/import-budget.json`:",
      loadedModules(),
    ],
    targets: [
      target("first request over Node's start with undici's client alone", "at most 1.1 x", ratios, {
        most: 1.1,
        unit: " x",
      }),
    ],
  };
}

function loadedModules(): string {
  const budget = JSON.parse(readFileSync(new URL("../../cli/import-budget.json", import.meta.url), "utf8")) as Budget;
  const listed = (packages: Budget[string]): string =>
    Object.entries(packages)
      .map(([name, count]) => `${name} ${count}`)
      .join(", ");
  return table(
    ["", "modules"],
    Object.entries(budget).map(([command, packages]) => [`\`${command}\``, listed(packages)]),
  );
}
