/** Runs `fleet` on a file, for tests. */
import { readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import type { FleetMember, FleetResult } from "../../result/over/fleet-result.ts";
import { type Ran, command, folder } from "./command.ts";

/** A run of `fleet`, in a new folder. */
export interface FleetRan extends Ran {
  readonly out: string;
  readonly folder: string;
  readonly member: (name: string) => FleetMember;
  readonly result: () => FleetResult;
}

/** Runs `fleet` on a file with this text. */
export async function fleet(
  text: string,
  env: Record<string, string> = {},
  argv: readonly string[] = [],
): Promise<FleetRan> {
  const place = folder();
  const file = join(place, "fleet.yaml");
  writeFileSync(file, text);
  const ran = await command(["fleet", file, "--out", join(place, "out"), ...argv], env);
  const result = (): FleetResult => JSON.parse(readFileSync(join(place, "out", "fleet.json"), "utf8")) as FleetResult;
  const member = (name: string): FleetMember => {
    const found = result().providers.find((one) => one.name === name);
    if (found === undefined) throw new Error(`There is no ${name}`);
    return found;
  };
  return { ...ran, folder: join(place, "out"), member, result };
}

/** A port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
