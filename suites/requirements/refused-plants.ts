/**
 * Plants that were refused although similar ones were accepted: the same plant again shows whether it was chance, and
 * another plant shows whether two features of the request do not work together.
 */
import type { Finding } from "../../result/result.ts";
import { ORDINARY_IDS } from "../bodies/drafts.ts";
import { checkOf } from "../checks/check-forms.ts";
import type { Check, History, Judgement, PlannedRequest } from "../checks/check.ts";
import { hasAcceptedParents, isAccepted, isOtherSuccess, isParent } from "../checks/exchange-facts.ts";
import { describe, notAccepted } from "../checks/findings.ts";
import { fromFindings, notJudged, passed } from "../checks/judges.ts";
import { type RefusedPair, refusedPairs, requestWith } from "../checks/refused-pairs.ts";
import { isMust } from "../checks/request-variants.ts";
import type { Requests } from "../checks/requests.ts";
import { markOf } from "../checks/returned-members.ts";
import { isRefusal, saysRefused } from "../checks/run-state.ts";

/** The most plants that are sent again, and how often each is sent at most. */
const MOST_PLANTS = 2;
const ROUNDS = 2;

/**
 * Sends refused plants again in the ordinary way, and pairs of features that were refused together in separate
 * requests.
 */
export function refusedPlantChecks(requests: Requests): readonly Check[] {
  const label = {
    requirement: "accepts-valid-plant",
    slug: "the-same-again",
    title: "No ordinary NewPlant is refused each time it is sent",
    basis: `it matches the schema of the request body (${requests.operation.requestSchemaPath})`,
  };
  return [
    checkOf("acceptance", label, {
      stage: "late",
      next: (fresh, own, known) => {
        const plants = distinct((known?.refused ?? []).map((request) => plainly(requests, request))).slice(
          0,
          MOST_PLANTS,
        );
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
    }),
  ];
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
  const findings = refused.map((sent) => ({
    ...notAccepted(sent),
    seen: `${describe(sent)}, to this plant each of ${ROUNDS + 1} times`,
  }));
  return { outcome: fromFindings(findings) };
}
