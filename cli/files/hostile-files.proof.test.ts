/**
 * Files that a stranger may have made: each is reported as wrong usage in one sentence, quickly and with little memory.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { renderJson } from "../../reports/json.ts";
import type { RequirementResult } from "../../result/result.ts";
import { concluded, sampleBaseline } from "../../result/testing/sample-baseline.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { type Ran, command, folder } from "../testing/command.ts";
import { needs, skipFor } from "../../proof/gate/skips.ts";

function file(text: string, name = "file"): string {
  const path = join(folder(), name);
  writeFileSync(path, text);
  return path;
}

function expectRefused({ status, out, err }: Ran, sentence: string | RegExp): void {
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toMatch(sentence);
  expect(err).toMatch(/^[^\n]{1,500}\n$/);
}

/** Nine aliases in each list, nine lists deep: a third of a billion values in half a kilobyte. */
const bomb = ["a: &a [x, x, x, x, x, x, x, x, x]"]
  .concat(Array.from("bcdefghi", (name, at) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[at]}`).join(", ")}]`))
  .join("\n");

const check = ["check", "http://127.0.0.1:9", "--token", "any-token-31415", "--no-contracts"];

describe("YAML", () => {
  test.each([
    ["--config", "The configuration .* cannot be used: Excessive alias count"],
    ["--profile", "The profile .* cannot be used: Excessive alias count"],
    ["--waivers", "this is not a list of waivers"],
  ])("whose aliases would fill the memory, for %s", async (option, sentence) => {
    expectRefused(await command([...check, option, file(bomb)]), new RegExp(sentence));
  });

  test.each(["--config", "--profile", "--waivers"])("that takes a parser minutes, for %s", async (option) => {
    const keys = Array.from({ length: 30_000 }, (_, n) => `${n}:\n`).join("");
    const sentence =
      option === "--waivers" ? /this is not a list of waivers/ : /"0" (is not an option|names no open point)/;
    expectRefused(await command([...check, option, file(keys)]), sentence);
    const aliases = `- &a x\n${"- *a\n".repeat(1001)}`;
    expectRefused(await command([...check, option, file(aliases)]), "has more than 1000 aliases");
    expectRefused(await command([...check, option, file("- ".repeat(5000))]), "is nested deeper than 1000");
    const deep = Array.from({ length: 1400 }, (_, level) => `${" ".repeat(level)}a:\n`).join("");
    // How deep the parser gets is a matter of the machine's stack. If it gets to the end, the content is refused.
    const refused = /it is nested too deeply|is the limit|has no string|is not an option|not a list/;
    expectRefused(await command([...check, option, file(deep)]), refused);
  });

  test("of many megabytes, for --profile, which may be a result", async () => {
    const list = file(`- [${"1,".repeat(10_000_000)}1]`);
    expectRefused(
      await command([...check, "--profile", list]),
      /it is not JSON, and [0-9]+ characters of YAML are the/,
    );
  });

  test("whose alias points at itself", async () => {
    expectRefused(await command([...check, "--config", file("only: &a [*a]\n")]), "In the configuration");
    expectRefused(await command([...check, "--waivers", file("&a [*a]\n")]), "this is not a waiver");
  });

  test("with tags and keys that nobody knows, without a warning of the parser", async () => {
    const text = "? [a, b]\n: !!js/function x\nseed: !mine y\n";
    expectRefused(await command([...check, "--config", file(text)]), "is not an option");
    expectRefused(await command([...check, "--profile", file(text)]), "names no open point");
  });

  test("with a waiver that has no end", async () => {
    const waiver = '- { id: returns-name, reason: known, expires: "9999-12-31" }\n';
    expectRefused(
      await command([...check, "--waivers", file(waiver)]),
      '"expires" is "9999-12-31", which means never; give the last day',
    );
  });
});

describe("a device without an end is refused after its limit", () => {
  skipFor(process.platform === "win32" ? needs("a POSIX system") : undefined);
  test.each([
    [["--token-file"], "check http://127.0.0.1:9 --no-contracts"],
    [["--config"], "check http://127.0.0.1:9"],
    [["--profile"], "check http://127.0.0.1:9 --token any-token-31415"],
    [["--waivers"], "check http://127.0.0.1:9 --token any-token-31415"],
    [["--ca"], "check https://127.0.0.1:9 --token any-token-31415"],
    [["--broker", "http://127.0.0.1:9", "--broker-token-file"], "contracts http://127.0.0.1:9 --token any-token-31415"],
    [["render"], ""],
  ])("for %j", async (options, before) => {
    const argv = [...before.split(" ").filter((word) => word !== ""), ...options, "/dev/zero"];
    expectRefused(await command(argv), /too many bytes, and [0-9]+ is the limit/);
  });
});

describe("a result", () => {
  test.each([
    ["with a forged verdict", { ...sampleResult, verdict: "conformant", exitCode: 0 } as const, "says conformant, and"],
    [
      "of the year 9999",
      { ...sampleBaseline, startedAt: "9999-12-31T23:59:59.000Z" },
      "has a date after the year 9998",
    ],
  ])("%s is refused by every command that reads one", async (_what, result, sentence) => {
    const forged = file(renderJson(result));
    for (const argv of [
      ["render", forged],
      ["render", forged, "--report", "attestation=-"],
      ["compare", forged, file(renderJson(sampleResult))],
      ["compare", file(renderJson(sampleResult)), forged],
      ["replay", forged, "error-shape/every-400"],
      ["waivers", "--init", forged],
      [...check, "--baseline", forged],
    ]) {
      expectRefused(await command(argv), sentence);
    }
  });

  test("of 200,000 checks is refused by their count", async () => {
    const [first] = sampleBaseline.requirements as [RequirementResult];
    const requirements = [{ ...first, checks: Array.from({ length: 200_000 }, () => first.checks[0]) }];
    const large = concluded({ ...sampleBaseline, requirements: requirements as readonly RequirementResult[] });
    expectRefused(await command(["render", file(JSON.stringify(large))]), "20000 is the limit");
  });

  test("with as many checks as one may have is rendered, in every format", async () => {
    const [first] = sampleBaseline.requirements as [RequirementResult];
    const checks = Array.from({ length: 19_000 }, (_, at) => ({ ...first.checks[0], id: `${first.id}/number-${at}` }));
    const requirements = [{ ...first, checks }, ...sampleBaseline.requirements.slice(1)];
    const large = file(
      JSON.stringify(concluded({ ...sampleBaseline, requirements: requirements as readonly RequirementResult[] })),
    );
    for (const format of ["text", "markdown", "junit", "html", "tap", "ctrf", "har", "attestation"]) {
      const { status, out } = await command(["render", large, "--report", `${format}=-`]);
      expect({ status, isThere: out.length > 0 }, format).toEqual({ status: 0, isThere: true });
    }
    expect((await command(["compare", large, large])).status).toBe(0);
  });
});
