/** The time until the first request arrives. */
import { type Bench, inRounds } from "./bench.ts";
import { type Section, pairwise, spread, table, target } from "./tables.ts";
import { cost, main, withProvider } from "./processes.ts";

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
    ],
    targets: [
      target("first request over Node's start with undici's client alone", "at most 1.1 x", ratios, {
        most: 1.1,
        unit: " x",
      }),
    ],
  };
}
