/** The packed package as other people's code uses it: its types, both module systems, and the pages that it contains. */
import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { fromMarkdown } from "mdast-util-from-markdown";
import type { Nodes } from "mdast";
import { publint } from "publint";
import { beforeAll, describe, expect, test } from "vitest";
import { mutants } from "../proof/mutants/index.ts";
import { startProvider } from "../proof/test-provider.ts";
import { startServer } from "../reference-impl/server.ts";
import { testcontainers } from "./testing/example-needs.ts";
import { needs } from "../proof/gate/skips.ts";
import { installPacked } from "../proof/install-packed.ts";

const run = promisify(execFile);
const folder = fileURLToPath(new URL("../dist-consumers", import.meta.url));
const installed = join(folder, "node_modules", "plant-store-conformance");

beforeAll(() => installPacked(folder), 600_000);

function tarball(): string {
  return join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");
}

/** How a program ended. */
interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** What a consumer writes, in ES modules and in CommonJS. */
const consumer = `
import { type JudgeOptions, type RunResult, judge } from "plant-store-conformance";
import { renderers } from "plant-store-conformance/reports";
import { testProvider as vitest } from "plant-store-conformance/vitest";
import { testProvider as nodeTest } from "plant-store-conformance/node-test";
import { testProvider as jest } from "plant-store-conformance/jest";
import { testProvider as mocha } from "plant-store-conformance/mocha";
import { createServer } from "node:http";

const options: JudgeOptions = { url: process.env["URL"], token: process.env["TOKEN"] };
export const result: Promise<RunResult> = judge(options);
export const text: Promise<string> = result.then((one) => renderers.text.render(one));
void judge({ app: (request, response) => response.end(request.url), token: "secret", basePath: "/api" });
void judge({ fetch: async (request) => new Response(await request.text()), token: "secret" });
for (const testProvider of [vitest, nodeTest, jest, mocha]) testProvider({ url: "http://127.0.0.1:1", token: "secret", timeout: 1 });
// @ts-expect-error -- one provider at a time
void judge({ url: "http://127.0.0.1:1", app: createServer(), token: "secret" });
// @ts-expect-error -- there is no such option
void judge({ url: "http://127.0.0.1:1", tokn: "secret" });
`;

const settings = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    module: "nodenext",
    target: "es2023",
    lib: ["es2023"],
    types: ["node"],
    noEmit: true,
    // Declarations of others that name types of a browser, such as those of Vitest.
    skipLibCheck: true,
  },
  files: ["consumer.mts", "consumer.cts"],
};

describe("types", () => {
  test.each(["typescript-5", "typescript"])("are strict in ES modules and CommonJS with %s", async (compiler) => {
    const own = join(folder, compiler);
    mkdirSync(own, { recursive: true });
    for (const file of settings.files) writeFileSync(join(own, file), consumer);
    writeFileSync(join(own, "tsconfig.json"), JSON.stringify(settings));
    const tsc = fileURLToPath(import.meta.resolve(`${compiler}/package.json`)).replace("package.json", "bin/tsc");
    const { stdout } = await run(process.execPath, [tsc, "-p", own]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe("");
  });

  test("are found by every resolver but that of Node 10", async () => {
    const attw = fileURLToPath(import.meta.resolve("@arethetypeswrong/cli/package.json")).replace(
      "package.json",
      "dist/index.js",
    );
    const notCode = ["openapi.yaml", "overlay.yaml", "requirements.yaml"];
    // Every supported version of Node loads ES modules with require.
    const argv = [attw, tarball(), "--profile", "node16", "--ignore-rules", "cjs-resolves-to-esm", "--format", "ascii"];
    const checked = run(process.execPath, [...argv, "--no-color", "--exclude-entrypoints", ...notCode]);
    const { stdout } = await checked;
    expect(stdout).toContain("plant-store-conformance/jest");
  });
});

test("publint has nothing to say about the package", async () => {
  const bytes = readFileSync(tarball());
  const tarballBytes = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages } = await publint({ strict: true, pack: { tarball: tarballBytes } });
  expect(messages).toEqual([]);
});

test.each([
  ["require", "own.cjs", 'const { judge } = require("plant-store-conformance"); console.log(typeof judge);'],
  ["import", "own.mjs", 'import { judge } from "plant-store-conformance"; console.log(typeof judge);'],
])("%s loads it", async (_how, file, text) => {
  writeFileSync(join(folder, file), text);
  expect((await run(process.execPath, [join(folder, file)])).stdout).toBe("function\n");
});

describe("examples/library", () => {
  const examples = join(folder, "examples");
  const token = "token-of-an-example";

  async function runExample(file: string, env: Readonly<Record<string, string>>): Promise<Ended> {
    cpSync(join(installed, "examples/library"), examples, { recursive: true });
    const options = { cwd: examples, env: { PATH: process.env["PATH"], TOKEN: token, ...env } };
    return new Promise((resolve) => {
      const child = execFile(process.execPath, [file], options, (_error, out, err) =>
        resolve({ status: child.exitCode, out, err }),
      );
    });
  }

  test("each has a test", () => {
    const names = readdirSync(join(installed, "examples/library"));
    expect(names.toSorted()).toEqual(["judge-app.mjs", "judge-url.mjs", "show-progress.mjs", "write-reports.cjs"]);
  });

  test("judge-url.mjs is green for a right server, and red for a wrong one, a wrong token, a closed port and no URL", async () => {
    await using server = await startServer({ token });
    expect(await runExample("judge-url.mjs", { PLANT_STORE_URL: server.url })).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^conformant\n/),
    });
    const html = mutants.find(({ name }) => name === "answers-200-as-html");
    if (html === undefined) throw new Error("There is no mutant answers-200-as-html");
    await using wrong = await startProvider(html.behaviour, { token });
    const red = await runExample("judge-url.mjs", { PLANT_STORE_URL: wrong.url });
    expect(red).toMatchObject({ status: 1, out: expect.stringMatching(/^non-conformant\n[^]*plant-media-type/) });
    expect((await runExample("judge-url.mjs", { PLANT_STORE_URL: server.url, TOKEN: "another-token" })).status).toBe(3);
    await server.stop();
    expect((await runExample("judge-url.mjs", { PLANT_STORE_URL: server.url })).status).toBe(3);
    const none = await runExample("judge-url.mjs", {});
    expect(none).toMatchObject({ status: 1, err: expect.stringContaining("The base URL url is undefined") });
  });

  test("judge-app.mjs judges its own application", async () => {
    const { status, out } = await runExample("judge-app.mjs", {});
    expect(status).toBe(0);
    expect(out).toMatch(/^conformant: 0 MUST broken, [1-9]\d* SHOULD not met\n$/);
  });

  test("show-progress.mjs shows each check, and write-reports.cjs writes three reports", async () => {
    await using server = await startServer({ token });
    const { status, out, err } = await runExample("show-progress.mjs", { PLANT_STORE_URL: server.url });
    expect({ status, out }).toEqual({ status: 0, out: "conformant\n" });
    const [, done, of] = /(\d+) of (\d+) checks$/.exec(err) ?? [];
    expect(Number(of)).toBeGreaterThan(100);
    expect(Number(done)).toBeGreaterThan(Number(of) / 2);
    expect((await runExample("write-reports.cjs", { PLANT_STORE_URL: server.url })).status).toBe(0);
    for (const name of ["report.html", "junit.xml", "result.json"]) {
      expect(existsSync(join(examples, name)), name).toBe(true);
    }
  });
});

describe("examples/testcontainers", async () => {
  const needed = await testcontainers();
  const own = join(folder, "testcontainers");
  const file = join(own, "provider.test.mjs");

  beforeAll(() => {
    if ("missing" in needed) return;
    mkdirSync(join(own, "node_modules"), { recursive: true });
    symlinkSync(needed.program, join(own, "node_modules/testcontainers"));
    cpSync(join(installed, "examples/testcontainers/provider.test.mjs"), file);
  });

  test("has the types of the package and of Testcontainers", async ({ skip }) => {
    if ("missing" in needed) return skip(needs("a registry", needed.missing));
    const tsc = fileURLToPath(import.meta.resolve("typescript/package.json")).replace("package.json", "bin/tsc");
    const compilerOptions = { ...settings.compilerOptions, allowJs: true, checkJs: true };
    const check = async (name: string, text: string): Promise<string> => {
      writeFileSync(join(own, name), text);
      writeFileSync(join(own, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [name] }));
      const { stdout } = await run(process.execPath, [tsc, "-p", own]).catch((error: { stdout: string }) => error);
      return stdout;
    };
    const text = readFileSync(file, "utf8");
    expect(await check("provider.test.mjs", text)).toBe("");
    const wrong = text.replace("getMappedPort(port)", "mappedPort(port)").replace("result.verdict", "result.verdit");
    expect(await check("wrong.mjs", wrong)).toMatch(/'mappedPort' does not exist[^]*'verdit' does not exist/);
  });

  test("is red where there is no container runtime", async ({ skip }) => {
    if ("missing" in needed) return skip(needs("a registry", needed.missing));
    const env = { PATH: process.env["PATH"], PROVIDER_IMAGE: "plants", DOCKER_HOST: "tcp://127.0.0.1:1", HOME: own };
    const { status, out } = await new Promise<Ended>((resolve) => {
      const child = execFile(process.execPath, ["--test", file], { cwd: own, env }, (_error, stdout, err) =>
        resolve({ status: child.exitCode, out: stdout, err }),
      );
    });
    expect(status).toBe(1);
    expect(out).toContain("Could not find a working container runtime strategy");
  });
});

/** The addresses of the links and pictures of a page. */
function linksOf(node: Nodes): readonly string[] {
  const own = node.type === "link" || node.type === "image" || node.type === "definition" ? [node.url] : [];
  return "children" in node ? [...own, ...node.children.flatMap(linksOf)] : own;
}

/** The anchors of a page, as GitHub makes them of headings. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = ""]) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );
  return new Set([...headings, ...[...text.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id)]);
}

function fault(page: string, link: string): string | null {
  if (/^[a-z][a-z+.-]*:/i.test(link)) return null;
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : join(dirname(page), decodeURI(path));
  const place = `${relative(installed, page)}: ${link}`;
  if (!existsSync(target)) return `${place} is not in the package`;
  if (anchor === undefined || statSync(target).isDirectory()) return null;
  return anchorsOf(readFileSync(target, "utf8")).has(anchor) ? null : `${place} has no such heading`;
}

test("no page of the package has a dead link, and the README's are among them", () => {
  const pages = readdirSync(installed, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".md"));
  expect(pages).toEqual(expect.arrayContaining(["README.md", "docs/library.md", "docs/decisions/README.md"]));
  expect(readFileSync(join(installed, "docs/requirements.md"), "utf8")).toContain("\n### plant-has-no-id\n");
  const faults = pages.flatMap((path) => {
    const page = join(installed, path);
    return linksOf(fromMarkdown(readFileSync(page, "utf8"))).flatMap((link) => fault(page, link) ?? []);
  });
  expect(faults).toEqual([]);
});
