/** Open points about authentication: the answers to a missing, malformed or unknown token. */
import { ifRun } from "../../spec/pattern/run-pattern.ts";
import type { Validator } from "../../spec/validators.ts";
import { checkOf, idOf, observation, openPoint } from "../checks/check-forms.ts";
import type { AnsweredSent, Check, CheckId, History, Label, PlannedRequest } from "../checks/check.ts";
import { isSuccess } from "../checks/exchange-facts.ts";
import { foreign } from "../checks/findings.ts";
import { isUsable, judgeObservation } from "../checks/judges.ts";
import type { Requests } from "../checks/check-requests.ts";

/** The answers to a missing, malformed or unknown token: their status and their body. */
export function openTokenChecks(requests: Requests, error: Validator, plant: Validator): readonly Check[] {
  const asking = (n: number, value: string): PlannedRequest =>
    requests.plant("open", n, { headers: { Authorization: value } });
  const statusFor = (requirement: string, what: string): Label =>
    openPoint(requirement, `The status code for a request with ${what}`);
  const body = (requirement: string, what: string, from: CheckId): Check =>
    reading(openPoint(requirement, `The body of the response to a request with ${what}`), from, (sent) =>
      bodyKindOf(sent, error, plant),
    );
  const spaces = "a bearer token with spaces in it";
  const missing = idOf({ requirement: "requires-authorization", slug: "no-header" });
  return [
    reading(openPoint("missing-token", "The status code for a request without Authorization"), missing, ({ answer }) =>
      String(answer.status),
    ),
    body("missing-token-body", "no Authorization header", missing),
    observation(statusFor("malformed-token", spaces), [(fresh) => asking(fresh(0), "Bearer not a token")]),
    body("malformed-token-body", spaces, idOf({ requirement: "malformed-token", slug: "value" })),
    checkOf("observation", statusFor("unknown-token", "another bearer token"), {
      next: (fresh, own, known) => {
        // If nothing is known about a provider, as in a vector, there is one request.
        const isOver = own.length > (known === undefined ? 0 : 1);
        return isOver ? [] : [asking(fresh(0), "Bearer another-token.that~nobody+gave/out==")];
      },
      judge: (own, run) => judgeObservation(own[0], run, () => statusesInTurn(own)),
    }),
    body("unknown-token-body", "another bearer token", idOf({ requirement: "unknown-token", slug: "value" })),
  ];
}

/** An open point whose value is read from the first request of another check. */
function reading(label: Label, reads: CheckId, value: (sent: AnsweredSent) => string): Check {
  return checkOf("reading", label, {
    reads,
    judge: (own, run) => judgeObservation(own.find(isUsable) ?? own[0], run, value),
  });
}

/** The different statuses of a request that was sent several times. Once it is accepted, its plant exists. */
function statusesInTurn(all: History): string {
  const upToSuccess = all.findIndex(isSuccess) + 1;
  const own = upToSuccess === 0 ? all : all.slice(0, upToSuccess);
  const statuses = own.flatMap(({ answer }) => (answer === null ? [] : [String(answer.status)]));
  return [...new Set(statuses)].join(", then ");
}

/** The kind of body that an answer has. */
export function bodyKindOf(sent: AnsweredSent, error: Validator, plant: Validator): string {
  const { answer } = sent;
  if (answer.readTo !== "end") return "cut off";
  if (answer.size === 0) return "empty";
  if (answer.reading.as === "json" && answer.mediaType === "application/json") {
    const { value } = answer.reading;
    const matches = (validate: Validator): boolean =>
      ifRun(
        () => validate(value).length === 0,
        () => false,
      );
    if (matches(error)) return "an Error";
    if (matches(plant)) return "a Plant";
  }
  return answer.mediaType === null ? "no media type" : foreign(sent, answer.mediaType);
}
