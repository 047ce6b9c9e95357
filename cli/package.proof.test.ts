/** The packed tarball, installed in an empty folder as a user does it. */
import { execFile } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { RunningControl } from "../proof/degenerate/control.ts";
import { controls } from "../proof/degenerate/controls.ts";
import { packedPackage } from "../proof/install-packed.ts";
import { startServer } from "../reference-impl/server.ts";
import { renderers } from "../reports/index.ts";
import { type RunResult, reasonOf } from "../result/result.ts";
import { countOf } from "../spec/testing/counts.ts";
import { codeBlocks } from "./testing/shell-blocks.ts";

const execute = promisify(execFile);

function startControl(wanted: string): Promise<RunningControl> {
  const control = controls.find(({ name }) => name === wanted);
  if (control === undefined) throw new Error(`There is no control ${wanted}`);
  return control.start();
}

/** A bill of materials in CycloneDX. */
interface Bill {
  readonly bomFormat: string;
  readonly components: ReadonlyArray<{ readonly name: string }>;
}

type Manifest = Readonly<Record<"dependencies" | "optionalDependencies" | "scripts", Readonly<Record<string, string>>>>;

/** The bill of materials names all installed packages. npm makes it with the command of the release workflow. */
async function expectBillOf(folder: string): Promise<void> {
  const { stdout: sbom } = await execute("npm", ["sbom", "--sbom-format", "cyclonedx"], { cwd: folder });
  const { bomFormat, components } = JSON.parse(sbom) as Bill;
  expect(bomFormat).toBe("CycloneDX");
  const own = join(folder, "node_modules/plant-store-conformance/package.json");
  const { dependencies, optionalDependencies, scripts } = JSON.parse(readFileSync(own, "utf8")) as Manifest;
  const needed = ["plant-store-conformance", ...Object.keys({ ...dependencies, ...optionalDependencies })];
  expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(needed));
  expect(Object.keys(scripts).filter((name) => /^(?:(?:pre|post)?install|prepare)$/.test(name))).toEqual([]);
}

/** The size of the installed files in bytes, without the native part of Pact. */
function installedBytes(folder: string): number {
  const modules = join(folder, "node_modules");
  const files = readdirSync(modules, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return files
    .filter((file) => !/@pact-foundation\/pact-core-/.test(file))
    .reduce((sum, file) => sum + statSync(file).size, 0);
}

/** Pact's verifier is optional: without it, everything but contracts works. */
async function expectWithoutPact(folder: string, npx: readonly string[], verdict: string): Promise<void> {
  renameSync(join(folder, "node_modules/@pact-foundation"), join(folder, "pact-foundation"));
  const without = await execute("npx", [...npx, "--no-contracts"], { cwd: folder });
  expect(without.stdout).toBe(verdict);
  const withContracts = execute("npx", [...npx, "--report", "json=without.json"], { cwd: folder });
  await expect(withContracts).rejects.toMatchObject({ code: 3 });
  const { contracts } = JSON.parse(readFileSync(join(folder, "without.json"), "utf8")) as RunResult;
  const reasons = contracts.flatMap(({ interactions }) => interactions.map((one) => reasonOf(one)));
  expect([...new Set(reasons)]).toEqual([
    expect.stringMatching(
      /^It was not run: Pact's verifier cannot be loaded here \([^)]*'@pact-foundation\/pact-core'\); it exists for Linux /,
    ),
  ]);
}

/** The first block of a page, in a checkout that is packed, beside an empty folder; the server is where `url` is. */
async function pasteFirstBlock(page: string, url: string, token: string): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), "plant-store-first-block-"));
  for (const name of ["plant-store-conformance", "my-server"]) mkdirSync(join(home, name));
  cpSync(await packedPackage(), join(home, "plant-store-conformance"), { recursive: true });
  writeFileSync(join(home, "my-server", "token.txt"), token);
  const [packs, ...lines] = codeBlocks(page).find(({ language }) => language === "sh")?.lines ?? [];
  expect(packs).toBe("npm ci && npm pack");
  const script = ["set -e", ...lines].join("\n").replaceAll("http://127.0.0.1:8080/api", url);
  const env = { ...process.env, NPM_CONFIG_PREFER_OFFLINE: "true", NPM_CONFIG_AUDIT: "false" };
  const { stdout } = await execute("/bin/sh", ["-c", script], { cwd: join(home, "plant-store-conformance"), env });
  return stdout;
}

test("the first block of README, pasted beside an empty folder, judges a server", async () => {
  const token = "token-of-the-first-block";
  await using server = await startServer({ token, basePath: "/api" });
  expect(await pasteFirstBlock("README.md", server.url, token)).toMatch(/^CONFORMANT /m);
});

test("the packed tarball, installed in an empty folder, judges a server and can be imported", async () => {
  const folder = mkdtempSync(join(tmpdir(), "plant-store-packed-"));
  const packed = await packedPackage();
  const tarball = join(packed, readdirSync(packed).find((name) => name.endsWith(".tgz")) ?? "");
  writeFileSync(
    join(folder, "package.json"),
    '{ "name": "stranger", "version": "1.0.0", "private": true, "type": "module" }',
  );
  const install = ["install", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel", "warn", tarball];
  const { stderr: warnings } = await execute("npm", install, { cwd: folder });
  // What npm says about its own settings depends on the machine.
  expect(warnings.split("\n").filter((line) => !/^(?:npm warn Unknown .* config .*)?$/.test(line))).toEqual([]);
  const bytes = installedBytes(folder);
  expect(bytes).toBeGreaterThan(2_000_000);
  expect(bytes).toBeLessThan(15_000_000);

  const token = "token-of-a-stranger";
  await using server = await startServer({ token, basePath: "/api" });
  const npx = ["--no-install", "plant-store-conformance", "check", server.url, "--token", token, "--quiet"];
  const { stdout } = await execute("npx", npx, { cwd: folder });
  const must = countOf("MUST");
  expect(stdout).toBe(`CONFORMANT   ${must} of ${must} MUST met\n`);

  const explain = ["--no-install", "plant-store-conformance", "explain", "plant-shape"];
  expect((await execute("npx", explain, { cwd: folder })).stdout).toContain("COMMON CAUSES, BY STACK");
  const reports = [...npx, "--no-contracts", "--out", "reports"];
  await execute("npx", reports, { cwd: folder });
  expect(readFileSync(join(folder, "reports", "report.txt"), "utf8")).toContain("CONFORMANT");

  writeFileSync(
    join(folder, "own.js"),
    `import { judge } from "plant-store-conformance";
     import { renderers } from "plant-store-conformance/reports";
     const result = await judge({ url: process.argv[2], token: process.argv[3], seed: "1", strict: true });
     process.stdout.write(result.verdict + " " + Object.keys(renderers).join(" "));`,
  );
  const own = await execute(process.execPath, ["own.js", server.url, token], { cwd: folder });
  expect(own.stdout).toBe(`conformant ${Object.keys(renderers).join(" ")}`);

  // The compiled schemas refuse as well as accept.
  const constant = await startControl("200 with {} for all");
  const wrong = [...npx.with(3, constant.url), "--no-contracts", "--report", "json=wrong.json"];
  await expect(execute("npx", wrong, { cwd: folder })).rejects.toMatchObject({ code: 1 });
  await constant.stop();
  const { requirements } = JSON.parse(readFileSync(join(folder, "wrong.json"), "utf8")) as RunResult;
  expect(requirements.find(({ id }) => id === "plant-shape")?.checks[0]?.findings).toMatchObject([{ where: "/name" }]);

  await expectBillOf(folder);
  await expectWithoutPact(folder, npx, stdout);
});
