/** `serve`: runs the reference implementation until a signal stops it. */
import type { OptionsOf } from "../options/option-table.ts";
import { randomBytes } from "node:crypto";
import { type RunningServer, type ServerOptions, startServer } from "../../reference-impl/server.ts";
import { type RunningStates, startStates } from "../../reference-impl/state-endpoint.ts";
import { asUsage, interruptOrEnd, type Io, UsageError } from "../io.ts";
import { wholeNumber } from "../options/commander-options.ts";
import { givenToken } from "../options/provider-options.ts";
import { PORT, VARIABLES } from "../options/run-options.ts";
import type { Description } from "../../reference-impl/from-document/document-server.ts";
import type { Operation } from "../../spec/read-operation.ts";

/** Runs `serve`: prints the URL, and stops on an interrupt after the requests in flight have been answered. */
export async function serve(options: OptionsOf<"serve">, io: Io): Promise<number> {
  const given = givenToken(options, io);
  const token = given ?? randomBytes(18).toString("base64url");
  const fromEnvironment = io.env["PORT"];
  const port = options.port ?? (fromEnvironment === undefined ? 8080 : wholeNumber(fromEnvironment, "PORT", PORT));
  const interrupted = interruptOrEnd(io);
  const operation = await servedOperation(options, token);
  const { host, basePath } = options;
  const asked = { token, host, port, basePath, ...operation };
  const server = await asUsage(Error, () => startServer(asked), listeningFault);
  const states = options.statesPort === undefined ? undefined : await startedStates(server, options.statesPort);
  io.out(`${server.url}\n`);
  if (states !== undefined) io.err(`Provider states: ${states.url} (this machine only)\n`);
  if (given === undefined) {
    io.err(
      `No token given: this run takes ${token}\nSet ${VARIABLES.token}, or give --token or --token-file, for one of your own.\n`,
    );
  }
  await interrupted;
  await Promise.all([server.stop(), states?.stop()]);
  return 0;
}

async function servedOperation(options: OptionsOf<"serve">, token: string): Promise<Pick<ServerOptions, "operation">> {
  // Loaded only when they are needed.
  const { givenDocument } = await import("../options/document-options.ts");
  const given = await givenDocument(options);
  if (given.document === undefined) return {};
  if (options.statesPort !== undefined) {
    throw new UsageError(
      "--states-port has no effect with --document: the provider states are those of the Plant Store",
    );
  }
  const { servedBySchema } = await import("../../reference-impl/from-document/document-server.ts");
  return { operation: asUsage(Error, () => servedBySchema(descriptionOf(given.operation), token)) };
}

function listeningFault({ message, cause }: Error): string {
  const isTaken = cause instanceof Error && Reflect.get(cause, "code") === "EADDRINUSE";
  return isTaken ? `${message}; give another --port, or 0 for a free one` : message;
}

async function startedStates(server: RunningServer, port: number): Promise<RunningStates> {
  try {
    return await startStates(server.store, port);
  } catch (error) {
    await server.stop();
    throw new UsageError(`--states-port ${port} cannot be listened on (${String(error)})`);
  }
}

/** The description of an operation that the reference implementation needs. */
export function descriptionOf({ security, roles, template, ...operation }: Operation): Description {
  return { ...operation, path: template, credentials: security, identity: roles.identity, leftOut: roles.leftOut };
}
