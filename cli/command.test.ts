import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { Behaviour } from "../proof/behaviour.ts";
import { but, json } from "../proof/correct.ts";
import { startProvider } from "../proof/test-provider.ts";
import { startServer } from "../reference-impl/server.ts";
import { renderers } from "../reports/index.ts";
import type { RunResult } from "../result/result.ts";
import { countOf } from "../spec/testing/counts.ts";
import { USUAL } from "./options/run-options.ts";
import { OPTIONS } from "./options/option-table.ts";
import { command, folder } from "./testing/command.ts";

describe("bad input gets one sentence that quotes it, and exit status 2", () => {
  const given = (...argv: readonly string[]): readonly string[] => ["check", ...argv];
  test.each([
    [given("plants.example"), 'The base URL "plants.example" is not a URL'],
    [given("http:///plants"), 'The base URL "http:///plants" has no host after //; give one, for example'],
    [given("http:/host"), 'The base URL "http:/host" has no host after //'],
    [
      given("http://host:99999/api"),
      'The base URL "http://host:99999/api" has the port 99999; a port is at most 65535',
    ],
    [given("ftp://host"), 'The base URL "ftp://host" has the scheme ftp'],
    [given("http://user:word@host"), "holds credentials"],
    [given("http://host?x=1"), 'The base URL "http://host?x=1" has a query'],
    [given("http://host"), "There is no token for http://host"],
    [given("http://host", "--token", ""), "There is no token in --token"],
    [given("http://host", "--token", "a b"), "cannot be a bearer token"],
    [
      given("http://host", "--token-file", "/nowhere/token"),
      'The token file "/nowhere/token" cannot be read: there is no such file or folder',
    ],
    [given("http://host", "--token", "x", "--token-file", "y"), "Both --token and --token-file"],
    [
      given("http://host", "--token", "x", "--concurrency", "0"),
      '--concurrency "0" is not a whole number from 1 to 64',
    ],
    [
      given("http://host", "--token", "x", "--timeout", "soon"),
      '--timeout "soon" is not a whole number from 1 to 600 seconds',
    ],
    [given("http://host", "--token", "x", "--report", "pdf=x"), '--report "pdf=x" names no format'],
    [given("http://host", "--token", "x", "--report", "json="), '--report "json=" names no file'],
    [given("http://host", "--token", "x", "--report", "json=/proc/no/x"), 'The report "/proc/no/x" cannot be written'],
    [given("http://host", "--token", "x", "--out", "/dev/null"), "cannot be written"],
    [given("http://host", "--token", "x", "--only", "nothing-of-that-name"), '"nothing-of-that-name" selects nothing'],
    [
      given("http://host", "--token", "x", "--skip", "refuses-malformed-jsn"),
      '"refuses-malformed-jsn" selects nothing; did you mean refuses-malformed-json?\n',
    ],
    [given("http://host", "--token", "x", "--only", "musst"), "did you mean MUST?"],
    [given("--colour"), "Unknown option '--colour'"],
    [["serve", "--port", "70000"], '--port "70000" is not a whole number from 0 to 65535'],
    [["chek"], "Unknown command 'chek'"],
    [["help", "chek"], "Unknown command 'chek' (Did you mean check?). See --help.\n"],
    [["help", "nonsense"], "Unknown command 'nonsense'. See --help.\n"],
    [["render", "a", "b"], "Expected 1 argument but got 2. See --help.\n"],
    [
      ["proxy", "--target", "http://host", "--side", "x"],
      "Allowed choices are provider, consumer, both. See --help.\n",
    ],
    [given("--concurency", "3"), "Unknown option '--concurency' (Did you mean --concurrency?). See --help.\n"],
    [["proxy", "--target", "http://u:p@host"], "holds credentials; give http://host/, and a token on its own\n"],
    [["serve", "--base-path", "no slash", "--token", "x"], 'it is "no slash"'],
  ])("%j", async (argv, sentence) => {
    const { status, out, err } = await command(argv);
    expect(status).toBe(2);
    expect(out).toBe("");
    expect(err).toContain(sentence);
    expect(err.trimEnd().split("\n").length).toBeLessThanOrEqual(2);
  });

  test("without repeating the token", async () => {
    const file = join(folder(), "token");
    writeFileSync(file, "first-secret\nsecond-secret\n");
    const { err } = await command(["check", "http://host", "--token-file", file]);
    expect(err).toContain("several lines");
    expect(err).not.toContain("secret");
  });
});

/** A selection that is met: few requests, where only what the command says and writes is tested. */
const FEW = ["--only", "refuses-malformed-json", "--no-contracts"] as const;

describe("check", () => {
  test("with --reference judges the reference implementation, and writes the reports", async () => {
    const out = folder();
    const ran = await command(["check", "--reference", "--out", out, "--seed", "1"]);
    expect(ran.status).toBe(0);
    expect(ran.out).toContain(`CONFORMANT   ${countOf("MUST")} of ${countOf("MUST")} MUST met\nhttp://127.0.0.1:`);
    expect(readdirSync(out).sort()).toEqual(["junit.xml", "report.html", "report.txt", "result.json"]);
    const result: unknown = JSON.parse(readFileSync(join(out, "result.json"), "utf8"));
    const schema: object = JSON.parse(readFileSync(new URL("../result/result.schema.json", import.meta.url), "utf8"));
    const validate = new Ajv2020({ strict: false }).compile(schema);
    expect(validate(result), JSON.stringify(validate.errors)).toBe(true);
    expect(result).toMatchObject({
      verdict: "conformant",
      contracts: expect.toSatisfy((list: unknown[]) => list.length > 0),
    });
  });

  test("takes the token from the environment and from a file, and shows it nowhere", async () => {
    const token = "canary-token-31415926";
    await using server = await startServer({ token });
    const out = folder();
    const file = join(out, "token");
    writeFileSync(file, `${token}\n`);
    for (const [argv, env] of [
      [["--token-file", file], {}],
      [[], { PLANT_STORE_TOKEN: token }],
    ] as const) {
      const ran = await command(["check", server.url, ...argv, ...FEW, "--out", join(out, "reports")], env);
      expect(ran.status).toBe(0);
      const written = readdirSync(join(out, "reports")).map((name) => readFileSync(join(out, "reports", name), "utf8"));
      for (const text of [ran.out, ran.err, ...written]) expect(text).not.toContain(token);
    }
  });

  test("with nothing listening is inconclusive: exit status 3", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const ran = await command(["check", `http://127.0.0.1:${port}`, "--token", "any-token", "--quiet"]);
    expect(ran.status).toBe(3);
    expect(ran.out).toBe("INCONCLUSIVE   The provider could not be reached: the connection was refused.\n");
  });

  test("with another token than the provider's is inconclusive, and says so once", async () => {
    await using server = await startServer({ token: "the-right-token" });
    const ran = await command(["check", server.url, "--token", "the-wrong-token", "--quiet"]);
    expect(ran).toMatchObject({
      status: 3,
      out: expect.stringMatching(/^INCONCLUSIVE   The provider refused the token/),
    });
  });

  test("with a 405 of the operation's own quotes it, and does not call the base URL wrong", async () => {
    const refuse: Behaviour = but({
      answerPlant: () => json(405, { message: "request.body should have required property 'newPlant'" }),
    });
    await using started = await startProvider(refuse, { token: "the-right-token" });
    const ran = await command(["check", started.url, "--token", "the-right-token", "--no-contracts"]);
    expect(ran.status).toBe(1);
    expect(ran.out.replaceAll(/\s+/g, " ")).toMatch(
      /A valid request to \S+ was answered 405 without Allow, which may be the operation's own refusal of the body: \{"message":"request\.body should/,
    );
    expect(ran.out).not.toContain("The operation is not at");
    expect(ran.out).not.toContain("base URL may be wrong");
  });

  test("with a wrong path is not conformant, and says that the base URL may be wrong", async () => {
    await using server = await startServer({ token: "the-right-token", basePath: "/api" });
    const out = join(folder(), "result.json");
    const url = server.url.replace("/api", "/v2");
    const ran = await command(["check", url, "--token", "the-right-token", "--report", `json=${out}`]);
    const result = JSON.parse(readFileSync(out, "utf8")) as RunResult;
    expect(ran.status).toBe(1);
    expect(result.reasons[0]).toContain("The base URL may be wrong");
    expect(ran.out).toContain("fix: Give the base URL under which the provider has the operation");
    expect(result.requirements.filter(({ status }) => status === "failed").map(({ id }) => id)).toEqual([
      "operation-exists",
    ]);
  });

  test("with the operation's path in its base URL doubts the URL in the first line", async () => {
    await using server = await startServer({ token: "the-right-token", basePath: "/shop" });
    const argv = ["check", `${server.url}/plants`, "--token", "the-right-token"];
    const ran = await command([...argv, "--quiet"]);
    expect(ran.status).toBe(1);
    expect(ran.out).toMatch(/^NOT CONFORMANT {3}the base URL may be wrong: did you mean /);
    expect(ran.out).toContain(`did you mean ${server.url}? 1 of `);
    expect((await command(argv)).out).toContain(`fix: Give ${server.url} as the base URL`);
  });

  test("of a selection that is met ends with 0, and is never conformant", async () => {
    const argv = ["check", "--reference", ...FEW];
    expect(await command([...argv, "--quiet"])).toMatchObject({
      status: 0,
      out: "SELECTION MET, NOT A VERDICT ON THE PROVIDER   1 of 1 MUST met\n",
    });
    for (const format of ["badge", "badge-svg", "attestation"]) {
      expect(await command([...argv, "--report", `${format}=-`])).toMatchObject({
        status: 2,
        out: "",
        err: expect.stringContaining(`--report ${format} is about the provider as a whole`),
      });
    }
  });

  test("of a selection leaves a result that is no baseline and makes no badge", async () => {
    const file = join(folder(), "result.json");
    const argv = ["check", "--reference", ...FEW, "--quiet", "--report", `json=${file}`];
    expect((await command(argv)).status).toBe(0);
    expect(await command(["render", file, "--report", "badge=-"])).toMatchObject({ status: 2, out: "" });
    expect(await command(["check", "http://127.0.0.1:1", "--token", "t", "--baseline", file])).toMatchObject({
      status: 2,
      err: expect.stringContaining("cannot be a baseline: that run was a selection of the checks"),
    });
  });

  test("that is interrupted leaves a result that says so", async () => {
    await using server = await startServer({ token: "the-right-token" });
    const out = join(folder(), "result.json");
    const argv = ["check", server.url, "--token", "the-right-token", "--no-contracts", "--report", `json=${out}`];
    const ran = await command(
      argv,
      {},
      {
        onInterrupt: (callback) => {
          callback();
          return () => undefined;
        },
      },
    );
    expect(ran.status).toBe(3);
    expect(JSON.parse(readFileSync(out, "utf8"))).toMatchObject({
      complete: false,
      verdict: "inconclusive",
      reasons: ["The run was interrupted."],
    });
  });

  test("shows progress on a terminal and takes it away, and none in a pipe", async () => {
    const argv = ["check", "--reference", ...FEW];
    expect((await command(argv)).err).not.toContain("\r");
    for (const env of [{ CI: "true" }, { TERM: "dumb" }]) {
      expect((await command(argv, env, { errIsTerminal: true })).err).not.toContain("\r");
    }
    const { err } = await command(argv, { CI: "" }, { errIsTerminal: true });
    expect(err).toMatch(/checks asked, \d+ exchanges/);
    expect(err.endsWith("\r\u001b[2K")).toBe(true);
  });

  test("colours a terminal alone, and not with NO_COLOR", async () => {
    const argv = ["check", "--reference", ...FEW];
    expect((await command(argv, {}, { outIsTerminal: true })).out).toContain("\u001b[");
    expect((await command(argv, { NO_COLOR: "1" }, { outIsTerminal: true })).out).not.toContain("\u001b[");
    expect((await command(argv)).out).not.toContain("\u001b[");
    expect((await command(argv, { FORCE_COLOR: "1", CI: "true" })).out).toContain("\u001b[");
  });
});

test("--help teaches: every command, examples and the exit statuses", async () => {
  expect((await command(["--help"])).out).toMatch(/check[\s\S]*serve[\s\S]*list[\s\S]*Exit status: 0 conformant/);
  const { status, out } = await command(["check", "--help"]);
  expect(status).toBe(0);
  expect(out).toMatch(/--token-file[\s\S]*Examples:[\s\S]*Exit status/);
  const { out: render } = await command(["render", "--help"]);
  for (const format of Object.keys(renderers)) expect(render).toContain(`\n  ${format} `);
});

test("--help of check shows the options that people use and counts the others, which --help-all shows", async () => {
  const shown = (out: string): readonly string[] =>
    [...out.matchAll(/^ {2}(?:-\w, )?--([a-z0-9-]+)/gm)].map(([, name = ""]) => name);
  const { out: short } = await command(["check", "--help"]);
  const { status, out: full } = await command(["check", "--help-all"]);
  expect(status).toBe(0);
  expect(shown(short).length).toBeLessThan(27);
  expect(shown(short)).not.toContain("shard");
  expect(shown(full)).toEqual([...new Set([...shown(full), ...shown(short)])]);
  expect(shown(full)).toEqual(
    expect.arrayContaining([...USUAL, ...OPTIONS.check.map(({ flags }) => /--([a-z0-9-]+)/.exec(flags)?.[1])]),
  );
  expect(short).toContain(
    `${shown(full).length - shown(short).length} more options: plant-store-conformance check --help-all`,
  );
  expect(full).not.toContain("more options");
});

test("--help of each command has its exit statuses, and fits into 80 columns", async () => {
  const { out } = await command(["--help"]);
  const names = [...out.slice(out.indexOf("Commands:")).matchAll(/^ {2}([a-z-]+) {2}/gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(15);
  const commands = names.filter((name) => name !== "help").map((name) => [name]);
  for (const argv of [...commands, ["history", "add"], ["history", "show"]]) {
    const help = (await command([...argv, "--help"])).out;
    expect(help, argv.join(" ")).toMatch(/^Exit status(?: of results)?: /m);
    expect(help.split("\n").filter((line) => line.length > 80)).toEqual([]);
  }
});
