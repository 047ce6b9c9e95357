/**
 * Requests whose bodies a choice of schemas decides: bodies are made of one schema, and whether another one allows them,
 * or also allows them, is read from the whole schema.
 */
import type { Operation } from "../../spec/read-operation.ts";
import { ifRun } from "../../spec/pattern/run-pattern.ts";
import { choiceIn } from "../../spec/schema.ts";
import type { Validator } from "../../spec/validators.ts";
import { textOf } from "../bodies/body-drafts.ts";
import { ordinaryDraft } from "../bodies/ordinary-values.ts";
import type { Check, PlannedRequest } from "./check.ts";
import { notJudged } from "./judges.ts";

/** Marks requests of which the schema says another thing than their kind: they become open. */
export type Deciding = (request: PlannedRequest) => PlannedRequest;

/** Marks the requests to an operation; null if no choice is followed in its schema. */
export function decidingIn({ request }: Operation, newPlant: Validator): Deciding | null {
  if (choiceIn(request) === undefined) return null;
  return (planned) => {
    const { kind, body } = planned;
    const isToMatch = kind === "ordinary" || kind === "valid";
    if (body === null || (!isToMatch && kind !== "not-a-plant")) return planned;
    const value = valueOf(body);
    if (value === undefined || matches(newPlant, value) === isToMatch) return planned;
    return { ...planned, kind: "open", isUndecided: true };
  };
}

function valueOf(body: string | Uint8Array): unknown {
  try {
    const text =
      typeof body === "string" ? body : new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Undefined if a value was not compared, because that would exceed a limit. */
function matches(validate: Validator, value: unknown): boolean | undefined {
  return ifRun(
    () => validate(value).length === 0,
    () => undefined,
  );
}

/** The same check, which does not judge what the whole schema decides in another way. */
export function asDecided(operation: Operation, newPlant: Validator): (check: Check) => Check {
  const deciding = decidingIn(operation, newPlant);
  if (deciding === null) return (check) => check;
  const reason = `whether its body is valid depends on the ${choiceIn(operation.request)}, of which one case is followed`;
  return (check) => ({
    ...check,
    next: (fresh, own, known) => check.next(fresh, own, known).map(deciding),
    judge: (own, run) =>
      own.some(({ request }) => request.isUndecided === true)
        ? { outcome: notJudged("not-applicable", reason) }
        : check.judge(own, run),
  });
}

const TRIED = [1_000_003, 20_000_029, 300_000_007];

/**
 * Makes sure that ordinary bodies match the whole schema, and not only the schema that is followed.
 * @throws {Error} naming the choice
 */
export function assertDecided({ request }: Operation, newPlant: Validator): void {
  const choice = choiceIn(request);
  if (choice === undefined) return;
  if (TRIED.every((n) => matches(newPlant, JSON.parse(textOf(ordinaryDraft(request, n)))) === true)) return;
  throw new Error(
    `The keyword ${choice} cannot be turned into checks: a body of the schema that is followed does not match the whole`,
  );
}
