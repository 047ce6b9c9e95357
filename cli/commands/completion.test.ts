/** Completion: a script for each shell, and the completions that it asks the command for. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { command } from "../testing/command.ts";

afterEach(() => vi.restoreAllMocks());

/** Runs a command, and collects what it writes with console.log, which bypasses the streams of a test. */
async function logged(...argv: readonly string[]): Promise<{ readonly status: number; readonly text: string }> {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const { status } = await command(argv);
  return { status, text: log.mock.calls.map((call) => call.join(" ")).join("\n") };
}

describe("completion", () => {
  test.each(["bash", "zsh", "fish", "powershell"])("prints a script for %s, which calls the command", async (shell) => {
    const { status, text } = await logged("completion", shell);
    expect(status).toBe(0);
    expect(text).toContain("plant-store-conformance complete");
  });

  test("knows the commands, and the options of one with what they are for", async () => {
    expect((await logged("complete", "--", "do")).text).toMatch(/^doctor\tfind out whether a check can run/m);
    const { text } = await logged("complete", "--", "check", "--last");
    expect(text).toMatch(/^--last-failed\trun only what failed/m);
    expect(text).not.toContain("--watch");
  });

  test("quotes another shell and says which there are", async () => {
    const ran = await command(["completion", "tcsh"]);
    expect(ran).toMatchObject({ status: 2, err: expect.stringMatching(/'tcsh'.*bash, zsh, fish, powershell/) });
  });
});

test("-q, -v and -o are what is typed daily", async () => {
  const { out } = await command(["check", "--help-all"]);
  expect(out).toMatch(/-q, --quiet[\s\S]*-v, --verbose[\s\S]*-o, --out <folder>/);
});
