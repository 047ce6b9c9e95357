/**
 * Looks into a refused valid request: is it refused each time, and why? It is sent again with fresh values after an
 * accepted request, and then with fewer features, so that the report names the cause.
 */
import type { PlannedRequest, Sent } from "../checks/check.ts";
import { notAccepted } from "../checks/findings.ts";
import { isAccepted, isOtherSuccess, refusesToken } from "../checks/exchange-facts.ts";
import { isUsable } from "../checks/judges.ts";
import { withIdentity } from "../checks/requests.ts";
import type { Feature } from "../checks/feature.ts";
import { requirementOf } from "../checks/request-variants.ts";
import { seedUsed } from "../run/judge-opening.ts";
import { draftOf } from "./case-requests.ts";
import type { FuzzBody, FuzzCase } from "./cases.ts";
import { type AskedCase, type Fuzzing, sendPlanned } from "./fuzzing.ts";
import { needed } from "./sending.ts";

/** The most requests that are sent to look into refusals. Further refusals are only counted. */
export const MOST_ASKED_AGAIN = 300;

interface Again {
  /** Sends the case with fresh values, and returns the answer. */
  readonly ask: (given: FuzzCase) => Promise<Sent>;
  /** The same; null if the case was accepted, or the answer says nothing. */
  readonly refusal: (given: FuzzCase) => Promise<Sent | null>;
  /** Whether an ordinary request with other values is accepted, sent plainly. */
  readonly isOtherAccepted: () => Promise<boolean>;
  /** A refusal that is repeated after an accepted request: a single one may be an accident. */
  readonly refusalAgain: (given: FuzzCase) => Promise<Sent | null>;
}

/** Looks into a refusal, and enters the outcome in the ledger. */
export async function lookInto(fuzzing: Fuzzing, asked: AskedCase): Promise<void> {
  const { ledger, figures, ways } = fuzzing;
  const { given, at, plan, sent } = asked;
  const isOrdinary = given.body.kind === "ordinary" || given.body.kind === "spelling";
  const findings = [notAccepted(sent)];
  const cause = ways.causes.find((one) => one.every((feature) => plan.features.includes(feature)));
  if (cause !== undefined) return ledger.fail(requirementOf(cause), { at, sent, findings, features: cause });
  const count = (requirement: string): void => {
    // After wrong tokens a provider may lock clients out for a while, which is not shown.
    if (isOrdinary && !refusesToken(sent) && fuzzing.session.stopped()?.cause !== "seed-used")
      ledger.fail(requirement, { at, sent, findings });
  };
  const once = (): void => count("accepts-every-ordinary-request");
  if (figures.askedAgain >= MOST_ASKED_AGAIN) {
    // Whether it is refused again is not known. If other requests were refused again, it is counted with them.
    return ledger.hasFailed("accepts-valid-plant") ? count("accepts-valid-plant") : once();
  }
  const again = againOf(fuzzing, asked);
  const second = await again.ask(given);
  if (isAccepted(second)) return isOrdinary ? refusedOnce(fuzzing, asked, once) : undefined;
  const isEachTime = isUsable(second) && (await again.isOtherAccepted()) && (await again.refusal(given)) !== null;
  return isEachTime ? blame(fuzzing, asked, again) : once();
}

function againOf(fuzzing: Fuzzing, { at, worker }: AskedCase): Again {
  const { ids, options, figures, exchange } = fuzzing;
  // The first numbers are reserved for repeating an id.
  let k = IDS_AGAIN;
  const next = (): number => {
    figures.askedAgain += 1;
    return k++;
  };
  const ask: Again["ask"] = (given) =>
    sendPlanned(fuzzing, fuzzing.plan(given, ids.askedAgain(at, next()), worker), at);
  const refusal: Again["refusal"] = async (given) => {
    const sent = await ask(given);
    return isUsable(sent) && !isAccepted(sent) ? sent : null;
  };
  const isOtherAccepted = async (): Promise<boolean> =>
    isAccepted(await exchange(options.requests.ordinary(ids.askedAgain(at, next()).own), at));
  return {
    ask,
    refusal,
    isOtherAccepted,
    refusalAgain: async (given) =>
      (await refusal(given)) !== null && (await isOtherAccepted()) ? refusal(given) : null,
  };
}

/** Finds the smallest way of sending that is refused, and whether the body or the way is to blame. */
async function blame(fuzzing: Fuzzing, asked: AskedCase, again: Again): Promise<void> {
  const { ledger, ways, drawn } = fuzzing;
  const { given, at, plan } = asked;
  const { body } = given;
  const { features, refused } = await smallestWay(asked, again);
  const plainBody: FuzzBody = { kind: "ordinary", parent: body.parent };
  const plain = body.kind === "ordinary" ? refused : await again.refusalAgain({ body: plainBody, features });
  const ofWay = features.length === 0 ? "accepts-valid-plant" : requirementOf(features);
  const failing = plain ?? refused;
  const requirement = plain === null ? (plan.requirement ?? ofWay) : ofWay;
  ledger.fail(requirement, { at, sent: failing, findings: [notAccepted(failing)], features });
  if (plain === null || features.length === 0) return;
  // Another plant, sent in the same way, shows whether the way is refused for every plant.
  const { parent } = drawn.case(at === 0 ? 1 : at - 1).body;
  if ((await again.refusal({ body: { kind: "ordinary", parent }, features })) !== null) ways.causes.push(features);
}

/** The smallest way of sending in which a body is refused more than once; if there is none, the drawn way. */
async function smallestWay(
  { given: { body }, plan, sent }: AskedCase,
  again: Again,
): Promise<{ readonly features: readonly Feature[]; readonly refused: Sent }> {
  const features = await needed(
    plan.features,
    async (some) => (await again.refusal({ body, features: some })) !== null,
  );
  const isSmaller = features.length < plan.features.length;
  const refused = isSmaller ? await again.refusalAgain({ body, features }) : null;
  return refused === null ? { features: plan.features, refused: sent } : { features, refused };
}

/** An ordinary request that was accepted with other values: was it refused for its id, or by accident? */
async function refusedOnce(fuzzing: Fuzzing, asked: AskedCase, once: () => void): Promise<void> {
  const { ledger } = fuzzing;
  const { at, plan, sent } = asked;
  if (isOtherSuccess(sent)) return ledger.fail("accepts-valid-plant", { at, sent, findings: [notAccepted(sent)] });
  const isPlain = plan.features.length === 0 && asked.given.body.kind === "ordinary";
  // An engine may have run the shard's cases before, in a run with another split.
  const isShard = fuzzing.options.shard !== undefined;
  const hasIdentity = fuzzing.options.requests.operation.roles.identity !== null;
  const byId = hasIdentity && (isPlain || isShard) ? await refusedForItsId(fuzzing, asked) : null;
  if (byId === "taken" && isShard) return fuzzing.session.stop(seedUsed(fuzzing.options.seed));
  if (byId === null || byId === "taken" || !isPlain) return once();
  const failure = { at, sent: byId, findings: [notAccepted(byId)], features: [] };
  ledger.fail("accepts-valid-plant", failure);
  ledger.shrunk("accepts-valid-plant", failure);
  for (const { requirement: other, findings } of fuzzing.ask(byId)) {
    if (findings.length > 0) ledger.shrunk(other, { at, sent: byId, findings });
  }
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
