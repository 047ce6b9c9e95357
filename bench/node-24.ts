/** Measures the cold run and the start again on Node 24, which most pipelines have. */
import { installNode } from "../proof/install-node.ts";
import type { Bench } from "./bench.ts";
import { coldRun } from "./cold.ts";
import { start } from "./start.ts";
import type { Section } from "./tables.ts";

/** Measures both sections on Node 24, from npm. If it cannot be installed, the page says why. */
export async function onNode24(bench: Bench): Promise<Section> {
  const title = "The same on Node 24";
  const installed = await installNode("24", process.env);
  if ("missing" in installed) return { title, parts: [`Not measured: ${installed.missing}.`], targets: [] };
  const again: Bench = { ...bench, node: installed.node };
  const sections = [await coldRun(again), await start(again)];
  return {
    title,
    parts: sections.flatMap(({ title: of, parts }) => [`### ${of}`, ...parts]),
    targets: sections.flatMap(({ targets }) =>
      targets.map((target) => ({ ...target, what: `${target.what}, on Node 24` })),
    ),
  };
}
