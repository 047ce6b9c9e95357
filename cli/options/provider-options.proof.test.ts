/** The provider that is judged: the named one, and no other if none is named. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startServer } from "../../reference-impl/server.ts";
import type { RunResult } from "../../result/result.ts";
import { command, folder } from "../testing/command.ts";

const token = "token-of-the-named-provider";

function config(text: string): string {
  const file = join(folder(), "conformance.yaml");
  writeFileSync(file, text);
  return file;
}

/** Nothing listens on this port, so a run against it is inconclusive: exit status 3. */
const NOWHERE = "http://127.0.0.1:9";

describe.each(["check", "contracts"])("%s without a base URL is wrong usage", (name) => {
  const ways = /the argument.*base-url.*--config.*PLANT_STORE_URL.*--reference\n$/;

  test("and the sentence names each way to give one, and --reference", async () => {
    const ran = await command([name], { PLANT_STORE_TOKEN: token });
    expect(ran).toEqual({ status: 2, out: "", err: expect.stringMatching(/^Nothing is judged without a base URL/) });
    expect(ran.err).toMatch(ways);
    expect(ran.err.trimEnd()).not.toContain("\n");
  });

  test.each([
    ["an empty argument", [""], {}, 'The base URL "" is empty'],
    ["an empty argument beside a variable", [""], { PLANT_STORE_URL: NOWHERE }, 'The base URL "" is empty'],
    ["a blank argument", ["  "], {}, 'The base URL "  " is empty'],
    ["an empty variable", [], { PLANT_STORE_URL: "" }, 'PLANT_STORE_URL is set to "", which is empty'],
    [
      "an empty variable beside a file",
      ["--config", config(`base-url: ${NOWHERE}\n`)],
      { PLANT_STORE_URL: "" },
      'PLANT_STORE_URL is set to "", which is empty',
    ],
    ["an empty key", ["--config", config("base-url: ${HERE}\n")], { HERE: "" }, 'base-url is "", which is empty'],
  ])("with %s, which is quoted", async (_what, argv, env, sentence) => {
    const ran = await command([name, ...argv], { PLANT_STORE_TOKEN: token, ...env });
    expect(ran).toEqual({ status: 2, out: "", err: expect.stringContaining(sentence) });
    expect(ran.err).toMatch(ways);
  });

  test("also with --start: it is not known where the provider will listen", async () => {
    const ran = await command([name, "--start", "true"]);
    expect(ran).toEqual({
      status: 2,
      out: "",
      err: expect.stringMatching(/^--start is given without a base URL, .* where the provider will listen/),
    });
    expect(ran.err).toMatch(ways);
  });
});

describe("a base URL", () => {
  const judged = async (argv: readonly string[], env: Readonly<Record<string, string>>): Promise<string> => {
    const file = join(folder(), "result.json");
    await command(["check", ...argv, "--no-contracts", "--quiet", "--report", `json=${file}`], env);
    return (JSON.parse(readFileSync(file, "utf8")) as RunResult).provider.baseUrl;
  };
  const env = { PLANT_STORE_TOKEN: token };
  const file = config("base-url: http://127.0.0.1:9/file\n");

  test("is taken from the argument before the environment, and from the environment before the file", async () => {
    const variable = { ...env, PLANT_STORE_URL: "http://127.0.0.1:9/variable" };
    expect(await judged(["http://127.0.0.1:9/argument", "--config", file], variable)).toMatch(/\/argument$/);
    expect(await judged(["--config", file], variable)).toMatch(/\/variable$/);
    expect(await judged(["--config", file], env)).toMatch(/\/file$/);
  });

  test("as an argument makes an empty variable no matter", async () => {
    expect(await judged(["http://127.0.0.1:9/argument"], { ...env, PLANT_STORE_URL: "" })).toMatch(/\/argument$/);
  });

  test("in the environment is enough for a verdict, of contracts too", async () => {
    await using server = await startServer({ token });
    const there = { ...env, PLANT_STORE_URL: server.url };
    for (const argv of [["check", "--no-contracts"], ["contracts"]]) {
      expect(await command(argv, there)).toEqual({ status: 0, out: expect.stringContaining(server.url), err: "" });
    }
  });

  test("in the environment that cannot be one is reported with the name of the variable", async () => {
    expect(await command(["check"], { ...env, PLANT_STORE_URL: "plants.example" })).toEqual({
      status: 2,
      out: "",
      err: expect.stringMatching(/^PLANT_STORE_URL: The base URL "plants\.example" is not a URL/),
    });
  });
});

describe.each(["check", "contracts"])("%s --reference", (name) => {
  test("judges the reference implementation and says so, whatever provider the environment names", async () => {
    const env = { PLANT_STORE_URL: NOWHERE, PLANT_STORE_TOKEN: token };
    const ran = await command([name, "--reference"], env);
    expect(ran).toMatchObject({
      status: 0,
      err: expect.stringMatching(/^Judging the reference implementation at http:\/\/127\.0\.0\.1:\d+\n/),
    });
    expect((await command([name, "--reference", "--quiet"], { PLANT_STORE_URL: "" })).status).toBe(0);
  });

  test.each([
    ["a base URL", [NOWHERE]],
    ["a base URL", [""]],
    ["base-url of the configuration", ["--config", config(`base-url: ${NOWHERE}\n`)]],
    ["--start", ["--start", "true"]],
    ["--start", ["--config", config("start: serve plants\n")]],
    ["--token", ["--token", token]],
    ["--token-file", ["--token-file", "token.txt"]],
    ["--token-command", ["--token-command", "true"]],
    ["--invalid-token", ["--invalid-token", "expired"]],
    ["--no-auth", ["--no-auth"]],
    ["--ca", ["--ca", "ca.pem"]],
    ["--cert", ["--cert", "cert.pem"]],
    ["--key", ["--key", "key.pem"]],
    ["--insecure", ["--insecure"]],
    ["--http2", ["--http2"]],
    ["--proxy", ["--proxy", "http://127.0.0.1:9"]],
    ["--unix-socket", ["--unix-socket", "/nowhere"]],
  ])("contradicts %s, given as %j", async (what, argv) => {
    const ran = await command([name, "--reference", ...argv], { PLANT_STORE_TOKEN: token });
    const sentence = `Both --reference and ${what} are given; give --reference alone, or leave it out`;
    expect(ran).toEqual({ status: 2, out: "", err: `${sentence}\n` });
  });

  test("cannot stand in a configuration, where it would be forgotten", async () => {
    expect(await command([name, "--config", config("reference: true\n")])).toEqual({
      status: 2,
      out: "",
      err: expect.stringMatching(/"reference" is for the command line only; give --reference there\n$/),
    });
  });

  test("is in the help, which says that a base URL is required otherwise", async () => {
    const { out } = await command([name, "--help"]);
    const said = out.replaceAll(/\s+/g, " ");
    expect(said).toContain("--reference judge the reference implementation");
    expect(said).toContain("requires a base URL or --reference");
    expect(said).toContain("PLANT_STORE_URL");
  });
});
