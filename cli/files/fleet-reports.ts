/** Writes the reports of a fleet: those about all of it, and those of each provider. */
import { join } from "node:path";
import { fleetRenderers, renderers } from "../../reports/index.ts";
import type { FleetFiles, FleetResult } from "../../result/fleet-result.ts";
import type { RunResult } from "../../result/result.ts";
import type { Io } from "../io.ts";
import {
  FLEET_REPORTS,
  fleetPaths,
  memberFiles,
  removeEarlier,
  removeIfEmpty,
  removeMember,
  staleFolders,
} from "./fleet-files.ts";
import { whileLocked } from "./lock.ts";
import { writeFile } from "./write-file.ts";
import { addToSummary } from "./write-reports.ts";

/** Where the reports of a fleet go. */
export interface FleetPlace {
  readonly out: string;
  /** Of all providers of the fleet: others are those of providers that it had before. */
  readonly known: readonly string[];
  /** Of the providers that are reported. */
  readonly folders: readonly string[];
  /** The job summary; null without one. */
  readonly summaryFile: string | null;
}

/**
 * Writes the reports of a fleet, in a folder that no other command writes to meanwhile. What is there of an earlier run is removed
 * before.
 * @param judge writes the reports of the providers
 * @throws {OutputError} when one cannot be written
 */
export function intoFleetFolder(
  { out, known, folders, summaryFile }: FleetPlace,
  io: Io,
  judge: () => Promise<FleetResult>,
): Promise<FleetResult> {
  return whileLocked(out, async () => {
    for (const folder of staleFolders(out, known)) removeMember(out, folder);
    removeEarlier(fleetPaths(out, folders));
    const result = await judge();
    await writeFleet(result, out, io);
    // What was not judged has no file.
    for (const folder of folders) removeIfEmpty(join(out, folder));
    if (summaryFile !== null) addToSummary(await fleetRenderers.markdown(result), summaryFile);
    return result;
  });
}

async function writeFleet(result: FleetResult, out: string, io: Io): Promise<void> {
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
