/** One cause, told once: what explains many failures at the same time, in a sentence. */
import type { CheckResult } from "../../reports/result.ts";
import { saysNotHere } from "../operation.ts";
import type { History, Sent } from "./check.ts";
import { describe } from "./findings.ts";
import { isAccepted, isSuccess } from "./judges.ts";

/** The general causes that a run shows, the most telling first. */
export function causesOf(results: readonly CheckResult[], run: History): readonly string[] {
  const answered = run.filter(({ answer }) => answer !== null);
  if (answered.length < 2) return [];
  return [...everythingAccepted(results, answered), ...everythingRefused(answered)];
}

/** Success whatever was sent: a constant answer, an echo, a page. */
function everythingAccepted(results: readonly CheckResult[], answered: History): readonly string[] {
  const refusals = results.filter(({ id }) => /^(refuses|requires)-/.test(id) && !id.startsWith("refuses-with"));
  if (refusals.length < 3 || refusals.some(({ status }) => status !== "failed")) return [];
  const first = answered[0];
  const same = first !== undefined && answered.every((sent) => sent.answer?.status === first.answer?.status);
  const how = same ? ` with ${String(first.answer?.status)}` : "";
  return [
    `Every request was answered with success${how}, whatever was sent, also without a token and without a plant.`,
  ];
}

/** The valid requests refused, all of them in the same way. */
function everythingRefused(answered: History): readonly string[] {
  const valid = answered.filter(({ request }) => request.kind === "ordinary");
  const [first] = valid;
  // That the operation is not there is told by itself.
  if (first === undefined || valid.some(isAccepted) || saysNotHere(first)) return [];
  const same = valid.every((sent) => sent.answer?.status === first.answer?.status);
  const what = isSuccess(first) ? "answered" : "refused";
  return [`Every valid request was ${what} with ${same ? describe(first) : listed(valid)} instead of 200.`];
}

function listed(valid: readonly Sent[]): string {
  return [...new Set(valid.map(({ answer }) => String(answer?.status)))].join(" or ");
}
