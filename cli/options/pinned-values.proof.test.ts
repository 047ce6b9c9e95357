import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command, folder } from "../testing/command.ts";

describe("a value expected of an open point", () => {
  const profileFile = (text: string): string => {
    const file = join(folder(), "profile.yaml");
    writeFileSync(file, text);
    return file;
  };
  const check = (...argv: readonly string[]): ReturnType<typeof command> =>
    command(["check", "--reference", "--no-contracts", ...argv]);

  test("that the provider has changes nothing", async () => {
    expect((await check("--expect", "duplicate-id=409", "--quiet")).status).toBe(0);
    expect((await check("--profile", profileFile("duplicate-id: 409\nempty-name: accepted\n"))).status).toBe(0);
  });

  test("that it does not have fails the run, and says what was seen", async () => {
    const { status, out } = await check("--expect", "duplicate-id=200", "--details");
    expect(status).toBe(1);
    expect(out).toContain("NOT AS EXPECTED (1)");
    expect(out).toMatch(/expected +200\n.*seen +409/);
    expect(out).toContain("CONFORMANT, BUT NOT AS EXPECTED");
  });

  test("may come from an earlier result", async () => {
    const result = join(folder(), "result.json");
    await check("--report", `json=${result}`, "--quiet");
    expect((await check("--profile", result, "--quiet")).status).toBe(0);
    expect((await check("--profile", result, "--expect", "duplicate-id=200", "--quiet")).status).toBe(1);
  });

  test.each([
    [["--expect", "duplicat-id=409"], '--expect "duplicat-id=409" names no open point; did you mean duplicate-id?'],
    [["--expect", "colour=red"], "names no open point; `list` shows them, with the level OPEN"],
    [["--expect", "plant-shape=200"], "names a MUST; a value is expected of open points alone"],
    [["--expect", "duplicate-id"], "is not ID=VALUE; for example --expect duplicate-id=409"],
    [["--profile", "no-such-file"], 'The profile "no-such-file" cannot be read: there is no such file or folder'],
    [["--profile", profileFile("{}")], "pins nothing: it has no open point"],
    [["--profile", profileFile("- duplicate-id")], "is not a mapping of open points to values"],
    [["--profile", profileFile("duplicate-id: [409]")], '"duplicate-id" has no string as its value'],
    [["--profile", profileFile("duplicate-id: 'a")], "is not YAML, line 1, column 17 (something is missing before it"],
    [["--profile", profileFile("a: b\na: c\n")], "is not YAML, line 2, column 1 (a key is given twice; DUPLICATE_KEY)"],
    [
      ["--profile", profileFile('{\n  "duplicate-id": "409"\n  "empty-name": "accepted"\n}')],
      "is not YAML, line 3, column",
    ],
    [
      ["--expect", "duplicate-id=409", "--expect", "duplicate-id=200"],
      '--expect "duplicate-id=409" and --expect "duplicate-id=200" expect two values; give one of them',
    ],
  ])("%j is refused before anything is sent", async (argv, message) => {
    expect(await check(...argv)).toMatchObject({ status: 2, out: "", err: expect.stringContaining(message) });
  });
});
