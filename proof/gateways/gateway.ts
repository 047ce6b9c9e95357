/** A gateway in front of the reference implementation: a program of the system, run without privileges in a throwaway folder. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../../reference-impl/server.ts";

/** A gateway that can be run. */
export interface Program {
  /** The folder in which the packages are unpacked; `/` where they are installed. */
  readonly root: string;
  /** Its file below the root. */
  readonly file: string;
  /** Other files that it needs. */
  readonly needs?: readonly string[];
  /** The arguments after the file, given the folder that holds `gateway.conf`. */
  readonly args: (folder: string) => readonly string[];
}

/** What a configuration is written from. */
export interface GatewayPlace {
  readonly folder: string;
  readonly port: number;
  /** Where the server is that the gateway stands before: `127.0.0.1:1234`. */
  readonly upstream: string;
  /** A file of the packages. */
  readonly file: (path: string) => string;
}

/** Whether the program and what it needs are on this machine. */
export function isInstalled({ root, file, needs = [] }: Program): boolean {
  return [file, ...needs].every((path) => existsSync(join(root, path)));
}

/** A port that was free a moment ago: the gateway is a separate process and has to be given one. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Runs a gateway in front of a server that meets everything, for as long as it is used. */
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
  // A server started as root gives up its rights, and has to reach its folder all the same.
  spawnSync("chmod", ["0777", folder]);
  const gateway = spawn(join(root, file), args(folder), { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => gateway.once("exit", () => resolve()).once("error", () => resolve()));
  try {
    while (gateway.exitCode === null && !(await takesConnections(port)));
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    gateway.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

async function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    return await new Promise((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    });
  } finally {
    socket.destroy();
  }
}
