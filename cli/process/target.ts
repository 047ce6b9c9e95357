/** The provider that `check` judges: one that is there, one that is started, or the reference implementation. */
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Redaction, isTooShort } from "../../result/redact.ts";
import { safeText } from "../../result/safe-text.ts";
import { DEFAULT_LIMITS, type Provider } from "../../http/provider.ts";
import { redactionFor } from "../../suites/run/secrets.ts";
import type { ContractsOptions } from "../options/pact-sources.ts";
import { bringsContracts } from "../options/contracts-options.ts";
import type { Io } from "../io.ts";
import type { NamedProvider } from "../options/named-provider.ts";
import { type TransportOptions, givenTransport } from "../options/transport.ts";
import { type Credentials, type RunTokenOptions, credentialsFor } from "../options/credentials.ts";

/** What says where the provider is and how it is asked. Times in milliseconds. */
export interface TargetOptions extends RunTokenOptions, TransportOptions, Pick<ContractsOptions, "pacts" | "broker"> {
  readonly concurrency: number;
  readonly rate?: number;
  readonly timeout: number;
  readonly connectTimeout: number;
  readonly deadline: number;
  readonly maxWait: number;
  /** Bytes, as the next two. */
  readonly maxBody: number;
  readonly maxHeaders: number;
  readonly maxEvidence: number;
  readonly start?: string;
  readonly wait: number;
  readonly out?: string;
  readonly quiet: boolean;
}

/** The provider, and how it is stopped when it is ours. */
export interface Target {
  readonly provider: Provider;
  /** Removes what is secret about the provider. */
  readonly redaction: Redaction;
  /** Where it can be put into provider states, when it is ours. */
  readonly statesUrl?: string;
  /** Why a provider that was started is no use; null where it is. */
  readonly trouble: () => string | null;
  readonly stop: () => Promise<void>;
}

/** The usual name of the file with the output of a provider that was started. */
const LOG_FILE = "provider.log";

/**
 * Finds the provider, or starts one.
 * @throws {UsageError} when what was given about it cannot be used
 */
export async function targetOf(
  named: NamedProvider,
  options: TargetOptions,
  io: Io,
  signal: AbortSignal,
): Promise<Target> {
  switch (named.kind) {
    case "url":
      return given(named.baseUrl, options, io, signal);
    case "reference":
      return reference(options, io);
  }
}

async function given(baseUrl: string, options: TargetOptions, io: Io, signal: AbortSignal): Promise<Target> {
  const transport = givenTransport(baseUrl, options);
  const credentials = await credentialsFor(baseUrl, options, io, signal);
  const provider: Provider = { ...providerOf({ baseUrl, ...credentials }, options), transport };
  const redaction = redactionFor(provider, io.redaction);
  if (isTooShort(provider.token)) io.err(`${TOO_SHORT}\n`);
  const { start: command, wait: waitMs, out } = options;
  if (command === undefined || signal.aborted) {
    return { provider, redaction, trouble: () => null, stop: () => Promise.resolve() };
  }
  if (!options.quiet) io.err(`Starting the provider: ${command}\n`);
  if (out !== undefined) mkdirSync(out, { recursive: true });
  const { startProvider } = await import("./start-provider.ts");
  const logFile = out === undefined ? {} : { logFile: join(out, LOG_FILE) };
  const started = await startProvider({
    command,
    provider,
    waitMs,
    redaction,
    signal,
    ...logFile,
  });
  return { provider, redaction, ...started, trouble: () => safely(started.trouble()) };
}

/** Said on standard error; the result says so too. */
const TOO_SHORT =
  "The token is too short to be kept secret reliably: it is taken out of what the provider wrote only as a whole word.";

function safely(text: string | null): string | null {
  return text === null ? null : safeText(text);
}

/** The reference implementation is judged on a free port and with a token of its own. */
async function reference(options: TargetOptions, io: Io): Promise<Target> {
  const { startServer } = await import("../../reference-impl/server.ts");
  const token = randomBytes(18).toString("base64url");
  const server = await startServer({ token });
  if (!options.quiet) io.err(`Judging the reference implementation at ${server.url}\n`);
  const provider = providerOf({ baseUrl: server.url, token }, options);
  const redaction = redactionFor(provider, io.redaction);
  if (!bringsContracts(options)) return { provider, redaction, trouble: () => null, stop: () => server.stop() };
  const { startStates } = await import("../../reference-impl/state-endpoint.ts");
  const states = await startStates(server.store);
  const stop = async (): Promise<void> => {
    await Promise.all([server.stop(), states.stop()]);
  };
  return { provider, redaction, statesUrl: states.url, trouble: () => null, stop };
}

function providerOf(where: Pick<Provider, "baseUrl"> & Credentials, options: TargetOptions): Provider {
  const { concurrency, rate, timeout: requestMs, connectTimeout: connectMs, deadline: deadlineMs } = options;
  const { maxWait: rateLimitMs, maxBody: bodyBytes, maxHeaders: headerBytes, maxEvidence: evidenceBytes } = options;
  const sizes = { bodyBytes, headerBytes, evidenceBytes };
  return {
    ...where,
    concurrency,
    ...(rate === undefined ? {} : { rate }),
    limits: { ...DEFAULT_LIMITS, connectMs, requestMs, deadlineMs, rateLimitMs, ...sizes },
  };
}
