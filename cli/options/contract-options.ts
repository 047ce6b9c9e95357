/** The pacts that the command verifies: shipped, user-supplied, and from a broker. */
import type { CheckValues, CONTRACTS } from "./run-options.ts";
import { shippedPacts } from "../../contracts/shipped-pacts.ts";
import { doubtfulPaths, readSources, USUAL_PROVIDER } from "../../contracts/read-pacts.ts";
import { PactError, type PactSource } from "../../contracts/pact-file.ts";
import type { ContractResult, RunResult } from "../../result/result.ts";
import type { Operation } from "../../spec/read-operation.ts";
import type { Redaction } from "../../result/redact.ts";
import { httpUrl } from "../../http/base-url.ts";
import { unlessAborted } from "../../http/abortable.ts";
import { asUsage, type Io, UsageError } from "../io.ts";
import { contractsOf } from "../../library/run-contracts.ts";
import type { ContractRun } from "../../library/judge-options.ts";
import type { ValuesOf } from "./option-row.ts";
import { defined } from "../../spec/defined.ts";
import {
  type Broker,
  type BrokerCredentials,
  BrokerError,
  DEFAULT_SELECTORS,
  type FetchedPact,
  type ProviderVersion,
  fetchPacts,
  publishResults,
  secretsOf,
} from "../../contracts/broker/broker.ts";
import { givenLine } from "../../result/text-encoding.ts";
import { readUtf8 } from "../files/read-file.ts";
import { bringsContracts } from "./option-conflicts.ts";
import { givenAmong } from "./commander-options.ts";
import { toolVersion } from "../../spec/package-file.ts";

export type ContractsOptions = BrokerOptions & Pick<CheckValues, "pacts" | "shippedPacts" | "providerStatesUrl">;

/** The verification of contracts. All faults of its input were found before anything was sent. */
export interface PreparedContracts {
  readonly verify: (run: ContractRun) => Promise<readonly ContractResult[]>;
  /** Publishes the results of a broker's pacts. A result that was not published changes the run's result. */
  readonly publish: (result: RunResult, ended: AbortSignal) => Promise<RunResult>;
}

const FETCH_MS = 30_000;

interface Preparing {
  readonly statesUrl?: string;
  readonly operation: Operation;
  readonly signal: AbortSignal;
  readonly redaction?: Redaction;
}

/** Reads all pacts. An interrupt ends the reading; nothing is verified then. @throws {UsageError} for a wrong one */
export async function prepareContracts(
  options: ContractsOptions,
  io: Io,
  { statesUrl: own, operation, signal, redaction }: Preparing,
): Promise<PreparedContracts> {
  if (!options.shippedPacts && !bringsContracts(options)) {
    throw new UsageError("--no-shipped-pacts leaves no pact to verify; give --pacts or --broker with it");
  }
  const given = options.providerStatesUrl;
  const statesUrl = given === undefined ? own : checkedUrl("--provider-states-url", given).href;
  const read = await unlessAborted(() => readPacts(options, io, { operation, redaction }), signal, {
    userSupplied: [],
    broker: undefined,
  });
  const fetched = read.broker?.pacts.map(({ source }) => source) ?? [];
  const isShipped = options.shippedPacts && operation.isShipped;
  const pacts = [...(isShipped ? shippedPacts() : []), ...read.userSupplied, ...fetched];
  return {
    verify: (run) => {
      const remarks = doubtfulPaths([...read.userSupplied, ...fetched], run.provider.baseUrl, operation.template);
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

/** The user-supplied pacts, and those of the broker. @throws {UsageError} when one cannot be read */
export async function readPacts(
  options: ContractsOptions,
  io: Io,
  { operation: { template }, redaction }: Pick<Preparing, "operation"> & { readonly redaction?: Redaction | undefined },
): Promise<{ readonly userSupplied: readonly PactSource[]; readonly broker: FromBroker | undefined }> {
  return asUsage(PactError, async () => {
    const { pacts, broker, pactProvider } = options;
    if (pactProvider !== undefined && broker === undefined && pacts.length === 0) {
      throw new UsageError("--pact-provider has no effect without --pacts or --broker; give one, or leave it out");
    }
    const onLeftOut = (sentence: string): void => io.err(`${sentence}\n`);
    const userSupplied = await readSources(pacts, FETCH_MS, { name: pactProvider, template, onLeftOut });
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

function checkedUrl(option: string, text: string): URL {
  const url = httpUrl(text);
  if (url !== undefined) return url;
  throw new UsageError(`${option} ${JSON.stringify(text)} is not an http or https URL`);
}

// Pacts from a Pact Broker and results to it, by the options and the environment.

type BrokerOptions = Omit<ValuesOf<typeof CONTRACTS>, "pacts" | "shippedPacts" | "providerStatesUrl"> &
  Pick<CheckValues, "providerVersion">;

interface FromBroker {
  readonly pacts: readonly FetchedPact[];
  /** Publishes results. Returns a sentence for each result that was not published. */
  readonly publish: (contracts: readonly ContractResult[]) => Promise<readonly string[]>;
}

const TIMEOUT_MS = 30_000;

/** The variables that Pact's own tools read. They contain secrets, which a command line would show to others. */
const VARIABLES = { token: "PACT_BROKER_TOKEN", password: "PACT_BROKER_PASSWORD" } as const;

/** The pacts that a broker has for the provider; undefined without a broker. @param redaction gets its secrets */
async function fromBroker(options: BrokerOptions, io: Io, redaction?: Redaction): Promise<FromBroker | undefined> {
  checkTogether(options);
  if (options.broker === undefined) return undefined;
  const credentials = credentialsOf(options, io);
  for (const secret of secretsOf(credentials)) redaction?.add(secret, "credentials");
  const broker: Broker = { url: brokerUrl(options.broker), credentials, timeoutMs: TIMEOUT_MS };
  const version = versionOf(options);
  return asUsage(BrokerError, async () => {
    const asked = {
      provider: options.pactProvider ?? USUAL_PROVIDER,
      selectors: selectorsOf(options.consumerVersions),
      pending: options.pending,
      wipSince: options.wipSince === undefined ? undefined : dayOf(options.wipSince),
      branch: options.providerBranch,
    };
    const pacts = await fetchPacts(broker, defined(asked));
    const publish = async (contracts: readonly ContractResult[]): Promise<readonly string[]> => {
      const verified = pacts.flatMap((pact) => {
        const contract = contracts.findLast(({ source }) => source === pact.source.name);
        return contract === undefined ? [] : [[pact, contract] as const];
      });
      return version === undefined ? [] : publishResults(broker, version, verified);
    };
    return { pacts, publish };
  });
}

function checkTogether(options: BrokerOptions): void {
  if (options.broker === undefined) {
    const lost = givenAmong(options).find(({ row }) => row.about === "broker");
    if (lost !== undefined) throw new UsageError(`${lost.typedName} is about a broker; give --broker URL with it`);
  }
  if (options.publish && options.providerVersion === undefined) {
    throw new UsageError("--publish needs --provider-version, the version whose results are published");
  }
}

function versionOf({ publish, providerVersion, ...more }: BrokerOptions): ProviderVersion | undefined {
  if (!publish || providerVersion === undefined) return undefined;
  const { providerBranch: branch, buildUrl } = more;
  return defined({ version: providerVersion, branch, buildUrl, tool: toolVersion() });
}

function brokerUrl(text: string): string {
  const url = checkedUrl("--broker", text);
  if (url.username !== "" || url.password !== "") {
    throw new UsageError(`--broker holds credentials; give --broker-user and ${VARIABLES.password}`);
  }
  return url.href;
}

/** The token or the user for the broker. Both together are an error: neither takes precedence. */
function credentialsOf({ brokerTokenFile, brokerUser }: BrokerOptions, { env }: Io): BrokerCredentials | null {
  const fromFile =
    brokerTokenFile === undefined ? undefined : readUtf8(brokerTokenFile, MOST_BYTES, "The broker's token file").trim();
  if (brokerUser !== undefined) {
    const password = givenLine(env[VARIABLES.password] ?? "");
    if (fromFile !== undefined) throw new UsageError("Both --broker-token-file and --broker-user are given; give one");
    return { scheme: "basic", user: brokerUser, password };
  }
  const token = fromFile ?? givenLine(env[VARIABLES.token] ?? "");
  if (/[^!-~]/.test(token)) throw new UsageError("The broker's token has spaces or characters beyond ASCII");
  return token === "" ? null : { scheme: "bearer", token };
}

/** The most bytes of a token file. A longer file is not a token. */
const MOST_BYTES = 64 * 1024;

function selectorsOf(text: string | undefined): readonly unknown[] {
  if (text === undefined) return DEFAULT_SELECTORS;
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value) && value.every((one) => typeof one === "object" && one !== null)) return value;
  } catch {
    // Reported below.
  }
  throw new UsageError(
    `--consumer-versions ${JSON.stringify(text)} is not a JSON list of selectors, such as '[{"mainBranch":true}]'`,
  );
}

function dayOf(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new UsageError(`--wip-since ${JSON.stringify(text)} is not a date, such as 2026-01-31`);
}
