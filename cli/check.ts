/** `check`: judges a provider, writes the reports, and gives the exit status. */
import { randomBytes } from "node:crypto";
import { type Format, renderVerdictLine, renderers } from "../reports/index.ts";
import type { RunResult } from "../reports/result.ts";
import { DEFAULT_LIMITS, BaseUrlError, type Provider, parseBaseUrl } from "../suites/runner/provider.ts";
import { type Selection, SelectionError } from "../suites/runner/select.ts";
import type { verifyShipped } from "./contracts.ts";
import { type ReportFile, parseReport, prepareReports, usualReports, writeReport } from "./files.ts";
import { type Io, UsageError, wantsColour } from "./io.ts";
import { judgeProvider } from "./judge-provider.ts";
import { progressLine } from "./progress.ts";
import { TOKEN_VARIABLE, type TokenOptions, givenToken } from "./token.ts";

/** The options of `check`, as parsed from the command line. Times in milliseconds. */
export interface CheckOptions extends TokenOptions {
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly strict: boolean;
  readonly seed?: string;
  readonly concurrency: number;
  readonly rate?: number;
  readonly fuzz?: number;
  readonly timeout: number;
  readonly deadline: number;
  readonly contracts: boolean;
  readonly report: readonly string[];
  readonly out?: string;
  readonly quiet: boolean;
}

/** Where the provider is, and how it is stopped when it is ours. */
interface Target {
  readonly baseUrl: string;
  readonly token: string;
  readonly stop: () => Promise<void>;
}

/**
 * Runs `check`.
 * @returns the exit status
 * @throws {UsageError} when something that was given cannot be used; nothing has been sent then
 */
export async function check(baseUrl: string | undefined, options: CheckOptions, io: Io): Promise<number> {
  const files = [...options.report.map(parseReport), ...(options.out === undefined ? [] : usualReports(options.out))];
  const seed = options.seed ?? randomBytes(6).toString("hex");
  prepareReports(files);
  const target = await targetOf(baseUrl, options, io);
  try {
    const result = await judgeTarget(target, seed, options, io);
    tell(result, files, options, io);
    return result.exitCode;
  } finally {
    await target.stop();
  }
}

async function targetOf(baseUrl: string | undefined, options: CheckOptions, io: Io): Promise<Target> {
  if (baseUrl === undefined) return reference(io, options.quiet);
  const parsed = usable(() => parseBaseUrl(baseUrl));
  const token = givenToken(options, io);
  if (token === undefined) {
    throw new UsageError(
      `There is no token for ${parsed}; give --token-file FILE or --token TOKEN, or set ${TOKEN_VARIABLE}`,
    );
  }
  return { baseUrl: parsed, token, stop: () => Promise.resolve() };
}

/** Without a base URL the reference implementation is judged, on a free port and with a token of its own. */
async function reference(io: Io, quiet: boolean): Promise<Target> {
  const { startServer } = await import("../reference-impl/server.ts");
  const token = randomBytes(18).toString("base64url");
  const server = await startServer({ token });
  if (!quiet) io.err(`No base URL given: judging the reference implementation at ${server.url}\n`);
  return { baseUrl: server.url, token, stop: () => server.stop() };
}

async function judgeTarget(target: Target, seed: string, options: CheckOptions, io: Io): Promise<RunResult> {
  const provider: Provider = {
    baseUrl: target.baseUrl,
    token: target.token,
    concurrency: options.concurrency,
    ...(options.rate === undefined ? {} : { rate: options.rate }),
    limits: { ...DEFAULT_LIMITS, requestMs: options.timeout, deadlineMs: options.deadline },
  };
  const selection: Selection = { only: options.only, skip: options.skip };
  const isPartial = selection.only.length + selection.skip.length > 0;
  const interrupted = new AbortController();
  const stopListening = io.onInterrupt(() => interrupted.abort());
  const line = progressLine(io, options.quiet);
  try {
    return await judgeProvider({
      provider,
      seed,
      strict: options.strict,
      ...(options.fuzz === undefined ? {} : { fuzz: options.fuzz }),
      ...(isPartial ? { selection } : {}),
      ...(options.contracts && !isPartial ? { contracts: shippedContracts } : {}),
      signal: interrupted.signal,
      onProgress: line.show,
    });
  } catch (error) {
    throw error instanceof SelectionError ? new UsageError(error.message) : error;
  } finally {
    line.clear();
    stopListening();
  }
}

/** Pact is loaded only when contracts are verified. */
const shippedContracts: typeof verifyShipped = async (...given) => {
  const contracts = await import("./contracts.ts");
  return contracts.verifyShipped(...given);
};

function tell(result: RunResult, files: readonly ReportFile[], { quiet }: CheckOptions, io: Io): void {
  for (const { format, path } of files) writeReport(path, render(format, result));
  if (quiet) {
    io.out(`${renderVerdictLine(result)}\n`);
    return;
  }
  io.out(
    renderers.text.render(result, {
      colour: wantsColour(io),
      ...(io.columns === undefined ? {} : { width: io.columns }),
    }),
  );
  if (files.length > 0) io.err(`Written: ${files.map(({ path }) => path).join(", ")}\n`);
}

function render(format: Format, result: RunResult): string {
  return renderers[format].render(result);
}

function usable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof BaseUrlError ? new UsageError(error.message) : error;
  }
}
