/** One sentence for a cause that explains many failures at the same time. */
import type { Status } from "../../result/result.ts";
import { orList } from "../../spec/described-responses.ts";
import { type Form, type History, type Sent, statusesOf } from "../checks/check.ts";
import {
  isAccepted,
  isRateLimited,
  isSuccess,
  mayBeReadTwice,
  refusesToken,
  saysNotHere,
} from "../checks/exchange-facts.ts";
import { describe } from "../checks/findings.ts";

/** What the search for causes needs of a check. */
export interface CheckStatus {
  readonly form: Form;
  readonly result: { readonly status: Status };
}

/** The general causes that a run shows, the most telling first. */
export function causesOf(results: readonly CheckStatus[], run: History): readonly string[] {
  // A request that was sent twice may have been read twice, so its refusal says nothing.
  const answered = run.filter((sent) => sent.answer !== null && !mayBeReadTwice(sent));
  if (answered.length < 2) return [];
  return [...everythingAccepted(results, answered), ...everythingRefused(answered), ...withoutPattern(answered)];
}

/** Everything succeeds, whatever is sent: a constant answer, an echo, a page. */
function everythingAccepted(results: readonly CheckStatus[], answered: History): readonly string[] {
  const refusals = results.filter(({ form }) => form === "refusal");
  if (refusals.length < 3 || refusals.some(({ result }) => result.status !== "failed")) return [];
  const first = answered[0];
  const same = first !== undefined && answered.every((sent) => sent.answer?.status === first.answer?.status);
  const how = same ? ` with ${String(first.answer?.status)}` : "";
  return [
    `Every request was answered with success${how}, whatever was sent, also without a token and without a plant.`,
  ];
}

function everythingRefused(answered: History): readonly string[] {
  const valid = answered.filter(({ request }) => request.kind === "ordinary");
  const [first] = valid;
  if (first === undefined || valid.some(isAccepted)) return [];
  // A missing operation, a refused token and a rate limit are reported elsewhere.
  if (saysNotHere(first) || refusesToken(first) || isRateLimited(first)) return [];
  const same = valid.every((sent) => sent.answer?.status === first.answer?.status);
  const what = isSuccess(first) ? "answered" : "refused with";
  // The media type of most answers adds nothing; another one may tell that a gateway answers.
  const answers = same ? describe(first).replace(/ with application\/json$/, "") : listed(valid);
  return [`Every valid request was ${what} ${answers}; expected ${orList(statusesOf(first).successes)}.`];
}

/** From this number of different answers on, no cause explains them. */
const WITHOUT_PATTERN = 4;

/** Ordinary requests, which are all alike, are answered in different ways. */
function withoutPattern(answered: History): readonly string[] {
  const ordinary = answered.filter((sent) => sent.request.kind === "ordinary" && !isRateLimited(sent));
  const statuses = [...new Set(ordinary.map(({ answer }) => answer?.status ?? 0))].sort((a, b) => a - b);
  if (statuses.length < WITHOUT_PATTERN) return [];
  return [`Valid requests that are all alike were answered without a pattern: with ${statuses.join(", ")}.`];
}

function listed(valid: readonly Sent[]): string {
  return [...new Set(valid.map(({ answer }) => String(answer?.status)))].join(" or ");
}
