/** `--last-failed` runs what failed in the last run of the folder, until nothing fails. */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mutants } from "../../proof/mutants/index.ts";
import { correct } from "../../proof/correct.ts";
import { startInMemory } from "../../proof/seeds/in-memory.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import type { CheckResult, RunResult } from "../../result/result.ts";
import { command, folder } from "../testing/command.ts";
import { failedWords, keepFailed, lastFailed } from "./last-run.ts";

const token = "token-of-the-last-run";
const behaviour = mutants.find(({ name }) => name === "answers-200-as-html")?.behaviour ?? correct;

const unchallenged =
  mutants.find(({ breaks }) => breaks.length === 1 && breaks[0] === "challenges-with-401")?.behaviour ?? correct;

/** A working folder and a separate cache. */
function world(): { readonly env: Readonly<Record<string, string>>; readonly more: { readonly folder: string } } {
  return { env: { XDG_CACHE_HOME: folder(), PLANT_STORE_TOKEN: token }, more: { folder: folder() } };
}

describe("--last-failed", () => {
  test("runs what failed, then everything once nothing fails", async () => {
    const { env, more } = world();
    const check = (url: string, ...argv: readonly string[]): ReturnType<typeof command> =>
      command(["check", url, "--no-contracts", ...argv], env, more);
    await using wrong = startInMemory(behaviour, { token });
    expect((await check(wrong.url)).status).toBe(1);
    const again = await check(wrong.url, "--last-failed");
    expect(again.status).toBe(1);
    expect(again.err).toBe("Only what failed in the last run: 1 requirement.\n");
    await using right = startInMemory(correct, { token });
    expect(await check(right.url, "--last-failed")).toMatchObject({
      status: 0,
      out: expect.stringContaining("SELECTION MET"),
    });
    expect(await check(right.url, "--last-failed")).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^CONFORMANT/m),
      err: expect.stringContaining("Nothing failed in the last run: all checks are run."),
    });
    expect(readdirSync(more.folder)).toEqual([]);
  });

  test("runs everything, with what the configuration expects, where what failed cannot be selected", async () => {
    const { env, more } = world();
    await using right = startInMemory(correct, { token });
    const config = `base-url: ${right.url}\ncontracts: false\nexpect: duplicate-id=200\n`;
    writeFileSync(join(more.folder, "plant-store-conformance.yaml"), config);
    expect((await command(["check"], env, more)).status).toBe(1);
    expect(await command(["check", "--last-failed"], env, more)).toMatchObject({
      status: 1,
      err: expect.stringContaining("Not all that failed in the last run can be selected: all checks are run."),
    });
  });

  test("leaves no trace of where the provider is", async () => {
    const { env, more } = world();
    await using wrong = startInMemory(behaviour, { token });
    await command(["check", wrong.url, "--only", "plant-media-type", "--quiet"], env, more);
    const kept = join(env["XDG_CACHE_HOME"] ?? "", "plant-store-conformance");
    const [name = ""] = readdirSync(kept);
    expect(readFileSync(join(kept, name), "utf8")).not.toContain(new URL(wrong.url).host);
  });

  test.each(["contract", "drawn"] as const)(
    "runs everything where only a check that a selection leaves out failed: %s",
    (kind) => {
      const { env, more } = world();
      const io = { env, folder: more.folder };
      const failed: CheckResult = {
        id: "returns-name/ascii",
        title: "A name is returned unchanged",
        status: "failed",
        findings: [{ where: "body", expected: "Fern", seen: "fern" }],
        exchanges: [],
      };
      const requirement = { id: "returns-name", level: "SHOULD", topic: "answers", statement: "", fix: "" } as const;
      const withFailed = (check: CheckResult): RunResult => ({
        ...sampleResult,
        requirements: [{ ...requirement, sources: [], status: "failed", checks: [check] }],
      });
      keepFailed(withFailed(failed), io);
      expect(lastFailed(io)).toEqual({
        only: ["returns-name"],
        sentence: "Only what failed in the last run: 1 requirement.",
      });
      const left = withFailed({ ...failed, [kind]: true });
      keepFailed(left, io);
      expect(lastFailed(io)).toMatchObject({ only: [], sentence: expect.stringContaining("Not all that failed") });
      expect(failedWords(left)).toEqual([]);
    },
  );

  test("keeps the stack that an answer showed", () => {
    const { env, more } = world();
    const io = { env, folder: more.folder };
    const stack = { id: "go", name: "Go's net/http", shownBy: "net/http's answer to another path" };
    keepFailed({ ...sampleResult, provider: { ...sampleResult.provider, stack } }, io);
    expect(lastFailed(io)).toMatchObject({ stack: "go" });
  });

  test("keeps the stack that was named, and says that what it selected is judged where a SHOULD alone fails", async () => {
    const { env, more } = world();
    await using wrong = startInMemory(unchallenged, { token });
    const check = (...argv: readonly string[]): ReturnType<typeof command> =>
      command(["check", wrong.url, ...argv], env, more);
    expect((await check("--no-contracts", "--stack", "go")).status).toBe(0);
    await check("--last-failed");
    const again = await check("--last-failed");
    expect(again.status).toBe(3);
    expect(again.out.replaceAll(/\s+/g, " ")).toMatch(
      /^SELECTION NOT MET, NOT A VERDICT ON THE PROVIDER .*1 SHOULD not met .*The selection was judged; not met: challenges-with-401\./,
    );
    expect(again.out).toContain("explain challenges-with-401 --stack go");
    expect((await check("--last-failed", "--quiet")).out).toMatch(/^SELECTION NOT MET.* 1 SHOULD not met$/m);
    expect((await check("--last-failed", "--stack", "express")).out).toContain("--stack express");
    await check("--no-contracts", "--quiet");
    expect((await check("--last-failed")).out).not.toContain("--stack");
  });

  test("keeps what a selection did not ask", async () => {
    const { env, more } = world();
    await using wrong = startInMemory(behaviour, { token });
    const check = (...argv: readonly string[]): ReturnType<typeof command> =>
      command(["check", wrong.url, "--no-contracts", ...argv], env, more);
    await check("--only", "plant-media-type");
    expect((await check("--only", "refuses-malformed-json", "--quiet")).status).toBe(0);
    expect((await check("--last-failed")).err).toBe("Only what failed in the last run: 1 requirement.\n");
  });

  test.each([
    [["--last-failed"], "no run of check is recorded for this folder"],
    [["--last-failed", "--only", "MUST"], "--last-failed cannot be used with --only or --skip"],
  ])("%j is refused", async (argv, sentence) => {
    const { env, more } = world();
    const ran = await command(["check", "http://127.0.0.1:9", ...argv], env, more);
    expect(ran).toMatchObject({ status: 2, out: "", err: expect.stringContaining(sentence) });
  });

  test("has nothing to go by where the system names no cache", async () => {
    const ran = await command(["check", "http://127.0.0.1:9", "--token", "x", "--last-failed"], {});
    expect(ran).toMatchObject({ status: 2, err: expect.stringContaining("no run of check is recorded") });
  });
});
