/** Connections that are used again: after a refusal, and in general. */
import { successInWords } from "../../spec/described-responses.ts";
import { ORDINARY_IDS, textOf } from "../bodies/body-drafts.ts";
import type { Check, History, Judgement, PlannedRequest, Sent } from "../checks/check.ts";
import { isByChance } from "../checks/chance-failures.ts";
import { checkOf, idOf, refusedToo } from "../checks/check-forms.ts";
import { notAccepted, statusFinding } from "../checks/findings.ts";
import { isAccepted, isParent } from "../checks/exchange-facts.ts";
import { fromFindings, notJudged, passed, usable } from "../checks/judges.ts";
import { type Requests, membersAt } from "../checks/check-requests.ts";
import { OTHER_MEDIA_TYPE } from "./request-headers.ts";

interface AfterRefusal {
  readonly slug: string;
  readonly where: string;
  /** The body that is refused. */
  readonly refused: (n: number, connection: string) => PlannedRequest;
  /** The connection of the refused request, and that of the valid one. */
  readonly connections: readonly [string, string];
  /** Sent at the same time as other requests, if only the connection is tested. */
  readonly stage?: "main";
}

/** The checks of what follows a refusal, on a new connection and on the same one. */
export function afterRefusalChecks(requests: Requests): readonly Check[] {
  return [
    // First, so that no refused request on a separate connection comes before its pair.
    afterRefusal(requests, {
      slug: "new-connection",
      where: "on a new connection",
      refused: (n, connection) => namedInQuery(requests, n, connection),
      connections: ["first", "second"],
    }),
    // In each variant the refused body lacks a member. A body that ends too early may leave a parser in the middle of
    // it.
    afterRefusal(requests, {
      slug: "same-connection",
      where: "on the same connection",
      refused: (n, connection) => requests.raw("not-a-plant", textOf(requests.draft(n)).slice(0, -1), { connection }),
      connections: ["one", "one"],
    }),
    // If a request is refused before its body is read, the body may stay on the connection, and a server may wait for
    // an empty one.
    afterRefusal(requests, {
      slug: "other-media-type",
      where: "on the same connection, where that was declared as another media type",
      refused: (n, connection) =>
        requests.raw("not-allowed", textOf(requests.draft(n)), {
          connection,
          headers: { "Content-Type": OTHER_MEDIA_TYPE },
        }),
      connections: ["one", "one"],
      stage: "main",
    }),
    afterRefusal(requests, {
      slug: "empty-body",
      where: "on the same connection, where that had an empty body",
      refused: (_n, connection) => requests.raw("not-a-plant", "", { connection }),
      connections: ["one", "one"],
      stage: "main",
    }),
  ];
}

/**
 * A body without its label, which is in the query, the same in each run: a framework may read both as one. As a query
 * may be refused, the status says nothing about the body.
 */
function namedInQuery(requests: Requests, n: number, connection: string): PlannedRequest {
  const { path, roles } = requests.operation;
  const [field] = requests
    .draft(ORDINARY_IDS.least)
    .flatMap(([name, literal]) => (name === roles.label ? [[name, String(JSON.parse(literal))] as const] : []));
  if (field === undefined) return requests.lacking("not-a-plant", n, { connection });
  const query = new URLSearchParams([[...field]]).toString();
  return requests.lacking("not-allowed", n, { connection, path: `${path}?${query}` });
}

/** Why an accepted valid request says nothing about the connection of the refused one. */
const onAnother = {
  closed: notJudged("no-occasion", "the connection was closed after the refusal, so that nothing followed on it"),
  closedUnder: notJudged("no-occasion", "the connection of the refusal ended under the valid request"),
} as const;

function afterRefusal(requests: Requests, after: AfterRefusal): Check {
  const { slug, where, refused } = after;
  const [first, second] = after.connections;
  const label = {
    requirement: "recovers-after-refusal",
    slug,
    title: `A valid request right after a refused one is answered with ${successInWords(requests.operation)}, ${where}`,
    basis: "it is an ordinary NewPlant, and each request is independent (RFC 9110 section 3.3)",
  };
  return checkOf("acceptance", label, {
    // Sent when there are hardly any other requests, so that nothing comes between the two.
    stage: after.stage ?? "late",
    // Sent again if the valid request was not accepted, so that a single accident does not count against the provider.
    next: (fresh, own) => {
      const pair = Math.floor(own.length / 2);
      const on = (connection: string): string => `${idOf(label)} ${connection} ${pair}`;
      if (own.length % 2 === 1) {
        return [requests.plant("valid", fresh(own.length), { which: membersAt(pair), connection: on(second) })];
      }
      if (own.length === 4 || (own.length === 2 && own[1] !== undefined && isAccepted(own[1]))) return [];
      return [refused(fresh(own.length), on(first))];
    },
    judge: (own, run): Judgement => {
      const asked = usable(own[3] ?? own[1]);
      if ("outcome" in asked) return asked;
      const { sent } = asked;
      if (isAccepted(sent)) return { outcome: first === second ? onSameConnection(sent) : passed };
      if (isByChance(own.length / 2, run)) return { outcome: notJudged("no-accepted-parent", refusedToo) };
      const before = run.some((other) => other.index < sent.index && isParent(other) && isAccepted(other));
      return {
        outcome: before
          ? fromFindings([notAccepted(sent)])
          : notJudged("no-accepted-parent", "no ordinary request was accepted before it"),
      };
    },
  });
}

/** An accepted request after a refusal shows something only if it used the connection of the refusal at least once. */
export function afterRefusals(own: History): Judgement["outcome"] {
  const after = own.filter((sent) => sent.request.features?.includes("after-refusal") === true && isAccepted(sent));
  const [shown = after[0]] = after.filter(({ exchange }) => exchange.isReused === true);
  return shown === undefined ? passed : onSameConnection(shown);
}

/** The outcome of an accepted request: whether it used the connection of the request right before it. */
function onSameConnection({ exchange }: Pick<Sent, "exchange">): Judgement["outcome"] {
  if (exchange.isReused === true) return passed;
  return exchange.attempts === 2 ? onAnother.closedUnder : onAnother.closed;
}

/**
 * Whether nothing follows an answer on a connection that is used again. The end of such a connection is not judged,
 * because a server may close it at any time (RFC 9112 section 9.5): the answer on the next one counts.
 */
export function usedConnectionsCheck(): Check {
  const label = {
    requirement: "answers-every-request",
    slug: "used-connections",
    title: "On a connection that is used again, nothing follows a response",
    basis: "an answer ends where it says (RFC 9112 section 6.3), and what follows is read as the next answer",
  };
  return checkOf("tally", label, { judge: (_own, run) => judgeUsed(run) });
}

function judgeUsed(run: History): Judgement {
  const [afterMore, ...others] = run.filter(({ exchange }) => exchange.isAfterMore === true);
  if (afterMore !== undefined && others.length > 0) {
    const seen = `bytes that belong to no answer, and so after ${others.length + 1} answers of the run`;
    const before = run.find(({ index }) => index === afterMore.exchange.follows);
    const finding =
      before === undefined
        ? { ...statusFinding(afterMore, "nothing after the answer before it on its connection"), seen }
        : { ...statusFinding(before, "nothing after it on its connection"), seen };
    return { outcome: fromFindings([finding]), evidence: [afterMore, ...others].map(({ index }) => index) };
  }
  const kept = run.filter(({ exchange }) => exchange.isReused === true);
  if (kept.length === 0) return { outcome: notJudged("no-occasion", "no connection was used again") };
  return { outcome: passed, evidence: kept.map(({ index }) => index) };
}
