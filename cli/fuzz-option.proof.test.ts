/** `check --fuzz` and `--rate` as a user gives them. */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import type { RunResult } from "../result/result.ts";
import type { Io } from "./io.ts";
import { run } from "./program.ts";

async function command(...argv: readonly string[]): Promise<{ status: number; out: string; err: string }> {
  let [out, err] = ["", ""];
  const io: Io = {
    out: (text) => (out += text),
    err: (text) => (err += text),
    env: {},
    columns: undefined,
    outIsTerminal: false,
    errIsTerminal: true,
    onInterrupt: () => () => undefined,
  };
  const status = await run(argv, io);
  return { status, out, err };
}

test("--fuzz tells how many cases of each kind were sent, and what they left, in every report", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "plant-store-fuzz-")), "result.json");
  // At this rate the cases take long enough for the progress line to appear.
  const paced = ["check", "--reference", "--no-contracts", "--fuzz", "120", "--rate", "500", "--seed", "1"];
  const ran = await command(...paced, "--report", `json=${file}`);
  expect(ran.status).toBe(0);
  const said = ran.out.replaceAll(/\s+/g, " ");
  expect(said).toMatch(
    /fuzzed with 120 cases: \d+ ordinary, \d+ with odd values, \d+ with one departure and \d+ with two, \d+ in another spelling/,
  );
  expect(said).toMatch(/\d+ plants; \d+ of \d+ exchanges kept as evidence/);
  expect(ran.err).toMatch(/checks asked, \d+ of 120 cases sent, \d+ exchanges/);
  const result = JSON.parse(readFileSync(file, "utf8")) as RunResult;
  const schema = JSON.parse(readFileSync(new URL("../result/result.schema.json", import.meta.url), "utf8")) as object;
  const validate = new Ajv2020({ strict: false }).compile(schema);
  expect(validate(result), JSON.stringify(validate.errors)).toBe(true);
  const checks = result.requirements.flatMap((requirement) => requirement.checks);
  expect(checks.filter(({ drawn }) => drawn === true).map(({ id }) => id)).toMatchSnapshot();
  for (const { exchanges } of checks) for (const index of exchanges) expect(result.exchanges[index]).toBeDefined();
});

test("a fuzzed run that is cut at its deadline is inconclusive, and says how far it came", async () => {
  const ran = await command("check", "--reference", "--no-contracts", "--fuzz", "1000000", "--deadline", "2");
  expect(ran.status).toBe(3);
  expect(ran.out.replaceAll(/\s+/g, " ")).toMatch(
    /fuzzed with [\d,]+ of 1,000,000 cases[\s\S]*The run was not over after 2 s/,
  );
});

test("--rate holds the whole run back", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "plant-store-rate-")), "result.json");
  await command(
    "check",
    "--reference",
    "--no-contracts",
    "--only",
    "plant-shape",
    "--fuzz",
    "10",
    "--rate",
    "25",
    "--report",
    `json=${file}`,
  );
  const { durationMs, summary } = JSON.parse(readFileSync(file, "utf8")) as RunResult;
  expect(durationMs).toBeGreaterThanOrEqual(((summary.exchanges - 1) / 25) * 1000 - 60);
});

test.each([
  [["--fuzz", "0"], '--fuzz "0" is not a whole number from 1 to 1000000000'],
  [["--rate", "0.5"], '--rate "0.5" is not a whole number from 1 to 10000'],
])("%j is wrong usage", async (argv, sentence) => {
  const { status, err } = await command("check", "--reference", ...argv);
  expect(status).toBe(2);
  expect(err).toContain(sentence);
});

test("fast-check is loaded only when it is needed: no module imports it on the way in", () => {
  const entries = ["./main.ts", "./commands/check.ts"].map((file) => fileURLToPath(new URL(file, import.meta.url)));
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, "utf8");
    for (const [, what = "", from = ""] of text.matchAll(/^(?:import|export) ([^;]*?)from "([^"]+)";/gms)) {
      if (what.startsWith("type ")) continue;
      expect(from, file).not.toBe("fast-check");
      if (from.startsWith(".")) visit(resolve(dirname(file), from));
    }
  };
  entries.forEach(visit);
  expect(seen.size).toBeGreaterThan(40);
  expect([...seen].filter((file) => file.includes("/suites/fuzz/"))).toEqual([]);
});
