/** Writes the reports of a fleet: those about the whole fleet, and those of each provider. */
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

/** The places for the reports of a fleet. Folder names are relative to `out`. */
export interface FleetPlace {
  readonly out: string;
  /** The folders of all providers of the fleet. Other folders belong to providers that it no longer has. */
  readonly known: readonly string[];
  /** The folders of the reported providers. */
  readonly folders: readonly string[];
  /** The file of the job summary; null without one. */
  readonly summaryFile: string | null;
}

/**
 * Writes the reports of a fleet into a folder that is locked against other commands. The reports of an earlier run are
 * removed first.
 * @param judge judges the providers and writes their reports
 * @throws {OutputError} if a report cannot be written
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
    // A provider that was not judged has no files.
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
 * @param folder the folder of the provider, relative to `out`
 * @throws {OutputError} if one cannot be written
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
