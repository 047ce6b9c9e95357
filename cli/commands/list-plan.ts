/** `list --plan`: the requests of a run, stage by stage, and which of them wait for responses. */
import { DEFAULT_CONCURRENCY } from "../../http/provider.ts";
import { count } from "../../result/counts.ts";
import { type PlannedCheck, type RunPlan, leastRounds } from "../../suites/run/run-plan.ts";

/** The plan in the form for JSON. */
export function planAsJson(plan: RunPlan): unknown {
  const { requests, chain, stages } = plan;
  return { requests, chain, concurrency: DEFAULT_CONCURRENCY, rounds: leastRounds(plan, DEFAULT_CONCURRENCY), stages };
}

/** The plan as text, one check per line. */
export function planAsText(plan: RunPlan): string {
  const { requests, chain, stages } = plan;
  const rounds = leastRounds(plan, DEFAULT_CONCURRENCY);
  return [
    `${count(requests, "request")} for a correct provider. The longest chain of requests that wait for each other has ${chain}.`,
    `With ${DEFAULT_CONCURRENCY} in flight a run takes at least ${rounds} times as long as an answer.`,
    ...stages.flatMap((stage) =>
      stage.checks.length === 0
        ? []
        : [
            "",
            `${stage.stage}: ${count(stage.requests, "request")}, longest chain ${stage.chain}`,
            ...stage.checks.map(planLine),
          ],
    ),
    "",
  ].join("\n");
}

/** Requests that wait for each other are joined by "then". */
function planLine({ id, batches }: PlannedCheck): string {
  return `    ${id}  ${batches.join(" then ")}`;
}
