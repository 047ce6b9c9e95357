/** HTTP beneath the operation: framing, concurrency, and that every request is answered. */
import { ifAny } from "../../spec/defined.ts";
import { httpFraming } from "../../http/message.ts";
import type { Finding } from "../../result/result.ts";
import { successInWords } from "../../spec/described-responses.ts";
import { besideAccepted } from "../checks/chance-failures.ts";
import { acceptance, acceptedOrNot, checkOf, idOf, invariant, openPoint } from "../checks/check-forms.ts";
import { type Check, type History, type Judgement, type Sent, hasMethod } from "../checks/check.ts";
import {
  answersOfOperation,
  hasAcceptedParents,
  isAccepted,
  isForgiven,
  isHeard,
  isIncomplete,
  isLeftUnanswered,
  isLengthRequired,
  isOfLimit,
  isParent,
  isValid,
  mayBeClosedOn,
  TIMES,
  isAskedAgain,
} from "../checks/exchange-facts.ts";
import { describe, notAccepted, pointerTo, statusFinding } from "../checks/findings.ts";
import { fromFindings, isUsable, judgeObservation, notJudged, passed, usable } from "../checks/judges.ts";
import { refusedPairs } from "../checks/refused-feature-pairs.ts";
import { isMust } from "../checks/request-variants.ts";
import { membersAt, type Requests, targetOf } from "../checks/check-requests.ts";
import { isAnothers, markMember, markOf, returnedAs } from "../checks/returned-members.ts";
import { pairFinding } from "./operation.ts";
import { afterRefusalChecks } from "./http-connections.ts";

const CHUNKED = { requirement: "accepts-chunked-body", slug: "chunked" } as const;

/** How many requests are sent at once to see whether their answers are mixed up. */
const AT_ONCE = 4;

/** Ways to send a body, and what comes after a refusal. */
export function httpChecks(requests: Requests): readonly Check[] {
  const success = successInWords(requests.operation);
  return [
    orLengthRequired(
      acceptance(
        requests,
        {
          ...CHUNKED,
          title: `A valid body in chunked transfer coding is answered with ${success}`,
          basis: "a body may be framed in chunks (RFC 9112 section 7.1)",
        },
        (varied, n) => varied.plant("valid", n, { framing: "chunked" }),
      ),
    ),
    acceptance(
      requests,
      {
        requirement: "survives-expect-continue",
        slug: "expect",
        title: `A valid request with \`Expect: 100-continue\` is answered with ${success}`,
        basis: "a client may ask before it sends the body (RFC 9110 section 10.1.1)",
      },
      (varied, n, attempt) => varied.plant("valid", n, { which: membersAt(attempt), framing: "expect-continue" }),
    ),
    ...afterRefusalChecks(requests),
    ...ifAny(markMember(requests.operation.roles) ?? undefined, (mark) => [atOnce(requests, mark)]),
  ];
}

/** A body in chunks with everything that HTTP allows in them. The other checks write chunks plainly. */
export function oddChunksCheck(requests: Requests): Check {
  const success = successInWords(requests.operation);
  return orLengthRequired(
    acceptance(
      requests,
      {
        requirement: "accepts-chunked-body",
        slug: "odd-chunks",
        title: `A valid body in chunks with extensions, capitals and zeros in their sizes, and a trailer is answered with ${success}`,
        basis:
          "chunks may have all of these, and a recipient ignores extensions that it does not know (RFC 9112 section 7.1)",
      },
      (_varied, n, attempt) => requests.plant("valid", n, { which: membersAt(attempt), framing: "odd-chunks" }),
    ),
  );
}

/** The same check, which is met by a 411 too: a server may ask for a Content-Length (RFC 9112 section 6.3). */
function orLengthRequired(check: Check): Check {
  return {
    ...check,
    judge: (own, run) => {
      const isMeant = (sent: Sent): boolean => isLengthRequired(sent) && hasAcceptedParents(sent, run);
      const others = own.filter((sent) => !isMeant(sent));
      return own.length > 0 && others.length === 0 ? { outcome: passed } : check.judge(others, run);
    },
  };
}

/** Whether a chunked body is accepted, or how it is refused. */
export function chunkedBodyCheck(): Check {
  return checkOf("reading", openPoint("chunked-body", "A chunked body"), {
    reads: idOf(CHUNKED),
    judge: (own, run) => judgeObservation(own.find(isAccepted) ?? own.findLast(isUsable), run, acceptedOrNot),
  });
}

/** Ordinary requests at the same time. Every other 200 of the run is checked too: others were in flight as well. */
function atOnce(requests: Requests, mark: string): Check {
  const optionalLabel = returnedAs(requests.operation.roles, "optionalLabel");
  const what = optionalLabel === null ? mark : `${mark} and ${optionalLabel}`;
  const label = {
    requirement: "keeps-answers-apart",
    slug: "at-once",
    title: `Each of ${AT_ONCE} concurrent requests receives its own ${what}`,
  };
  return checkOf("tally", label, {
    goesFirst: true,
    next: (fresh, own) => {
      if (own.length > 0) return [];
      return Array.from({ length: AT_ONCE }, (_, k) => requests.ordinary(fresh(k), k % 4 === 1 ? "required" : "all"));
    },
    judge: (own, run): Judgement => {
      const none = own.map((sent) => usable(sent)).find((asked) => "outcome" in asked);
      const mixed = run.filter((sent) => isAccepted(sent) && isAnothers(sent, run));
      if (mixed.length > 0) {
        const outcome = fromFindings(mixed.slice(0, 1).map((sent) => mixedUp(sent, mark)));
        return { outcome, evidence: mixed.map(({ index }) => index) };
      }
      if (none !== undefined) return none;
      if (own.length === 0) return { outcome: notJudged("run-ended", "the run ended before") };
      if (!own.some((sent) => own.some((other) => overlap(sent, other)))) {
        return { outcome: notJudged("no-occasion", "no two of them were in flight at the same time") };
      }
      if (own.every(isAccepted)) return { outcome: passed };
      const why = "not every one of them was accepted, see accepts-every-ordinary-request";
      return { outcome: notJudged("no-accepted-parent", why) };
    },
  });
}

/** Times are recorded to a hundredth of a millisecond: an end and a beginning within two of them may not overlap. */
const ROUNDING_MS = 0.02;

function overlap(sent: Sent, other: Sent): boolean {
  const [one, two] = [sent.exchange.timing, other.exchange.timing];
  return sent !== other && one.startedMs <= two.startedMs && two.startedMs < one.startedMs + one.totalMs - ROUNDING_MS;
}

function mixedUp(sent: Sent, mark: string): Finding {
  return {
    where: pointerTo(mark),
    expected: JSON.stringify(markOf(sent.request) ?? ""),
    seen: `the ${mark} of another request of this run`,
    exchange: sent.index,
  };
}

/** Whether each ordinary request of the run was accepted. It sends one after everything else. */
function everyOrdinaryCheck(requests: Requests): Check {
  return checkOf(
    "tally",
    {
      requirement: "accepts-every-ordinary-request",
      slug: "every-one",
      title: `Every ordinary request of the run is answered with ${successInWords(requests.operation)}`,
      basis: "each is an ordinary NewPlant",
    },
    {
      stage: "closing",
      // Repeated if it is not accepted: one refusal may be an accident, several in a row mean that the provider has
      // ended. The last is sent on a new connection, because only the connection may have ended.
      next: (fresh, own) => {
        if (own.length === TIMES || own.some(isAccepted)) return [];
        const difference = own.length === TIMES - 1 ? { connection: "closing" } : {};
        return [requests.ordinary(fresh(own.length), "all", difference)];
      },
      judge: (_own, run) => {
        const pairs = refusedPairs(requests, run).filter(({ requirement }) => !isMust(requirement));
        return pairs.length > 0 ? { outcome: fromFindings(pairs.map(pairFinding)) } : judgeOrdinary(run);
      },
    },
  );
}

/** The checks of every request of the run. The first check sends an ordinary request after everything else. */
export function everyRequestChecks(requests: Requests): readonly Check[] {
  const { path } = requests.operation;
  const target = targetOf(requests.operation);
  return [
    everyOrdinaryCheck(requests),
    counting(
      invariant(
        { requirement: "answers-without-server-error", slug: "every-answer", title: "No response has a 5xx status" },
        {
          what: "an answer of the operation",
          select: (run) => answersOfOperation(run, path),
          ask: (sent) => ((sent.answer?.status ?? 0) >= 500 && !isForgiven(sent) ? [serverErrorFinding(sent)] : []),
        },
      ),
    ),
    counting(
      invariant(
        { requirement: "answers-every-request", slug: "every-request", title: "Every request receives a response" },
        {
          what: "a request to the operation",
          select: (run) =>
            run.filter((sent) => hasMethod(sent.request) && sent.request.path === target && !isExcused(sent, run)),
          ask: (sent) => {
            if (isIncomplete(sent) && sent.exchange.noAnswer?.kind === "headers-too-large") {
              return { unread: "a header beyond the limit" };
            }
            const isWhole = sent.answer !== null && !isIncomplete(sent);
            return isWhole ? [] : [statusFinding(sent, "a whole answer")];
          },
        },
      ),
    ),
  ];
}

/** An invariant that also says how many exchanges of the run break it: one in a hundred is another fault than each. */
function counting(check: Check): Check {
  return {
    ...check,
    judge: (own, run) => {
      const judged = check.judge(own, run);
      const { outcome, evidence = [] } = judged;
      if (outcome.status !== "failed" || evidence.length < 2) return judged;
      const [first, ...others] = outcome.findings;
      const seen = `${first.seen}, the first of ${evidence.length} in ${run.length} requests`;
      return { ...judged, outcome: { ...outcome, findings: [{ ...first, seen }, ...others] } };
    },
  };
}

/** The finding for a 5xx. A 503 of a rate limit is named, because it has a kinder form. */
function serverErrorFinding(sent: Sent): Finding {
  const finding = statusFinding(sent, "no 5xx");
  if (sent.answer?.status !== 503 || !isAskedAgain(sent)) return finding;
  const limited =
    "sent again for that; a rate limit is the likely cause, such as limit_req of nginx, and 429 (limit_req_status 429) or Retry-After says so";
  return { ...finding, seen: `${finding.seen}, ${limited}` };
}

/**
 * Whether a missing answer is not the provider's fault: a large body on which the connection was closed, a request that did not
 * reach the provider, or the end of the run. If the connection was closed during a request and the request was sent again, only
 * the last attempt counts: a server may refuse a request before it has read all of it, and it is chance whether its
 * answer arrives before the close.
 */
function isExcused(sent: Sent, run: History): boolean {
  const isClosed = sent.exchange.noAnswer?.whileSending === true;
  const isLost = isClosed && (isAskedAgain(sent) || isAskedOnceMore(sent, run));
  if (mayBeClosedOn(sent) || isLost) return true;
  return sent.answer === null && !isLeftUnanswered(sent);
}

/** Whether the check of a valid request, which is not sent again as it was, asked with another one that was answered. */
function isAskedOnceMore({ index, request }: Sent, run: History): boolean {
  const isAnother = ({ request: other }: Sent): boolean =>
    other.askedBy === request.askedBy && httpFraming(other) === httpFraming(request);
  return isValid({ request }) && run.some((later) => later.index > index && isAnother(later) && isHeard(later));
}

/**
 * Judges every ordinary request besides the opening ones, and requests for a feature that was accepted in other
 * requests. If a kind of request (with every member, or with the required ones) was never accepted, accepts-valid-plant
 * reports that, once.
 */
function judgeOrdinary(run: History): Judgement {
  const ordinary = run.filter((sent) => sent.request.kind === "ordinary" && isUsable(sent));
  const judged = ordinary.filter((sent) =>
    ordinary.some((other) => isParent(other) === isParent(sent) && isAccepted(other)),
  );
  if (judged.length < 3) {
    const why = "too few ordinary requests were accepted, see accepts-valid-plant";
    return { outcome: notJudged("no-accepted-parent", why) };
  }
  const others = besideAccepted(run).filter((sent) => isUsable(sent));
  const all = [...judged, ...others];
  const refused = all
    .filter((sent) => !isAccepted(sent) && !isForgiven(sent) && !isOfLimit(sent))
    .toSorted((one, other) => one.index - other.index);
  const [first] = refused;
  if (first === undefined) return { outcome: passed, evidence: judged.map(({ index }) => index) };
  const seen = `${describe(first)}, and so ${refused.length} of ${all.length} ordinary requests`;
  return { outcome: fromFindings([{ ...notAccepted(first), seen }]), evidence: refused.map(({ index }) => index) };
}
