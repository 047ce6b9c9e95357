/** Test runners that run the adapters of the packed package, each as a process of its own, and how their tests ended. */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** How one test ended. */
export interface EndedTest {
  /** The name of its file, without what follows the first dot. */
  readonly file: string;
  readonly name: string;
  readonly status: "passed" | "failed" | "skipped";
  /** Why it failed or was skipped, where the runner has a place for that. */
  readonly message: string;
}

/** How a test run ended. */
export interface EndedRun {
  readonly exitCode: number | null;
  readonly output: string;
  /** In the order in which they ran. */
  readonly tests: readonly EndedTest[];
}

/** One test runner. */
export interface TestRunner {
  readonly name: "vitest" | "node-test" | "jest" | "mocha";
  /** What the name of a test file ends with. */
  readonly extension: string;
  readonly isCommonJs: boolean;
  readonly argv: (files: readonly string[], pattern?: string) => readonly string[];
  /** Writes for a person, with no line for a test that passed. */
  readonly short: readonly string[];
  readonly read: (output: string) => readonly EndedTest[];
}

const bins = {
  vitest: join(fileURLToPath(import.meta.resolve("vitest/package.json")), "../vitest.mjs"),
  jest: fileURLToPath(import.meta.resolve("jest/bin/jest")),
  mocha: join(fileURLToPath(import.meta.resolve("mocha/package.json")), "../bin/mocha.js"),
};

const fileOf = (path: string): string => basename(path).split(".")[0] ?? "";

/** What the JSON reporters of Vitest and Jest have in common. */
interface JestJson {
  readonly testResults: ReadonlyArray<{
    readonly name: string;
    readonly assertionResults: ReadonlyArray<{
      readonly title: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }>;
  }>;
}

const statuses: Readonly<Record<string, EndedTest["status"]>> = { passed: "passed", failed: "failed" };

function readJestJson(output: string): readonly EndedTest[] {
  const { testResults } = JSON.parse(output.slice(output.indexOf("{"))) as JestJson;
  return testResults.flatMap(({ name: path, assertionResults }) =>
    assertionResults.map(({ title, status, failureMessages }) => ({
      file: fileOf(path),
      name: title,
      status: statuses[status] ?? "skipped",
      message: (failureMessages ?? []).join("\n"),
    })),
  );
}

interface MochaTest {
  readonly title: string;
  readonly file: string;
  readonly err: { readonly message?: string };
}

function readMocha(output: string): readonly EndedTest[] {
  const start = output.indexOf("{");
  if (start === -1) return [];
  const { tests, pending, failures } = JSON.parse(output.slice(start)) as Readonly<
    Record<"tests" | "pending" | "failures", readonly MochaTest[]>
  >;
  const titles = (list: readonly MochaTest[]): ReadonlySet<string> =>
    new Set(list.map(({ file, title }) => `${file} ${title}`));
  const [skipped, failed] = [titles(pending), titles(failures)];
  return tests.map(({ file, title, err }) => {
    const key = `${file} ${title}`;
    const status = failed.has(key) ? "failed" : skipped.has(key) ? "skipped" : "passed";
    return { file: fileOf(file), name: title, status, message: err.message ?? "" };
  });
}

function readLines(output: string): readonly EndedTest[] {
  return output
    .split("\n")
    .filter((line) => line.startsWith('{"file"'))
    .map((line) => JSON.parse(line) as EndedTest);
}

/** Node's own formats nest each suite; this one writes a line for each test. */
const nodeReporter = `
export default async function* (events) {
  for await (const { type, data } of events) {
    if (type === "test:stderr") yield data.message;
    if ((type !== "test:pass" && type !== "test:fail") || data.details.type === "suite" || data.nesting === 0) continue;
    const status = data.skip !== undefined ? "skipped" : type === "test:pass" ? "passed" : "failed";
    const error = data.details.error;
    const message = status === "skipped" ? String(data.skip) : String(error?.cause?.message ?? error?.message ?? "");
    yield JSON.stringify({ file: "", name: data.name, status, message }) + "\\n";
  }
}`;

export const testRunners: readonly TestRunner[] = [
  {
    name: "vitest",
    extension: "test.mjs",
    isCommonJs: false,
    argv: (files, pattern) => [
      bins.vitest,
      "run",
      "--root=.",
      "--reporter=json",
      ...(pattern === undefined ? [] : ["-t", pattern]),
      ...files,
    ],
    short: [bins.vitest, "run", "--root=.", "--reporter=dot"],
    read: readJestJson,
  },
  {
    name: "node-test",
    extension: "test.mjs",
    isCommonJs: false,
    argv: (files, pattern) => [
      "--test",
      "--test-reporter=./reporter.mjs",
      ...(pattern === undefined ? [] : [`--test-name-pattern=${pattern}`]),
      ...files,
    ],
    short: ["--test", "--test-reporter=dot"],
    read: readLines,
  },
  {
    name: "jest",
    // CommonJS, without flags.
    extension: "test.cjs",
    isCommonJs: true,
    argv: (files, pattern) => [
      bins.jest,
      "--json",
      "--silent",
      "--testMatch=**/*.test.cjs",
      ...(pattern === undefined ? [] : ["-t", pattern]),
      ...files,
    ],
    short: [bins.jest, "--verbose=false", "--testMatch=**/*.test.cjs"],
    read: readJestJson,
  },
  {
    name: "mocha",
    extension: "test.cjs",
    isCommonJs: true,
    argv: (files, pattern) => [
      bins.mocha,
      "--reporter=json",
      ...(pattern === undefined ? [] : ["-g", pattern]),
      ...files,
    ],
    short: [bins.mocha, "--reporter=dot"],
    read: readMocha,
  },
];

/** What a runner writes for a person, who wants to see no more than what failed. */
export async function shortOutput(
  runner: TestRunner,
  folder: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const paths = writeTests(runner, folder, files);
  return (await runFiles({ ...runner, read: () => [] }, folder, [...runner.short, ...paths])).output;
}

/** Runs test files, given by name and text, in a folder of their own. */
export async function runTests(
  runner: TestRunner,
  folder: string,
  files: Readonly<Record<string, string>>,
  pattern?: string,
): Promise<EndedRun> {
  const paths = writeTests(runner, folder, files);
  if (runner.name !== "node-test") return runFiles(runner, folder, runner.argv(paths, pattern));
  // Each file has a process anyway, and its events name the file of the adapter.
  const runs = await Promise.all(paths.map((path) => runFiles(runner, folder, runner.argv([path], pattern))));
  return {
    exitCode: Math.max(...runs.map(({ exitCode }) => exitCode ?? 1)),
    output: runs.map(({ output }) => output).join("\n"),
    tests: runs.flatMap(({ tests }, at) => tests.map((one) => ({ ...one, file: fileOf(paths[at] ?? "") }))),
  };
}

/** Writes test files into a folder of their own, and returns their paths in it. */
function writeTests(runner: TestRunner, folder: string, files: Readonly<Record<string, string>>): readonly string[] {
  mkdirSync(join(folder, "test"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  writeFileSync(join(folder, "reporter.mjs"), nodeReporter);
  // In the place of the checkout's.
  writeFileSync(join(folder, "vitest.config.mjs"), "export default {};");
  return Object.entries(files).map(([name, text]) => {
    const path = `test/${name}.${runner.extension}`;
    writeFileSync(join(folder, path), text);
    return path;
  });
}

function runFiles(runner: TestRunner, folder: string, argv: readonly string[]): Promise<EndedRun> {
  const env = { PATH: process.env["PATH"], HOME: process.env["HOME"] };
  const options = { cwd: folder, env, maxBuffer: 2 ** 26, timeout: 500_000 };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, argv, options, (_error, out, err) =>
      resolve({ exitCode: child.exitCode, output: `${out}\n${err}`, tests: runner.read(out) }),
    );
  });
}

/** The text of a file of this checkout. */
export function textOf(path: string): string {
  return readFileSync(join(root, path), "utf8");
}
