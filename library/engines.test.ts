/** The examples of `examples/fleet/`: their shell is run, with what an engine gives it, and a stand-in for npx. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { command } from "../cli/testing/command.ts";
import { toolVersion } from "../spec/package-file.ts";

const folderOf = join(import.meta.dirname, "..", "examples", "fleet");
const textOf = (file: string): string => readFileSync(join(folderOf, file), "utf8");

/** A base URL that a shell which took it as text would run. */
const hostile = 'http://127.0.0.1:1/$(touch ran)`touch ran`"; touch ran; #';

/** npx, which notes what it is given and ends with the status that is asked for. */
const standIn = `#!/bin/sh
for one in "$@"; do printf '%s\\n' "$one"; done >> argv.txt
exit "\${STATUS:-0}"
`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plant-store-engines-"));
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin", "npx"), standIn, { mode: 0o755 });
});

interface Ran {
  readonly status: number | null;
  readonly argv: readonly string[];
}

async function runShell(script: string, variables: Readonly<Record<string, string>>): Promise<Ran> {
  const PATH = `${join(folder, "bin")}:${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`;
  const env = { PATH, PLANT_STORE_URL: hostile, ...variables };
  const status = await new Promise<number | null>((resolve) => {
    const child = execFile("sh", ["-e", "-c", script], { cwd: folder, env }, () => resolve(child.exitCode));
  });
  expect(existsSync(join(folder, "ran"))).toBe(false);
  return { status, argv: readFileSync(join(folder, "argv.txt"), "utf8").trimEnd().split("\n") };
}

const atPath = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>((at, name) => Reflect.get(Object(at), name), value);

const { version } = toolVersion();
const tool = ["--yes", `plant-store-conformance@${version}`];

/** What is run for one shard and for the merge, and the variables that the engine sets. */
interface Example {
  readonly file: string;
  readonly shard: (text: string) => unknown;
  readonly merge: (text: string) => unknown;
  readonly variables: Readonly<Record<string, string>>;
  /** The numbers of the shard, as `check` gets them. */
  readonly asked: string;
  readonly result: string;
  readonly merged: string;
}

const manifests = (text: string): readonly unknown[] => parseAllDocuments(text).map((one): unknown => one.toJS());
const container = (text: string, job: number): unknown =>
  atPath(manifests(text)[job], "spec", "template", "spec", "containers", 0, "args", 0);

const examples: readonly Example[] = [
  {
    file: "github.yml",
    shard: (text) => atPath(parse(text), "jobs", "shard", "steps", 0, "run"),
    merge: (text) => atPath(parse(text), "jobs", "merge", "steps", 1, "run"),
    variables: { SHARD: "3", SEED: "77" },
    asked: "3/8",
    result: "shards/shard-3.json",
    merged: "shards",
  },
  {
    file: "gitlab.yml",
    shard: (text) => atPath(parse(text), "shard", "script", 0),
    merge: (text) => atPath(parse(text), "merge", "script", 0),
    variables: { VERSION: version, CI_NODE_INDEX: "3", CI_NODE_TOTAL: "8", CI_PIPELINE_ID: "77" },
    asked: "auto",
    result: "shards/shard-3.json",
    merged: "shards",
  },
  {
    file: "kubernetes.yaml",
    shard: (text) => container(text, 2),
    merge: (text) => container(text, 3),
    variables: { RUN: "77", CASES: "1000000", JOB_COMPLETION_INDEX: "2", PLANT_STORE_SHARDS: "8" },
    asked: "auto",
    result: "/shards/77/shard-2.json",
    merged: "/shards/77",
  },
];

describe("examples/fleet", () => {
  test.each(examples)("$file runs one shard of this version, and ends as it does", async (example) => {
    const script = String(example.shard(textOf(example.file)));
    const { status, argv } = await runShell(script, { ...example.variables, STATUS: "3" });
    expect(status).toBe(3);
    expect(argv.slice(0, 7)).toEqual([...tool, "check", "--shard", example.asked, "--seed", "77"]);
    expect(argv.slice(-4)).toEqual(["--report", `json=${example.result}`, "--", hostile]);
    expect(argv).toContain("1000000");
  });

  test.each(examples)("$file merges every result, and ends as the merge does", async (example) => {
    const script = String(example.merge(textOf(example.file)));
    const { status, argv } = await runShell(script, { ...example.variables, STATUS: "1" });
    expect(status).toBe(1);
    expect(argv.slice(0, 3)).toEqual([...tool, "merge"]);
    expect(argv.at(-1)).toBe(example.merged);
  });

  test.each(examples)("$file gives its shards numbers that --shard takes", async ({ variables, asked }) => {
    const argv = ["check", "http://127.0.0.1:1", "--token", "t", "--no-config", "--seed", "77", "--shard", asked];
    const { status, err } = await command([...argv, "--no-contracts"], variables);
    expect(err).toMatch(/^Shard 3 of 8/);
    expect(status).toBe(3);
  });

  test("the jobs of Kubernetes have as many shards as the command is given, and run the merge also after a shard failed", () => {
    const [run, , shards, merge] = manifests(textOf("kubernetes.yaml"));
    expect(String(atPath(shards, "spec", "completions"))).toBe(atPath(run, "data", "PLANT_STORE_SHARDS"));
    expect(atPath(shards, "spec", "completionMode")).toBe("Indexed");
    for (const job of [shards, merge]) {
      const rules = atPath(job, "spec", "podFailurePolicy", "rules") as readonly unknown[];
      const actions = rules.map((rule) => [atPath(rule, "action"), atPath(rule, "onExitCodes", "values")]);
      // 3 is in no rule, so that it is tried again.
      expect(actions.flatMap(([, values]) => values ?? []).includes(3)).toBe(false);
      expect(atPath(job, "spec", "template", "spec", "restartPolicy")).toBe("Never");
    }
  });

  test("slurm.sh submits an array, and a merge that waits for all of its tasks however they end", async () => {
    const sbatch = `#!/bin/sh\nfor one in "$@"; do printf '%s\\n' "$one"; done >> argv.txt\ncase "$*" in *--parsable*) echo 41;; *) exit 3;; esac\n`;
    writeFileSync(join(folder, "bin", "sbatch"), sbatch, { mode: 0o755 });
    const { status, argv } = await runShell(`sh ${join(folderOf, "slurm.sh")}`, { TOKEN_FILE: "token.txt", RUN: "77" });
    expect(status).toBe(3);
    expect(argv).toEqual(expect.arrayContaining(["--array=1-8", "--requeue", "--wait", "--dependency=afterany:41"]));
    const [shard = "", merge = ""] = argv.join("\n").split("--wrap=").slice(1);
    const variables = { COMMAND: "npx", RUN: "77", CASES: "9", TOKEN_FILE: "t", SLURM_ARRAY_TASK_ID: "2" };
    writeFileSync(join(folder, "argv.txt"), "");
    const ran = await runShell(shard.slice(0, shard.lastIndexOf("--wait")).replace(/\n--wait[\s\S]*$/, ""), variables);
    expect(ran.argv.slice(0, 5)).toEqual(["check", "--shard", "auto", "--seed", "77"]);
    expect(ran.argv.slice(-4)).toEqual(["--report", "json=shards/77/shard-2.json", "--", hostile]);
    expect(merge).toContain('merge --out "merged/$RUN" "shards/$RUN"');
  });
});
