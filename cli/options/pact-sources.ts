/** The pacts that the command verifies: shipped, user-supplied, and from a broker. */
import type { CheckValues } from "./rows.ts";
import { shippedPacts } from "../../contracts/index.ts";
import { repeatedPaths, readSources } from "../../contracts/sources.ts";
import { PactError, type PactSource } from "../../contracts/pact-file.ts";
import type { ContractResult, RunResult } from "../../result/result.ts";
import type { Operation } from "../../spec/read-operation.ts";
import type { Redaction } from "../../result/redact.ts";
import { httpUrl } from "../../http/given-url.ts";
import { unlessAborted } from "../../http/aborting.ts";
import type { BrokerOptions, FromBroker } from "./broker.ts";
import { asUsage, type Io, UsageError } from "../io.ts";
import { contractsOf } from "../../library/contracts.ts";
import type { ContractRun } from "../../library/judge-options.ts";

/** The options about contracts, as parsed from the command line. */
export type ContractsOptions = BrokerOptions & Pick<CheckValues, "pacts" | "providerStatesUrl">;

/** The verification of contracts. All faults of its input were found before anything was sent. */
export interface PreparedContracts {
  readonly verify: (run: ContractRun) => Promise<readonly ContractResult[]>;
  /** Publishes the results of a broker's pacts. A result that was not published changes the run's result. */
  readonly publish: (result: RunResult, ended: AbortSignal) => Promise<RunResult>;
}

/** The time limit for reading a pact from a URL, in milliseconds. */
const FETCH_MS = 30_000;

/** The default URL for provider states, and the signal that ends the reading of pacts. */
interface Preparing {
  readonly statesUrl?: string;
  /**
   * The operation of the user's document. The shipped contracts are left out for a document other than the shipped one.
   */
  readonly operation?: Operation | undefined;
  readonly signal: AbortSignal;
  /** Gets the secrets of a broker. */
  readonly redaction?: Redaction;
}

/**
 * Reads all pacts. An interrupt ends the reading; nothing is verified then.
 * @throws {UsageError} when a pact cannot be read, or the options contradict each other
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
    verify: (run) => {
      const remarks = repeatedPaths([...read.userSupplied, ...fetched], run.provider.baseUrl);
      for (const remark of remarks) io.err(`${remark}\n`);
      return contractsOf(pacts, { statesUrl, operation })(run);
    },
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
  return asUsage(PactError, async () => {
    const { fromBroker } = await import("./broker.ts");
    const { pacts, broker, pactProvider } = options;
    if (pactProvider !== undefined && broker === undefined && pacts.length === 0) {
      throw new UsageError("--pact-provider has no effect without --pacts or --broker; give one, or leave it out");
    }
    const onLeftOut = (sentence: string): void => io.err(`${sentence}\n`);
    const userSupplied = await readSources(pacts, FETCH_MS, { name: pactProvider, onLeftOut });
    return { userSupplied, broker: await fromBroker(options, io, redaction) };
  });
}

/** A result that was not published is not a success, because the broker still has an earlier one. */
function unpublished(result: RunResult, failures: readonly string[]): RunResult {
  const [first] = failures;
  if (first === undefined) return result;
  return result.exitCode === 0
    ? { ...result, exitCode: 3, reasons: [first, ...failures.slice(1), ...result.reasons] }
    : { ...result, reasons: [...result.reasons, ...failures] };
}

function checkedUrl(text: string): string {
  const url = httpUrl(text);
  if (url !== undefined) return url.href;
  throw new UsageError(`--provider-states-url ${JSON.stringify(text)} is not an http or https URL`);
}
