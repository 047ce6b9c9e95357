/** Verifies pacts against any provider. Nothing that the provider or Pact does makes it throw. */
import { setMaxListeners } from "node:events";
import type { ContractResult, InteractionResult } from "../result/result.ts";
import { type SentForContracts, sumOfSent } from "../result/contract-result.ts";
import { type Redaction, redactionOf } from "../result/redact.ts";
import { type Operation, readOperation } from "../spec/read-operation.ts";
import { readRecords } from "../spec/requirements.ts";
import { loadValidators } from "../spec/validators.ts";
import { documentForPacts } from "./document-for-pacts.ts";
import { bodyOf, type Interaction, type Pact, type PactSource, at, readPact } from "./pact-file.ts";
import { type Judging, isOrdinary, judgeInteraction, unsuppliedStates } from "./pact-interaction.ts";
import { type Proxy, type ProxyOptions, startProxy } from "./verifier-proxy.ts";
import { type Verification, type Verifier, startVerifier } from "./pact-verifier.ts";

/** Which pacts are verified, against which provider. */
export interface ContractOptions extends Omit<ProxyOptions, "redaction" | "signal" | "security"> {
  readonly pacts: readonly PactSource[];
  /** The operation of the document that pacts are compared with; by default the shipped one. */
  readonly operation?: Operation;
  /** Ends the verification. */
  readonly signal?: AbortSignal;
  /** Nothing is sent before this promise has settled. Pact is loaded meanwhile. */
  readonly after?: Promise<unknown>;
  /** Removes secrets from what is reported; present if the run shares its own. */
  readonly redaction?: Redaction;
  /** Whether the provider accepts an ordinary request now. Called at most once, and only if an interaction failed. */
  readonly isAccepting?: () => Promise<boolean>;
}

/**
 * Verifies each interaction of the pacts separately and returns a result for each: an interaction passes only if the
 * proxy saw the provider answer it and Pact's verifier reports that it is met.
 * @throws {PactError} when a text is not a pact; nothing has been sent then
 */
export async function verifyContracts({ pacts, ...options }: ContractOptions): Promise<readonly ContractResult[]> {
  const read = pacts.map((source) => readPact(source));
  const deadline = AbortSignal.timeout(options.provider.limits.deadlineMs);
  const signal = options.signal === undefined ? deadline : AbortSignal.any([deadline, options.signal]);
  // Each connection listens, so a high number of listeners does not indicate a leak.
  setMaxListeners(0, signal);
  const verifier = startVerifier();
  try {
    await Promise.race([options.after, aborted(signal)]);
    return await verifyWith(verifier, read, { ...options, signal });
  } finally {
    await verifier.end();
  }
}

/** The options of a verification with a running verifier, without the pacts. */
export type VerificationOptions = Omit<ContractOptions, "pacts" | "signal"> & Pick<ProxyOptions, "signal">;

/** Verifies pacts with a verifier that is already running. */
export async function verifyWith(
  verifier: Verifier,
  pacts: readonly Pact[],
  options: VerificationOptions,
): Promise<readonly ContractResult[]> {
  const interactions = pacts.flatMap((pact) => pact.interactions);
  const { redaction = redactionOf() } = options;
  redaction.add(options.provider.token);
  const security = options.operation?.security;
  const ofDocument = security === undefined ? {} : { security };
  const sent = new Map<Interaction, SentForContracts>();
  const onSent: ProxyOptions["onSent"] = (interaction, method, status) => {
    const created =
      method === (options.operation?.method ?? "POST") && status !== null && status >= 200 && status < 300 ? 1 : 0;
    sent.set(interaction, sumOfSent([sent.get(interaction), { exchanges: 1, plantsCreated: created }]));
  };
  const proxy = await startProxy({ ...options, ...ofDocument, redaction, onSent }, interactions);
  try {
    const judging = await judgingFor(interactions, options, redaction);
    const results = await judgedUntilClear(verifier, { interactions, proxy, judging }, options);
    const final = await unlessGone(results, { interactions, proxy }, options);
    return pacts.map(({ source, consumer, provider, interactions: own }) => ({
      consumer,
      provider,
      ...(source.origin === "user-supplied" ? { source: source.name } : {}),
      interactions: own.flatMap((interaction) => final.get(interaction) ?? []),
      sent: sumOfSent(own.map((interaction) => sent.get(interaction))),
    }));
  } finally {
    await proxy.close();
  }
}

/** The interactions of a verification, and what the proxy saw of them. */
interface Observed {
  readonly interactions: readonly Interaction[];
  readonly proxy: Proxy;
}

type Results = ReadonlyMap<Interaction, InteractionResult>;

/** Runs the interactions, and repeats those whose failure may be an accident. */
async function judgedUntilClear(
  verifier: Verifier,
  observed: Observed & { readonly judging: Judging },
  options: VerificationOptions,
): Promise<Results> {
  const { interactions, proxy } = observed;
  const { requestMs, rateLimitMs } = options.provider.limits;
  // The verifier has to wait a little longer than the proxy, which reports the reason.
  const timeoutMs = requestMs + rateLimitMs + 1000;
  const run = (some: readonly Interaction[]): Promise<Verification> =>
    verifier.verify({ jobs: some.map(proxy.jobFor), timeoutMs }, options.signal);
  let verification = await run(interactions.filter((interaction) => canRun(interaction, options)));
  let results = judged(observed, verification);
  for (let again = 1; again <= AGAIN; again += 1) {
    const doubtful = interactions.filter(
      (interaction) =>
        (results.get(interaction)?.status === "failed" && mayBeAccident(interaction, proxy)) ||
        mayBeTaken(interaction, observed),
    );
    if (doubtful.length === 0 || wasUnavailable(observed, options)) break;
    const { reports, ended } = await run(doubtful);
    verification = { reports: new Map([...verification.reports, ...reports]), ended };
    results = judged(observed, verification);
  }
  return results;
}

/** Judges each interaction by the proxy's observation and the verifier's report. */
function judged(
  { interactions, proxy, judging }: Observed & { readonly judging: Judging },
  { reports, ended }: Verification,
): Results {
  return new Map(
    interactions.map((interaction) => [
      interaction,
      judgeInteraction(interaction, {
        ...judging,
        seen: proxy.seen(interaction),
        hasAcceptedParent: hasAcceptedParent(interaction, { interactions, proxy }, judging),
        report: reports.get(proxy.jobFor(interaction).index),
        ended,
      }),
    ]),
  );
}

/** Whether the suite can set up the states of an interaction and send its request. */
function canRun(interaction: Interaction, { statesUrl }: VerificationOptions): boolean {
  return "pact" in interaction.run && (statesUrl !== undefined || unsuppliedStates(interaction).length === 0);
}

/** How often a failure that may be an accident is verified again, with fresh values. */
const AGAIN = 3;

/**
 * Whether a failure of a shipped pact may be an accident: a valid request was refused, or the server failed. The
 * content of an answer is not an accident.
 */
function mayBeAccident(interaction: Interaction, proxy: Proxy): boolean {
  const seen = proxy.seen(interaction);
  if (interaction.source.origin !== "shipped" || seen?.answered !== true) return false;
  return seen.status >= (interaction.status === 200 ? 400 : 500);
}

/** Whether a 403 may say that the id of a shipped pact is taken: the token was accepted with another. */
function mayBeTaken(interaction: Interaction, { interactions, proxy }: Observed): boolean {
  const seen = proxy.seen(interaction);
  const isForbidden = seen?.answered === false && seen.isForbidden === true;
  if (!isForbidden || interaction.source.origin !== "shipped") return false;
  return interactions.map(proxy.seen).some((other) => other?.answered === true && other.status === 200);
}

/** Removes the findings if the provider is gone. */
async function unlessGone(results: Results, observed: Observed, options: VerificationOptions): Promise<Results> {
  const isFailed = [...results.values()].some(({ status }) => status === "failed");
  if (!isFailed || !(await isGone(observed, options))) return results;
  return new Map(
    [...results].map(([interaction, result]) => [
      interaction,
      result.findings.length === 0 ? result : { ...result, status: "not-judged", reason: GONE, findings: [] },
    ]),
  );
}

const GONE =
  "It is not met, but the provider accepted no ordinary request either: it was not available, or accepts none; check says which.";

/** Whether the provider was not available to any valid request, or is not available to an ordinary one now. */
async function isGone(observed: Observed, options: VerificationOptions): Promise<boolean> {
  if (wasUnavailable(observed, options)) return true;
  return options.isAccepting !== undefined && !(await options.isAccepting());
}

/**
 * Whether every valid request of the shipped pacts was answered 502, 503 or 504. If the checks found the operation
 * earlier, 404 means the same.
 */
function wasUnavailable({ interactions, proxy }: Observed, { after }: VerificationOptions): boolean {
  const statuses = after === undefined ? [502, 503, 504] : [404, 502, 503, 504];
  const valid = interactions.filter(({ source, status }) => source.origin === "shipped" && status === 200);
  return (
    valid.length > 0 &&
    valid.every((interaction) => {
      const seen = proxy.seen(interaction);
      return seen?.answered === true && statuses.includes(seen.status);
    })
  );
}

/**
 * Whether an ordinary request of a shipped pact was accepted that has a tag if this interaction has one, and none
 * otherwise.
 */
function hasAcceptedParent(own: Interaction, { interactions, proxy }: Observed, judging: Judging): boolean {
  return interactions.some((interaction) => {
    const seen = proxy.seen(interaction);
    const isLike = isOrdinary(interaction, judging) && hasTag(interaction) === hasTag(own);
    return isLike && seen?.answered === true && seen.status === 200;
  });
}

function hasTag({ value }: Interaction): boolean {
  const body = bodyOf(at(value, "request"));
  return body.kind === "json" && at(body.value, "tag") !== undefined;
}

/** The values that all interactions share. Shipped pacts agree with the document, and are not compared with it. */
async function judgingFor(
  interactions: readonly Interaction[],
  { statesUrl, operation: given }: VerificationOptions,
  { redact }: Redaction,
): Promise<Judging> {
  const common = {
    redact: (text: string): string => redact(text).text,
    records: new Map(readRecords().map((record) => [record.id, record])),
    hasStatesUrl: statesUrl !== undefined,
  };
  if (interactions.every(({ source }) => source.origin === "shipped")) return common;
  const operation = given ?? readOperation();
  return { ...common, document: documentForPacts(operation, await loadValidators(operation)) };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
