/** The forms of checks, so that a topic states only what differs. */
import { besideAccepted, isByChance, lacksMembers } from "./chance-failures.ts";
import type { Check, CheckId, Form, History, Known, Label, Labelled, PlannedRequest, Sent } from "./check.ts";
import { isAccepted, isOtherSuccess, isRefusedTheSecondTime, isSuccess, TIMES } from "./exchange-facts.ts";
import {
  type FindingsIfRead,
  judgeAskedAgain,
  judgeEach,
  judgeObservation,
  judgeRefusal,
  type NotJudged,
  notJudged,
} from "./judges.ts";
import type { Axis } from "./request-features.ts";
import { identityAxis, unknownMemberAxis } from "./request-variants.ts";
import type { Requests } from "./check-requests.ts";
import { dressOf } from "./request-feature-turns.ts";

/** The id of a check. No code parses it: requirement and slug are fields of the check. */
export function idOf({ requirement, slug }: Pick<Label, "requirement" | "slug">): CheckId {
  return `${requirement}/${slug}`;
}

/** A label with its id and its form. */
export function labelled(form: Form, label: Label): Labelled {
  return { ...label, id: idOf(label), form };
}

/** How a check sends and judges. The stage is `main` by default, and nothing is sent. */
export type Ways = Pick<Check, "judge"> &
  Partial<Pick<Check, "next" | "context" | "goesFirst" | "asksAgain" | "stage" | "reads">>;

/** A check with its own requests or its own judge. */
export function checkOf(form: Form, label: Label, ways: Ways): Check {
  return { stage: "main", next: () => [], ...labelled(form, label), ...ways };
}

/** The same check, which sends nothing and has this outcome. */
export function notSent(check: Check, outcome: NotJudged): Check {
  const { reads: _, ...own } = check;
  return { ...own, next: () => [], judge: () => ({ outcome }) };
}

/**
 * One request with one fault, which must not be answered with success. It is sent in a variant that the provider
 * accepted, and for some checks with an identity as large as one that it accepted. If it succeeds, it is sent again in
 * the ordinary way.
 */
export function refusal(
  requests: Requests,
  label: Label,
  request: (requests: Requests, n: number) => PlannedRequest,
  dress: Dress = dressedWithIdentity,
): Check {
  return checkOf("refusal", label, {
    next: (fresh, own, known) => {
      const [first] = own;
      if (first === undefined) return [request(dress(requests, known), fresh(0))];
      const isAskedPlainly = own.length > 1 || first.request?.features === undefined;
      return isAskedPlainly || !isSuccess(first) ? [] : [request(requests, fresh(1))];
    },
    judge: judgeRefusal,
  });
}

/**
 * One request with one fault, and the same bytes again after they were refused: repeating a request does not make it
 * valid. It is sent without a variant, so that both are the same.
 */
export function repeatedRefusal(label: Label, request: (n: number) => PlannedRequest): Check {
  return checkOf("refusal", label, {
    next: (fresh, own) => (own.length > 1 ? [] : [request(fresh(0))]),
    judge: (own, run) => {
      const through = own.find(isSuccess);
      return judgeRefusal(through === undefined ? own.slice(1) : [through], run);
    },
  });
}

/** The same refusal, which shows nothing if the run saw the open point refused in a valid request. */
export function unlessRefused(check: Check, point: string, reason: string): Check {
  const asker = idOf({ requirement: point, slug: "value" });
  return {
    ...check,
    judge: (own, run) => {
      const judged = check.judge(own, run);
      const parent = run.findLast(({ request }) => request.askedBy === asker);
      if (judged.outcome.status !== "passed" || parent === undefined || isAccepted(parent)) return judged;
      return { outcome: notJudged("no-occasion", reason) };
    },
  };
}

/**
 * The same requests in a variant of features that the provider accepted.
 * @param more further axes, which change the meaning of a request and not only its form
 */
export function dressed(requests: Requests, known: Known | undefined, more: readonly Axis[] = []): Requests {
  return requests.varied(dressOf(requests.operation.requestMediaType, known, more));
}

type Dress = (requests: Requests, known: Known | undefined) => Requests;

const dressedWithIdentity: Dress = (requests, known) => dressed(requests, known, [identityAxis]);

/** As `dressed`, with other identities, and in some checks an unknown member, if the provider accepts these. */
export const dressedBesideUnknown: Dress = (requests, known) =>
  dressed(requests, known, [identityAxis, unknownMemberAxis]);

/** Builds the request of an acceptance from the requests in a variant. */
export type AcceptedRequest = (
  varied: Requests,
  n: number,
  attempt: number,
  known: Known | undefined,
) => PlannedRequest;

/** One valid request in an unusual form, in an accepted variant. If refused, up to twice more in the ordinary way. */
export function acceptance(requests: Requests, label: Label, request: AcceptedRequest): Check {
  return checkOf("acceptance", label, {
    asksAgain: true,
    next: (fresh, own, known) => {
      if (own.length === TIMES || own.some(isAccepted)) return [];
      const varied = own.length === 0 ? dressed(requests, known) : requests;
      return [request(varied, fresh(own.length), own.length, known)];
    },
    judge: (own, run) => {
      // Failures of ordinary requests are reported under `accepts-valid-plant`, which some of these checks belong to.
      const isOther = label.requirement !== "accepts-valid-plant";
      // So is a success with another status, if another request of the same form was accepted or its members explain it.
      const isForItsMembers = lacksMembers(run);
      const isReported = (sent: Sent): boolean =>
        besideAccepted(run).includes(sent) || (isOther && isForItsMembers(sent));
      const judged = judgeAskedAgain(
        own.filter((sent) => !isOtherSuccess(sent) || !isReported(sent)),
        run,
      );
      const isOfOthers = isOther && judged.outcome.status === "failed" && isByChance(own.length, run);
      return isOfOthers ? { outcome: notJudged("no-accepted-parent", refusedToo) } : judged;
    },
  });
}

/** Why a failed valid request does not break its own requirement. */
export const refusedToo = "so many ordinary requests failed that this one may have failed for the same reason";

/** The exchanges that a check judges, their name in words, and the question about each. */
export interface Occasion {
  readonly what: string;
  readonly select: (run: History) => readonly Sent[];
  readonly ask: (sent: Sent) => FindingsIfRead;
}

/** A question about many exchanges of the run; it sends no requests. */
export function invariant(label: Label, occasion: Occasion): Check {
  return checkOf("invariant", label, ofEach(label, occasion));
}

/** Like an invariant, but whether it applies to an exchange may depend on other exchanges of the run. */
export function comparison(label: Label, occasion: Occasion): Check {
  return checkOf("comparison", label, ofEach(label, occasion));
}

function ofEach(label: Label, { what, select, ask }: Occasion): Ways {
  const askOrRecall = (sent: Sent): FindingsIfRead => {
    const read = sent.answer?.reading;
    const found = read?.as === "looked-at" ? read.found.get(idOf(label)) : undefined;
    return found ?? ask(sent);
  };
  return { judge: (_own, run) => judgeEach(select(run), askOrRecall, what) };
}

/** The number of fresh numbers for the steps of an observation. */
const PER_ROUND = 16;

/** An open point read from the last of several requests; all are sent once more if it may have been read twice. */
export function observation(
  label: Label,
  steps: readonly ((fresh: (k: number) => number) => PlannedRequest)[],
  value: (last: Sent, own: History, run: History) => string = ({ answer }) => String(answer?.status),
): Check {
  return checkOf("observation", label, {
    next: (fresh, own) => {
      const first = own[steps.length - 1];
      const rounds = first !== undefined && isRefusedTheSecondTime(first) ? 2 : 1;
      const round = Math.floor(own.length / steps.length);
      const step = round < rounds ? steps[own.length % steps.length] : undefined;
      return step === undefined ? [] : [step((k) => fresh(k + round * PER_ROUND))];
    },
    judge: (own, run) => {
      const round = own.slice(own.length === 2 * steps.length ? steps.length : 0);
      return judgeObservation(round[steps.length - 1], run, (last) => value(last, round, run));
    },
  });
}

/** The value of an open point about whether something is accepted. A success with another status is neither. */
export function acceptedOrNot(sent: Sent): string {
  if (isAccepted(sent)) return "accepted";
  return `${isSuccess(sent) ? "answered" : "refused:"} ${sent.answer?.status ?? "no answer"}`;
}

/** The label of the check that observes an open point. */
export function openPoint(requirement: string, title: string): Label {
  return { requirement, slug: "value", title };
}
