/** `init` writes a configuration that a run can use, and a pipeline file beside those that exist. */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { startServer } from "../../reference-impl/server.ts";
import { toolVersion } from "../../spec/package-file.ts";
import { command, folder } from "../testing/command.ts";

const CONFIG = "plant-store-conformance.yaml";
const URL_GIVEN = ["--base-url", "http://127.0.0.1:8080/api/"];

const textIn = (place: string, path = CONFIG): string => readFileSync(join(place, path), "utf8");

describe("the configuration that init writes", () => {
  test("is used by the next check", async () => {
    const token = "token-of-init";
    await using server = await startServer({ token });
    const place = folder();
    writeFileSync(join(place, "token"), token);
    const file = join(place, "token");
    const argv = ["init", "--base-url", server.url, "--token-file", file];
    expect(await command(argv, {}, { folder: place, program: "npx plant-store-conformance" })).toEqual({
      status: 0,
      out: `Written: ${CONFIG}\nKeep reports/conformance and ${file} out of version control: add a line for each to .gitignore.\nThen: npx plant-store-conformance doctor, and npx plant-store-conformance check\n`,
      err: "",
    });
    const check = ["check", "--out", join(place, "reports"), "--only", "refuses-malformed-json"];
    expect((await command(check, {}, { folder: place })).status).toBe(0);
  });

  test("has each answer, with a dollar sign that a shell will see", async () => {
    const place = folder();
    const start = 'PORT=$PORT node "my server.js"';
    await command(["init", ...URL_GIVEN, "--token-command", "vault read x", "--start", start], {}, { folder: place });
    expect(parse(textIn(place))).toEqual({
      "base-url": "http://127.0.0.1:8080/api",
      "token-command": "vault read x",
      start: 'PORT=$$PORT node "my server.js"',
      out: "reports/conformance",
    });
  });

  test("has the answers of a terminal", async () => {
    const place = folder();
    const answers = ["https://plants.example/v1", " token.txt ", ""];
    const questions: string[] = [];
    const ask = async (question: string): Promise<string> => {
      questions.push(question);
      return answers[questions.length - 1] ?? "";
    };
    expect((await command(["init"], {}, { folder: place, ask })).status).toBe(0);
    expect(questions).toHaveLength(3);
    expect(parse(textIn(place))).toMatchObject({ "base-url": "https://plants.example/v1", "token-file": "token.txt" });
    expect(textIn(place)).not.toMatch(/^start/m);
  });

  test("replaces none that is there, but with --force", async () => {
    const place = folder();
    writeFileSync(join(place, CONFIG), "mine\n");
    const ran = await command(["init", ...URL_GIVEN], {}, { folder: place });
    expect(ran).toMatchObject({ status: 2, out: "", err: expect.stringContaining("exists and is left as it is") });
    expect(textIn(place)).toBe("mine\n");
    expect((await command(["init", ...URL_GIVEN, "--force"], {}, { folder: place })).status).toBe(0);
    expect(textIn(place)).toContain("base-url");
  });

  test.each([
    [["init"], {}, "init asks on a terminal, and this is none; give --base-url URL"],
    [["init", "--base-url", "localhost:8081"], {}, "did you mean http://localhost:8081?"],
    [["init", ...URL_GIVEN, "--token-file", "a", "--token-command", "b"], {}, "Both --token-file and --token-command"],
    [
      ["init", ...URL_GIVEN, "--start", "serve --token a-secret"],
      { PLANT_STORE_TOKEN: "a-secret" },
      "holds the token, which is written into no file",
    ],
  ])("is not written with %j", async (argv, env, sentence) => {
    const place = folder();
    const ran = await command(argv, env, { folder: place });
    expect(ran).toMatchObject({ status: 2, out: "", err: expect.stringContaining(sentence) });
    expect(readdirSync(place)).toEqual([]);
  });
});

describe("the pipeline file that init writes", () => {
  const signs: ReadonlyArray<readonly [string, (place: string) => void, string]> = [
    [".github", (place) => mkdirSync(join(place, ".github")), ".github/workflows/plant-store-conformance.yml"],
    [
      ".gitlab-ci.yml",
      (place) => writeFileSync(join(place, ".gitlab-ci.yml"), "a: b\n"),
      ".gitlab/plant-store-conformance.yml",
    ],
    [
      "Jenkinsfile",
      (place) => writeFileSync(join(place, "Jenkinsfile"), "pipeline {}\n"),
      "Jenkinsfile.plant-store-conformance",
    ],
  ];

  test.each(signs)("goes beside %s, runs the check and holds no token", async (sign, make, path) => {
    const place = folder();
    make(place);
    const before = sign === ".github" ? "" : textIn(place, sign);
    const ran = await command(["init", ...URL_GIVEN], { PLANT_STORE_TOKEN: "a-secret-token" }, { folder: place });
    expect(ran).toMatchObject({ status: 0, out: expect.stringContaining(`Written: ${path}\n  Next: `) });
    const text = textIn(place, path);
    expect(text).toContain("npx plant-store-conformance check --wait 60");
    const tarball = `tools/plant-store-conformance-${toolVersion().version}.tgz`;
    expect(text).toContain(`npm install --no-save ./${tarball}`);
    expect(text).toContain(`published: npm install --no-save plant-store-conformance@${toolVersion().version}`);
    expect(ran.out).toContain(`put the tarball of npm pack at ${tarball}`);
    expect(text).not.toContain("a-secret-token");
    if (path.endsWith(".yml")) expect(parse(text)).toBeTypeOf("object");
    if (sign !== ".github") expect(textIn(place, sign)).toBe(before);
  });

  test("is left out without such a system, and with --no-pipeline", async () => {
    const place = folder();
    mkdirSync(join(place, ".github"));
    await command(["init", ...URL_GIVEN, "--no-pipeline"], {}, { folder: place });
    expect(existsSync(join(place, ".github/workflows"))).toBe(false);
  });
});
