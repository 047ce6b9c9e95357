/** Each command in a report works when it is pasted: a shell can read it, and it finds the same failure again. */
import { execFile, execFileSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { freePort } from "../http/testing/free-port.ts";
import { correct } from "../proof/correct.ts";
import { mutants } from "../proof/mutants/index.ts";
import { type StartedProvider, startProvider } from "../proof/test-provider.ts";
import type { RunResult } from "../result/result.ts";
import { command, folder } from "./testing/command.ts";
import { startProvider as startScripted } from "./testing/scripted-provider.ts";

const token = "token-of-a-pasted-command";

/** Programs that print their arguments, to show how a shell reads a command. */
function shims(): string {
  const bin = folder();
  const print = `printf '%s\\0' "$@"\n`;
  for (const [name, script] of [
    ["plant-store-conformance", `#!/bin/sh\n${print}`],
    ["npx", `#!/bin/sh\nshift\n${print}`],
  ] as const) {
    writeFileSync(join(bin, name), script);
    chmodSync(join(bin, name), 0o755);
  }
  return bin;
}

const bin = shims();

/** The arguments that a shell passes to a command. */
function argumentsOf(line: string, env: Readonly<Record<string, string>> = {}): readonly string[] {
  const out = execFileSync("/bin/sh", ["-c", line], {
    env: { PATH: `${bin}:${process.env["PATH"] ?? ""}`, ...env },
    encoding: "utf8",
  });
  return out.split("\0").slice(0, -1);
}

const unescaped = (html: string): string =>
  html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

/** All commands of this package in the reports of a folder. */
function commandsIn(out: string): readonly string[] {
  const text = readFileSync(join(out, "report.txt"), "utf8");
  const page = readFileSync(join(out, "report.html"), "utf8");
  const pattern = /(?:npx )?plant-store-conformance (?:check|contracts) [^\n<]*/g;
  const inPage = [...page.matchAll(/>([^<]*plant-store-conformance (?:check|contracts) [^<]*)</g)].map(([, found]) =>
    unescaped(found ?? ""),
  );
  return [...(text.match(pattern) ?? []), ...inPage.filter((line) => !line.includes("\n"))];
}

function curlsIn(out: string): readonly string[] {
  return readFileSync(join(out, "report.txt"), "utf8")
    .split("\n")
    .map((line) => line.replace(/^ *curl +(?=curl )/, "").trim())
    .filter((line) => line.startsWith("curl "));
}

function mutant(name: string): Promise<StartedProvider> {
  const found = mutants.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no mutant ${name}`);
  return startProvider(found.behaviour, { token });
}

/** Options that reach the provider, and a token file in a folder whose name contains a blank. */
function given(): { readonly file: string; readonly out: string } {
  const file = join(folder(), "a token.txt");
  writeFileSync(file, token);
  return { file, out: join(folder(), "out") };
}

describe("a command in a report", () => {
  test("begins as the program was called, and finds the failure again", async () => {
    await using provider = await mutant("answers-200-as-html");
    const { file, out } = given();
    const argv = ["check", provider.url, "--token-file", file, "--no-contracts", "--timeout", "9", "--out", out];
    expect((await command(argv, {}, { program: "npx plant-store-conformance" })).status).toBe(1);
    const lines = commandsIn(out);
    expect(lines.length).toBeGreaterThan(2);
    for (const line of new Set(lines)) {
      expect(line).toMatch(/^npx plant-store-conformance /);
      const again = argumentsOf(line);
      expect(again).toEqual(expect.arrayContaining(["--token-file", file, "--timeout", "9"]));
      expect(await command([...again, "--quiet"])).toMatchObject({
        status: 1,
        out: expect.stringMatching(/^NOT CONFORMANT/),
      });
    }
  });

  test("repeats the document of the run, which finds what no other document asks", async () => {
    await using provider = await startProvider(correct, { token });
    const { file, out } = given();
    const document = join(folder(), "openapi.yaml");
    const shipped = readFileSync(new URL("../spec/openapi.yaml", import.meta.url), "utf8");
    writeFileSync(document, shipped.replace(/'200'|"200"/, "'201'"));
    const argv = ["check", provider.url, "--token-file", file, "--no-contracts", "--document", document, "--out", out];
    expect((await command(argv)).status).toBe(1);
    const lines = commandsIn(out);
    expect(lines.length).toBeGreaterThan(2);
    for (const line of new Set(lines)) expect((await command([...argumentsOf(line), "--quiet"])).status).toBe(1);
  });

  test("that explains begins so, too, in the short report", async () => {
    await using provider = await mutant("answers-200-as-html");
    const { file } = given();
    const argv = ["check", provider.url, "--token-file", file, "--no-contracts"];
    const { out } = await command(argv, {}, { program: "npx plant-store-conformance" });
    expect(out).toMatch(/; npx plant-store-conformance explain\s+plant-media-type\n/);
    expect((await command(["explain", "plant-media-type"])).status).toBe(0);
  });

  test("is there also if many requirements are broken, and names each of them", async () => {
    await using provider = await startScripted((_, response) =>
      response.writeHead(200, { "Content-Type": "application/json" }).end('{"id":1}'),
    );
    const { file, out } = given();
    await command(["check", provider.url, "--token-file", file, "--no-contracts", "--out", out]);
    const result = JSON.parse(readFileSync(join(out, "result.json"), "utf8")) as RunResult;
    const failed = result.requirements.filter(({ level, status }) => level !== "OPEN" && status === "failed");
    expect(failed.length).toBeGreaterThan(10);
    const [line = ""] = commandsIn(out);
    const again = argumentsOf(line);
    expect(again[again.indexOf("--only") + 1]?.split(",")).toEqual(expect.arrayContaining(failed.map(({ id }) => id)));
  });

  test("holds no secret: neither the token, nor an invalid one, nor one in a command", async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const { out } = given();
    const secrets = ["--token", token, "--invalid-token", "an-invalid-secret-token"];
    const start = ["--start", `TOKEN=${token} true; exec sleep 60`];
    const argv = ["check", url, ...secrets, ...start, "--wait", "1", "--no-contracts", "--quiet", "--out", out];
    await command(argv);
    for (const name of ["report.txt", "report.html", "result.json"]) {
      const text = readFileSync(join(out, name), "utf8");
      expect(text).not.toContain(token);
      expect(text).not.toContain("an-invalid-secret-token");
    }
    const again = argumentsOf(commandsIn(out)[0] ?? "", { PLANT_STORE_INVALID_TOKEN: "again" });
    expect(again).toEqual(
      expect.arrayContaining(["--invalid-token", "again", "--start", "TOKEN=$PLANT_STORE_TOKEN true; exec sleep 60"]),
    );
    expect(again).not.toContain("--token");
  });

  test("judges the reference implementation again with --reference, where its port was another", async () => {
    const { out } = given();
    await command(["check", "--reference", "--no-contracts", "--strict", "--quiet", "--out", out]);
    const [line = ""] = commandsIn(out);
    expect(argumentsOf(line)).toEqual(["check", "--reference", "--no-contracts", "--strict"]);
  });

  test("is curl's with the token of the file, which a shell reads", async () => {
    await using provider = await mutant("answers-200-as-html");
    const { file, out } = given();
    await command(["check", provider.url, "--token-file", file, "--no-contracts", "--quiet", "--out", out]);
    const [line = ""] = curlsIn(out);
    expect(line).toContain(`$(cat '${file}')`);
    const { stdout } = await promisify(execFile)("/bin/sh", ["-c", line], { env: { PATH: process.env["PATH"] } });
    // The plant exists since the run, so the answer shows that the token was accepted.
    expect(stdout).toMatch(/^HTTP\/1\.1 409 /);
  });
});
