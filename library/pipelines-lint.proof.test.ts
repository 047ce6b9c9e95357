/**
 * The pipelines of `examples/ci/`, action.yml and the Dockerfile, as the linters of others read them. Where the
 * language of a linter is not here, its tests are skipped.
 */
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import {
  actionlint,
  checkJsonschema,
  faultsOf,
  groovy,
  hadolint,
  kubernetesValidate,
  tektonLint,
  tektonSchema,
} from "./testing/pipeline-linters.ts";
import { taskValidator } from "./testing/tekton-schema.ts";
import { needs, skipFor } from "../proof/gate/skips.ts";

const root = join(import.meta.dirname, "..");
const [schemas, workflows, images, tasks, taskSchema, jenkins, manifests] = await Promise.all([
  checkJsonschema(),
  actionlint(),
  hadolint(),
  tektonLint(),
  tektonSchema(),
  groovy(),
  kubernetesValidate(),
]);
/** Skips the tests of a `describe` whose linter, or the language of it, is not here. */
function skipWithout(linter: object): void {
  skipFor("missing" in linter ? needs("a language", String(linter.missing)) : undefined);
}

/** A new file with this text. */
function fileWith(name: string, text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "plant-store-lint-")), name);
  writeFileSync(file, text);
  return file;
}

/** The files that each schema is for, but the GitLab component, which has two documents. */
const files: Readonly<Record<string, readonly string[]>> = {
  "vendor.github-actions": ["action.yml"],
  "vendor.github-workflows": [
    "examples/ci/github.yml",
    "examples/fleet/github.yml",
    ".github/workflows/release.yml",
    ".github/workflows/gate.yml",
    ".github/workflows/proof.yml",
    ".github/workflows/docs.yml",
  ],
  "vendor.gitlab-ci": ["examples/fleet/gitlab.yml"],
  "vendor.azure-pipelines": ["examples/ci/azure-pipelines.yml"],
  "vendor.circle-ci": ["examples/ci/circleci.yml"],
  "vendor.compose-spec": ["examples/compose/compose.yaml"],
};

describe("check-jsonschema", () => {
  skipWithout(schemas);
  const program = "program" in schemas ? schemas.program : "";

  test("has nothing to say about any file, and each document of the GitLab component", async () => {
    // The linter reads one document of a file.
    const component = readFileSync(join(root, "examples/ci/gitlab-component.yml"), "utf8");
    const documents = parseAllDocuments(component).map((document, at) =>
      fileWith(`gitlab-${at}.json`, JSON.stringify(document.toJS())),
    );
    expect(documents).toHaveLength(2);
    const own = Object.entries(files).map(
      ([schema, paths]) => [schema, paths.map((path) => join(root, path))] as const,
    );
    const said = await Promise.all(
      [...own, ["vendor.gitlab-ci", documents] as const].map(([schema, paths]) =>
        faultsOf(program, ["--builtin-schema", schema, ...paths]),
      ),
    );
    expect(said.filter((text) => text !== "")).toEqual([]);
  });

  test("reads them: a key that does not exist is a fault", async () => {
    const action = { name: "x", description: "x", runs: { using: "composite", stepz: [] } };
    const file = fileWith("action.json", JSON.stringify(action));
    expect(await faultsOf(program, ["--builtin-schema", "vendor.github-actions", file])).toContain("$.runs");
  });
});

describe("actionlint", () => {
  skipWithout(workflows);
  const program = "program" in workflows ? workflows.program : "";

  test("has nothing to say about the workflows", async () => {
    const folder = join(root, ".github/workflows");
    const found = readdirSync(folder).map((name) => join(folder, name));
    expect(found).not.toHaveLength(0);
    const examples = ["examples/ci/github.yml", "examples/fleet/github.yml"].map((file) => join(root, file));
    expect(await faultsOf(program, [...found, ...examples])).toBe("");
  });

  test("reads them: an expression of a context that does not exist is a fault", async () => {
    const text = readFileSync(join(root, "examples/ci/github.yml"), "utf8");
    const file = fileWith("wrong.yml", text.replace("vars.PLANT_STORE_URL", "varz.PLANT_STORE_URL"));
    expect(await faultsOf(program, [file])).toContain('undefined variable "varz"');
  });
});

describe("hadolint", () => {
  skipWithout(images);
  const program = "program" in images ? images.program : "";

  test("has nothing to say about the Dockerfile, whatever the severity", async () => {
    expect(await faultsOf(program, ["--no-color", "--failure-threshold", "ignore", join(root, "Dockerfile")])).toBe("");
  });

  test("reads it, and the shell in it: a base image without a version and a word that is not quoted are faults", async () => {
    const file = fileWith("Dockerfile", "FROM node\nRUN rm $HOME/x\n");
    const said = await faultsOf(program, ["--no-color", "--failure-threshold", "ignore", file]);
    expect(said).toMatch(/DL3006[^]*SC2086/);
  });
});

describe("the Tekton task", () => {
  const path = join(root, "examples/ci/tekton-task.yaml");
  const text = readFileSync(path, "utf8");

  test("refers to what there is, by tekton-lint, which finds a parameter that is not", async ({ skip }) => {
    if ("missing" in tasks) return skip(needs("a language", tasks.missing));
    const program = "program" in tasks ? tasks.program : "";
    expect((await faultsOf(program, [path])).trim()).toBe("");
    const wrong = fileWith("task.yaml", text.replace("params.base-url", "params.base-urls"));
    expect(await faultsOf(program, [wrong])).toContain("Undefined param 'base-urls'");
  });

  test("has the form that Tekton's own schema states, which refuses another key", ({ skip }) => {
    if ("missing" in taskSchema) return skip(needs("a registry", taskSchema.missing));
    const validate = taskValidator("program" in taskSchema ? taskSchema.program : "");
    expect(validate(parse(text))).toEqual([]);
    const [first = ""] = validate(parse(text.replace("    - name: check", "    - nome: check")));
    expect(first).toMatch(/^\/spec\/steps\/0 /);
    expect(validate(parse(text.replace("workingDir:", "workDir:")))).toHaveLength(1);
  });
});

describe("the Jenkinsfile", () => {
  skipWithout(jenkins);
  const compile = (file: string): Promise<string> => {
    const out = mkdtempSync(join(tmpdir(), "plant-store-lint-"));
    const archive = "program" in jenkins ? jenkins.program : "";
    const compiler = "org.codehaus.groovy.tools.FileSystemCompiler";
    return faultsOf("java", ["-XX:TieredStopAtLevel=1", "-cp", archive, compiler, "-d", out, file]);
  };
  const path = join(root, "examples/ci/Jenkinsfile");

  test("is compiled by the Groovy of Jenkins, which refuses a comma that is missing", async () => {
    expect(await compile(path)).toBe("");
    const wrong = fileWith("Jenkinsfile", readFileSync(path, "utf8").replace("'plant-store',", "'plant-store'"));
    expect(await compile(wrong)).toContain("unexpected token: variable");
  });
});

describe("kubernetes-validate", () => {
  skipWithout(manifests);
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
