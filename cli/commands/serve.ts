/** `serve`: runs the reference implementation until a signal stops it. */
import type { OptionsOf } from "../options/table.ts";
import { randomBytes } from "node:crypto";
import { type RunningServer, type ServerOptions, startServer } from "../../reference-impl/server.ts";
import { type RunningStates, startStates } from "../../reference-impl/state-endpoint.ts";
import { type Io, UsageError } from "../io.ts";
import { portNumber } from "../options/parser.ts";
import { givenToken } from "../options/token-options.ts";
import { VARIABLES } from "../options/run-options.ts";
import type { Description } from "../../reference-impl/from-document/description.ts";
import type { Operation } from "../../spec/read-operation.ts";

/** Runs `serve`: prints the URL, and stops on an interrupt after the requests in flight have been answered. */
export async function serve(options: OptionsOf<"serve">, io: Io): Promise<number> {
  const given = givenToken(options, io);
  const token = given ?? randomBytes(18).toString("base64url");
  const fromEnvironment = io.env["PORT"];
  const port = options.port ?? (fromEnvironment === undefined ? 8080 : portNumber(fromEnvironment, "PORT"));
  let interrupt = (): void => undefined;
  const interrupted = new Promise<void>((resolve) => (interrupt = resolve));
  const stopListening = io.onInterrupt(interrupt);
  const operation = await servedOperation(options, token);
  const server = await startServer({ token, host: options.host, port, basePath: options.basePath, ...operation }).catch(
    (error: unknown) => {
      throw asUsageError(error);
    },
  );
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
  stopListening();
  return 0;
}

async function servedOperation(options: OptionsOf<"serve">, token: string): Promise<Pick<ServerOptions, "operation">> {
  // Loaded only when they are needed.
  const { givenDocument } = await import("../options/document-options.ts");
  const given = await givenDocument(options);
  if (given === undefined) return {};
  if (options.statesPort !== undefined) {
    throw new UsageError(
      "--states-port has no effect with --document: the provider states are those of the Plant Store",
    );
  }
  const { servedBySchema } = await import("../../reference-impl/from-document/by-schema.ts");
  try {
    return { operation: servedBySchema(descriptionOf(given.operation), token) };
  } catch (error) {
    throw asUsageError(error);
  }
}

function asUsageError(error: unknown): UsageError {
  if (!(error instanceof Error)) return new UsageError(String(error));
  const isTaken = error.cause instanceof Error && Reflect.get(error.cause, "code") === "EADDRINUSE";
  return new UsageError(isTaken ? `${error.message}; give another --port, or 0 for a free one` : error.message);
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
