/** The single executable is built for this system, and judges without Node, npm or a file beside it. */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../http/testing/free-port.ts";
import { but, json, plantBody } from "../proof/correct.ts";
import { startProvider } from "../proof/test-provider.ts";
import { builtCommand } from "../proof/hostile/built.ts";
import { needs, skipFor } from "../proof/gate/skips.ts";

const token = "token-of-the-executable";
const MIB = 1024 * 1024;

/** The executable alone in a folder. */
const folder = mkdtempSync(join(tmpdir(), "plant-store-executable-test-"));
const file = join(folder, "plant-store-conformance");

interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs it with no variable of this process, so that nothing but the file is used. */
function run(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const child = spawn(file, argv, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let [out, err] = ["", ""];
  child.stdout.on("data", (data: Buffer) => (out += data.toString()));
  child.stderr.on("data", (data: Buffer) => (err += data.toString()));
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("close", (status) => resolve({ status, out, err }));
  });
}

/** Node looks for this mark in itself. A Node that is linked otherwise, as some distributions do it, has none. */
const canBeBuilt = process.platform === "linux" && readFileSync(process.execPath).includes("NODE_SEA_FUSE_");

describe("the single executable", () => {
  skipFor(canBeBuilt ? undefined : needs("Linux", "and a Node that can be made into one file"));
  beforeAll(async () => {
    if (!canBeBuilt) return;
    const dist = await builtCommand();
    const script = fileURLToPath(new URL("build.mjs", import.meta.url));
    execFileSync(process.execPath, [script, file, dist], { stdio: "ignore" });
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  test("finds a conformant provider conformant, leaves the contracts out, and writes every usual report", async () => {
    await using provider = await startProvider(but({}), { token });
    const ran = await run(["check", provider.url, "--token", token, "--out", "reports"]);
    expect(ran).toMatchObject({ status: 0, err: expect.stringContaining("The contracts are left out.") });
    expect(ran.out).toMatch(/^CONFORMANT /u);
    expect(ran.out.replaceAll(/\s+/gu, " ")).toContain("The contracts were not verified: the single executable");
    const reports = readdirSync(join(folder, "reports"));
    expect(reports).toEqual(expect.arrayContaining(["report.html", "result.json", "junit.xml"]));
  });

  test("judges by the document of a user, which it parses and compiles itself", async () => {
    await using provider = await startProvider(but({}), { token });
    const document = readFileSync(new URL("../spec/openapi.yaml", import.meta.url), "utf8");
    writeFileSync(join(folder, "own.yaml"), `${document}\n# Changed.\n`);
    const ran = await run(["check", provider.url, "--token", token, "--document", "own.yaml", "--quiet"]);
    expect(ran).toMatchObject({ status: 0, out: expect.stringMatching(/^CONFORMANT /u) });
  });

  test("judges a fleet, and keeps and shows its history", async () => {
    await using provider = await startProvider(but({}), { token });
    const entry = { name: "staging", "base-url": provider.url, token: "${OF_STAGING}", only: "plant-shape" };
    writeFileSync(join(folder, "fleet.yaml"), JSON.stringify({ providers: [entry] }));
    const judged = await run(["fleet", "fleet.yaml", "--out", "fleet", "--quiet"], { OF_STAGING: token });
    expect(judged).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^FLEET PASSED, NOT A VERDICT ON EVERY PROVIDER /u),
      err: "",
    });
    expect(await run(["history", "add", "fleet/fleet.json"])).toMatchObject({ status: 0, err: "" });
    const shown = await run(["history", "show", "staging", "--format", "html"]);
    expect(shown).toMatchObject({
      status: 0,
      out: expect.stringContaining("<title>History of staging</title>"),
      err: "",
    });
  });

  test("finds a provider that breaks a MUST not conformant", async () => {
    const behaviour = but({ answerPlant: (plant) => json(200, { ...plantBody(plant), id: 1 }) });
    await using provider = await startProvider(behaviour, { token });
    const ran = await run(["check", provider.url, "--quiet"], { PLANT_STORE_TOKEN: token });
    expect(ran).toMatchObject({ status: 1, out: expect.stringMatching(/^NOT CONFORMANT /u), err: "" });
  });

  test("is not green with a wrong token, at a closed port, or without a base URL", async () => {
    await using provider = await startProvider(but({}), { token });
    expect(await run(["check", provider.url, "--token", "another-token"])).toMatchObject({ status: 3 });
    const closed = `http://127.0.0.1:${await freePort()}`;
    expect(await run(["check", closed, "--token", token])).toMatchObject({ status: 3 });
    expect(await run(["check", "--token", token])).toMatchObject({
      status: 2,
      err: expect.stringMatching(/^Nothing is judged without a base URL/u),
    });
  });

  test("says that it verifies no contracts where it is asked to", async () => {
    const refused = { status: 2, out: "", err: expect.stringMatching(/This executable has no verifier of contracts/u) };
    expect(await run(["contracts", "--reference"])).toMatchObject(refused);
    expect(await run(["check", "--reference", "--pacts", "pacts"])).toMatchObject(refused);
    expect(await run(["doctor", `http://127.0.0.1:${await freePort()}`, "--token", token])).toMatchObject({
      status: 3,
      out: expect.stringContaining("it is not part of the single executable"),
    });
  });

  test("is at most 10 MiB larger than Node", () => {
    expect(statSync(file).size - statSync(process.execPath).size).toBeLessThan(10 * MIB);
  });
});
