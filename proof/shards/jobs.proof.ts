/**
 * A run in several jobs has the result of a run in one, within the same limits, and never passes without one of its
 * jobs.
 */
import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import * as inJobs from "../../library/judge-in-jobs.ts";
import * as whole from "../../library/judge-whole.ts";
import type { FromJob, JobTask } from "../../library/job-end.ts";
import type { JudgeOptions } from "../../library/judge-options.ts";
import type { RunResult } from "../../result/result.ts";
import { redactionOf } from "../../result/redact.ts";
import type { Progress } from "../../suites/run/run-checks.ts";
import { type Behaviour, refuse } from "../behaviour.ts";
import { but, correct, json, plantBody } from "../correct.ts";
import { mutants } from "../mutants/index.ts";
import * as inMemory from "../seeds/in-memory.ts";
import * as splitting from "./split-run.ts";

const token = "token-of-the-jobs";

type Asked = Partial<JudgeOptions> & { readonly behaviour?: Behaviour; readonly jobs?: number };

async function judged(
  { behaviour = correct, jobs = 2, ...options }: Asked,
  start?: inJobs.StartJob,
): Promise<RunResult> {
  using provider = inMemory.openInMemory(behaviour, token);
  const asked = { url: provider.url, token, concurrency: jobs, fuzz: 40, ...options };
  return await (start === undefined ? whole.judgeWhole({ ...asked, jobs }) : inJobs.judgeInJobs(asked, jobs, start));
}

/** A few checks, for tests where the choice does not matter. */
const few = { only: ["plant-shape", "error-shape", "refuses-missing-member"], skip: [] };

/** Refuses ordinary plants by their names, some in each job. */
const refusesSome = but({
  constrain: (plant, request) =>
    plant.name.endsWith("e") ? refuse("constraint", 400, "No such name") : correct.constrain(plant, request),
});

describe("for one seed, the result of jobs is that of one", () => {
  const all: ReadonlyArray<readonly [name: string, behaviour: Behaviour, jobs: number]> = [
    ["is right", correct, 2],
    ["refuses some ordinary plants", refusesSome, 3],
    ["refuses ids with a fraction of zero", mutant("refuses-ids-with-a-fraction-of-zero"), 2],
  ];
  test.each(all)("for a provider that %s", async (_name, behaviour, jobs) => {
    const run = { behaviour, seed: `jobs ${jobs}`, fuzz: 40 };
    const [one, split] = [await splitting.judgeWhole(run), await judged({ ...run, jobs })];
    const { sent, cases } = split.fuzz ?? {};
    expect({ sent, cases }).toEqual({ sent: one.fuzz?.sent, cases: 40 });
    expect(splitting.comparable(split)).toEqual(splitting.comparable(one));
  });
});

test("by another document, the result of jobs is that of one", async () => {
  const text = readFileSync(new URL("../../spec/openapi.yaml", import.meta.url), "utf8").replace(
    /type: http\s+scheme: bearer/,
    "type: apiKey\n      in: header\n      name: X-Key",
  );
  const options = { document: { text }, selection: few, seed: "another document", behaviour: keyed };
  const [one, split] = [await judged({ ...options, jobs: 1 }), await judged(options)];
  expect(one.verdict).toBe("selection-met");
  expect(splitting.comparable(split)).toEqual(splitting.comparable(one));
});

/** Accepts the token as a key in another header field. */
const keyed = but({
  authenticate: ({ headers, token: known }) =>
    headers["x-key"] === known ? undefined : refuse("authentication", 401, "No key"),
});

function mutant(name: string): Behaviour {
  const found = mutants.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no mutant ${name}`);
  return found.behaviour;
}

test("jobs together have no more requests in flight than one", async () => {
  let most = 0;
  const behaviour = but({
    answerPlant: async (plant, request) => {
      most = Math.max(most, request.memory.inFlight);
      // Waits until the maximum number of requests waits, or no more arrive, so that the speed of the jobs does not
      // matter.
      for (let turn = 0; turn < 20_000 && most < 3; turn += 1) {
        await setImmediate();
        most = Math.max(most, request.memory.inFlight);
      }
      await setImmediate();
      most = Math.max(most, request.memory.inFlight);
      return correct.answerPlant(plant, request);
    },
  });
  await judged({ behaviour, jobs: 2, concurrency: 3, selection: few });
  expect(most).toBe(3);
});

/** A job that gives scripted answers, and records how it was started. */
function scripted(
  tasks: JobTask[],
  script: (task: JobTask, say: (message: FromJob | "exit") => void) => void,
): inJobs.StartJob {
  return (task) => {
    tasks.push(task);
    const listeners = new Map<string, (value: unknown) => void>();
    const say = (message: FromJob | "exit"): void => {
      queueMicrotask(() => listeners.get(message === "exit" ? "exit" : "message")?.(message));
    };
    queueMicrotask(() => script(task, say));
    return {
      port: { on: (event, listener) => listeners.set(event, listener), post: () => undefined },
      stop: () => Promise.resolve(),
    };
  };
}

test("the limits of a run are shared out, and what is about the whole stays with it", async () => {
  const tasks: JobTask[] = [];
  const limits = { evidenceBytes: 1_001, deadlineMs: 77_000 };
  const run = judged(
    {
      jobs: 3,
      concurrency: 8,
      rate: 100,
      limits,
      contracts: () => Promise.resolve([]),
      renewToken: () => Promise.resolve(""),
    },
    scripted(tasks, (_, say) => say({ fault: "not today" })),
  );
  await expect(run).rejects.toThrow("Job 1 of 3 ended without a result: not today.");
  const total = (of: (task: JobTask) => number | undefined): number =>
    tasks.reduce((sum, task) => sum + (of(task) ?? 0), 0);
  expect(total(({ judging }) => judging.concurrency)).toBe(8);
  expect(total(({ judging }) => judging.rate)).toBe(100);
  expect(total(({ judging }) => judging.limits?.evidenceBytes)).toBe(1_001);
  expect(tasks.map(({ judging }) => judging.limits?.deadlineMs)).toEqual([77_000, 77_000, 77_000]);
  expect(new Set(tasks.map(({ judging }) => judging.seed)).size).toBe(1);
  expect(() => structuredClone(tasks)).not.toThrow();
});

describe("a job that ends without a result", () => {
  /** The first job succeeds, and the second one ends as given. */
  const losing =
    (message: FromJob | "exit"): inJobs.StartJob =>
    (task) =>
      task.judging.shard.index === 1 ? inJobs.startJob(task) : scripted([], (_, say) => say(message))(task);

  test("makes the result inconclusive, with the reason", async () => {
    const { verdict, exitCode, reasons, complete } = await judged({ selection: few }, losing("exit"));
    expect({ verdict, exitCode, complete }).toEqual({ verdict: "inconclusive", exitCode: 3, complete: false });
    expect(reasons.join(" ")).toContain("Job 2 of 2 ended without a result: its thread ended.");
  });

  test("does not hide what another one shows broken", async () => {
    const behaviour = but({ answerPlant: () => json(200, {}) });
    expect((await judged({ behaviour, selection: few }, losing({ fault: "out of memory" }))).verdict).toBe(
      "non-conformant",
    );
  });

  test.each([
    ["a redaction", { redaction: redactionOf([token]) }],
    ["none", {}],
  ])("says no secret, given %s", async (_name, given) => {
    const { reasons } = await judged({ ...given, selection: few }, losing({ fault: `it had ${token}` }));
    expect(reasons.join(" ")).toContain("ended without a result");
    expect(JSON.stringify(reasons)).not.toContain(token);
  });
});

test("contracts that cannot be verified end the jobs, which nobody waits for any more", async () => {
  const ended: number[] = [];
  const start: inJobs.StartJob = (task) => ({
    port: { on: () => undefined, post: () => ended.push(task.judging.shard.index) },
    stop: () => Promise.resolve(),
  });
  const contracts = (): Promise<never> => Promise.reject(new Error("there is no verifier"));
  await expect(judged({ contracts }, start)).rejects.toThrow("there is no verifier");
  expect(ended).toEqual([1, 2]);
});

test("an interrupt ends every job, and what is known so far is the result", async () => {
  const interrupted = new AbortController();
  let requests = 0;
  const behaviour = but({
    route: (request) => {
      requests += 1;
      if (requests === 500) interrupted.abort();
      return correct.route(request);
    },
  });
  const result = await judged({ behaviour, fuzz: 100_000, signal: interrupted.signal });
  expect(result).toMatchObject({ complete: false, verdict: "inconclusive" });
  expect(result.reasons.join(" ")).toContain("The run was interrupted.");
  expect(result.fuzz?.cases).toBe(100_000);
  expect(result.summary.exchanges).toBeGreaterThan(400);
  expect(result.summary.exchanges).toBeLessThan(1_000);
});

test("a job that finds the token refused ends the others", async () => {
  const behaviour = but({ authenticate: () => refuse("authentication", 401, "No") });
  const { verdict, reasons } = await judged({ behaviour, fuzz: 100_000 });
  expect(verdict).toBe("inconclusive");
  expect(reasons.join(" ")).toContain("The provider refused the token");
});

test("--fail-fast counts the causes of all jobs together", async () => {
  const tasks: JobTask[] = [];
  const ends: number[] = [];
  const start: inJobs.StartJob = (task) => {
    const job = inJobs.startJob({ ...task, judging: { ...task.judging, failFast: 1_000 } });
    tasks.push(task);
    return {
      ...job,
      port: { ...job.port, post: (message) => (ends.push(task.judging.shard.index), job.port.post(message)) },
    };
  };
  const behaviour = but({
    answerPlant: (plant) => json(200, plantBody({ ...plant, name: `${plant.name}!` })),
    answerError: ({ status }) => json(status, {}),
  });
  const result = await judged({ behaviour, fuzz: 1_000, strict: true, failFast: 3 }, start);
  expect(result).toMatchObject({ complete: false, verdict: "non-conformant" });
  expect(result.reasons).toContain("The run ended early, because enough was broken (--fail-fast).");
  expect(ends).toEqual([1, 2]);
});

test("a token that has expired is fetched once for each job that asks, and the run goes on", async () => {
  let valid = token;
  let [requests, fetched] = [0, 0];
  const behaviour = but({
    authenticate: (request) => {
      requests += 1;
      if (requests === 300) valid = "another-token-of-the-jobs";
      return correct.authenticate({ ...request, token: valid });
    },
  });
  const renewToken = (): Promise<string> => {
    fetched += 1;
    return Promise.resolve(valid);
  };
  const { verdict } = await judged({ behaviour, renewToken, fuzz: 300, selection: few });
  expect(verdict).toBe("selection-met");
  expect(fetched).toBeGreaterThanOrEqual(1);
  expect(fetched).toBeLessThanOrEqual(2);
});

test("the progress is that of all jobs together, and no secret is in it", async () => {
  const seen: Progress[] = [];
  await judged({ fuzz: 300, selection: few, onProgress: (progress) => seen.push(progress) });
  const last = seen.at(-1);
  expect(last?.exchanges).toBeGreaterThan(0);
  expect(Math.max(...seen.map(({ fuzz }) => fuzz?.of ?? 0))).toBe(300);
  expect(JSON.stringify(seen)).not.toContain(token);
});

test("a selection that names nothing known is wrong usage before a job is started", async () => {
  const tasks: JobTask[] = [];
  const run = judged(
    { selection: { only: ["nothing-of-that-name"], skip: [] } },
    scripted(tasks, () => undefined),
  );
  await expect(run).rejects.toThrow("nothing-of-that-name");
  expect(tasks).toEqual([]);
});

test("the contracts are verified once, after the jobs", async () => {
  const order: string[] = [];
  const { contracts } = await judged({
    selection: few,
    contracts: async ({ after }) => {
      await after;
      order.push("verified");
      return [];
    },
  });
  expect([order, contracts]).toEqual([["verified"], []]);
});
