/** The public functions that judge a provider, at a URL or an application in this process: at once, or in steps. */
import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import { arch, platform } from "node:process";
import { ReadableStream } from "node:stream/web";
import type { PactSource } from "../contracts/pact-file.ts";
import { defined } from "../spec/defined.ts";
import { ofServedApp } from "../result/base-url-doubt.ts";
import type { RunResult, Waiver } from "../result/result.ts";
import { catalogueFor } from "../spec/document-catalogue.ts";
import type { Operation } from "../spec/read-operation.ts";
import type { Progress } from "../suites/run/run-checks.ts";
import type { ProviderRunOptions, JudgeOptions } from "./judge-options.ts";
import { providerResult } from "./provider-result.ts";
import { judgedOperation } from "./judged-document.ts";
import { whileServed } from "./serve-application.ts";
import { requireOpenPoints, requireUsable } from "./option-rules.ts";
import { tidyWaiver } from "./waiver-rules.ts";

// Reads the options of `judge` that name parts of the document, before anything is sent.

/** Reads the options that name something. @throws {TypeError} for an unknown name, or a baseline that is no result */
async function readOptions(options: JudgeOptions, operation: Operation): Promise<Partial<ProviderRunOptions>> {
  const { selection, expectations, waivers, baseline } = options;
  requireOpenPoints(expectations, catalogueFor(operation));
  return defined({
    selection: selection === undefined ? undefined : { only: selection.only ?? [], skip: selection.skip ?? [] },
    waivers: waivers === undefined ? undefined : await readWaivers(waivers, operation),
    baseline: baseline === undefined ? undefined : await readBaseline(baseline),
  });
}

/** The names of requirements and checks are loaded only if there are waivers. */
async function readWaivers(waivers: readonly Waiver[], operation: Operation): Promise<readonly Waiver[]> {
  if (waivers.length === 0) return [];
  const { ofRequirement, waivableIds, waivedNameFault } = await import("./waiver-names.ts");
  const known = await waivableIds(operation);
  return waivers.map((waiver, index) => {
    const fault = waivedNameFault(waiver, known);
    if (fault !== null) throw new TypeError(`waivers[${index}]: ${JSON.stringify(waiver.id)} ${fault}`);
    return ofRequirement(tidyWaiver(waiver), known);
  });
}

/** The reader of results is loaded only if there is a baseline. */
async function readBaseline(baseline: RunResult): Promise<RunResult> {
  const { readResult, ResultError } = await import("../result/read-result.ts");
  try {
    return readResult(JSON.stringify(baseline));
  } catch (error) {
    if (!(error instanceof ResultError)) throw error;
    throw new TypeError(`baseline ${error.message}`, { cause: error });
  }
}

/**
 * Judges a provider. Never throws because of the provider: if it does not answer, the verdict is `inconclusive`, and an
 * application that throws counts as a 500 response. An application in this process is served on a free port of
 * 127.0.0.1. The port is closed before the promise settles, also after an abort.
 * @returns the verdict with its reasons, each requirement with its checks, and every exchange, as `result.schema.json` describes
 * @throws {TypeError} for wrong usage: no provider or two, an invalid base URL (`BaseUrlError`), a selection that
 *   leaves no check (`SelectionError`), or an option that is unknown or invalid. The message quotes the value, unless
 *   it is secret.
 * @example
 * const { verdict, reasons } = await judge({ url: "http://127.0.0.1:8080/api", token: "a-test-token" });
 * @example
 * const app = express().post("/plants", createPlant);
 * const { verdict, reasons } = await judge({ app, token: "a-test-token" });
 */
export async function judge(options: JudgeOptions): Promise<RunResult> {
  requireUsable(options);
  const { app: _app, fetch: _fetch, basePath: _basePath, token, ...given } = options;
  const { contracts: _contracts, pacts: _pacts, providerStatesUrl: _statesUrl, selection: _, ...asked } = given;
  const operation = judgedOperation(options.document);
  const read = await readOptions(options, operation);
  const verified = await contractsWanted(options, operation);
  const result = await whileServed(options, async (served) =>
    providerResult({
      ...asked,
      ...read,
      ...served,
      // Contracts always send a token. A random one is not a secret, and does not occur in a response by accident.
      token: token ?? randomBytes(18).toString("base64url"),
      ...verified,
    }),
  );
  return options.url === undefined ? ofServedApp(result) : result;
}

/** The time limit for reading a pact from a URL, in milliseconds. */
const FETCH_MS = 30_000;

/** Loads the code for Pact only to verify contracts. Pacts are read before anything is sent. */
async function contractsWanted(options: JudgeOptions, operation: Operation): Promise<Partial<ProviderRunOptions>> {
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
    import("./run-contracts.ts"),
    import("../contracts/shipped-pacts.ts"),
  ]);
  const shipped = operation.isShipped ? shippedPacts() : [];
  const all = [...shipped, ...(await readPacts(pacts))];
  return { contracts: contractsOf(all, { statesUrl, operation }) };
}

/** @throws {TypeError} when a pact cannot be read; the message names its file or URL */
async function readPacts(places: readonly string[]): Promise<readonly PactSource[]> {
  if (places.length === 0) return [];
  const [{ readSources }, { PactError }] = await Promise.all([
    import("../contracts/read-pacts.ts"),
    import("../contracts/pact-file.ts"),
  ]);
  try {
    return await readSources(places, FETCH_MS);
  } catch (error) {
    throw error instanceof PactError ? new TypeError(error.message, { cause: error }) : error;
  }
}

/** The endings of the package names of Pact's native part, after the system and the processor. */
const LIBRARIES = ["", "-glibc", "-musl"];

/** Whether Pact's verifier is installed with the native part for this system. Loads neither. */
export function hasPact(): boolean {
  const require = createRequire(import.meta.url);
  const isInstalled = (name: string, from: NodeJS.Require = require): string | null => {
    try {
      return from.resolve(name);
    } catch {
      return null;
    }
  };
  const core = isInstalled("@pact-foundation/pact-core");
  if (core === null) return false;
  const system = `@pact-foundation/pact-core-${platform === "win32" ? "windows" : platform}-${arch}`;
  return LIBRARIES.some((library) => isInstalled(`${system}${library}/package.json`, createRequire(core)) !== null);
}

/** One step of a run: an exchange with the progress so far, or the end with the result. */
export type JudgeStep =
  | ({ readonly kind: "progress" } & Progress)
  | { readonly kind: "result"; readonly result: RunResult };

/**
 * Judges a provider like `judge`. Yields one step per exchange, and a last step with the result. If you leave the loop
 * early, the run ends, and the loop closes everything that the run opened before it returns.
 * @throws {TypeError} in the loop, for wrong usage, like `judge`
 * @example
 * for await (const step of judgeInSteps({ url: "http://127.0.0.1:8080/api", token: "a-test-token" })) {
 *   if (step.kind === "progress") console.log(`${step.checksDone} of ${step.checks} checks`);
 *   else console.log(step.result.verdict);
 * }
 */
export function judgeInSteps(options: JudgeOptions): AsyncIterable<JudgeStep> {
  const left = new AbortController();
  let ended: Promise<void> = Promise.resolve();
  return new ReadableStream<JudgeStep>({
    start(controller) {
      const add = (step: JudgeStep): void => {
        if (!left.signal.aborted) controller.enqueue(step);
      };
      const close = (): void => {
        if (!left.signal.aborted) controller.close();
      };
      const judged = async (): Promise<RunResult> => judge(inSteps(options, left.signal, add));
      ended = judged()
        .then((result) => add({ kind: "result", result }))
        .then(close, (error: unknown) => controller.error(error));
    },
    async cancel() {
      left.abort();
      await ended;
    },
  });
}

/** Options with which the run adds its steps, and ends when the loop ends. */
function inSteps(options: JudgeOptions, left: AbortSignal, add: (step: JudgeStep) => void): JudgeOptions {
  requireUsable(options);
  const { signal, onProgress } = options;
  return {
    ...options,
    signal: signal === undefined ? left : AbortSignal.any([signal, left]),
    onProgress: (progress) => {
      onProgress?.(progress);
      add({ kind: "progress", ...progress });
    },
  };
}
