/** The facts about a run in its result, and what its user wishes of it. */
import { defined } from "../spec/defined.ts";
import type { Provider } from "../http/provider.ts";
import type { FinishedRun, WaiverWishes, Wishes } from "../result/conclude.ts";
import { stackNamed, stackOf } from "../result/recognised-stacks.ts";
import type { Exchange, JudgedProvider, Waiver } from "../result/result.ts";
import type { Stop } from "../suites/run/run-stop.ts";
import type { Operation } from "../spec/read-operation.ts";
import { catalogueFor } from "../spec/document-catalogue.ts";
import { documentWords } from "../spec/document-words.ts";
import type { ProviderRunOptions } from "./judge-options.ts";
import { toolVersion } from "../spec/package-file.ts";
import { contractCheckIds } from "../result/contract-check-results.ts";

/** The facts about a run that has just ended. */
export function runFacts(run: {
  readonly operation: Operation;
  readonly provider: Provider;
  readonly seed: string;
  /** When the run began, on the clock of `performance.now()`. */
  readonly startedAt: number;
  readonly stack?: JudgedProvider["stack"];
  readonly version: string | undefined;
}): Omit<FinishedRun, "checked" | "stopped" | "limitsReached"> {
  const { operation, provider, seed, startedAt, stack, version } = run;
  return {
    ...statedBy(operation),
    ...judgedWith(operation),
    provider: { ...judgedProvider(provider), ...defined({ version, stack }) },
    seed,
    ...timesSince(startedAt),
  };
}

/** When a run began, counted from its end: the clock of the day may be set meanwhile. @param start by `performance` */
export function timesSince(start: number): Pick<FinishedRun, "startedAt" | "durationMs"> {
  const durationMs = Math.round(performance.now() - start);
  return { startedAt: new Date(Date.now() - durationMs).toISOString(), durationMs };
}

/** The suite and the document of a run, as its result describes them. */
export function judgedWith(operation: Operation): Pick<FinishedRun, "tool" | "specification"> {
  const { version, sha256, isShipped, template, overlaySha256 } = operation;
  const another = isShipped ? undefined : { path: template };
  return {
    tool: toolVersion(),
    specification: defined({ version, sha256, another, overlaySha256: overlaySha256 ?? undefined }),
  };
}

/** Why a run with responses shows nothing: the started process has failed, so another server may have answered. */
export function answeredByOther({ failure }: Pick<ProviderRunOptions, "failure">): string | null {
  const found = failure?.() ?? null;
  if (found?.hasFailed !== true) return null;
  return `The provider that was started ${found.words} before the run was over: what answered may be another server.`;
}

/** Why a run ended early. If nobody answered, the end of the started process explains more than the refusal. */
export function whyStopped(stop: Stop, { failure }: Pick<ProviderRunOptions, "failure">): string {
  const found = stop.cause === "unreachable" ? (failure?.() ?? null) : null;
  return found === null ? stop.reason : `${stop.reason} The command that was to start it ${found.words}.`;
}

/** The catalogue of a document, and the wording of its requirements. */
export function statedBy(operation: Operation): Pick<FinishedRun, "catalogue" | "words"> {
  const words = operation.isShipped ? undefined : documentWords(operation);
  return defined({ catalogue: catalogueFor(operation), words });
}

/** The stack of the provider: the one that the user named, or the one that its responses show. */
export function judgedStack(said: string | undefined, exchanges: readonly Exchange[]): JudgedProvider["stack"] {
  if (said !== undefined) return { id: said, name: stackNamed(said)?.family ?? said, shownBy: "--stack" };
  const found = stackOf(exchanges);
  return found === null ? undefined : { id: found.stack.id, name: found.stack.family, shownBy: found.words };
}

function judgedProvider({ baseUrl, transport, headers = [], trace }: Provider): JudgedProvider {
  return defined({
    baseUrl,
    insecure: transport?.insecure === true ? true : undefined,
    extraHeaders: headers.length === 0 ? undefined : headers.map(([name]) => name),
    trace: trace === true ? trace : undefined,
  });
}

/** The options that decide about a result, besides the document. */
export interface AskedOfResult extends Pick<
  ProviderRunOptions,
  "strict" | "subjects" | "selection" | "expectations" | "waivers" | "allowWaived" | "baseline" | "failOnRegression"
> {
  /** The contracts that ship were verified. */
  readonly isVerified: boolean;
}

/** The options in the form that `conclude` takes. */
export async function wishesOf(options: AskedOfResult): Promise<Wishes> {
  const { strict = false, subjects = [], selection, expectations, waivers, baseline } = options;
  const { failOnRegression = false, allowWaived: allowed = false, isVerified } = options;
  return defined({
    strict,
    subjects,
    selection,
    expectations,
    waivers: waivers === undefined ? undefined : await waiverWishes(waivers, { allowed, isVerified }),
    baseline: baseline === undefined ? undefined : { result: baseline, failOnRegression },
  });
}

/** Without verified contracts, nobody knows whether a waiver of a contract is stale. */
async function waiverWishes(
  given: readonly Waiver[],
  { allowed, isVerified }: { readonly allowed: boolean; readonly isVerified: boolean },
): Promise<WaiverWishes> {
  const { shippedInteractions } = await import("../contracts/shipped-pacts.ts");
  const leftOut = new Set(contractCheckIds(isVerified ? [] : shippedInteractions()).keys());
  return { given, allowed, leftOut };
}

/** The wishes for one part of a run. Wishes about the whole run apply to the merged result. */
export function ofPart({ strict, selection, subjects }: Wishes): Wishes {
  return defined({ strict, selection, subjects });
}
