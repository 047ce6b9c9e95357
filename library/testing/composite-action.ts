/** A composite action as GitHub runs it: its steps in order, with their conditions, variables and outputs. */
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A step of a composite action. */
export interface ActionStep {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
  readonly run?: string;
}

/** An action, as its file says it. */
export interface CompositeAction {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly ActionStep[] };
}

/** How an action ended. */
export interface EndedAction {
  /** The exit status of the first step that failed, else 0. */
  readonly status: number;
  readonly output: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** The actions of others that would have run. */
  readonly used: readonly string[];
  /** The names that these were given. */
  readonly names: readonly string[];
}

/** What an action is run with. */
export interface ActionWorld {
  readonly folder: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** Members of the context `github`. */
  readonly github: Readonly<Record<string, string>>;
  /** The place of the job in its matrix. */
  readonly strategy?: Readonly<Record<"job-index" | "job-total", string>>;
  readonly path: string;
}

type Contexts = Readonly<Record<string, unknown>>;

/** The value of one operand: a text in quotes, `!cancelled()`, or a member of a context, which may be missing. */
function operand(text: string, contexts: Contexts): string {
  const quoted = /^'(.*)'$/.exec(text)?.[1];
  if (quoted !== undefined) return quoted;
  if (text === "!cancelled()") return "true";
  const value = text.split(".").reduce<unknown>((at, name) => Reflect.get(Object(at), name), contexts);
  return typeof value === "string" ? value : "";
}

function comparison(text: string, contexts: Contexts): string {
  const [, left = "", operator = "", right = ""] = /^(.*?) (==|!=) (.*)$/.exec(text) ?? [];
  if (operator === "") return operand(text, contexts);
  const isEqual = operand(left, contexts) === operand(right, contexts);
  return isEqual === (operator === "==") ? "true" : "";
}

/** The value of an expression of the few forms that the action has. */
export function evaluate(expression: string, contexts: Contexts): string {
  const inner = /^\$\{\{ (.*) \}\}$/.exec(expression)?.[1] ?? expression;
  const every = (part: string): string =>
    part.split(" && ").reduce((value, one) => (value === "" ? "" : comparison(one, contexts)), "true");
  return inner.split(" || ").reduce((value, part) => (value === "" ? every(part) : value), "");
}

/** Runs the steps of an action. Actions of others are not run. */
export async function runAction(action: CompositeAction, world: ActionWorld): Promise<EndedAction> {
  const github: Contexts = { ...world.github, token: "token-of-the-job" };
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, evaluateDefault(input.default, github)]);
  const inputs: Contexts = { ...Object.fromEntries(defaults), ...world.inputs };
  const steps: Record<string, { readonly outputs: Readonly<Record<string, string>> }> = {};
  const [used, names]: [string[], string[]] = [[], []];
  let [status, output] = [0, ""];
  for (const step of action.runs.steps) {
    const contexts = { inputs, github, steps, strategy: world.strategy };
    const isWanted = step.if === undefined || evaluate(step.if, contexts) !== "";
    if (!isWanted || (status !== 0 && step.if?.includes("!cancelled()") !== true)) continue;
    if (step.uses !== undefined) used.push(step.uses);
    const { name } = step.with ?? {};
    if (name !== undefined) names.push(evaluate(name, contexts));
    if (step.run === undefined) continue;
    const ended = await runStep(step, contexts, world);
    output += ended.output;
    status = status === 0 ? ended.status : status;
    if (step.id !== undefined) steps[step.id] = { outputs: ended.outputs };
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, evaluate(value, { steps })]);
  return { status, output, outputs: Object.fromEntries(outputs) as Record<string, string>, used, names };
}

const evaluateDefault = (value = "", github: Contexts): string =>
  value.startsWith("${{") ? evaluate(value, { github }) : value;

async function runStep(
  { run = "", env = {} }: ActionStep,
  contexts: Contexts,
  { folder, path }: ActionWorld,
): Promise<Omit<EndedAction, "used" | "names">> {
  const GITHUB_OUTPUT = join(folder, "step-output");
  writeFileSync(GITHUB_OUTPUT, "");
  const GITHUB_STEP_SUMMARY = join(folder, "step-summary");
  const variables = Object.entries(env).map(([name, value]) => [name, evaluate(value, contexts)]);
  const options = {
    cwd: folder,
    env: { PATH: path, RUNNER_TEMP: folder, GITHUB_OUTPUT, GITHUB_STEP_SUMMARY, ...Object.fromEntries(variables) },
  };
  const argv = ["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", run];
  const [status, output] = await new Promise<[number, string]>((resolve) => {
    const child = execFile("bash", argv, options, (_error, out, err) => resolve([child.exitCode ?? 1, out + err]));
  });
  const lines = readFileSync(GITHUB_OUTPUT, "utf8").split("\n");
  const outputs = lines.filter((line) => line !== "").map((line) => [line.split("=")[0], line.replace(/^[^=]*=/, "")]);
  return { status, output, outputs: Object.fromEntries(outputs) as Record<string, string> };
}
