/** Writes the reports of a fleet: those about all of it, and those of each provider. */
import { join } from "node:path";
import { fleetRenderers, renderers } from "../../reports/index.ts";
import type { FleetFiles, FleetResult } from "../../result/fleet-result.ts";
import type { RunResult } from "../../result/result.ts";
import type { Io } from "../io.ts";
import { FLEET_REPORTS, memberFiles } from "./fleet-files.ts";
import { writeFile } from "./write-file.ts";

/** Writes the reports about the whole fleet. @throws {OutputError} when one cannot be written */
export async function writeFleet(result: FleetResult, out: string, io: Io): Promise<void> {
  for (const [format, name] of Object.entries(FLEET_REPORTS) as [keyof typeof FLEET_REPORTS, string][]) {
    await writeFile(join(out, name), [await fleetRenderers[format](result)], "The report", io);
  }
}

/**
 * Writes the result and the report of one provider.
 * @param folder of the provider, from the folder of the fleet's reports
 * @throws {OutputError} when one cannot be written
 */
export async function writeMember(
  result: RunResult,
  { out, folder }: { readonly out: string; readonly folder: string },
  io: Io,
): Promise<FleetFiles> {
  const files = memberFiles(folder);
  const parts = (await renderers.json.parts?.(result)) ?? [await renderers.json.render(result)];
  await writeFile(join(out, files.result), parts, "The report", io);
  await writeFile(join(out, files.report), [await renderers.html.render(result)], "The report", io);
  return files;
}
