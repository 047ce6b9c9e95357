// @ts-check
/** Renders all reports of a result twice; the first time loads the code. Prints the milliseconds of both as JSON. */
import { readFileSync } from "node:fs";
import process from "node:process";

/** The package imports itself by a name that only a build has, so the checks of the code cannot look it up. */
const BUILT = "plant-store-conformance/reports";

const result = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));

async function renderAll() {
  const startedAt = performance.now();
  const { renderers } = await import(BUILT);
  for (const { render } of Object.values(renderers)) await render(result);
  return performance.now() - startedAt;
}

const first = await renderAll();
const loaded = await renderAll();
process.stdout.write(JSON.stringify({ first, loaded }));
