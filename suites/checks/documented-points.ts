/** Open points that a document decides: they are observed for the shipped document, and judged for this one. */
import type { Outcome } from "../../result/result.ts";
import { rulesFor } from "../../spec/document-catalogue.ts";
import type { Operation } from "../../spec/read-operation.ts";
import type { Check, History } from "./check.ts";
import { isAccepted, TIMES } from "./exchange-facts.ts";
import { statusFinding } from "./findings.ts";
import { fromFindings, notJudged } from "./judges.ts";
import { judgeAskedAgain } from "./repeated-acceptance.ts";

/** The same check, judged if the document decides its open point. */
export function asPinned(operation: Operation): (check: Check) => Check {
  const rules = rulesFor(operation);
  return (check) => {
    const rule = rules.get(check.requirement);
    if (rule === undefined) return check;
    return check.requirement === "unknown-members" ? accepted(check) : pinned(check, rule.allowed(operation));
  };
}

/** If the document explicitly allows something, it is sent again after a refusal, as every valid request is. */
function accepted(check: Check): Check {
  return {
    ...check,
    form: "acceptance",
    asksAgain: true,
    next: (fresh, own) => {
      if (own.length === TIMES || own.some(isAccepted)) return [];
      return check.next((k) => fresh(own.length + k), []).map((request) => ({ ...request, kind: "valid" }));
    },
    judge: judgeAskedAgain,
  };
}

function pinned(check: Check, allowed: readonly string[]): Check {
  return {
    ...check,
    title: `${check.title}: ${allowed.join(" or ")}`,
    judge: (own, run) => {
      const judged = check.judge(own, run);
      if (judged.outcome.status !== "observed") return judged;
      if (!own.slice(0, -1).every(isAccepted)) return { ...judged, outcome: notThere };
      return { ...judged, outcome: outcomeOf(check, judged.outcome.value, { own, allowed }) };
    },
  };
}

const notThere = notJudged("no-occasion", "the request before it, which it depends on, was not accepted");

/** @param value the status of the last answer, as it is observed if the document does not decide */
function outcomeOf(
  { requirement }: Check,
  value: string,
  { own, allowed }: { readonly own: History; readonly allowed: readonly string[] },
): Outcome {
  const status = Number(value);
  if (status >= 500 || status === 408)
    return notJudged("no-answer", "the provider failed, which other requirements report");
  if (requirement === "missing-token" && value.startsWith("2")) {
    return notJudged("no-occasion", "the request was let in, which requires-authorization reports");
  }
  const isRight = allowed.includes(value);
  return fromFindings(isRight ? [] : own.slice(-1).map((last) => statusFinding(last, allowed.join(" or "))));
}
