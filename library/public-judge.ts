/** The public `judge`: judges a provider at a URL or an application in this process by the checks and the contracts. */
import { randomBytes } from "node:crypto";
import type { RunResult } from "../result/result.ts";
import type { Operation } from "../spec/read-operation.ts";
import type { PactSource } from "../contracts/pact-file.ts";
import type { JudgeOptions, LibraryOptions } from "./judge-options.ts";
import { judgedOperation } from "./judged-document.ts";
import { readOptions } from "./judged-options.ts";
import { judge as judgeAtUrl } from "./judge-provider.ts";
import { hasPact } from "./has-pact.ts";
import { whileServed } from "./while-served.ts";
import { requireUsable } from "./option-rules.ts";

/**
 * Judges a provider. Never throws because of the provider: if it does not answer, the verdict is `inconclusive`, and an
 * application that throws counts as a 500 response. An application in this process is served on a free port of
 * 127.0.0.1. The port is closed before the promise settles, also after an abort.
 * @returns the verdict with its reasons, each requirement with its checks, and every exchange, as `result.schema.json` describes
 * @throws {TypeError} for wrong usage: no provider or two, an invalid base URL (`BaseUrlError`), a selection that
 *   leaves no check (`SelectionError`), or an option that is unknown or invalid. The message quotes the value, unless
 *   it is secret.
 * @example
 * const { verdict, reasons } = await judge({ url: "http://127.0.0.1:8080", token: "secret" });
 * @example
 * const app = express().post("/plants", createPlant);
 * const { verdict, reasons } = await judge({ app, token: "secret" });
 */
export async function judge(options: LibraryOptions): Promise<RunResult> {
  requireUsable(options);
  const { app: _app, fetch: _fetch, basePath: _basePath, token, ...given } = options;
  const { contracts: _contracts, pacts: _pacts, providerStatesUrl: _statesUrl, selection: _, ...asked } = given;
  const operation = judgedOperation(options.document);
  const read = await readOptions(options, operation);
  const verified = await contractsWanted(options, operation);
  return whileServed(options, async (served) =>
    judgeAtUrl({
      ...asked,
      ...read,
      ...served,
      // Contracts always send a token. A random one is not a secret, and does not occur in a response by accident.
      token: token ?? randomBytes(18).toString("base64url"),
      ...verified,
    }),
  );
}

/** The time limit for reading a pact from a URL, in milliseconds. */
const FETCH_MS = 30_000;

/** Loads the code for Pact only to verify contracts. Pacts are read before anything is sent. */
async function contractsWanted(
  options: LibraryOptions,
  operation: Operation,
): Promise<Pick<JudgeOptions, "contracts">> {
  const { selection, pacts = [], providerStatesUrl: statesUrl } = options;
  if (!operation.isShipped) {
    if (options.contracts === true)
      throw new TypeError(
        "contracts: true cannot be used with another document, because the contracts that ship are of version 1.0.0; give your own as pacts alone",
      );
    if (pacts.length === 0) return {};
  }
  const { contracts = selection === undefined && (pacts.length > 0 || hasPact()) } = options;
  if (!contracts) return {};
  const [{ contractsOf }, { shippedPacts }] = await Promise.all([
    import("./contracts.ts"),
    import("../contracts/index.ts"),
  ]);
  const shipped = operation.isShipped ? shippedPacts() : [];
  const all = [...shipped, ...(await readPacts(pacts))];
  return { contracts: contractsOf(all, { statesUrl, operation }) };
}

/** @throws {TypeError} when a pact cannot be read; the message names its file or URL */
async function readPacts(places: readonly string[]): Promise<readonly PactSource[]> {
  if (places.length === 0) return [];
  const [{ readSources }, { PactError }] = await Promise.all([
    import("../contracts/sources.ts"),
    import("../contracts/pact-file.ts"),
  ]);
  try {
    return await readSources(places, FETCH_MS);
  } catch (error) {
    throw error instanceof PactError ? new TypeError(error.message, { cause: error }) : error;
  }
}
