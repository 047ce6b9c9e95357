/** The shared values of the parts of fuzzing. */
import { createHash } from "node:crypto";
import fc, { type Arbitrary } from "fast-check";
import type { FuzzReport, Shard } from "../../result/result.ts";
import type { Check, PlannedRequest, Sent } from "../checks/check.ts";
import { isAccepted, isOtherSuccess, refusesToken } from "../checks/exchange-facts.ts";
import type { Feature } from "../checks/request-features.ts";
import { notAccepted } from "../checks/findings.ts";
import { isUsable } from "../checks/judges.ts";
import { requirementOf } from "../checks/request-variants.ts";
import { type Requests, withIdentity } from "../checks/check-requests.ts";
import type { Deciding } from "../checks/undecided-bodies.ts";
import type { FuzzIds, FuzzNumbers } from "../run/fuzz-ids.ts";
import { seedUsed } from "../run/opening-requests.ts";
import type { Session } from "../run/session.ts";
import { type Planned, draftOf, needed } from "./fuzz-requests.ts";
import type { FuzzBody, FuzzCase } from "./fuzz-cases.ts";
import type { Ledger } from "./fuzz-counts.ts";
import { type AnswerFindings, type AskedOfCases, requirementOn } from "./fuzz-checks.ts";

// Draws cases by their place, in batches, and shrinks their bodies, for which a body is drawn again at its place.

const BATCH = 256;

/** Draws the cases of a run. The same seed draws the same cases. */
export function drawn(
  { bodies, sendings }: { readonly bodies: Arbitrary<FuzzBody>; readonly sendings: Arbitrary<readonly Feature[]> },
  seed: string,
) {
  const seedOf = (batch: number, of = ""): number => (seedFrom(`${of}${seed}`) + batch) | 0;
  let [held, batch]: [readonly FuzzCase[], number] = [[], -1];
  const draw = (wanted: number): readonly FuzzCase[] => {
    const features = fc.sample(sendings, { seed: seedOf(wanted, "sending "), numRuns: BATCH });
    return fc
      .sample(bodies, { seed: seedOf(wanted), numRuns: BATCH })
      .map((body, k) => ({ body, features: features[k] ?? [] }));
  };
  return {
    /** The case at a place. One batch is kept at a time, so request places in order. */
    case: (at: number): FuzzCase => {
      const wanted = Math.floor(at / BATCH);
      if (wanted !== batch) [held, batch] = [draw(wanted), wanted];
      const given = held[at % BATCH];
      if (given === undefined) throw new Error(`There is no case ${at}`);
      return given;
    },
    /** Draws the body at a place again, then smaller ones as long as the last one fails. */
    shrink: async (at: number, fails: (given: FuzzBody) => Promise<boolean>): Promise<void> => {
      const property = fc.asyncProperty(bodies, async (given) => !(await fails(given)));
      await fc.check(property, { seed: seedOf(Math.floor(at / BATCH)), path: String(at % BATCH), numRuns: 1 });
    },
  };
}

function seedFrom(text: string): number {
  return createHash("sha256").update(`fast-check ${text}`).digest().readInt32BE(0);
}

/** The options of fuzzing. */
export interface FuzzOptions extends AskedOfCases {
  readonly cases: number;
  /** The part of the cases that is sent; by default all of them. */
  readonly shard?: Shard;
  readonly seed: string;
  readonly requests: Requests;
  readonly checks: readonly Check[];
  /** Cases in flight at the same time. */
  readonly concurrency: number;
  /** Whether a token is known that is not valid. */
  readonly hasInvalidToken: boolean;
  /** Marks requests that a choice of schemas decides; absent if there is none. */
  readonly deciding?: Deciding;
}

/** The state of fuzzing during a run. */
export interface Fuzzing {
  readonly options: FuzzOptions;
  readonly session: Session;
  readonly ledger: Ledger;
  readonly drawn: ReturnType<typeof drawn>;
  readonly ids: FuzzIds;
  readonly ask: (sent: Sent) => readonly AnswerFindings[];
  /** Sends a request, and asks the questions about every exchange. */
  readonly exchange: (request: PlannedRequest, at: number) => Promise<Sent>;
  /**
   * Makes the request of a case, for the connections of one worker. A repeated request always follows an accepted one,
   * so that no other request on its connection can be to blame.
   */
  readonly plan: (given: FuzzCase, numbers: FuzzNumbers, worker: number | "after an accepted one") => Planned;
  readonly figures: Figures;
  /** The names of features that an accepted request had. */
  readonly acceptedWays: Set<string>;
  /** Features that are refused together, whatever the plant is. */
  readonly refusedWays: (readonly Feature[])[];
}

/** A case that was sent, with its plan. */
export interface AskedCase {
  readonly given: FuzzCase;
  readonly at: number;
  readonly worker: number;
  readonly plan: Planned;
  readonly sent: Sent;
}

/** Sends a planned request, after the request that precedes it. */
export async function sendPlanned({ exchange }: Pick<Fuzzing, "exchange">, plan: Planned, at: number): Promise<Sent> {
  if (plan.before !== null) await exchange(plan.before, at);
  return exchange(plan.request, at);
}

/** Whether each feature of a request also occurred in an accepted one: otherwise a refusal shows nothing. */
export function isAcceptedWay({ acceptedWays }: Fuzzing, features: readonly Feature[]): boolean {
  return features.every(({ name, isKeptOut }) => isKeptOut === true || acceptedWays.has(name));
}

/** The counts, while they grow. */
export interface Figures {
  readonly sent: { -readonly [Kind in keyof FuzzReport["sent"]]: number };
  askedAgain: number;
  shrinking: number;
}

// Looks into a refused valid request: is it refused each time, and why? It is sent again with fresh values after an
// accepted request, and then with fewer features, so that the report names the cause.

/** The most requests that are sent to look into refusals. Further refusals are only counted. */
export const MOST_ASKED_AGAIN = 300;

/** Looks into a refusal, and enters the outcome in the ledger. */
export async function lookInto(fuzzing: Fuzzing, asked: AskedCase): Promise<void> {
  const { ledger, figures, refusedWays } = fuzzing;
  const { given, at, plan, sent } = asked;
  const isOrdinary = given.body.kind === "ordinary" || given.body.kind === "spelling";
  const findings = [notAccepted(sent)];
  const cause = refusedWays.find((one) => one.every((feature) => plan.features.includes(feature)));
  if (cause !== undefined) return ledger.fail(requirementOf(cause), { at, sent, findings, features: cause });
  const plant = requirementOn("ordinary-plant");
  const count = (requirement: string): void => {
    // After wrong tokens a provider may lock clients out for a while, which is not shown.
    if (isOrdinary && !refusesToken(sent) && fuzzing.session.stopped()?.cause !== "seed-used")
      ledger.fail(requirement, { at, sent, findings });
  };
  const once = (): void => count(requirementOn("every-plant"));
  // Whether it is refused again is not known. If other requests were refused again, it is counted with them.
  if (figures.askedAgain >= MOST_ASKED_AGAIN) return ledger.hasFailed(plant) ? count(plant) : once();
  const again = againOf(fuzzing, asked);
  const second = await again.ask(given);
  if (isAccepted(second)) return isOrdinary ? refusedOnce(fuzzing, asked, once) : undefined;
  const isEachTime = isUsable(second) && (await again.isOtherAccepted()) && (await again.refusal(given)) !== null;
  return isEachTime ? blame(fuzzing, asked, again) : once();
}

type Again = ReturnType<typeof againOf>;

function againOf(fuzzing: Fuzzing, { at, worker }: AskedCase) {
  const { ids, options, figures, exchange } = fuzzing;
  // The first numbers are reserved for repeating an id.
  let k = IDS_AGAIN;
  const next = (): FuzzNumbers => {
    figures.askedAgain += 1;
    return ids.askedAgain(at, k++);
  };
  /** Sends the case with fresh values, and returns the answer. */
  const ask = (given: FuzzCase): Promise<Sent> => sendPlanned(fuzzing, fuzzing.plan(given, next(), worker), at);
  /** The same; null if the case was accepted, or the answer says nothing. */
  const refusal = async (given: FuzzCase): Promise<Sent | null> => {
    const sent = await ask(given);
    return isUsable(sent) && !isAccepted(sent) ? sent : null;
  };
  /** Whether an ordinary request with other values is accepted, sent plainly. */
  const isOtherAccepted = async (): Promise<boolean> =>
    isAccepted(await exchange(options.requests.ordinary(next().own), at));
  /** A refusal that is repeated after an accepted request: a single one may be an accident. */
  const refusalAgain = async (given: FuzzCase): Promise<Sent | null> =>
    (await refusal(given)) !== null && (await isOtherAccepted()) ? refusal(given) : null;
  return { ask, refusal, isOtherAccepted, refusalAgain };
}

/** Finds the smallest way of sending that is refused, and whether the body or the way is to blame. */
async function blame(fuzzing: Fuzzing, asked: AskedCase, { refusal, refusalAgain }: Again): Promise<void> {
  const { ledger, refusedWays, drawn: cases } = fuzzing;
  const { at, plan, sent } = asked;
  const { body } = asked.given;
  const fewer = await needed(plan.features, async (some) => (await refusal({ body, features: some })) !== null);
  const smaller = fewer.length < plan.features.length ? await refusalAgain({ body, features: fewer }) : null;
  const [features, refused] = smaller === null ? [plan.features, sent] : [fewer, smaller];
  const plain = body.kind === "ordinary" ? refused : await refusalAgain({ body: plainly(body), features });
  const ofWay = features.length === 0 ? requirementOn("ordinary-plant") : requirementOf(features);
  const failing = plain ?? refused;
  const requirement = plain === null ? (plan.requirement ?? ofWay) : ofWay;
  ledger.fail(requirement, { at, sent: failing, findings: [notAccepted(failing)], features });
  if (plain === null || features.length === 0) return;
  // Another plant, sent in the same way, shows whether the way is refused for every plant.
  const other = plainly(cases.case(at === 0 ? 1 : at - 1).body);
  if ((await refusal({ body: other, features })) !== null) refusedWays.push(features);
}

/** An ordinary request that was accepted with other values: was it refused for its id, or by accident? */
async function refusedOnce(fuzzing: Fuzzing, asked: AskedCase, once: () => void): Promise<void> {
  const { ledger, options } = fuzzing;
  const { at, plan, sent } = asked;
  const plant = requirementOn("ordinary-plant");
  if (isOtherSuccess(sent)) return ledger.fail(plant, { at, sent, findings: [notAccepted(sent)] });
  const isPlain = plan.features.length === 0 && asked.given.body.kind === "ordinary";
  // An engine may have run the shard's cases before, in a run with another split.
  const isShard = options.shard !== undefined;
  const hasIdentity = options.requests.operation.roles.identity !== null;
  const byId = hasIdentity && (isPlain || isShard) ? await refusedForItsId(fuzzing, asked) : null;
  if (byId === "taken" && isShard) return fuzzing.session.stop(seedUsed(options.seed));
  if (byId === null || byId === "taken" || !isPlain) return once();
  const failure = { at, sent: byId, findings: [notAccepted(byId)], features: [] };
  ledger.fail(plant, failure);
  ledger.shrunk(plant, failure);
  for (const { requirement: other, findings } of fuzzing.ask(byId)) {
    if (findings.length > 0) ledger.shrunk(other, { at, sent: byId, findings });
  }
}

/** The ordinary body that a body was made of. */
export function plainly({ parent }: FuzzBody): FuzzBody {
  return { kind: "ordinary", parent };
}

/** How many duplicates are sent: nodes may tell them in different ways. */
const MOST_DUPLICATES = 4;

/** How many numbers `refusedForItsId` uses. */
const IDS_AGAIN = 2;

/**
 * Sends the same id again under a fresh name, and beside it certain duplicates. If the id is refused as before, and
 * differently from the duplicates, the refusal is for the id. Returns the answer; "taken" if a duplicate was refused in
 * the same way; or null.
 */
async function refusedForItsId(fuzzing: Fuzzing, { given, at, sent }: AskedCase): Promise<Sent | "taken" | null> {
  const { options, figures, ids, exchange } = fuzzing;
  const { requests } = options;
  const { parent } = given.body;
  const { identity } = requests.operation.roles;
  const idOf = (n: number): string => requests.draft(n).find(([name]) => name === identity)?.[1] ?? String(n);
  const withId = (n: number, id: string): PlannedRequest =>
    requests.of("valid", withIdentity(requests, draftOf(parent, n, requests), id), { mayMeet: "taken-id" });
  const ask = (request: PlannedRequest): Promise<Sent> => {
    figures.askedAgain += 1;
    return exchange(request, at);
  };
  const same = await ask(withId(ids.askedAgain(at, 0).own, idOf(ids.ofCase(at).own)));
  if (!isUsable(same) || isAccepted(same)) return null;
  const taken = idOf(ids.askedAgain(at, IDS_AGAIN).own);
  for (let time = 0; time < MOST_DUPLICATES; time += 1) {
    const { answer } = await ask(withId(ids.askedAgain(at, 1).own, taken));
    if ([sent, same].some((refused) => refused.answer?.status === answer?.status)) return "taken";
  }
  return same.answer?.status === sent.answer?.status ? same : null;
}
