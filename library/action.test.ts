/** action.yml: its steps run as GitHub runs them, with stand-ins for npx and gh. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type CompositeAction, type EndedAction, runAction } from "./testing/composite-action.ts";
import { toolVersion } from "../spec/package-file.ts";

const action = parse(readFileSync(join(import.meta.dirname, "..", "action.yml"), "utf8")) as CompositeAction;

/** A value that a shell that took it as text would run. */
const hostile = 'x$(touch ran)`touch ran`"; touch ran; #';

/** Keeps its arguments, writes a result and a comment, and ends as the command does for a broken MUST. */
const npx = `#!/usr/bin/env node
const { appendFileSync, mkdirSync, writeFileSync } = require("node:fs");
const argv = process.argv.slice(2);
appendFileSync("npx.jsonl", JSON.stringify({ argv, token: process.env.PLANT_STORE_TOKEN }) + "\\n");
const out = argv[argv.indexOf("--out") + 1];
if (argv.at(-1) === "") process.exit(2);
mkdirSync(out, { recursive: true });
const summary = { must: { passed: 16, failed: 2 }, should: { passed: 20, failed: 3 } };
writeFileSync(out + "/result.json", JSON.stringify({ verdict: "non-conformant", summary }));
writeFileSync(out + "/comment.md", "<!-- plant-store-conformance 0123456789abcdef -->\\n## Red\\n");
process.exitCode = 1;
`;

/** Keeps its arguments, and knows the runs and comments of \`GH_WORLD\`, which is text of this file. */
const gh = (world: GhWorld): string => `#!/usr/bin/env node
const { appendFileSync, mkdirSync, writeFileSync } = require("node:fs");
const world = ${JSON.stringify(world)};
const argv = process.argv.slice(2);
const { GH_TOKEN: token, MARKER: marker } = process.env;
appendFileSync("gh.jsonl", JSON.stringify({ argv, token, marker }) + "\\n");
const [one, two, three] = argv;
if (world.isRefused) process.exit(1);
if (one === "run" && two === "list") console.log(Object.keys(world.runs).toReversed().join("\\n"));
if (one === "run" && two === "download") {
  const found = world.runs[three];
  if (found === null) process.exit(1);
  const folder = argv[argv.indexOf("--dir") + 1];
  mkdirSync(folder, { recursive: true });
  writeFileSync(folder + "/result.json", JSON.stringify(found));
}
if (one === "api" && two === "--paginate") console.log(world.comments.join("\\n"));
`;

interface GhWorld {
  /** The result in the artifact of each run; null where it has none. */
  readonly runs: Readonly<Record<string, object | null>>;
  readonly comments: readonly number[];
  readonly isRefused?: true;
}

const nothing: GhWorld = { runs: {}, comments: [] };
const github = { repository: "owner/plants", base_ref: "main", ref_name: "7/merge", workflow: hostile };
const pullRequest = { ...github, event_name: "pull_request", event: { pull_request: { number: "7" } } } as never;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plant-store-action-"));
  mkdirSync(join(folder, "bin"));
});

async function ran(
  inputs: Readonly<Record<string, string>>,
  world = nothing,
  strategy = { "job-index": "0", "job-total": "1" },
): Promise<EndedAction> {
  writeFileSync(join(folder, "bin", "npx"), npx, { mode: 0o755 });
  writeFileSync(join(folder, "bin", "gh"), gh(world), { mode: 0o755 });
  const path = `${join(folder, "bin")}:${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`;
  const all = { "base-url": "http://127.0.0.1:1/api", token: "secret", ...inputs };
  const ended = await runAction(action, { folder, inputs: all, github: pullRequest, strategy, path });
  expect(existsSync(join(folder, "ran"))).toBe(false);
  return ended;
}

interface Call {
  readonly argv: readonly string[];
  readonly token: string;
  readonly marker?: string;
}

function calls(program: "npx" | "gh"): readonly Call[] {
  const file = join(folder, `${program}.jsonl`);
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  return lines.map((line) => JSON.parse(line) as Call);
}

test("no script of the action has an expression in it, and the version is that of the package", () => {
  const scripts = action.runs.steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
  expect(scripts.length).toBe(4);
  expect(scripts.filter((script) => script.includes("${{"))).toEqual([]);
  expect(action.inputs["version"]?.default).toBe(toolVersion().version);
});

test("every input is used", () => {
  const text = JSON.stringify(action.runs);
  expect(Object.keys(action.inputs).filter((name) => !text.includes(`inputs.${name} `))).toEqual([]);
});

test("fails as the check does, with every output, and keeps the reports", async () => {
  const { status, outputs, used } = await ran({});
  expect(status).toBe(1);
  expect(outputs).toEqual({
    verdict: "non-conformant",
    "exit-code": "1",
    "must-met": "16",
    "must-broken": "2",
    "should-unmet": "3",
    result: "conformance/result.json",
    report: "conformance/report.html",
    junit: "conformance/junit.xml",
  });
  expect(used).toEqual([expect.stringMatching(/^actions\/upload-artifact@[0-9a-f]{40}$/)]);
  const argv = ["--yes", `plant-store-conformance@${toolVersion().version}`, "check", "--out", "conformance"];
  const reports = ["--report", "comment=conformance/comment.md", "--github", "--", "http://127.0.0.1:1/api"];
  expect(calls("npx")).toEqual([{ argv: [...argv, ...reports], token: "secret" }]);
  expect(calls("gh")).toEqual([]);
});

test("takes nothing of its inputs for shell", async () => {
  const names = Object.keys(action.inputs).filter((name) => !["strict", "comment", "baseline"].includes(name));
  const given = Object.fromEntries(names.map((name) => [name, hostile]));
  const { status, outputs } = await ran({ ...given, strict: "true", comment: "true", baseline: "true" });
  expect(status).toBe(1);
  expect(outputs["result"]).toBe(`${hostile}/result.json`);
  const [call] = calls("npx");
  expect(call?.argv).toContain("--strict");
  expect(call?.argv.slice(-2)).toEqual(["--", hostile]);
});

test("without a base URL is red, and a line break in a path is no output of its own", async () => {
  const none = await ran({ "base-url": "" });
  expect(none).toMatchObject({ status: 2, outputs: { verdict: "", "exit-code": "2", "must-broken": "" } });
  const broken = await ran({ out: "reports\nverdict=conformant" });
  expect(broken).toMatchObject({ status: 2, outputs: { verdict: "" }, output: expect.stringContaining("line break") });
});

describe("with a baseline", () => {
  const whole = { complete: true, verdict: "conformant" };

  test("compares with the newest result of a push to the base branch that can be one", async () => {
    const runs = {
      9: whole,
      10: whole,
      11: { complete: false, verdict: "inconclusive" },
      12: { complete: true, verdict: "selection-met" },
      13: null,
    };
    await ran({ baseline: "true", "fail-on-regression": "true" }, { runs, comments: [] });
    const [list, ...downloads] = calls("gh");
    expect(list?.argv.join(" ")).toContain("run list --branch main --workflow");
    expect(list?.argv.join(" ")).toContain("--event push");
    expect(list?.token).toBe("token-of-the-job");
    expect(downloads.map(({ argv }) => argv[2])).toEqual(["13", "12", "11", "10"]);
    const argv = calls("npx")[0]?.argv ?? [];
    expect(argv).toEqual(expect.arrayContaining(["--baseline", "--fail-on-regression"]));
    expect(argv[argv.indexOf("--baseline") + 1]).toBe(join(folder, "plant-store-baseline", "result.json"));
  });

  test.each<readonly [string, GhWorld]>([
    ["has no earlier run", nothing],
    ["may not be read", { ...nothing, isRefused: true }],
  ])("judges without one where the base branch %s, and says so", async (_what, world) => {
    const { output, outputs } = await ran({ baseline: "true", "fail-on-regression": "true" }, world);
    expect(output).toContain("::notice::There is no earlier result");
    expect(outputs["verdict"]).toBe("non-conformant");
    expect(calls("npx")[0]?.argv).not.toContain("--fail-on-regression");
  });
});

test.each([
  ["no baseline", { baseline: "false" }, "fail-on-regression needs baseline"],
  ["no artifact", { baseline: "true", artifact: "" }, "baseline needs artifact"],
])(
  "is wrong usage where a regression is to fail the run and there is %s to compare with",
  async (_what, inputs, why) => {
    const { status, output, outputs } = await ran({ ...inputs, "fail-on-regression": "true" });
    expect(status).toBe(2);
    expect(output).toContain(`::error::${why}`);
    expect(outputs["verdict"]).toBe("");
    expect(calls("npx")).toEqual([]);
  },
);

describe("with a comment", () => {
  test.each([
    ["writes one", [], ["--method", "POST", "repos/owner/plants/issues/7/comments"]],
    ["replaces its own", [41, 42], ["--method", "PATCH", "repos/owner/plants/issues/comments/41"]],
  ])("%s", async (_what, comments, sent) => {
    await ran({ comment: "true" }, { runs: {}, comments });
    const [asked, written, ...more] = calls("gh");
    expect(asked?.marker).toBe("<!-- plant-store-conformance 0123456789abcdef -->");
    expect(written?.argv).toEqual(["api", "--silent", ...sent, "--field", "body=@conformance/comment.md"]);
    expect(more).toEqual([]);
  });

  test("that may not be written is a warning, and changes no status", async () => {
    const { status, output } = await ran({ comment: "true" }, { ...nothing, isRefused: true });
    expect(output).toContain("::warning::The comment could not be written");
    expect(status).toBe(1);
  });
});

test.each([{ out: "a\nb" }, { "fail-on-regression": "true" }, { baseline: "true", artifact: "" }])(
  "with the unusable inputs %j sets the exit status too",
  async (inputs) => {
    expect(await ran(inputs)).toMatchObject({ status: 2, outputs: { "exit-code": "2" } });
  },
);

test("an upload that fails does not fail the job", () => {
  const upload = action.runs.steps.find(({ uses }) => uses?.startsWith("actions/upload-artifact@"));
  expect(upload).toMatchObject({ "continue-on-error": true });
});

test("each job of a matrix uploads under a name of its own, unless one is given", async () => {
  const third = { "job-index": "2", "job-total": "4" };
  expect((await ran({})).names).toEqual(["plant-store-conformance"]);
  expect((await ran({}, nothing, third)).names).toEqual(["plant-store-conformance-2"]);
  expect((await ran({ artifact: "own" }, nothing, third)).names).toEqual(["own"]);
  await ran({ baseline: "true" }, { ...nothing, runs: { 7: {} } }, third);
  const download = calls("gh").find(({ argv }) => argv[1] === "download");
  expect(download?.argv).toContain("plant-store-conformance-2");
});
