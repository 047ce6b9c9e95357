/** The extra time for a provider that never answers one kind of request, over one that answers all requests. */
import { type Bench, inRounds } from "./bench.ts";
import { cost, main, withProvider } from "./processes.ts";
import { type Section, pairwise, spread, table, target } from "./tables.ts";

function seconds(bench: Bench, hangs?: "hangs"): Promise<number> {
  const check = (url: string) => cost([main, "check", url, "--no-contracts", "--quiet"], bench.node);
  return withProvider(
    async ({ url }) => (await check(url)).wallMs / 1000,
    hangs === undefined ? {} : { hangsWithoutToken: true },
  );
}

/** Measures both providers in turn. */
export async function hanging(bench: Bench): Promise<Section> {
  const { healthy, hangs } = await inRounds(bench, {
    healthy: () => seconds(bench),
    hangs: () => seconds(bench, "hangs"),
  });
  const more = pairwise(hangs, healthy, (one, other) => one - other);
  return {
    title: "A provider that hangs",
    parts: [
      "A reference implementation that never answers a request without a token, and one that answers all. Whole processes, with the default limits.",
      table(
        ["", "wall, s"],
        [
          ["answers all", spread(healthy, 1)],
          ["never answers without a token", spread(hangs, 1)],
        ],
      ),
    ],
    targets: [
      target("a provider that hangs on one kind of request, over a healthy one", "at most 15 s more", more, {
        most: 15,
        unit: " s",
        digits: 1,
      }),
    ],
  };
}
