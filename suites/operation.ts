/** The operation itself: it is there, it takes a valid NewPlant, and it asks for no more than the document says. */
import type { Check, History, Judgement, Sent } from "./runner/check.ts";
import { describe, foreign, notAccepted, statusFinding } from "./runner/findings.ts";
import { fromFindings, isAccepted, notJudged, passed, unusable } from "./runner/judges.ts";
import { acceptance } from "./runner/make.ts";
import { idsTaken, isSeedUsed } from "./runner/seed-used.ts";
import type { Requests } from "./runner/requests.ts";

export const WITH_EVERY_MEMBER = "accepts-valid-plant/with-every-member";
export const WITH_REQUIRED_MEMBERS = "accepts-valid-plant/with-required-members";

/** Statuses that say that the path or the method is not known here, or is known elsewhere. */
export function saysNotHere(sent: Sent): boolean {
  const status = sent.answer?.status ?? 0;
  return status === 404 || status === 405 || (status >= 300 && status <= 399);
}

/** Statuses that say that the token was refused. */
export function refusesToken(sent: Sent): boolean {
  return sent.answer?.status === 401 || sent.answer?.status === 403;
}

/** The checks that open every run. What the first one is answered decides whether there is anything to judge. */
export function openingChecks(requests: Requests): readonly Check[] {
  const { requestSchemaPath } = requests.operation;
  return [
    {
      id: WITH_EVERY_MEMBER,
      title: "An ordinary NewPlant with every member is answered with 200",
      basis: `it matches the schema of the request body (${requestSchemaPath})`,
      next: (fresh, own) => (own.length < 2 && !own.some(isSettled) ? [requests.ordinary(fresh(own.length))] : []),
      judge: judgeOpening,
    },
    {
      id: WITH_REQUIRED_MEMBERS,
      title: "An ordinary NewPlant with the required members alone is answered with 200",
      basis: `it matches the schema of the request body, which requires no more (${requestSchemaPath})`,
      next: (fresh, own) =>
        own.length < 2 && !own.some(isSettled) ? [requests.ordinary(fresh(own.length), "required")] : [],
      judge: judgeOpening,
    },
  ];
}

/** An opening request is asked a second time, with fresh values, unless its answer leaves nothing to ask. */
function isSettled(sent: Sent): boolean {
  return isAccepted(sent) || saysNotHere(sent) || refusesToken(sent) || sent.answer === null;
}

function judgeOpening(own: History, run: History): Judgement {
  if (own.some(isAccepted)) return { outcome: passed };
  if (isSeedUsed(run)) return { outcome: notJudged("needs-state", idsTaken) };
  const last = own.at(-1);
  const none = unusable(last);
  if (none !== null || last === undefined) return { outcome: none ?? passed };
  if (refusesToken(last))
    return { outcome: notJudged("no-accepted-parent", `the token was refused with ${last.answer?.status}`) };
  if (saysNotHere(last))
    return { outcome: notJudged("no-accepted-parent", "the operation was not found, see operation-exists") };
  return { outcome: fromFindings([notAccepted(last)]) };
}

/** What is asked about the operation besides. */
export function operationChecks(requests: Requests): readonly Check[] {
  const without = (slug: string, what: string, headers: Readonly<Record<string, null>>): Check =>
    acceptance(
      {
        id: `needs-no-other-headers/${slug}`,
        title: `A valid request without ${what} is answered with 200`,
        basis: "Authorization and Content-Type are the only header fields that the document asks for (rule 3)",
      },
      (n) => ({ ...requests.ordinary(n, "all", { headers }), kind: "valid" }),
    );
  return [
    {
      id: "operation-exists/is-there",
      title: "POST on the path of the operation is answered by the operation",
      basis: "the document shows POST {base_url}/plants",
      next: () => [],
      judge: judgeExistence,
    },
    without("no-accept", "Accept", { Accept: null }),
    without("no-user-agent", "User-Agent", { "User-Agent": null }),
    without("bare", "Accept and User-Agent", { Accept: null, "User-Agent": null }),
  ];
}

/** Looks at the opening requests: what they were answered says whether the operation is there. */
function judgeExistence(_own: History, run: History): Judgement {
  const opening = run.filter(({ request }) => request.kind === "ordinary");
  const evidence = opening.slice(0, 1).map(({ index }) => index);
  const [first] = opening;
  const none = unusable(first);
  if (none !== null || first === undefined) return { outcome: none ?? passed, evidence };
  if (opening.some((sent) => isAccepted(sent))) return { outcome: passed, evidence };
  if (!saysNotHere(first)) {
    return refusesToken(first)
      ? { outcome: notJudged("no-accepted-parent", `the token was refused with ${first.answer?.status}`), evidence }
      : { outcome: passed, evidence };
  }
  const target = first.answer?.headers.find(([name]) => name.toLowerCase() === "location")?.[1];
  const seen = target === undefined ? describe(first) : `${describe(first)}, a redirect to ${foreign(first, target)}`;
  return {
    outcome: fromFindings([{ ...statusFinding(first, "an answer of the operation, 200 to a valid request"), seen }]),
    evidence,
  };
}
