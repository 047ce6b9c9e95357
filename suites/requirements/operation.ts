/** The operation itself: it exists, it accepts a valid NewPlant, and it requires no more than the document says. */
import { orList, successInWords } from "../../spec/described-responses.ts";
import type { Shape } from "../../spec/schema.ts";
import { guessedIn } from "../../spec/unknown-formats.ts";
import {
  besideAccepted,
  failuresIn,
  isFailure,
  otherSuccesses,
  type ValidFailures,
} from "../checks/chance-failures.ts";
import { acceptance, checkOf } from "../checks/check-forms.ts";
import {
  type Answered,
  type AnsweredSent,
  type Check,
  type History,
  type Judgement,
  type Label,
  type PlannedRequest,
  type Sent,
  statusesOf,
} from "../checks/check.ts";
import {
  isAccepted,
  isHeard,
  isLeftUnanswered,
  isOfProxy,
  isOtherSuccess,
  isParent,
  isSuccess,
  isUndelivered,
  isValid,
  refusesToken,
  saysNotHere,
  isAskedAgain,
  hasAcceptedParents,
} from "../checks/exchange-facts.ts";
import { describe, foreign, notAccepted, statusFinding } from "../checks/findings.ts";
import { fromFindings, notJudged, passed, usable } from "../checks/judges.ts";
import { membersAt, type Requests } from "../checks/check-requests.ts";
import { isRefusal, saysRefused } from "../checks/run-state.ts";
import type { Finding } from "../../result/result.ts";
import { ORDINARY_IDS } from "../bodies/body-drafts.ts";
import { type RefusedPair, refusedPairs, requestWith } from "../checks/refused-feature-pairs.ts";
import { isMust } from "../checks/request-variants.ts";
import { markOf } from "../checks/returned-members.ts";

/** The checks that open every run. The answer to the first one decides whether there is anything to judge. */
function openingChecks(requests: Requests): readonly Check[] {
  const { request, requestSchemaPath } = requests.operation;
  const guessed = (which: "all" | "required"): Shape | undefined =>
    guessedIn({ ...request, members: request.members.filter(({ required }) => which === "all" || required) });
  const success = successInWords(requests.operation);
  const opening = (which: "all" | "required", label: Pick<Label, "slug" | "title" | "basis">): Check =>
    checkOf(
      "acceptance",
      { requirement: "accepts-valid-plant", ...label },
      {
        stage: "opening",
        // If another request was accepted since, the first answer is not conclusive, and the request is sent again.
        next: (fresh, own, known) => {
          const isDone = known === undefined ? isSettled : hasSucceeded;
          const isEnd = (sent: Answered): boolean => isDone(sent) || (which === "all" && !mayBeSentAgain(sent));
          return own.length < 3 && !own.some(isEnd) ? [requests.ordinary(fresh(own.length), which)] : [];
        },
        judge: (own, run) => judgeOpening(own, run, guessed(which)),
      },
    );
  return [
    opening("all", {
      slug: "with-every-member",
      title: `An ordinary NewPlant with every member is answered with ${success}`,
      basis: `it matches the schema of the request body (${requestSchemaPath})`,
    }),
    opening("required", {
      slug: "with-required-members",
      title: `An ordinary NewPlant with the required members alone is answered with ${success}`,
      basis: `it matches the schema of the request body, which requires no more (${requestSchemaPath})`,
    }),
  ];
}

/** Whether the answer to an opening request is conclusive. If not, the request is sent again with fresh values. */
function isSettled(sent: Answered): boolean {
  return hasSucceeded(sent) || saysNotHere(sent) || refusesToken(sent) || isOfProxy(sent);
}

function hasSucceeded(sent: Answered): boolean {
  return isSuccess(sent) && !isUndelivered(sent);
}

/** Whether the very first request may be sent again: it was answered, or only its connection was closed. */
function mayBeSentAgain(sent: Answered): boolean {
  return isHeard(sent) || sent.exchange?.noAnswer?.kind === "connection-closed";
}

/** Judges every ordinary request of the run of the same kind, because each could have had the same answer. */
function judgeOpening(own: History, run: History, guessed: Shape | undefined): Judgement {
  const isOfAll = own.some(isParent);
  const ordinary = run.filter((sent) => sent.request.kind === "ordinary" && isParent(sent) === isOfAll);
  const alike = isOfAll ? [...ordinary, ...besideAccepted(run), ...otherSuccesses(run)] : ordinary;
  const other = alike.find((sent) => isOtherSuccess(sent) && (isSuccess(sent) || alike.some(isAccepted)));
  if (other !== undefined) return { outcome: fromFindings([notAccepted(other)]), evidence: [other.index] };
  const last = own.at(-1);
  // If others are accepted, a first request that is answered as if the operation did not exist is one failure among
  // many.
  if (own.some(isAccepted) || (own.length < 3 && alike.some(isAccepted))) {
    return judgeFailures(
      isOfAll ? failuresIn(run) : { failed: alike.filter(isFailure), accepted: alike.filter(isAccepted) },
    );
  }
  const isNever = own.length === 3 && own.every(isLeftUnanswered) && run.some((sent) => isAcceptedAfter(sent, last));
  if (isNever && last !== undefined) return { outcome: fromFindings([notAccepted(last)]) };
  const asked = usable(last);
  if ("outcome" in asked) return asked;
  // If other plants are accepted afterwards, and none like these ever is, the operation exists and the token is valid.
  const isForItsPlant = own.length === 3 && !ordinary.some(isAccepted) && run.some((sent) => isValidAfter(sent, last));
  return isForItsPlant ? refusedPlant(asked.sent, guessed) : judgeAnswered(asked.sent, guessed);
}

/** A body that is always refused. A text that was guessed by its pattern explains the refusal. */
function refusedPlant(last: AnsweredSent, guessed: Shape | undefined): Judgement {
  if (guessed === undefined || !isRefusal(last)) return { outcome: fromFindings([notAccepted(last)]) };
  const { formats, path } = guessed;
  const why = `the format ${formats.join(" and ")} at ${path} is not known, and a text of its pattern may not have it: give it an example`;
  return { outcome: notJudged("no-accepted-parent", why) };
}

/** The status of a valid request says whether its refusal concerns the token, the operation or the plant. */
function judgeAnswered(last: AnsweredSent, guessed: Shape | undefined): Judgement {
  if (refusesToken(last))
    return { outcome: notJudged("no-accepted-parent", `the token was refused with ${last.answer.status}`) };
  if (saysNotHere(last))
    return { outcome: notJudged("no-accepted-parent", "the operation was not found, see operation-exists") };
  return refusedPlant(last, guessed);
}

function isValidAfter(sent: Sent, last: Sent | undefined): boolean {
  return isValid(sent) && isAccepted(sent) && sent.index > (last?.index ?? Infinity);
}

function isAcceptedAfter(sent: Sent, last: Sent | undefined): boolean {
  return sent.request.kind === "ordinary" && isAccepted(sent) && sent.index > (last?.index ?? Infinity);
}

/** Fails if several valid requests were refused, or not answered, while others were accepted. */
function judgeFailures({ failed, accepted }: ValidFailures): Judgement {
  const [first, , third] = failed;
  if (first === undefined || third === undefined) return { outcome: passed };
  // Most were accepted, or more were accepted afterwards. Otherwise, the provider may have broken down.
  const isAmongAccepted = failed.length < accepted.length || accepted.some(({ index }) => index > third.index);
  if (!isAmongAccepted) return { outcome: passed };
  const all = failed.length + accepted.length;
  const seen = `${describe(first)}, and so ${failed.length} of ${all} valid requests, one in ${Math.round(all / failed.length)}`;
  return { outcome: fromFindings([{ ...notAccepted(first), seen }]), evidence: failed.map(({ index }) => index) };
}

/** The checks of the operation itself. The first ones open every run. */
export function operationChecks(requests: Requests): readonly Check[] {
  const without = (slug: string, what: string, headers: Readonly<Record<string, null>>): Check =>
    acceptance(
      requests,
      {
        requirement: NO_OTHERS,
        slug,
        title: `A valid request without ${what} is answered with ${successInWords(requests.operation)}`,
        basis: "Authorization and Content-Type are the only header fields that the document asks for (rule 3)",
      },
      (varied, n, attempt) => {
        // A variant may add fields, and a request with only the fields of the document must have no others.
        const isBare = Object.keys(headers).length > 1;
        const asked = (isBare ? requests : varied).plant("valid", n, { which: membersAt(attempt), headers });
        return { ...asked, added: isBare ? "user-only" : "no-trace" };
      },
    );
  return [
    ...openingChecks(requests),
    checkOf(
      "tally",
      {
        requirement: "operation-exists",
        slug: "is-there",
        title: `The operation responds to ${requests.operation.method} on its path`,
        basis: `the document shows ${requests.operation.method} {base_url}${requests.operation.path}`,
      },
      { judge: judgeExistence },
    ),
    without("no-accept", "Accept", { Accept: null }),
    without("no-user-agent", "User-Agent", { "User-Agent": null }),
    without(BARE, "Accept, User-Agent and Connection", { Accept: null, "User-Agent": null }),
  ];
}

/**
 * If every request carries header fields of the user that the document does not demand, the check without any other fields
 * leaves them out. If its request is not accepted, it is not known who needs them: a gateway before the provider may.
 */
export function askedWithoutOthers(check: Check, demanded: readonly string[]): Check {
  if (check.requirement !== NO_OTHERS || check.slug !== BARE) return check;
  return {
    ...check,
    // So whether it is accepted is open, and does not count as a failure of ordinary requests.
    next: (fresh, own, known) =>
      check.next(fresh, own, known).map((request) => ({ ...request, kind: "open", added: demanded })),
    judge: (own, run) => {
      const judged = check.judge(own, run);
      if (judged.outcome.status !== "failed") return judged;
      const reason =
        "without the header fields of --header it was not accepted, and what stands before the provider may need them";
      return { outcome: notJudged("no-accepted-parent", reason) };
    },
  };
}

const NO_OTHERS = "needs-no-other-headers";
const BARE = "bare";

/** The first request that was answered and not repeated; if there is none, the first. */
function heard(opening: History): Sent | undefined {
  return opening.find((sent) => isHeard(sent) && !isAskedAgain(sent)) ?? opening[0];
}

/** Looks at the answers to the opening requests, which show whether the operation exists. */
function judgeExistence(_own: History, run: History): Judgement {
  const opening = run.filter(({ request }) => request.kind === "ordinary");
  const heardFirst = heard(opening);
  const evidence = heardFirst === undefined ? [] : [heardFirst.index];
  const asked = usable(heardFirst);
  if ("outcome" in asked) return { ...asked, evidence };
  const { sent: first } = asked;
  if (opening.some((sent) => isAccepted(sent))) return { outcome: passed, evidence };
  if (!saysNotHere(first)) {
    return refusesToken(first)
      ? { outcome: notJudged("no-accepted-parent", `the token was refused with ${first.answer.status}`), evidence }
      : { outcome: passed, evidence };
  }
  const target = first.answer.headers.find(([name]) => name.toLowerCase() === "location")?.[1];
  const seen = target === undefined ? describe(first) : `${describe(first)}, a redirect to ${foreign(first, target)}`;
  const expected = `an answer of the operation, ${orList(statusesOf(first).successes)} to a valid request`;
  return { outcome: fromFindings([{ ...statusFinding(first, expected), seen }]), evidence };
}

// Plants that were refused although similar ones were accepted: the same plant again shows whether it was chance, and
// another plant shows whether two features of the request do not work together.

/** The most plants that are sent again, and how often each is sent at most. */
const MOST_PLANTS = 2;
const ROUNDS = 2;

/** Sends refused plants again in the ordinary way, and features that were refused together in other plants. */
export function refusedPlantCheck(requests: Requests): Check {
  const label = {
    requirement: "accepts-valid-plant",
    slug: "the-same-again",
    title: "No ordinary NewPlant is refused each time it is sent",
    basis: `it matches the schema of the request body (${requests.operation.requestSchemaPath})`,
  };
  return checkOf("acceptance", label, {
    stage: "late",
    next: (fresh, own, known) => {
      const refused = (known?.refused ?? []).map((request) => plainly(requests, request));
      const plants = distinct(refused).slice(0, MOST_PLANTS);
      const pairs = known?.unmetPairs ?? [];
      const all = [...plants, ...pairs.map((pair, k) => requestWith(requests, pair, fresh(own.length + k)))];
      if (own.length === 0) return all;
      // After any answer other than a refusal the plant may exist, so the next answer would say nothing.
      const again = own.length <= all.length ? all.filter((_, k) => saysRefused(own[k])) : [];
      if (again.length === 0) return [];
      const halves = pairs.filter((_, k) => saysRefused(own[plants.length + k])).flat();
      const first = own.length + pairs.length;
      return [...again, ...halves.map((name, k) => requestWith(requests, [name], fresh(first + k)))];
    },
    judge: (own, run) => {
      const plants = own.filter(({ request }) => request.features === undefined);
      const together = refusedPairs(requests, run).filter(({ requirement }) => isMust(requirement));
      return together.length > 0 ? { outcome: fromFindings(together.map(pairFinding)) } : judge(plants, run);
    },
  });
}

/** The finding for two features that are refused together. */
export function pairFinding({ sent, words }: RefusedPair): Finding {
  return { ...notAccepted(sent), seen: `${describe(sent)} each time to requests with ${words}` };
}

/** If no request was refused, the accepted ones are the evidence. */
function judgeWithoutRefusal(run: History): Judgement {
  const accepted = run.filter((sent) => isParent(sent) && isAccepted(sent)).map(({ index }) => index);
  if (accepted.length > 0) return { outcome: passed, evidence: accepted };
  return { outcome: notJudged("no-accepted-parent", "no ordinary request was accepted, see accepts-valid-plant") };
}

/** Each plant once: a plant that is sent several times is accepted only once. */
function distinct(plants: readonly PlannedRequest[]): readonly PlannedRequest[] {
  return plants.filter((one, k) => plants.findIndex((other) => markOf(other) === markOf(one)) === k);
}

/** The same plant as an ordinary request writes it. */
function plainly(requests: Requests, { body }: PlannedRequest): PlannedRequest {
  const values = JSON.parse(new TextDecoder().decode(body ?? new Uint8Array())) as Readonly<Record<string, unknown>>;
  const members = requests.draft(ORDINARY_IDS.least).filter(([name]) => name in values);
  return requests.of(
    "valid",
    members.map(([name]) => [name, JSON.stringify(values[name])] as const),
  );
}

function judge(own: History, run: History): Judgement {
  if (own.length === 0) return judgeWithoutRefusal(run);
  const other = own.find(isOtherSuccess);
  if (other !== undefined) return { outcome: fromFindings([notAccepted(other)]), evidence: [other.index] };
  const again = own.filter((sent, k) => {
    const mark = markOf(sent.request);
    return own.slice(0, k).some((before) => markOf(before.request) === mark && isRefusal(before));
  });
  const refused = again.filter((sent) => isRefusal(sent) && hasAcceptedParents(sent, run));
  const seenIn = (sent: Sent): string => `${describe(sent)}, to this plant each of ${ROUNDS + 1} times`;
  return { outcome: fromFindings(refused.map((sent) => ({ ...notAccepted(sent), seen: seenIn(sent) }))) };
}
