/** The tests that the README shows for a user's own test run, run as a user would: the built package, a vitest of its own. */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fromMarkdown } from "mdast-util-from-markdown";
import { beforeAll, describe, expect, test } from "vitest";
import { buildInto } from "../proof/hostile/built.ts";
import { mutants } from "../proof/mutants/index.ts";
import { listen, startProvider } from "../proof/test-provider.ts";
import { startServer } from "../reference-impl/server.ts";
import { readRequirements } from "../spec/requirements.ts";

const token = "token-of-a-user";
const root = fileURLToPath(new URL("..", import.meta.url));
/** In the checkout, so that the package finds its dependencies. */
const project = join(root, "dist-readme");

/** The one block of TypeScript in a section of the README. */
function snippet(heading: string): string {
  const source = readFileSync(join(root, "README.md"), "utf8");
  const { children } = fromMarkdown(source);
  const start = children.findIndex(
    (node) =>
      node.type === "heading" && source.slice(node.position?.start.offset, node.position?.end.offset) === heading,
  );
  const block = children.slice(start + 1).find((node) => node.type === "code" || node.type === "heading");
  if (start === -1 || block?.type !== "code" || block.lang !== "ts") throw new Error(`${heading} has no TypeScript`);
  return block.value;
}

/** The environment of a test run, and how the tests against one provider ended, as vitest's JSON reporter describes it. */
interface Target {
  readonly env: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}
interface Ran {
  readonly status: "passed" | "failed";
  /** Why the file could not be run, where it could not. */
  readonly message: string;
  readonly assertionResults: ReadonlyArray<{
    readonly title: string;
    readonly status: "passed" | "failed" | "skipped";
    readonly failureMessages: readonly string[];
  }>;
}

function targetAt({ url, stop }: Readonly<{ url: string; stop: () => Promise<void> }>, given = token): Target {
  return { env: { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: given }, stop };
}

async function closedPort(): Promise<Target> {
  const { port, stop } = await listen(createServer());
  await stop();
  return targetAt({ url: `http://127.0.0.1:${port}`, stop: () => Promise.resolve() });
}

/** The mutant of that name, which has to break this requirement and nothing else. */
async function mutant(wanted: string, requirement: string): Promise<Target> {
  const found = mutants.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`There is no mutant ${wanted}`);
  expect(found.breaks).toEqual([requirement]);
  return targetAt(await startProvider(found.behaviour, { token }));
}

const red = {
  "no-url": () => Promise.resolve({ env: {}, stop: () => Promise.resolve() }),
  "closed-port": closedPort,
  "refused-token": async () => targetAt(await startServer({ token }), "another-token"),
  "broken-must": () => mutant("takes-ids-in-strings", "refuses-invalid-member"),
} satisfies Record<string, () => Promise<Target>>;

const green = {
  "missed-should": () => mutant("trims-names", "returns-name"),
  reference: async () => targetAt(await startServer({ token })),
} satisfies Record<string, () => Promise<Target>>;

function namesOf<Name extends string>(starts: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(starts) as Name[];
}

/** Runs the tests against each provider in one vitest: it takes longer to start than a provider to be judged. */
async function runTests<Name extends string>(
  starts: Readonly<Record<Name, () => Promise<Target>>>,
): Promise<{ readonly exitCode: number | null; readonly of: (name: Name) => Ran }> {
  const names = namesOf(starts);
  const targets = await Promise.all(names.map((name) => starts[name]()));
  const own = join(project, names.join("+"));
  for (const name of names) {
    mkdirSync(join(own, name), { recursive: true });
    writeFileSync(join(own, name, "plants.test.ts"), snippet("## In your own tests"));
  }
  const projects = names.map((name, at) => ({ test: { name, include: [`${name}/*`], env: targets[at]?.env } }));
  writeFileSync(join(own, "vitest.config.js"), `export default ${JSON.stringify({ test: { projects } })};`);
  const vitest = fileURLToPath(import.meta.resolve("vitest/package.json")).replace("package.json", "vitest.mjs");
  const env = { PATH: process.env["PATH"] };
  const { exitCode, out } = await new Promise<{ exitCode: number | null; out: string }>((resolve) => {
    const argv = [vitest, "run", "--root", own, "--reporter=json"];
    const child = execFile(process.execPath, argv, { env, maxBuffer: 2 ** 26 }, (_error, stdout) =>
      resolve({ exitCode: child.exitCode, out: stdout }),
    );
  });
  await Promise.all(targets.map(({ stop }) => stop()));
  const { testResults } = JSON.parse(out) as { testResults: ReadonlyArray<Ran & { readonly name: string }> };
  const of = (name: Name): Ran => {
    const ran = testResults.find((file) => basename(dirname(file.name)) === name);
    if (ran === undefined) throw new Error(`The tests against ${name} were not run`);
    return ran;
  };
  return { exitCode, of };
}

let reds: Awaited<ReturnType<typeof runTests<keyof typeof red>>>;
let greens: Awaited<ReturnType<typeof runTests<keyof typeof green>>>;

beforeAll(async () => {
  rmSync(project, { recursive: true, force: true });
  const installed = join(project, "node_modules/plant-store-conformance");
  mkdirSync(installed, { recursive: true });
  for (const path of ["package.json", "spec"]) cpSync(join(root, path), join(installed, path), { recursive: true });
  await buildInto(join(installed, "dist"));
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }');
  [reds, greens] = await Promise.all([runTests(red), runTests(green)]);
});

const failedIn = ({ assertionResults }: Ran): readonly string[] =>
  assertionResults.filter(({ status }) => status === "failed").map(({ title }) => title);

const statusIn = ({ assertionResults }: Ran, wanted: string): string | undefined =>
  assertionResults.find(({ title }) => title === wanted)?.status;

/** The last test; its message holds the reasons. */
function verdictIn({ assertionResults }: Ran): { readonly status?: string; readonly message: string } {
  const last = assertionResults.at(-1);
  expect(last?.title).toBe("verdict");
  return { status: last?.status ?? "", message: last?.failureMessages.join("\n") ?? "" };
}

/** Every check of a MUST, by the catalogue. */
function mustChecks({ assertionResults }: Ran): readonly string[] {
  const musts = new Set(readRequirements().flatMap(({ id, level }) => (level === "MUST" ? [id] : [])));
  return assertionResults.map(({ title }) => title).filter((title) => musts.has(title.split("/")[0] ?? ""));
}

describe("the tests of the README are red", () => {
  test("as the exit status says", () => {
    expect(reds.exitCode).toBe(1);
    for (const name of namesOf(red)) expect(reds.of(name).status, name).toBe("failed");
  });

  test("without a base URL", () => {
    const { message, assertionResults } = reds.of("no-url");
    expect(assertionResults).toEqual([]);
    expect(message).toContain('The base URL "" is not a URL');
  });

  test.each([
    ["against a closed port", "closed-port", "The provider could not be reached: the connection was refused."],
    ["where the token is refused", "refused-token", "The provider refused the token"],
  ] as const)("%s, for every MUST that was not judged, and the last test has the reason", (_what, name, reason) => {
    const ran = reds.of(name);
    // Neither 200 nor 400 was seen, so that what is asked of each of them had no occasion.
    const asked = mustChecks(ran).filter((title) => !/\/every-[24]00$/.test(title));
    expect(asked.length).toBeGreaterThan(18);
    expect(failedIn(ran)).toEqual([...asked, "verdict"]);
    expect(mustChecks(ran).filter((title) => statusIn(ran, title) === "passed")).toEqual([]);
    expect(verdictIn(ran).message).toContain(reason);
  });

  test("for a provider that breaks one MUST, in its checks and the verdict alone", () => {
    const ran = reds.of("broken-must");
    expect(new Set(failedIn(ran).map((title) => title.split("/")[0]))).toEqual(
      new Set(["refuses-invalid-member", "verdict"]),
    );
    expect(verdictIn(ran).message).toContain("refuses-invalid-member");
  });
});

describe("the tests of the README are green", () => {
  test("as the exit status says", () => {
    expect(greens.exitCode).toBe(0);
    for (const name of namesOf(green)) expect(greens.of(name).status, name).toBe("passed");
  });

  test("for a provider that misses a SHOULD, whose test is skipped", () => {
    const ran = greens.of("missed-should");
    expect(failedIn(ran)).toEqual([]);
    expect(statusIn(ran, "returns-name/outer-blanks")).toBe("skipped");
    expect(verdictIn(ran).status).toBe("passed");
  });

  test("for the reference implementation, with a test for each check", () => {
    const ran = greens.of("reference");
    expect(failedIn(ran)).toEqual([]);
    expect(mustChecks(ran).filter((title) => statusIn(ran, title) === "passed").length).toBeGreaterThan(18);
    expect(statusIn(ran, "returns-name/outer-blanks")).toBe("passed");
    expect(verdictIn(ran).status).toBe("passed");
  });
});
