/**
 * A gateway in front of the reference implementation: a program of the system, run without privileges in a temporary
 * folder.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../../reference-impl/server.ts";
import { freePort } from "../../http/testing/free-port.ts";
import { serveAt } from "../real/runner/serve-stack.ts";

/** A gateway that can run here. */
export interface Program {
  /** The folder with the unpacked packages; `/` if they are installed. */
  readonly root: string;
  /** Its file, relative to the root. */
  readonly file: string;
  /** Other files that it needs. */
  readonly needs?: readonly string[];
  /** The arguments, given the folder that contains `gateway.conf`. */
  readonly args: (folder: string) => readonly string[];
}

/** The values for a configuration. */
export interface GatewayPlace {
  readonly folder: string;
  readonly port: number;
  /** The address of the server behind the gateway: `127.0.0.1:1234`. */
  readonly upstream: string;
  /** The path of a file of the packages. */
  readonly file: (path: string) => string;
}

/** Whether the program and its other files are on this machine. */
export function isInstalled({ root, file, needs = [] }: Program): boolean {
  return [file, ...needs].every((path) => existsSync(join(root, path)));
}

/** The folders with the libraries for this processor. */
function libraries(root: string): string {
  const lib = join(root, "usr/lib");
  return readdirSync(lib)
    .filter((name) => name.endsWith("-linux-gnu"))
    .map((name) => join(lib, name))
    .join(":");
}

/** A gateway that does not answer within this time has not started. */
const START_MS = 60_000;

/** Runs a gateway in front of a server that meets everything, while `use` runs. */
export async function behind<Result>(
  { root, file, args }: Program,
  { token, configuration }: { readonly token: string; readonly configuration: (place: GatewayPlace) => string },
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  await using server = await startServer({ token });
  const folder = mkdtempSync(join(tmpdir(), "gateway-"));
  const port = await freePort();
  const place: GatewayPlace = { folder, port, upstream: `127.0.0.1:${server.port}`, file: (path) => join(root, path) };
  writeFileSync(join(folder, "gateway.conf"), configuration(place));
  // A server started as root gives up its privileges, and must still reach its folder.
  chmodSync(folder, 0o777);
  // An unpacked package finds the libraries in its own folders.
  const surroundings = {
    folder,
    environment: { LD_LIBRARY_PATH: libraries(root) },
    signal: AbortSignal.timeout(START_MS),
  };
  const served = await serveAt(port, [join(root, file), ...args(folder)], surroundings);
  if ("ended" in served) throw new Error(`The gateway ended: ${JSON.stringify(served.ended)}`);
  try {
    return await use(served.running.url);
  } finally {
    await served.running.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
