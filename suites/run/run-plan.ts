/**
 * What a run will send, in which order, and how much of it waits for answers. Known before the run, for a provider that
 * accepts valid requests and refuses all others. Pure.
 */
import { defined } from "../../spec/defined.ts";
import { readAnswer } from "../checks/decoded-answer.ts";
import {
  type Answered,
  type Check,
  type CheckId,
  type Kind,
  type Known,
  type PlannedRequest,
  STAGES,
  type Stage,
  type Statuses,
  statusesOf,
} from "../checks/check.ts";
import { identityAxis, unknownMemberAxis } from "../checks/request-variants.ts";

/** What a check will send. */
export interface PlannedCheck {
  readonly id: CheckId;
  /** The requests of each batch. A batch waits for the answers to the one before it. */
  readonly batches: readonly number[];
}

/** The checks of one stage, in order. The next stage waits for all of their answers. */
export interface PlannedStage {
  readonly stage: Stage;
  readonly checks: readonly PlannedCheck[];
  readonly requests: number;
  /** The longest chain of requests that wait for each other: the time of the stage with any number in flight. */
  readonly chain: number;
}

export interface RunPlan {
  readonly stages: readonly PlannedStage[];
  readonly requests: number;
  /** The longest chain of requests in which each waits for the one before. */
  readonly chain: number;
}

/** The stages that are sent whatever is selected. Their checks are asked one after the other. */
export const STAGES_OF_EVERY_RUN: ReadonlySet<Stage> = new Set(["opening", "closing"]);

/** The order in which the checks of a stage are asked. */
export function inOrder(checks: readonly Check[]): readonly Check[] {
  return checks.toSorted((one, other) => Number(other.goesFirst ?? false) - Number(one.goesFirst ?? false));
}

/** Plans the run of these checks. */
export function planOf(checks: readonly Check[]): RunPlan {
  const stages = STAGES.map((stage): PlannedStage => {
    const planned = inOrder(checks.filter((check) => check.stage === stage))
      .map(({ id, next }) => ({ id, batches: batchesOf(next) }))
      .filter(({ batches }) => batches.length > 0);
    const chains = planned.map(({ batches }) => batches.length);
    const chain = STAGES_OF_EVERY_RUN.has(stage) ? sum(chains) : Math.max(0, ...chains);
    return { stage, checks: planned, requests: sum(planned.flatMap(({ batches }) => batches)), chain };
  });
  return {
    stages,
    requests: sum(stages.map(({ requests }) => requests)),
    chain: sum(stages.map(({ chain }) => chain)),
  };
}

/** How many requests each check plans. The opening and the closing ones are sent whatever is selected. */
export function plannedRequests(all: readonly Check[], selected: readonly Check[]): Map<CheckId, number> {
  const plan = plans.get(all) ?? planOf(all);
  plans.set(all, plan);
  const asked = new Set(selected.map(({ id }) => id));
  const sent = plan.stages.flatMap(({ stage, checks }) =>
    checks.filter(({ id }) => asked.has(id) || STAGES_OF_EVERY_RUN.has(stage)),
  );
  return new Map(sent.map(({ id, batches }) => [id, sum(batches)]));
}

/** The plans of the last lists of checks, for a process that judges many providers. */
const plans = new WeakMap<readonly Check[], RunPlan>();

/** The least time of a run with that many requests in flight, as a multiple of the time of one answer. */
export function leastRounds({ requests, chain }: Pick<RunPlan, "requests" | "chain">, concurrency: number): number {
  return Math.max(chain, Math.ceil(requests / concurrency));
}

/** No request is sent, so any number will do. */
const ANY_ID = 1_000_000;

/** What is known about a provider that accepts valid requests. */
const ACCEPTING: Known = { variants: [...identityAxis, ...unknownMemberAxis].map(({ name }) => [name]), refused: [] };

function batchesOf(next: Check["next"]): readonly number[] {
  const own: Answered[] = [];
  const batches: number[] = [];
  for (;;) {
    const batch = next((k) => ANY_ID + k, own, ACCEPTING);
    if (batch.length === 0) return batches;
    own.push(...batch.map(answered));
    batches.push(batch.length);
  }
}

/** The status with which a correct provider answers a request: a documented success, or a refusal. */
function statusOf(kind: Kind, { successes: [success = 200], refusals }: Statuses): number {
  switch (kind) {
    case "ordinary":
    case "valid":
    case "open":
      return success;
    case "not-a-plant":
      return refusals?.[0] ?? 400;
    case "not-allowed":
      return 401;
  }
}

function answered(request: PlannedRequest): Answered {
  const { kind, features, statuses } = request;
  const answer = readAnswer(
    { status: statusOf(kind, statusesOf({ request })), headers: [], body: new Uint8Array() },
    { bytes: 0 },
  );
  return { answer, request: defined({ features, statuses }) };
}

/** The sum of numbers. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
