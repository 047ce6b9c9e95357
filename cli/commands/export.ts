/** `export`: the fixed checks as data, or as a file of another tool. Sends nothing. */
import type { OptionsOf } from "../options/table.ts";
import { randomBytes } from "node:crypto";
import { toolVersion } from "../../library/version.ts";
import { loadVectors } from "../../suites/vectors/load-vectors.ts";
import { plannedHar, toolFormats } from "../export/tool-formats.ts";
import { examplesOf } from "../export/examples-of.ts";
import { type Io, UsageError } from "../io.ts";

/** The base URL for a HAR, in which each request needs a URL. */
const EXAMPLE_URL = "http://127.0.0.1:8080";

/** Runs `export`. @throws {UsageError} when the base URL is invalid, or the format has none */
export async function exportVectors({ format, seed, baseUrl }: OptionsOf<"export">, io: Io): Promise<number> {
  if (format === "har") {
    io.out(await plannedHar(seed ?? randomBytes(6).toString("hex"), baseUrl ?? EXAMPLE_URL));
    return 0;
  }
  if (baseUrl !== undefined) throw new UsageError(`--base-url is for --format har; ${format} has a place for it`);
  const file = await loadVectors({ seed: seed ?? "vectors", suite: toolVersion() });
  if (format === "vectors") {
    io.out(`${JSON.stringify(file, null, 1)}\n`);
    return 0;
  }
  const { canSend, write } = toolFormats[format];
  // Other tools send the exported values as they are. Each export has new ones, so that it can run against the same
  // store.
  io.out(write(examplesOf(file, seed ?? randomBytes(6).toString("hex"), canSend)));
  return 0;
}
