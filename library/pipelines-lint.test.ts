/** The pipelines of `examples/ci/` and action.yml, as the linters of others read them. Without Python or Go they are skipped. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { actionlint, checkJsonschema, faultsOf, kubernetesValidate } from "./testing/pipeline-linters.ts";

const root = join(import.meta.dirname, "..");
const [schemas, workflows, manifests] = await Promise.all([checkJsonschema(), actionlint(), kubernetesValidate()]);
const linters = { "check-jsonschema": schemas, actionlint: workflows, "kubernetes-validate": manifests };
for (const [name, linter] of Object.entries(linters)) {
  if ("missing" in linter) process.stderr.write(`SKIPPED: pipelines as ${name} reads them; ${linter.missing}\n`);
}

/** The schema that each file is held to. */
const files: ReadonlyArray<readonly [file: string, schema: string]> = [
  ["action.yml", "vendor.github-actions"],
  ["examples/ci/github.yml", "vendor.github-workflows"],
  ["examples/fleet/github.yml", "vendor.github-workflows"],
  ["examples/fleet/gitlab.yml", "vendor.gitlab-ci"],
  [".github/workflows/release.yml", "vendor.github-workflows"],
  ["examples/ci/azure-pipelines.yml", "vendor.azure-pipelines"],
  ["examples/ci/circleci.yml", "vendor.circle-ci"],
];

describe.skipIf("missing" in schemas)("check-jsonschema", () => {
  const program = "program" in schemas ? schemas.program : "";

  test("has nothing to say about any file, and each document of the GitLab component", async () => {
    const folder = mkdtempSync(join(tmpdir(), "plant-store-lint-"));
    // The linter reads one document of a file.
    const component = readFileSync(join(root, "examples/ci/gitlab-component.yml"), "utf8");
    const documents = parseAllDocuments(component).map((document, at) => {
      const path = join(folder, `gitlab-${at}.json`);
      writeFileSync(path, JSON.stringify(document.toJS()));
      return [path, "vendor.gitlab-ci"] as const;
    });
    expect(documents).toHaveLength(2);
    const all = [...files.map(([file, schema]) => [join(root, file), schema] as const), ...documents];
    const said = await Promise.all(all.map(([file, schema]) => faultsOf(program, ["--builtin-schema", schema, file])));
    expect(said.filter((text) => text !== "")).toEqual([]);
  });

  test("reads them: a key that does not exist is a fault", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "plant-store-lint-")), "action.json");
    writeFileSync(file, JSON.stringify({ name: "x", description: "x", runs: { using: "composite", stepz: [] } }));
    expect(await faultsOf(program, ["--builtin-schema", "vendor.github-actions", file])).toContain("$.runs");
  });
});

describe.skipIf("missing" in workflows)("actionlint", () => {
  const program = "program" in workflows ? workflows.program : "";

  test("has nothing to say about the workflows", async () => {
    const workflowFiles = [".github/workflows/release.yml", "examples/ci/github.yml", "examples/fleet/github.yml"];
    const found = workflowFiles.map((file) => join(root, file));
    expect(await faultsOf(program, found)).toBe("");
  });

  test("reads them: an expression of a context that does not exist is a fault", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "plant-store-lint-")), "wrong.yml");
    const text = readFileSync(join(root, "examples/ci/github.yml"), "utf8").replace("vars.BASE_URL", "varz.BASE_URL");
    writeFileSync(file, text);
    expect(await faultsOf(program, [file])).toContain('undefined variable "varz"');
  });
});

describe.skipIf("missing" in manifests)("kubernetes-validate", () => {
  const program = "program" in manifests ? manifests.program : "";
  const file = join(root, "examples/fleet/kubernetes.yaml");
  const asked = ["--strict", "--kubernetes-version", "1.33"];

  test("has nothing to say about the manifests", async () => {
    expect(await faultsOf(program, [...asked, file])).toBe("");
  });

  test("reads them: a key that does not exist is a fault", async () => {
    const wrong = join(mkdtempSync(join(tmpdir(), "plant-store-lint-")), "wrong.yaml");
    writeFileSync(wrong, readFileSync(file, "utf8").replace("backoffLimitPerIndex", "backoffLimitForIndex"));
    expect(await faultsOf(program, [...asked, wrong])).toContain("backoffLimitForIndex");
  });
});
