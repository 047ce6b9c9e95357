/** `list`: the requirements and their checks, and the requests of a run. */
import type { OptionsOf } from "../options/option-table.ts";
import { defined, present } from "../../spec/defined.ts";
import { catalogueFor } from "../../spec/document-catalogue.ts";
import type { Operation } from "../../spec/read-operation.ts";
import { type Level, readRequirements, type Requirement } from "../../spec/requirements.ts";
import { notApplicableIn } from "../../suites/checks/check-applicability.ts";
import { loadChecks } from "../../suites/index.ts";
import type { Check } from "../../suites/checks/check.ts";
import { checkIds } from "../../suites/run/id-ranges.ts";
import { select, type Selection, SelectionError } from "../../library/check-selection.ts";
import { leastRounds, planOf, type RunPlan, STAGES_OF_EVERY_RUN } from "../../suites/run/run-plan.ts";
import { asUsage, type Io, lookOf, UsageError } from "../io.ts";
import { type Page, sentence, textPage } from "../../reports/text/terminal-lines.ts";
import { givenDocument } from "../options/document-options.ts";
import type { TypedOption } from "../options/typed-options.ts";
import { DEFAULT_CONCURRENCY } from "../../http/provider.ts";
import { count } from "../../result/safe-text.ts";

/** Runs `list`. @throws {UsageError} when the selection leaves nothing, or an option has no effect */
export async function list(options: OptionsOf<"list">, typed: readonly TypedOption[], io: Io): Promise<number> {
  const hasSeed = typed.some(({ name }) => name === "--seed");
  if (options.plan && (options.requests || hasSeed)) {
    throw new UsageError(
      "--plan has no effect with --requests or --seed: it shows how many requests there are, not what they hold",
    );
  }
  if (hasSeed && !options.requests && !options.json) {
    throw new UsageError("--seed has no effect without --requests or --json, which show what is drawn from it");
  }
  const { operation } = await givenDocument(options);
  const requirements = catalogueFor(operation);
  const all = await loadChecks(operation);
  const wanted = selected(all, requirements, options);
  const page = textPage(lookOf(io));
  if (options.plan) {
    const plan = plannedRun(all, wanted);
    const isWhole = wanted === all && operation.isShipped;
    io.out(options.json ? `${JSON.stringify(planAsJson(plan), null, 2)}\n` : planAsText(page, plan, isWhole));
    return 0;
  }
  const fresh = checkIds(options.seed, all);
  const differs = differencesOf(operation, requirements);
  const rows = requirements
    .map((requirement) => ({
      requirement,
      ...differs(requirement),
      checks: wanted
        .filter((check) => check.requirement === requirement.id)
        .map((check) => ({ check, requests: check.next(fresh(check.id), []).map(requestLine) })),
    }))
    .filter(({ checks }) => checks.length > 0);
  io.out(
    options.json
      ? `${JSON.stringify(rows.map(asJson), null, 2)}\n`
      : rows.map((row) => asText(page, row, options.requests)).join("\n"),
  );
  return 0;
}

/** The planned requests. Those at the start and end of a run are sent with any selection. */
function plannedRun(all: readonly Check[], wanted: readonly Check[]): RunPlan {
  const ids = new Set(wanted.flatMap(({ id, reads }) => (reads === undefined ? [id] : [id, reads])));
  return planOf(all.filter(({ id, stage }) => ids.has(id) || STAGES_OF_EVERY_RUN.has(stage)));
}

interface Row {
  readonly requirement: Requirement;
  /** Its level in the shipped document, if this differs; `none` if it is not there. */
  readonly shippedLevel?: Level | "none";
  /** Why the requirement does not apply to the document. */
  readonly notApplicable?: string;
  readonly checks: ReadonlyArray<{ readonly check: Check; readonly requests: readonly string[] }>;
}

function differencesOf(
  operation: Operation,
  catalogue: readonly Requirement[],
): (requirement: Requirement) => Pick<Row, "shippedLevel" | "notApplicable"> {
  const levels = new Map(readRequirements().map(({ id, level }) => [id, level]));
  const reasons = notApplicableIn(operation);
  const changed = new Map(catalogue.map(({ id, level }) => [id, levels.get(id) === level ? null : levels.get(id)]));
  return ({ id }) => {
    const before = changed.get(id);
    return defined({
      shippedLevel: before === null ? undefined : (before ?? "none"),
      notApplicable: reasons.get(id),
    });
  };
}

function selected(all: readonly Check[], requirements: readonly Requirement[], options: Selection): readonly Check[] {
  if (options.only.length + options.skip.length === 0) return all;
  const ids = asUsage(SelectionError, () => select(all, requirements, options));
  return all.filter(({ id }) => ids.has(id));
}

/** A line, broken at blanks. The statement of a requirement and the title of a check go on in the same column. */
function wrapped(page: Page, line: string): readonly string[] {
  return sentence(page, line, line.startsWith(" ") ? 8 : 0);
}

/** The first request of a check on one line; long bodies are cut. */
function requestLine({ method, path, headers, body }: ReturnType<Check["next"]>[number]): string {
  const text = body === null ? "no body" : new TextDecoder().decode(body);
  const shown = JSON.stringify(text.length > 400 ? `${text.slice(0, 400)}...` : text);
  return `${method} ${path} | ${headers.map(([name, value]) => `${name}: ${value}`).join("; ")} | ${shown}`;
}

function asJson({ requirement, checks, ...differs }: Row): unknown {
  return {
    ...requirement,
    ...differs,
    checks: checks.map(({ check, requests }) => ({ id: check.id, title: check.title, basis: check.basis, requests })),
  };
}

function asText(page: Page, { requirement, checks, shippedLevel, notApplicable }: Row, withRequests: boolean): string {
  const differs = present([
    shippedLevel !== undefined && `differs from 1.0.0: ${shippedLevel} there`,
    notApplicable !== undefined && `not applicable: ${notApplicable}`,
  ]);
  const lines = checks.flatMap(({ check, requests }) => [
    ...wrapped(page, `    /${check.slug}  ${check.title}`),
    ...(withRequests ? requests.map((request) => `        ${request}`) : []),
  ]);
  const head = `${requirement.level.padEnd(6)}  ${requirement.id}`;
  const about = [requirement.statement, ...differs].flatMap((text) => wrapped(page, `        ${text}`));
  return [head, ...about, ...lines, ""].join("\n");
}

function planAsJson(plan: RunPlan): unknown {
  const { requests, chain, stages } = plan;
  return { requests, chain, concurrency: DEFAULT_CONCURRENCY, rounds: leastRounds(plan, DEFAULT_CONCURRENCY), stages };
}

const MORE_TO_A_WRONG_ONE =
  "A wrong provider gets more, since what fails is sent again: at most 450 in our measurements.";

function planAsText(page: Page, plan: RunPlan, isWhole: boolean): string {
  const { requests, chain, stages } = plan;
  const rounds = leastRounds(plan, DEFAULT_CONCURRENCY);
  return [
    ...wrapped(
      page,
      `${count(requests, "request")} for a correct provider. The longest chain of requests that wait for each other has ${chain}.`,
    ),
    ...(isWhole ? wrapped(page, MORE_TO_A_WRONG_ONE) : []),
    `With ${DEFAULT_CONCURRENCY} in flight a run takes at least ${rounds} times as long as an answer.`,
    ...stages.flatMap((stage) =>
      stage.checks.length === 0
        ? []
        : [
            "",
            `${stage.stage}: ${count(stage.requests, "request")}, longest chain ${stage.chain}`,
            // Requests that wait for each other are joined by "then".
            ...stage.checks.map(({ id, batches }) => `    ${id}  ${batches.join(" then ")}`),
          ],
    ),
    "",
  ].join("\n");
}
