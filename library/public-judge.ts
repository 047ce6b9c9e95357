/** The public `judge`: a provider at a URL or an application of this process, the checks, and the shipped contracts. */
import { randomBytes } from "node:crypto";
import type { RunResult } from "../result/result.ts";
import type { Operation } from "../spec/read-operation.ts";
import type { PactSource } from "../contracts/pact-file.ts";
import type { JudgeOptions } from "./judge-options.ts";
import { judgedOperation } from "./judged-document.ts";
import { readOptions } from "./judged-options.ts";
import { judgeWhole } from "./judge-whole.ts";
import { hasPact } from "./has-pact.ts";
import type { LibraryOptions } from "./library-options.ts";
import { whileServed } from "./while-served.ts";
import { requireUsable } from "./usable-options.ts";

/**
 * Judges a provider. Nothing that the provider does makes it throw: a provider that does not answer is inconclusive, and
 * an application that throws has answered 500. An application of this process is served on a free port of 127.0.0.1, and
 * the port is closed when the promise settles, also after an abort.
 * @returns the verdict with its reasons, each requirement with its checks, and every exchange, as `result.schema.json` describes
 * @throws {TypeError} for wrong usage, with what was given: no or two providers, a base URL that is none
 *   (`BaseUrlError`), a selection that leaves nothing (`SelectionError`), an option that does not exist or cannot be used
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
    judgeWhole({
      ...asked,
      ...read,
      ...served,
      // Contracts always send a token. A random one is no secret, and cannot occur in an answer by accident.
      token: token ?? randomBytes(18).toString("base64url"),
      ...verified,
    }),
  );
}

/** For a pact at a URL, in milliseconds. */
const FETCH_MS = 30_000;

/** Pact's part of the suite is loaded only to verify contracts. Pacts are read before anything is sent. */
async function contractsWanted(
  options: LibraryOptions,
  operation: Operation,
): Promise<Pick<JudgeOptions, "contracts">> {
  const { selection, pacts = [], providerStatesUrl: statesUrl } = options;
  if (!operation.isShipped) {
    if (options.contracts === true)
      throw new TypeError(
        "contracts: true does not go with another document, because the contracts that ship are of version 1.0.0; give your own as pacts alone",
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

/** @throws {TypeError} when a pact cannot be read, with the place */
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
