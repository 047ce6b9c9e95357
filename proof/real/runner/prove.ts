/** Tests the stacks of one ecosystem: tools, packages, build, and then each server against its expected result. */
import type { Command, Ecosystem, ProcessStack } from "../ecosystem.ts";
import type { Running } from "../stack.ts";
import { differencesBySuite, differencesByWitness } from "./judge-stack.ts";
import type { StackOutcome } from "./outcome.ts";
import { unlessAborted } from "../../../http/abortable.ts";
import { type Ended, type ProcessSurroundings, run } from "./process.ts";
import { serve } from "./serve-stack.ts";

/** The limit for a stack's two servers to start and to give all their answers. */
const STACK_MS = 90_000;
const TOKEN = "token-of-the-stacks";

type Tell = (outcome: StackOutcome, seconds: number) => void;

/** Tests every stack of an ecosystem, one at a time, and reports each as soon as it is done. */
export async function prove(
  { tools, fetch, build, stacks }: Ecosystem,
  place: ProcessSurroundings,
  tell: Tell,
): Promise<void> {
  const started = performance.now();
  const prepared =
    (await through(tools, place, missingTool)) ??
    (await through(fetch, place, notFetched)) ??
    (await through(build, place, notBuilt));
  for (const stack of stacks) {
    const begun = stack === stacks[0] ? started : performance.now();
    const outcome = prepared === undefined ? await proveStack(stack, place) : { ...prepared, name: stack.name };
    tell(outcome, (performance.now() - begun) / 1000);
  }
}

type Unnamed =
  | Omit<Extract<StackOutcome, { status: "failed" }>, "name">
  | Omit<Extract<StackOutcome, { status: "skipped" }>, "name">;

async function through(
  commands: readonly Command[],
  place: ProcessSurroundings,
  explain: (command: Command, ended: Exclude<Ended, { how: "succeeded" | "out-of-time" }>) => Unnamed,
): Promise<Unnamed | undefined> {
  for (const command of commands) {
    const ended = await run(command, place);
    if (ended.how === "out-of-time") return outOfTime;
    if (ended.how !== "succeeded") return explain(command, ended);
  }
  return undefined;
}

const outOfTime = { status: "skipped", reason: "there was no time left" } as const;

function missingTool([program]: Command): Unnamed {
  return { status: "skipped", reason: `${program} is not there` };
}

function notFetched(command: Command, ended: Ended): Unnamed {
  return { status: "skipped", reason: `\`${command.join(" ")}\` failed: ${lastLine(ended)}` };
}

function notBuilt(command: Command, ended: Ended): Unnamed {
  return { status: "failed", reasons: [`\`${command.join(" ")}\` failed:`, ...lines(ended)] };
}

function lines(ended: Ended): readonly string[] {
  if (ended.how === "not-found") return ["there is no such program"];
  return ended.how === "failed" ? ended.output.trim().split("\n") : [];
}

function lastLine(ended: Ended): string {
  return (
    lines(ended)
      .findLast((line) => line.trim() !== "")
      ?.trim() ?? "it said nothing"
  );
}

/** Starts two servers, one after the other, because the witness and the suite each need an empty store. */
async function proveStack(stack: ProcessStack, place: ProcessSurroundings): Promise<StackOutcome> {
  const { name } = stack;
  const within = { ...place, signal: AbortSignal.any([place.signal, AbortSignal.timeout(STACK_MS)]) };
  const reasons: string[] = [];
  for (const ask of [differencesByWitness, differencesBySuite]) {
    const served = await serve(stack, within, TOKEN);
    if ("ended" in served) {
      if (served.ended.how === "out-of-time") return { ...outOfTime, name };
      return { status: "failed", name, reasons: ["the server ended before it answered:", ...lines(served.ended)] };
    }
    const asked = await inTime(served.running, within.signal, (url) => ask({ ...stack, url, token: TOKEN }));
    if (asked === undefined) return { ...outOfTime, name };
    reasons.push(...asked);
  }
  return reasons.length === 0 ? { status: "passed", name } : { status: "failed", name, reasons };
}

/** Undefined if the time ran out. The server is stopped in any case. */
async function inTime(
  { url, stop }: Running,
  signal: AbortSignal,
  ask: (url: string) => Promise<readonly string[]>,
): Promise<readonly string[] | undefined> {
  const asked = ask(url).catch((error: unknown) => [`it could not be asked: ${String(error)}`]);
  try {
    return await unlessAborted(() => asked, signal, undefined);
  } finally {
    await stop();
  }
}
