/**
 * Linters of pipelines, installed once for a user of this machine: check-jsonschema and kubernetes-validate by Python,
 * actionlint by Go.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A registry that does not answer in this time is taken for none. */
const INSTALL_MS = 60_000;

const CHECK_JSONSCHEMA = "0.39.0";
const ACTIONLINT = "1.7.12";
const KUBERNETES_VALIDATE = "1.37.0";

const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "plant-store-conformance-linters");

/** A program, or why it is not here. */
export type Linter = { readonly program: string } | { readonly missing: string };

/** It has the schemas of GitHub, GitLab, Azure Pipelines and CircleCI in it. */
export function checkJsonschema(): Promise<Linter> {
  return fromPython("check-jsonschema", CHECK_JSONSCHEMA);
}

/** It has the published schemas of Kubernetes in it, of each version. */
export function kubernetesValidate(): Promise<Linter> {
  return fromPython("kubernetes-validate", KUBERNETES_VALIDATE);
}

function fromPython(name: string, version: string): Promise<Linter> {
  const folder = join(cache, `${name}-${version}`);
  return installed(join(folder, "bin", name), async () => {
    await run("python3", ["-m", "venv", folder], { timeout: INSTALL_MS });
    const argv = ["install", "--quiet", "--disable-pip-version-check", `${name}==${version}`];
    await run(join(folder, "bin", "pip"), argv, { timeout: INSTALL_MS });
  });
}

/** It knows the workflows of GitHub, and the expressions in them. */
export function actionlint(): Promise<Linter> {
  const folder = join(cache, `actionlint-${ACTIONLINT}`);
  const source = `github.com/rhysd/actionlint/cmd/actionlint@v${ACTIONLINT}`;
  return installed(join(folder, "actionlint"), async () => {
    await run("go", ["install", source], { timeout: INSTALL_MS, env: { ...process.env, GOBIN: folder } });
  });
}

async function installed(program: string, install: () => Promise<void>): Promise<Linter> {
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
    await run(program, [...argv]);
    return "";
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { readonly stdout?: string; readonly stderr?: string };
    return `${stdout}${stderr}` || String(error);
  }
}
