/** The output of the commands about fleets after all files are written. */
import { join } from "node:path";
import { fleetCauses, fleetFigures, fleetVerdict } from "../../reports/fleet/fleet-words.ts";
import { count } from "../../result/counts.ts";
import type { FleetResult } from "../../result/fleet-result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { FLEET_REPORTS } from "../files/fleet-files.ts";

/** The verdict and the figures. */
export function lastLine(result: FleetResult): string {
  return `${fleetVerdict(result)}   ${fleetFigures(result)}`;
}

/** The most causes to print. The page has all of them. */
const MOST_CAUSES = 10;

/** The causes, the verdict, and the place of the reports. */
export function closing(result: FleetResult, out: string): string {
  const causes = fleetCauses(result);
  const lines = causes.slice(0, MOST_CAUSES).map(({ cause, members }) => {
    return `  ${count(members.length, "provider").padStart(13)}   ${cause.level.padEnd(6)}   ${excerpt(cause.title, 120)}`;
  });
  const more = causes.length - lines.length;
  return [
    "",
    ...(lines.length === 0 ? [] : ["Causes:", ...lines, ...(more > 0 ? [`  and ${more} more`] : []), ""]),
    lastLine(result),
    `Written: ${Object.values(FLEET_REPORTS)
      .map((name) => join(out, name))
      .join(", ")}`,
    "",
  ].join("\n");
}
