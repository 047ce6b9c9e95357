/** Open points whose answers come from looking at all answers of the run. */
import { header } from "../../http/message.ts";
import { isAboutVersions } from "../../spec/described-responses.ts";
import type { Check, Sent } from "../checks/check.ts";
import { foreign, valueAt } from "../checks/findings.ts";
import { answersOfOperation } from "../checks/exchange-facts.ts";
import { checkOf, openPoint } from "../checks/check-forms.ts";
import { notJudged, observed } from "../checks/judges.ts";
import type { Requests } from "../checks/check-requests.ts";

type Count = (answers: readonly Sent[]) => { value: string; evidence: readonly number[] };

/** Observes what the answers of the run show besides the results of their checks. */
export function openAnswerChecks(requests: Requests): readonly Check[] {
  const { path, statuses, failure } = requests.operation;
  const errorOf = failure === null ? (): undefined => undefined : errorAt(failure.status);
  const over = (requirement: string, title: string, count: Count): Check =>
    checkOf("tally", openPoint(requirement, title), {
      judge: (_own, run) => {
        if (run.every(({ answer }) => answer === null))
          return { outcome: notJudged("no-answer", "nothing was answered") };
        const { value, evidence } = count(answersOfOperation(run, path));
        return { outcome: observed(value), evidence };
      },
    });
  return [
    over("error-values", "The values of `error`", errorValues(errorOf)),
    over("error-equals-status", "Whether `error` is the status", errorEqualsStatus(errorOf)),
    over("other-statuses", `Status codes other than ${inWords(statuses)}`, otherStatuses(statuses)),
    over("rate-limit", "The 429 responses and Retry-After", rateLimit),
    over("version-headers", "Response header fields about versions, limits or deprecation", versionHeaders),
  ];
}

type ErrorOf = (sent: Sent) => number | undefined;

const errorAt =
  (status: number): ErrorOf =>
  ({ answer }) => {
    if (answer?.status !== status || answer.reading.as !== "json") return undefined;
    const error = valueAt(answer.reading.value, "/error");
    return typeof error === "number" ? error : undefined;
  };

const errorValues =
  (errorOf: ErrorOf): Count =>
  (answers) => {
    const withError = answers.filter((sent) => errorOf(sent) !== undefined);
    const values = [...new Set(withError.map((sent) => errorOf(sent) ?? 0))].sort((a, b) => a - b);
    const shown = values.slice(0, 20).join(", ") + (values.length > 20 ? ` and ${values.length - 20} more` : "");
    return { value: values.length === 0 ? "none seen" : shown, evidence: indices(withError.slice(0, 1)) };
  };

const errorEqualsStatus =
  (errorOf: ErrorOf): Count =>
  (answers) => {
    const withError = answers.filter((sent) => errorOf(sent) !== undefined);
    const equal = withError.filter((sent) => errorOf(sent) === sent.answer?.status).length;
    if (withError.length === 0) return { value: "none seen", evidence: [] };
    const value = equal === withError.length ? "always" : equal === 0 ? "never" : "sometimes";
    return { value, evidence: indices(withError.slice(0, 1)) };
  };

function inWords(documented: readonly number[]): string {
  return [documented.slice(0, -1).join(", "), ...documented.slice(-1)].filter((part) => part !== "").join(" and ");
}

const otherStatuses =
  (documented: readonly number[]): Count =>
  (answers) => {
    const others = answers.filter(({ answer }) => !documented.includes(answer?.status ?? 0));
    const statuses = [...new Set(others.map(({ answer }) => answer?.status ?? 0))].sort((a, b) => a - b);
    const evidence = statuses.flatMap((status) =>
      indices(others.filter(({ answer }) => answer?.status === status).slice(0, 1)),
    );
    return { value: statuses.length === 0 ? "none" : statuses.join(", "), evidence };
  };

const rateLimit: Count = (answers) => {
  const limited = answers.filter(({ answer }) => answer?.status === 429);
  const [first] = limited;
  if (first === undefined) return { value: "none seen", evidence: [] };
  // Neither how often nor for how long: both differ from run to run, and profiles are compared.
  const retryAfter = header(first.answer?.headers ?? [], "retry-after");
  const wait = retryAfter === null ? "without Retry-After" : "with Retry-After";
  return { value: `429 ${wait}`, evidence: indices(limited) };
};

const versionHeaders: Count = (answers) => {
  const names = (sent: Sent): readonly string[] =>
    (sent.answer?.headers ?? [])
      .map(([name]) => name.toLowerCase())
      .filter(isAboutVersions)
      .map((name) => foreign(sent, name));
  const found = answers.filter((sent) => names(sent).length > 0);
  const all = [...new Set(found.flatMap(names))].sort();
  return { value: all.length === 0 ? "none" : all.slice(0, 20).join(", "), evidence: indices(found.slice(0, 1)) };
};

function indices(sent: readonly Sent[]): readonly number[] {
  return sent.map(({ index }) => index);
}
