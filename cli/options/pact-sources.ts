/** Contracts as the command verifies them: those that ship, those that were brought, and those of a broker. */
import type { FetchedPact } from "../../contracts/broker/fetch.ts";
import type { Send } from "../../contracts/forward.ts";
import { shippedPacts } from "../../contracts/index.ts";
import { PactError, type PactSource } from "../../contracts/pact-file.ts";
import { readSources } from "../../contracts/sources.ts";
import { verifyContracts } from "../../contracts/verify.ts";
import type { ContractResult, RunResult } from "../../result/result.ts";
import type { Redaction } from "../../result/redact.ts";
import { unlessAborted } from "../../http/aborting.ts";
import { noAnswerOf } from "../../http/no-answer.ts";
import type { Provider } from "../../http/provider.ts";
import { redactionFor } from "../../suites/run/secrets.ts";
import { contractIds } from "../../suites/run/id-ranges.ts";
import { openConnection } from "../../http/connection.ts";
import type { BrokerOptions, FromBroker } from "./broker.ts";
import { type Io, UsageError } from "../io.ts";
import type { ContractRun } from "../../library/judge-provider.ts";

/** The options about contracts, as parsed from the command line. */
export interface ContractsOptions extends BrokerOptions {
  readonly pacts: readonly string[];
  readonly providerStatesUrl?: string;
}

/** What is verified and how; everything that can be wrong with it was found before anything was sent. */
export interface PreparedContracts {
  readonly verify: (run: ContractRun) => Promise<readonly ContractResult[]>;
  /** Publishes what became of a broker's pacts. What was not published changes the result. */
  readonly publish: (result: RunResult, ended: AbortSignal) => Promise<RunResult>;
}

/** For a pact at a URL, in milliseconds. */
const FETCH_MS = 30_000;

/** Where the provider is put into states, unless the user names a place; and what ends the reading of pacts. */
interface Preparing {
  readonly statesUrl?: string;
  readonly signal: AbortSignal;
  /** Learns what is secret about a broker. */
  readonly redaction?: Redaction;
}

/**
 * Reads every pact. An interrupt ends that; nothing is verified then.
 * @throws {UsageError} when a pact cannot be read, or the options do not fit each other
 */
export async function prepareContracts(
  options: ContractsOptions,
  io: Io,
  { statesUrl, signal, redaction }: Preparing,
): Promise<PreparedContracts> {
  const states = options.providerStatesUrl === undefined ? statesUrl : checkedUrl(options.providerStatesUrl);
  const read = await unlessAborted(() => readPacts(options, io, redaction), signal, {
    brought: [],
    broker: undefined,
  });
  const fetched: readonly FetchedPact[] = read.broker?.pacts ?? [];
  const pacts = [...shippedPacts(), ...read.brought, ...fetched.map(({ source }) => source)];
  return {
    verify: (run) => verify(run, pacts, states),
    publish: async (result, ended) => {
      const { broker } = read;
      if (broker === undefined) return result;
      const own = fetched.length === 0 ? [] : result.contracts.slice(-fetched.length);
      const late = ["The run was interrupted before every result was published."];
      return unpublished(result, await unlessAborted(() => broker.publish(own), ended, late));
    },
  };
}

/** Those that were brought, and the broker's. */
async function readPacts(
  options: ContractsOptions,
  io: Io,
  redaction: Redaction | undefined,
): Promise<{ readonly brought: readonly PactSource[]; readonly broker: FromBroker | undefined }> {
  try {
    const { fromBroker } = await import("./broker.ts");
    return { brought: await readSources(options.pacts, FETCH_MS), broker: await fromBroker(options, io, redaction) };
  } catch (error) {
    throw error instanceof PactError ? new UsageError(error.message) : error;
  }
}

/** Verifies the pacts; the ids are drawn from the run's seed, apart from those of the checks. */
function verify(
  run: ContractRun,
  pacts: readonly PactSource[],
  statesUrl: string | undefined,
): Promise<readonly ContractResult[]> {
  const { provider, seed, pace, signal, after, clock } = run;
  const ended = signal ?? new AbortController().signal;
  let asked = 0;
  return verifyContracts({
    ...limitsOf(provider),
    baseUrl: provider.baseUrl,
    token: provider.token,
    redaction: redactionFor(provider, run.redaction),
    ...(provider.renewToken === undefined ? {} : { renewToken: provider.renewToken }),
    send: sendAsChecks(provider),
    pacts,
    drawId: contractIds(seed),
    isAccepting: async () => {
      const { TIMES, isAccepting } = await import("../../library/accepting.ts");
      return isAccepting(run, TIMES * asked++);
    },
    ...(pace === undefined ? {} : { pace: () => pace.wait(ended) }),
    ...(clock === undefined ? {} : { pause: (milliseconds: number) => clock.pause(milliseconds, ended) }),
    ...(statesUrl === undefined ? {} : { statesUrl }),
    ...(signal === undefined ? {} : { signal }),
    ...(after === undefined ? {} : { after }),
  });
}

/** Sends a contract's request in the way by which the checks reach the provider. */
export function sendAsChecks({ limits, transport = {} }: Pick<Provider, "limits" | "transport">): Send {
  return async ({ method, path, headers, body }, { signal = new AbortController().signal, ...upstream }) => {
    const { baseUrl, requestTimeoutMs: requestMs, maxBodyBytes: bodyBytes, maxHeaderBytes: headerBytes } = upstream;
    const connection = openConnection({ baseUrl, transport, limits: { ...limits, requestMs, bodyBytes, headerBytes } });
    const target = `${new URL(baseUrl).pathname.replace(/\/$/, "")}${path}`;
    try {
      return await connection.send({ method, target, headers, body, framing: "content-length" }, signal);
    } catch (error) {
      throw new Error(noAnswerOf(error, signal.aborted ? "run" : null).detail, { cause: error });
    } finally {
      await connection.close();
    }
  };
}

function limitsOf({ limits }: Provider): Record<LimitName, number> {
  return {
    deadlineMs: limits.deadlineMs,
    requestTimeoutMs: limits.requestMs,
    rateLimitMs: limits.rateLimitMs,
    maxBodyBytes: limits.bodyBytes,
    maxHeaderBytes: limits.headerBytes,
  };
}

type LimitName = "deadlineMs" | "requestTimeoutMs" | "rateLimitMs" | "maxBodyBytes" | "maxHeaderBytes";

/** A result that was not published is no success: whoever asks the broker would be told of an earlier one. */
function unpublished(result: RunResult, failures: readonly string[]): RunResult {
  const [first] = failures;
  if (first === undefined) return result;
  return result.exitCode === 0
    ? { ...result, exitCode: 3, reasons: [first, ...failures.slice(1), ...result.reasons] }
    : { ...result, reasons: [...result.reasons, ...failures] };
}

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url.href;
  throw new UsageError(`--provider-states-url ${JSON.stringify(text)} is no http or https URL`);
}
