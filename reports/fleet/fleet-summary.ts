/** The report about a fleet for a job summary: as much as fits. */
import type { FleetResult } from "../../result/fleet-result.ts";
import { encodeMarkdown } from "../markdown/markdown.ts";
import { fitting } from "../markdown/fitting.ts";
import { fleetReport } from "./fleet-report.ts";

/** How many providers, causes and open points to list. The last limit always fits. */
const LIMITS = [1000, 300, 100, 20] as const;

/** The summary. */
export function renderFleetSummary(fleet: FleetResult): string {
  return fitting(LIMITS, (most) => encodeMarkdown(fleetReport(fleet, most)));
}
