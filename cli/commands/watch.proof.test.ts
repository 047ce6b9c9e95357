/** `check --watch` as a command, against a provider that the test fixes. */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mutants } from "../../proof/mutants/index.ts";
import { correct } from "../../proof/correct.ts";
import { startProvider } from "../../proof/test-provider.ts";
import { command, folder } from "../testing/command.ts";

const token = "token-of-the-watched-provider";

/** Presses the keys in order, each when the command waits for one. */
function pressing(keys: readonly string[]): {
  readonly keys: (listener: (key: string) => void) => () => void;
  readonly out: (text: string) => void;
  readonly printed: () => string;
} {
  let [at, printed] = [0, ""];
  let listener: (key: string) => void = () => undefined;
  return {
    keys: (given) => ((listener = given), () => undefined),
    out: (text) => {
      printed += text;
      if (text.startsWith("Watching.")) queueMicrotask(() => setImmediate(() => listener(keys[at++] ?? "q")));
    },
    printed: () => printed,
  };
}

test("prints the report, then what changed, and runs what failed on f", async () => {
  const behaviour = mutants.find(({ name }) => name === "answers-200-as-html")?.behaviour ?? correct;
  let current = behaviour;
  const switched = { answerPlant: (...given) => current.answerPlant(...given) } as Partial<typeof correct>;
  await using provider = await startProvider({ ...correct, ...switched }, { token });
  const { printed, ...world } = pressing(["f", "f", "", "q"]);
  let runs = 0;
  const out = (text: string): void => {
    if (text.startsWith("Watching.")) runs += 1;
    if (runs === 2) current = correct;
    world.out(text);
  };
  const argv = ["check", provider.url, "--token", token, "--no-contracts", "--watch"];
  const ran = await command(argv, {}, { ...world, out });
  expect(ran.status).toBe(0);
  const [report = "", second = "", third = "", fourth = ""] = printed().split(/^Watching\..*\n/m);
  expect(report.split("\n").length).toBeGreaterThan(second.split("\n").length);
  expect(second).toMatch(/^NOT CONFORMANT.*\n {2}Nothing changed since the last run\.\n$/);
  expect(third).toMatch(/^SELECTION MET.*\n {2}fixed {4}plant-media-type {3}broken -> met\n/);
  expect(fourth).toMatch(/^CONFORMANT/);
});

test("prints a report to standard output once, and writes the other reports after each run", async () => {
  const file = join(folder(), "result.json");
  await using provider = await startProvider(correct, { token });
  const { printed, ...world } = pressing(["", "q"]);
  const written: boolean[] = [];
  const out = (text: string): void => {
    if (text.startsWith("Watching.")) {
      written.push(existsSync(file));
      rmSync(file, { force: true });
    }
    world.out(text);
  };
  const argv = ["check", provider.url, "--token", token, "--no-contracts", "--watch", "--only", "returns-name"];
  const ran = await command([...argv, "--report", "tap=-", "--report", `json=${file}`], {}, { ...world, out });
  expect(ran).toMatchObject({ status: 0, err: expect.not.stringContaining("--quiet") });
  const [first = "", second = ""] = printed().split(/^Watching\..*\n/m);
  expect(first).toMatch(/^TAP version/);
  expect(second).toMatch(/^SELECTION MET/);
  expect(written).toEqual([true, true]);
});

test("runs what failed on f without the reports and pinned values that are about the whole provider", async () => {
  const behaviour = mutants.find(({ name }) => name === "answers-200-as-html")?.behaviour ?? correct;
  await using provider = await startProvider(behaviour, { token });
  const { printed, ...world } = pressing(["f", "q"]);
  const badge = ["--report", `badge=${join(folder(), "badge.json")}`, "--expect", "duplicate-id=200"];
  const argv = ["check", provider.url, "--token", token, "--no-contracts", "--watch", ...badge];
  const ran = await command(argv, {}, world);
  expect(ran).toMatchObject({ status: 1, err: expect.not.stringContaining("--report badge") });
  const [, second = ""] = printed().split(/^Watching\..*\n/m);
  expect(second).toMatch(/^NOT CONFORMANT/);
});

test("says what is wrong and goes on, where an option becomes wrong", async () => {
  const file = join(folder(), "token");
  writeFileSync(file, token);
  await using provider = await startProvider(correct, { token });
  const { printed, ...world } = pressing(["", "q"]);
  const out = (text: string): void => {
    if (text.startsWith("Watching.")) writeFileSync(file, "");
    world.out(text);
  };
  const argv = ["check", provider.url, "--token-file", file, "--no-contracts", "--watch", "--only", "returns-name"];
  const ran = await command(argv, {}, { ...world, out });
  expect(ran.status).toBe(2);
  expect(ran.err).toContain("There is no token in the file");
  expect(printed().match(/^Watching/gm)).toHaveLength(2);
});

test("has no effect with --reference, which is wrong usage", async () => {
  const ran = await command(["check", "--reference", "--watch"]);
  expect(ran).toMatchObject({ status: 2, err: expect.stringContaining("--watch has no effect with --reference") });
});
