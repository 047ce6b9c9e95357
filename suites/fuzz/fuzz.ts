/**
 * Fuzzing: fast-check draws cases from the schema and the variants, and each is judged when its answer arrives. Refused
 * cases are sent again, and failing ones are shrunk. Only counts and samples are kept.
 */
import { defined } from "../../spec/defined.ts";
import type { Finding } from "../../result/result.ts";
import { authorizationAxis } from "../checks/authorization.ts";
import type { Labelled, PlannedRequest, Sent } from "../checks/check.ts";
import {
  isAccepted,
  isOfLimit,
  isOfSize,
  isParent,
  isRefusedBody,
  isSuccess,
  refusesToken,
} from "../checks/exchange-facts.ts";
import { notAccepted, notRefused, refusedOtherwise } from "../checks/findings.ts";
import { isUsable } from "../checks/judges.ts";
import { drawnAxes } from "../checks/request-variants.ts";
import { isAllowed } from "../checks/check-requests.ts";
import { fuzzIds, MOST_SHRINKING } from "../run/fuzz-ids.ts";
import type { Phase } from "../run/run-checks.ts";
import { casesOf } from "../shards/shard-plan.ts";
import { type Planned, needed, planned, sendingsOf } from "./fuzz-requests.ts";
import { bodiesOf, countedAs, type FuzzCase } from "./fuzz-cases.ts";
import {
  type AskedCase,
  drawn,
  type Figures,
  type Fuzzing,
  type FuzzOptions,
  isAcceptedWay,
  lookInto,
  plainly,
  MOST_ASKED_AGAIN,
  sendPlanned,
} from "./fuzz-state.ts";
import { type Failure, type Ledger, openLedger } from "./fuzz-counts.ts";
import { type AnswerFindings, asker, fuzzChecks, type Others, requirementOn } from "./fuzz-checks.ts";

// The smallest request that still fails: first with as few features as possible, then with the smallest body. Each
// smaller request is sent, within a limit on the requests.

/** The most requests for one check, and for all of them. */
const MOST = { forOne: 150, forAll: MOST_SHRINKING } as const;

async function shrinkAll(fuzzing: Fuzzing): Promise<void> {
  for (const [check, failures] of fuzzing.ledger.firstFailures()) {
    // A failure that only many exchanges show depends on a moment, not on a body.
    if (check.form === "tally") continue;
    const smallest = await firstShrunk(fuzzing, check, failures);
    if (smallest !== null) fuzzing.ledger.shrunk(check.requirement, smallest);
  }
}

/** Shrinks the first failure that occurs again; those with the fewest features come first. */
async function firstShrunk(fuzzing: Fuzzing, check: Labelled, failures: readonly Failure[]): Promise<Failure | null> {
  const known = failures
    .filter(({ at }) => at < fuzzing.options.cases)
    .map((failure) => ({ ...failure, features: failure.features ?? fuzzing.drawn.case(failure.at).features }));
  for (const failure of known.toSorted((a, other) => a.features.length - other.features.length)) {
    const smallest = await shrunk(fuzzing, check, failure);
    if (smallest !== null) return smallest;
  }
  return null;
}

async function shrunk(
  fuzzing: Fuzzing,
  check: Labelled,
  { at, sent, features = [] }: Failure,
): Promise<Failure | null> {
  const { session, figures, ids } = fuzzing;
  // Each request without an answer costs the whole time limit.
  const forOne = sent.answer === null ? 5 : MOST.forOne;
  let [asked, smallest]: [number, Failure | null] = [0, null];
  const isOver = (): boolean => asked >= forOne || figures.shrinking >= MOST.forAll || session.stopped() !== null;
  const fails = async (given: FuzzCase): Promise<boolean> => {
    if (isOver()) return false;
    asked += 1;
    figures.shrinking += 1;
    const plan = fuzzing.plan(given, ids.shrinking(figures.shrinking), "after an accepted one");
    if (plan.before !== null) await session.stream(plan.before);
    const answered = await session.stream(plan.request);
    const findings = findingsOf(fuzzing, check, { plan, sent: answered });
    if (findings.length > 0) smallest = { at, sent: answered, findings, features: plan.features };
    return findings.length > 0;
  };
  const { body } = fuzzing.drawn.case(at);
  const left = await needed(features, (some) => fails({ body, features: some }));
  const isOfWay = body.kind !== "ordinary" && (await fails({ body: plainly(body), features: left }));
  await fuzzing.drawn.shrink(at, (smaller) => fails({ body: isOfWay ? plainly(smaller) : smaller, features: left }));
  return smallest;
}

function findingsOf(
  fuzzing: Fuzzing,
  { requirement, form }: Labelled,
  { plan, sent }: Pick<AskedCase, "plan" | "sent">,
): readonly Finding[] {
  if (form === "acceptance") {
    return plan.wanted === "accepted" && isUsable(sent) && !isAccepted(sent) ? [notAccepted(sent)] : [];
  }
  if (plan.requirement === requirement) return isSuccess(sent) ? [notRefused(sent)] : [];
  return fuzzing.ask(sent).find((asked) => asked.requirement === requirement)?.findings ?? [];
}

/** How many earlier requests an answer is compared with, in case it belongs to one of them. */
const RECENT = 256;

/** Fuzzing as a phase of a run. */
export function fuzzPhase(options: FuzzOptions): Phase {
  const checks = fuzzChecks(options.checks, options.requests.operation, options);
  const ledger = openLedger(checks);
  const figures: Figures = {
    sent: { ordinary: 0, oddValues: 0, singleDepartures: 0, doubleDepartures: 0, spellings: 0 },
    askedAgain: 0,
    shrinking: 0,
  };
  let [exchanges, plantsCreated, isOver] = [0, 0, false];
  return {
    run: async (session, progress) => {
      const before = session.counts();
      const fuzzing = open(options, { session, ledger, figures });
      if (session.history.some((sent) => isParent(sent) && isAccepted(sent))) ledger.accept(-1);
      await stream(fuzzing, progress);
      await lastOrdinary(fuzzing);
      if (session.stopped() === null) await shrinkAll(fuzzing);
      isOver = session.stopped() === null;
      exchanges = session.counts().exchanges - before.exchanges;
      plantsCreated = session.counts().plantsCreated - before.plantsCreated;
    },
    results: (first) => {
      const { checks: results, kept, tallies } = ledger.results({ first, isOver });
      const { from, to } = casesOf(options.cases, options.shard);
      const fuzz = { cases: to - from, ...figures, plantsCreated, exchanges, kept: kept.length };
      return { checks: results, kept, fuzz, tallies };
    },
  };
}

function open(
  options: FuzzOptions,
  { session, ledger, figures }: Pick<Fuzzing, "session" | "ledger" | "figures">,
): Fuzzing {
  const { requests, seed, checks } = options;
  const { request: shape } = requests.operation;
  const hasAnyInt64 = [2n ** 31n, 2n ** 62n].every((id) => isAllowed(requests, id));
  const recent: { readonly request: PlannedRequest }[] = [];
  const ask = asker(checks, session.history);
  const exchange = async (request: PlannedRequest, at: number): Promise<Sent> => {
    recent.push({ request });
    if (recent.length > 2 * RECENT) recent.splice(0, RECENT);
    const sent = await session.stream(request);
    // If the run ended, that says nothing about the request.
    if (session.stopped() === null) noteAsked(ledger, ask(sent, recent satisfies Others), { at, sent });
    return sent;
  };
  const { requestMediaType } = requests.operation;
  const authorization = options.authentication === "none" ? [] : authorizationAxis(options.hasInvalidToken);
  const axes = drawnAxes(requestMediaType, authorization);
  const fuzzing: Fuzzing = {
    options,
    session,
    ledger,
    drawn: drawn({ bodies: bodiesOf(shape, hasAnyInt64), sendings: sendingsOf(axes) }, seed),
    ids: fuzzIds(seed, options.cases, options.shard),
    ask: (sent) => ask(sent, recent),
    exchange,
    plan: (given, numbers, worker) => {
      const isAfterAccepted = worker === "after an accepted one";
      const plan = planned(given, { ...numbers, connection: `fuzz ${worker}`, isAfterAccepted }, requests);
      return options.deciding === undefined ? plan : decided(plan, options.deciding);
    },
    figures,
    acceptedWays: new Set(),
    refusedWays: [],
  };
  return fuzzing;
}

/** The same plan, open if the whole schema decides about its body in another way. */
function decided(plan: Planned, deciding: NonNullable<FuzzOptions["deciding"]>): Planned {
  const request = deciding(plan.request);
  const before = plan.before === null ? null : deciding(plan.before);
  return request.isUndecided === true
    ? { ...plan, request, before, requirement: null, wanted: "open" }
    : { ...plan, before };
}

/** Enters the findings about an exchange in the ledger. */
export function noteAsked(
  ledger: Ledger,
  asked: readonly AnswerFindings[],
  seen: { readonly at: number; readonly sent: Sent },
): void {
  for (const { requirement, findings, besideParents } of asked) {
    // This is looked into first, because something other than the body may be the reason for the refusal.
    if (besideParents === true && isToBeLookedInto(seen.sent)) continue;
    if (findings.length > 0) {
      ledger.fail(requirement, defined({ ...seen, findings, besideParents }));
    } else if (besideParents === true) ledger.refuse(requirement, seen);
    else ledger.pass(requirement, seen);
  }
}

/** Sends the cases, several at a time, until they are done or the run has ended. */
async function stream(fuzzing: Fuzzing, progress: (done: number, of: number) => void): Promise<void> {
  const { options, session, figures } = fuzzing;
  const { from, to } = casesOf(options.cases, options.shard);
  let [next, done] = [from, 0];
  const work = async (_: undefined, worker: number): Promise<void> => {
    while (next < to && session.stopped() === null) {
      const at = next;
      next += 1;
      const given = fuzzing.drawn.case(at);
      await one(fuzzing, { given, at, worker });
      figures.sent[countedAs(given.body)] += 1;
      done += 1;
      progress(done, to - from);
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, work));
}

async function one(fuzzing: Fuzzing, { given, at, worker }: Pick<AskedCase, "given" | "at" | "worker">): Promise<void> {
  const { ledger, ids } = fuzzing;
  const plan = fuzzing.plan(given, ids.ofCase(at), worker);
  const { requirement, wanted, features } = plan;
  const sent = await sendPlanned(fuzzing, plan, at);
  if (requirement === null || !isUsable(sent) || fuzzing.session.stopped() !== null) return;
  const asked: AskedCase = { given, at, worker, plan, sent };
  if (wanted === "refused") {
    if (isSuccess(sent)) return ledger.fail(requirement, { at, sent, findings: [notRefused(sent)] });
    if (isAcceptedWay(fuzzing, features)) ledger.refuse(requirement, { at, sent });
    return isToBeLookedInto(sent) ? refusedForMore(fuzzing, asked) : undefined;
  }
  if (isOfLimit(sent)) return undefined;
  if (!isAccepted(sent)) return lookInto(fuzzing, asked);
  for (const { name, requirement: other } of features) {
    fuzzing.acceptedWays.add(name);
    ledger.pass(other, { at, sent });
  }
  ledger.pass(requirement, { at, sent });
  if (given.body.kind !== "ordinary") return;
  ledger.pass(requirementOn("every-plant"), { at, sent });
  if (isParent(sent)) ledger.accept(at);
}

/** Whether a request may have been refused for its variant, or in a lockout after wrong tokens. */
function isToBeLookedInto(sent: Sent): boolean {
  return sent.request.features !== undefined || refusesToken(sent);
}

/** Another status than 400 counts only if it comes again, and an ordinary body sent in the same way is accepted. */
async function refusedForMore(fuzzing: Fuzzing, { given, at, worker, plan, sent }: AskedCase): Promise<void> {
  const { ledger, figures, ids } = fuzzing;
  if (!isRefusedBody(sent) || isOfSize(sent)) return;
  const findings = refusedOtherwise(sent);
  if (findings.length === 0) {
    if (isAcceptedWay(fuzzing, plan.features)) ledger.refuse(requirementOn("refusal"), { at, sent });
    return;
  }
  if (figures.askedAgain >= MOST_ASKED_AGAIN) return;
  figures.askedAgain += 2;
  const ask = (what: FuzzCase, k: number): Promise<Sent> =>
    sendPlanned(fuzzing, fuzzing.plan(what, ids.askedAgain(at, k), worker), at);
  const again = await ask(given, 0);
  const plain = await ask({ body: plainly(given.body), features: plan.features }, 1);
  if (isRefusedBody(again) && refusedOtherwise(again).length > 0 && isAccepted(plain))
    ledger.fail(requirementOn("refusal"), { at, sent, findings, besideParents: true });
}

/** Refusals count only between accepted requests, so the last request is an ordinary one. */
async function lastOrdinary({ options, session, ledger, ids, exchange }: Fuzzing): Promise<void> {
  if (session.stopped() !== null) return;
  const sent = await exchange(options.requests.ordinary(ids.last()), options.cases);
  if (isAccepted(sent)) ledger.accept(options.cases);
}
