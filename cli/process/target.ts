/** Works with the provider of a command: a running one, one to start, or the reference implementation. */
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { defined } from "../../spec/defined.ts";
import type { Redaction } from "../../result/redact.ts";
import type { RunResult } from "../../result/result.ts";
import { safeText } from "../../result/safe-text.ts";
import type { Provider } from "../../http/provider.ts";
import type { StartFailure } from "../../library/judge-options.ts";
import type { ProviderProcess } from "../../suites/run/provider-process.ts";
import { redactionFor } from "../../suites/run/run-secrets.ts";
import { whileLocked } from "../files/lock.ts";
import { planReports, refuseOfSelection, report, type ReportOptions } from "../files/write-reports.ts";
import type { Io } from "../io.ts";
import { foundConfig } from "../options/config.ts";
import type { NamedProvider, RemoteProvider } from "../options/provider-options.ts";
import type { Waiting } from "./start-provider.ts";
import type { Pacing } from "../options/run-options.ts";

/** The provider to open, and how to send requests to it. */
export interface Opening {
  readonly named: NamedProvider;
  readonly pacing: Pacing;
  /** Whether the contracts need the reference implementation to be put into provider states. */
  readonly needsStates?: boolean;
}

interface OpeningOutput {
  readonly io: Io;
  /** Whether to omit the message about the start of the provider. */
  readonly quiet?: boolean;
}

/** An open provider, and how it is stopped if the command started it. */
export interface Target {
  readonly provider: Provider;
  readonly redaction: Redaction;
  /** The URL for provider states, if it is the reference implementation. */
  readonly statesUrl?: string;
  /** The process of a started provider, to start it again and to read its output. */
  readonly process?: ProviderProcess;
  /** The file with the output of a started provider; absent if there is none. */
  readonly logFile?: string;
  /** How the process of a started provider ended, or that it never answered. */
  readonly failure?: () => StartFailure | null;
  /** Why a started provider cannot be used; null if it can. */
  readonly trouble: () => string | null;
  readonly stop: () => Promise<void>;
}

interface ResultOutput {
  readonly options: ReportOptions & { readonly quiet: boolean };
  /** A part of a run has no report about the provider as a whole. */
  readonly isPart: boolean;
  readonly io: Io;
}

/** Plans the reports, judges a provider, and writes the reports. @returns the exit status @param judging returns what is known so far when its signal is aborted */
export async function runAndReport(
  opening: Opening,
  { options, isPart, io }: ResultOutput,
  judging: (target: Target, signal: AbortSignal) => Promise<RunResult>,
): Promise<number> {
  const { quiet } = options;
  const plan = planReports(options, io, foundConfig(options, io));
  if (isPart) refuseOfSelection(plan);
  return whileLocked(plan.folder, () =>
    withTarget(opening, { io, quiet }, async (target, signal) => {
      const result = await judging(target, signal);
      await report(result, { plan, quiet }, io);
      if (target.logFile !== undefined) io.err(`Output of the provider: ${target.logFile}\n`);
      return result.exitCode;
    }),
  );
}

/** Does the work with an open provider, prints why a started one cannot be used, and stops it. An interrupt aborts the signal. */
export async function withTarget<T>(
  opening: Opening,
  output: OpeningOutput,
  work: (target: Target, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const interrupted = new AbortController();
  const stopListening = output.io.onInterrupt(() => interrupted.abort());
  output.io.onAsking?.();
  try {
    const { named, pacing } = opening;
    const target =
      named.kind === "url"
        ? await openRemote({ ...named, ...pacing }, output, interrupted.signal)
        : await openReference(opening, output);
    try {
      const done = await work(target, interrupted.signal);
      const trouble = target.trouble();
      if (trouble !== null) output.io.err(`${trouble}\n`);
      return done;
    } finally {
      await target.stop();
    }
  } finally {
    stopListening();
  }
}

async function openRemote(
  { baseUrl, transport, credentials, extra, start, waitMs, ...pacing }: RemoteProvider & Pacing,
  { io, quiet = false }: OpeningOutput,
  signal: AbortSignal,
): Promise<Target> {
  const provider: Provider = { baseUrl, ...(await credentials(signal)), ...pacing, transport, ...extra };
  const redaction = redactionFor(provider, io.redaction);
  if (start === undefined || signal.aborted) {
    const trouble = await waitFor({ provider, waitMs, signal }, io, quiet);
    return { provider, redaction, trouble: () => trouble, stop: () => Promise.resolve() };
  }
  if (!quiet) io.err(`Starting the provider: ${start.command}\n`);
  if (start.logFile !== undefined) mkdirSync(dirname(start.logFile), { recursive: true });
  const { startProvider } = await import("./start-provider.ts");
  const started = await startProvider({ ...start, provider, redaction, signal });
  const { logFile } = start;
  return { provider, redaction, ...started, ...defined({ logFile }), trouble: () => safely(started.trouble()) };
}

/** Waits for a provider that somebody else starts. Returns a sentence if it does not answer in time. */
async function waitFor(waiting: Waiting, io: Io, quiet: boolean): Promise<string | null> {
  if (waiting.waitMs === 0 || waiting.signal.aborted) return null;
  if (!quiet) io.err(`Waiting up to ${waiting.waitMs / 1000} s for ${waiting.provider.baseUrl}\n`);
  const { waitUntilAnswered, waitedInVain } = await import("./start-provider.ts");
  const tried = await waitUntilAnswered(waiting);
  return tried === null || waiting.signal.aborted ? null : waitedInVain("The provider", waiting.waitMs, tried);
}

function safely(text: string | null): string | null {
  return text === null ? null : safeText(text);
}

/** The reference implementation listens on a free port and has a random token. */
async function openReference(
  { pacing, needsStates = false }: Opening,
  { io, quiet = false }: OpeningOutput,
): Promise<Target> {
  const { startServer } = await import("../../reference-impl/server.ts");
  const token = randomBytes(18).toString("base64url");
  const server = await startServer({ token });
  if (!quiet) io.err(`Judging the reference implementation at ${server.url}\n`);
  const provider: Provider = { baseUrl: server.url, token, ...pacing };
  const redaction = redactionFor(provider, io.redaction);
  if (!needsStates) return { provider, redaction, trouble: () => null, stop: () => server.stop() };
  const { startStates } = await import("../../reference-impl/state-endpoint.ts");
  const states = await startStates(server.store);
  const stop = async (): Promise<void> => {
    await Promise.all([server.stop(), states.stop()]);
  };
  return { provider, redaction, statesUrl: states.url, trouble: () => null, stop };
}
