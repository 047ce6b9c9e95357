/** `--last-failed` runs what failed in the last run of the folder, until nothing does. */
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { mutants } from "../../proof/mutants/index.ts";
import { correct } from "../../proof/correct.ts";
import { startProvider } from "../../proof/test-provider.ts";
import { command, folder } from "../testing/command.ts";

const token = "token-of-the-last-run";
const behaviour = mutants.find(({ name }) => name === "answers-200-as-html")?.behaviour ?? correct;

/** A folder to work in, and a cache of its own. */
function world(): { readonly env: Readonly<Record<string, string>>; readonly more: { readonly folder: string } } {
  return { env: { XDG_CACHE_HOME: folder(), PLANT_STORE_TOKEN: token }, more: { folder: folder() } };
}

describe("--last-failed", () => {
  test("runs what failed, then everything once nothing fails", async () => {
    const { env, more } = world();
    const check = (url: string, ...argv: readonly string[]): ReturnType<typeof command> =>
      command(["check", url, "--no-contracts", ...argv], env, more);
    await using wrong = await startProvider(behaviour, { token });
    expect((await check(wrong.url)).status).toBe(1);
    const again = await check(wrong.url, "--last-failed");
    expect(again.status).toBe(1);
    expect(again.err).toMatch(/^Only plant-media-type/);
    await using right = await startProvider(correct, { token });
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

  test("keeps what a selection did not ask", async () => {
    const { env, more } = world();
    await using wrong = await startProvider(behaviour, { token });
    const check = (...argv: readonly string[]): ReturnType<typeof command> =>
      command(["check", wrong.url, "--no-contracts", ...argv], env, more);
    await check();
    expect((await check("--only", "refuses-malformed-json", "--quiet")).status).toBe(0);
    expect((await check("--last-failed")).err).toMatch(/^Only plant-media-type/);
  });

  test.each([
    [["--last-failed"], "no run of check is recorded for this folder"],
    [["--last-failed", "--only", "MUST"], "--last-failed does not go with --only or --skip"],
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
