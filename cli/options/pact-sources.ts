/** The pacts that the command verifies: shipped, user-supplied, and from a broker. */
import { shippedPacts } from "../../contracts/index.ts";
import { PactError, type PactSource } from "../../contracts/pact-file.ts";
import { readSources } from "../../contracts/sources.ts";
import type { ContractResult, RunResult } from "../../result/result.ts";
import type { Operation } from "../../spec/read-operation.ts";
import type { Redaction } from "../../result/redact.ts";
import { unlessAborted } from "../../http/aborting.ts";
import type { BrokerOptions, FromBroker } from "./broker.ts";
import { type Io, UsageError } from "../io.ts";
import { contractsOf } from "../../library/contracts.ts";
import type { ContractRun } from "../../library/judge-options.ts";

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
  /** Of the document, where one was given. The contracts that ship are left out for another than the one that ships. */
  readonly operation?: Operation | undefined;
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
  { statesUrl: own, operation, signal, redaction }: Preparing,
): Promise<PreparedContracts> {
  const statesUrl = options.providerStatesUrl === undefined ? own : checkedUrl(options.providerStatesUrl);
  const read = await unlessAborted(() => readPacts(options, io, redaction), signal, {
    userSupplied: [],
    broker: undefined,
  });
  const fetched = read.broker?.pacts.map(({ source }) => source) ?? [];
  const pacts = [...(operation?.isShipped === false ? [] : shippedPacts()), ...read.userSupplied, ...fetched];
  return {
    verify: contractsOf(pacts, { statesUrl, operation }),
    publish: async (result, ended) => {
      const { broker } = read;
      if (broker === undefined) return result;
      const late = ["The run was interrupted before every result was published."];
      return unpublished(result, await unlessAborted(() => broker.publish(result.contracts), ended, late));
    },
  };
}

/**
 * The user-supplied pacts, and those of the broker.
 * @throws {UsageError} when one cannot be read
 */
export async function readPacts(
  options: ContractsOptions,
  io: Io,
  redaction?: Redaction,
): Promise<{ readonly userSupplied: readonly PactSource[]; readonly broker: FromBroker | undefined }> {
  try {
    const { fromBroker } = await import("./broker.ts");
    const userSupplied = await readSources(options.pacts, FETCH_MS);
    return { userSupplied, broker: await fromBroker(options, io, redaction) };
  } catch (error) {
    throw error instanceof PactError ? new UsageError(error.message) : error;
  }
}

/** A result that was not published is no success: the broker would still answer with an earlier one. */
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
