/** The runner with programs that need only Node: what it skips, what it fails, and that it leaves nothing behind. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Command, Ecosystem } from "../ecosystem.ts";
import { meetsEverything } from "../stack.ts";
import { differencesOf } from "./judge-stack.ts";
import { type StackOutcome, exitStatus, summary, reportOf } from "./outcome.ts";
import { start } from "./process.ts";
import { prove } from "./prove.ts";

const folder = mkdtempSync(join(tmpdir(), "stacks-"));
afterAll(() => rmSync(folder, { recursive: true }));

const node = (script: string): Command => [process.execPath, "-e", script];
const nothing = node("");

async function outcomes(
  differing: Partial<Ecosystem>,
  run: Command = nothing,
  signal = new AbortController().signal,
): Promise<readonly StackOutcome[]> {
  const seen: StackOutcome[] = [];
  const ecosystem: Ecosystem = {
    name: "Node",
    folder: "node",
    tools: [nothing],
    fetch: [nothing],
    build: [nothing],
    stacks: [{ name: "a", family: "a", framework: "none", variant: "fixed", run, expected: meetsEverything({}) }],
    ...differing,
  };
  await prove(ecosystem, { folder, environment: process.env, signal }, (outcome) => seen.push(outcome));
  return seen;
}

describe("a stack is skipped, and it is said why,", () => {
  test("where a tool is not on the machine", async () => {
    const reason = "no-such-compiler is not there";
    expect(await outcomes({ tools: [["no-such-compiler", "--version"]] })).toEqual([
      { status: "skipped", name: "a", reason },
    ]);
  });

  test("where a tool is there and says that it is not the right one", async () => {
    const [outcome] = await outcomes({ tools: [node("process.exit(1)")] });
    expect(outcome?.status).toBe("skipped");
  });

  test("where its packages cannot be fetched", async () => {
    const [outcome] = await outcomes({ fetch: [node('console.error("no such host"); process.exit(1)')] });
    expect(outcome).toMatchObject({ status: "skipped", reason: expect.stringMatching(/failed: no such host$/) });
  });

  test("where the time is over before its server answers", async () => {
    const silent = node("setInterval(() => {}, 1000)");
    const outcome = await outcomes({}, silent, AbortSignal.timeout(1_000));
    expect(outcome).toEqual([{ status: "skipped", name: "a", reason: "there was no time left" }]);
  });

  test("where the time is over before it is built", async () => {
    const endless = [node("setInterval(() => {}, 1000)")];
    const outcome = await outcomes({ build: endless }, nothing, AbortSignal.timeout(1_000));
    expect(outcome).toEqual([{ status: "skipped", name: "a", reason: "there was no time left" }]);
  });
});

describe("a stack fails", () => {
  test("where its own program cannot be built", async () => {
    const [outcome] = await outcomes({ build: [node('console.log("line 7: no"); process.exit(2)')] });
    expect(outcome).toMatchObject({ status: "failed", reasons: expect.arrayContaining(["line 7: no"]) });
  });

  test("where its server ends before it answers", async () => {
    const [outcome] = await outcomes({}, node('console.error("no port"); process.exit(1)'));
    expect(outcome).toMatchObject({ status: "failed", reasons: expect.arrayContaining(["no port"]) });
  });

  test("where the witness and the suite find what was not expected", async () => {
    const script =
      "require('http').createServer((q, s) => s.writeHead(404).end()).listen(process.env.PORT, '127.0.0.1')";
    const [outcome] = await outcomes({}, node(script));
    expect(outcome).toMatchObject({
      status: "failed",
      reasons: expect.arrayContaining([
        "the witness found accepts-valid-plant broken, which is not expected",
        "the suite found operation-exists broken, which is not expected",
        "the verdict is non-conformant, not conformant",
      ]),
    });
  });
});

test("what was expected and not found is a difference, and so is another value in the profile", () => {
  const expected = {
    verdict: "non-conformant",
    broken: { "plant-shape": "it is wrong" },
    profile: { "duplicate-id": "409" },
  } as const;
  const result = { requirements: [], verdict: "conformant", profile: { "duplicate-id": "200" } } as const;
  expect(differencesOf(result, expected)).toEqual([
    "the suite did not find plant-shape broken",
    "the verdict is conformant, not non-conformant",
    "duplicate-id is 200, not 409",
  ]);
});

test("what a server started ends with it", async () => {
  const file = join(folder, "child");
  const script = `
    const child = require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    require("fs").writeFileSync(${JSON.stringify(file)}, String(child.pid));
    process.on("SIGTERM", () => {});
    setInterval(() => {}, 1000);`;
  const { stop } = start(node(script), { folder, environment: process.env });
  await expect.poll(() => existsSync(file) && readFileSync(file, "utf8").length, { timeout: 150_000 }).toBeTruthy();
  const pid = Number(readFileSync(file, "utf8"));
  await stop();
  await expect.poll(() => isAlive(pid), { timeout: 150_000 }).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // In a container, nothing may collect ended processes.
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !readFileSync(stat, "utf8").includes(" Z ");
}

test("the summary counts, and only a failure makes the exit status 1", () => {
  const some: StackOutcome[] = [
    { status: "passed", name: "a" },
    { status: "skipped", name: "b", reason: "go is not there" },
  ];
  const failed: StackOutcome = { status: "failed", name: "c", reasons: ["one", "two"] };
  expect(summary([...some, failed])).toBe("1 passed, 1 failed, 1 skipped");
  expect([exitStatus(some), exitStatus([...some, failed])]).toEqual([0, 1]);
  expect(reportOf(failed, 1.25)).toBe("failed  c (1.3 s)\n        one\n        two");
});
