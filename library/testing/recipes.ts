/** The recipes of `examples/tests/`, each with how its framework is prepared, run and read. */
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { type XmlElement, parseXml } from "../../reports/testing/xml-reader.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** How long the preparation of a framework may take. Where it takes longer, the recipe is skipped. */
const READY_MS = 90_000;

/** How a process ended. */
export interface EndedProcess {
  readonly exitCode: number | null;
  readonly output: string;
}

/** How the tests of a framework ended, by name. */
export interface Cases {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
}

/** One recipe, with the file that the framework writes its own report to. */
export interface Recipe {
  readonly name: "pytest" | "go" | "junit" | "rspec" | "phpunit";
  /** What has to be on the path. */
  readonly needs: readonly (readonly string[])[];
  /** Prepares the folder; throws where something cannot be installed. */
  readonly prepare?: (folder: string) => Promise<void>;
  readonly argv: (folder: string, report: string) => readonly [string, ...string[]];
  readonly read: (report: string, output: string) => Cases;
}

/** Runs a process with the variables alone that are given, beside the path and the home. */
export async function runProcess(
  [command, ...argv]: readonly [string, ...string[]],
  cwd: string,
  variables: Readonly<Record<string, string>> = {},
  timeout = 0,
): Promise<EndedProcess> {
  const { PLANT_STORE_URL: _url, PLANT_STORE_TOKEN: _token, PATH = "", ...others } = process.env;
  return await new Promise((resolve) => {
    const options = {
      cwd,
      env: { ...others, PATH: `${join(cwd, "bin")}:${PATH}`, ...variables },
      timeout,
      maxBuffer: 2 ** 26,
    };
    const child = execFile(command, argv, options, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : child.exitCode;
      resolve({ exitCode, output: `${stdout}${stderr}` });
    });
  });
}

/** @throws {Error} when it does not end well */
async function must(argv: readonly [string, ...string[]], cwd: string): Promise<void> {
  const { exitCode, output } = await runProcess(argv, cwd, {}, READY_MS);
  if (exitCode !== 0) throw new Error(`${argv.join(" ")}: ${output.trim().split("\n").at(-1) ?? ""}`);
}

function casesFrom(list: ReadonlyArray<readonly [name: string, status: string]>): Cases {
  const of = (status: string): readonly string[] => list.filter(([, own]) => own === status).map(([name]) => name);
  return { passed: of("passed"), failed: of("failed"), skipped: of("skipped") };
}

/** Every test case of a report in JUnit's format. */
function casesInXml({ name, attributes, children }: XmlElement): ReadonlyArray<readonly [string, string]> {
  if (name !== "testcase") return children.flatMap(casesInXml);
  const states = children.map((child) => child.name);
  const isFailed = states.includes("failure") || states.includes("error");
  return [[attributes["name"] ?? "", isFailed ? "failed" : states.includes("skipped") ? "skipped" : "passed"]];
}

const readXml: Recipe["read"] = (report) =>
  casesFrom(existsSync(report) ? casesInXml(parseXml(readFileSync(report, "utf8"))) : []);

/** The lines of an output that name a test and its outcome, in that order or the other. */
function readLines(pattern: RegExp, statuses: Readonly<Record<string, string>>): Recipe["read"] {
  return (_report, output) =>
    casesFrom(
      Array.from(output.matchAll(pattern), ({ groups = {} }) => [
        groups["name"] ?? "",
        statuses[groups["is"] ?? ""] ?? "",
      ]),
    );
}

interface RspecReport {
  readonly examples: ReadonlyArray<{ readonly full_description: string; readonly status: string }>;
}

/** The tests that JUnit's console shows as a tree. Its report knows the invocations of a template by number alone. */
export const junitCases = readLines(/-- (?<name>.+?) \[(?<is>OK|X|S)\]/g, { OK: "passed", X: "failed", S: "skipped" });

/** How JUnit's console shows them. */
export const junitOptions = ["--details=tree", "--details-theme=ascii", "--disable-ansi-colors"];

/** For a process that starts once and does little. */
export const javaOptions = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

const jar = "junit-platform-console-standalone";
const jarVersion = "1.11.4";

const dependencyPlugin = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy";

/** A provider in the place of the application of a project: it passes every request on. */
const goApp = `package plants

import (
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
)

func newApp() http.Handler {
	target, _ := url.Parse(os.Getenv("PLANT_STORE_URL"))
	return httputil.NewSingleHostReverseProxy(target)
}
`;

export const recipes: readonly Recipe[] = [
  {
    name: "pytest",
    needs: [["python3", "-m", "pytest", "--version"]],
    argv: (_folder, report) => [
      "python3",
      "-m",
      "pytest",
      "-q",
      "-p",
      "no:cacheprovider",
      `--junitxml=${report}`,
      "test_conformance.py",
    ],
    read: readXml,
  },
  {
    name: "go",
    needs: [["go", "version"]],
    prepare: async (folder) => {
      writeFileSync(join(folder, "go.mod"), "module plants\n\ngo 1.20\n");
      writeFileSync(join(folder, "app.go"), goApp);
      await must(["go", "test", "-c", "-o", "conformance.test", "."], folder);
    },
    argv: (folder) => [join(folder, "conformance.test"), "-test.v"],
    read: readLines(/^ *--- (?<is>PASS|FAIL|SKIP): (?<name>\S+)/gm, {
      PASS: "passed",
      FAIL: "failed",
      SKIP: "skipped",
    }),
  },
  {
    name: "junit",
    needs: [
      ["java", "-version"],
      ["javac", "-version"],
      ["mvn", "--version"],
    ],
    prepare: async (folder) => {
      const artifact = `-Dartifact=org.junit.platform:${jar}:${jarVersion}`;
      await must(["mvn", "-q", "-B", dependencyPlugin, artifact, `-DoutputDirectory=${folder}`], folder);
      const files = ["Conformance.java", "ConformanceTest.java"];
      await must(["javac", "-cp", `${jar}-${jarVersion}.jar`, "-d", "classes", ...files], folder);
    },
    argv: (folder) => [
      "java",
      ...javaOptions,
      "-jar",
      join(folder, `${jar}-${jarVersion}.jar`),
      "execute",
      "--class-path=classes",
      "--select-class=ConformanceTest",
      ...junitOptions,
    ],
    read: junitCases,
  },
  {
    name: "rspec",
    needs: [["rspec", "--version"]],
    argv: (_folder, report) => [
      "rspec",
      "--format",
      "progress",
      "--format",
      "json",
      "--out",
      report,
      "conformance_spec.rb",
    ],
    read: (report) => {
      if (!existsSync(report)) return casesFrom([]);
      const { examples } = JSON.parse(readFileSync(report, "utf8")) as RspecReport;
      return casesFrom(
        examples.map(({ full_description: name, status }) => [name, status === "pending" ? "skipped" : status]),
      );
    },
  },
  {
    name: "phpunit",
    needs: [["phpunit", "--version"]],
    argv: (_folder, report) => ["phpunit", "--log-junit", report, "ConformanceTest.php"],
    read: readXml,
  },
];

/** A folder with the files of a recipe, and a stand-in for npx in `bin`, which starts the command of the packed package. */
export function folderOf({ name }: Pick<Recipe, "name">, parent: string, packed: string): string {
  const folder = join(parent, name);
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  for (const file of readdirSync(join(root, "examples", "tests", name))) {
    cpSync(join(root, "examples", "tests", name, file), join(folder, file));
  }
  const command = join(packed, "node_modules/plant-store-conformance/dist/command/main.js");
  const npx = `#!/bin/sh\nshift\nexec '${process.execPath}' '${command}' "$@"\n`;
  writeFileSync(join(bin, "npx"), npx, { mode: 0o755 });
  configure(folder, []);
  return folder;
}

/**
 * Writes the options of the command, which it reads by itself. Contracts take longer than the checks, and what stands before a
 * closed port answers 502, which is waited for.
 */
export function configure(folder: string, only: readonly string[]): void {
  const options = { contracts: false, "max-wait": 1, ...(only.length === 0 ? {} : { only }) };
  writeFileSync(join(folder, "plant-store-conformance.yaml"), stringify(options));
}
