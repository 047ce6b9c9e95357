/** The parts of a release, and what is missing before one. With RELEASE=v1.2.3, as in the workflow, nothing may be. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type Manifest, missingBeforeRelease } from "./testing/release.ts";

const root = new URL("..", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, root), "utf8");
const manifest = JSON.parse(read("package.json")) as Manifest;

const ready: Manifest = {
  version: "1.2.3",
  repository: { type: "git", url: "git+https://github.com/owner/name.git" },
  files: ["dist", "SECURITY.md"],
  scripts: { prepack: "build" },
  publishConfig: { provenance: true },
};
const changelog = "# Changelog\n\n## 1.2.3 (2026-12-01)\n";

describe("before a release", () => {
  test("nothing is missing where everything is there", () => {
    expect(missingBeforeRelease(ready, changelog, "v1.2.3")).toEqual([]);
  });

  const { repository: _none, ...homeless } = ready;
  test.each([
    ["the repository", homeless, changelog, "v1.2.3", /repository\.url.*fill it in/],
    [
      "a repository that is not a URL of Git",
      { ...ready, repository: { url: "TODO" } },
      changelog,
      "v1.2.3",
      /repository/,
    ],
    ["the tag of that version", ready, changelog, "v1.2.4", /The tag is "v1\.2\.4", and the version .* 1\.2\.3/],
    ["the day in the changelog", ready, "## 1.2.3 (unreleased)\n", "v1.2.3", /no heading for 1\.2\.3 with the day/],
    ["SECURITY.md", { ...ready, files: ["dist"] }, changelog, "v1.2.3", /does not ship SECURITY\.md/],
    ["a manifest that runs nothing", { ...ready, scripts: { prepare: "build" } }, changelog, "v1.2.3", /: prepare\./],
    ["provenance", { ...ready, publishConfig: {} }, changelog, "v1.2.3", /does not publish with provenance/],
  ])("it is said that %s is missing", (...[, given, log, tag, sentence]) => {
    expect(missingBeforeRelease(given, log, tag)).toEqual([expect.stringMatching(sentence)]);
  });

  test("everything is there that does not wait for the owner and for the day", () => {
    const tag = process.env["RELEASE"];
    const missing = missingBeforeRelease(manifest, read("CHANGELOG.md"), tag ?? `v${manifest.version}`);
    if (tag !== undefined) return expect(missing).toEqual([]);
    const open = missing.filter((sentence) => !/repository\.url|no heading for/.test(sentence));
    if (missing.length > 0) process.stderr.write(`Before a release: ${missing.join(" ")}\n`);
    return expect(open).toEqual([]);
  });
});

interface Job {
  readonly needs?: string;
  readonly permissions: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly node: readonly number[] } };
  /** A workflow that is called has none. */
  readonly steps?: ReadonlyArray<{ readonly uses?: string; readonly run?: string }>;
  readonly uses?: string;
}

describe("the release workflow", () => {
  const release = read(".github/workflows/release.yml");
  const { permissions, jobs } = parse(release) as {
    readonly permissions: object;
    readonly jobs: Readonly<
      Record<"build" | "test" | "proof" | "executables" | "image" | "publish" | "publish-image", Job>
    >;
  };
  const runs = ({ steps = [] }: Job): string => steps.map(({ run = "", uses = "" }) => `${run}${uses}`).join("\n");

  test("builds the package once, and publishes that file with provenance after it was tested", () => {
    expect(Object.values(jobs).flatMap((job) => runs(job).match(/npm pack/g) ?? [])).toHaveLength(1);
    expect(runs(jobs.test)).toContain("npm install ../package/plant-store-conformance-*.tgz");
    expect([jobs.test.needs, jobs.publish.needs]).toEqual(["build", ["test", "proof", "executables", "image"]]);
    expect(runs(jobs.publish)).toMatch(/npm publish plant-store-conformance-\*\.tgz --provenance/);
    expect(runs(jobs.publish)).not.toMatch(/npm (?:ci|run|install)|checkout/);
  });

  test("is blocked by a red deep proof", () => {
    expect(jobs.proof.uses).toBe("./.github/workflows/proof.yml");
    expect(read(".github/workflows/proof.yml")).toContain("- run: npm run proof");
  });

  test("builds an executable on each system, and judges with it before it is published", () => {
    expect(runs(jobs.executables)).toContain("node executable/build.mjs plant-store-conformance-${{ matrix.name }}");
    expect(runs(jobs.executables)).toContain("./plant-store-conformance-${{ matrix.name }} check --reference");
  });

  test("builds the image of that package for both architectures, judges with it, and names it after the package is published", () => {
    const image = runs(jobs.image);
    const places = ["load: true", "docker run", "push-by-digest"].map((part) => release.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    const pushed = release.slice(places.at(1), places.at(2));
    expect(pushed).toMatch(/provenance: mode=max\s+sbom: true/);
    expect(image).not.toMatch(/npm (?:pack|ci|run|install)/);
    expect(image).toContain("docker run --rm --read-only --network none candidate check --reference");
    expect([jobs.image.needs, jobs["publish-image"].needs]).toEqual(["build", "publish"]);
    expect(runs(jobs["publish-image"])).toContain('--tag "$image:${GITHUB_REF_NAME#v}"');
    expect(jobs["publish-image"].permissions).toEqual({ packages: "write" });
  });

  test("tests it on every version of Node that is supported", () => {
    const majors = /^const MAJORS = (\[.*\]);$/m.exec(read("proof/node-versions.ts"))?.[1] ?? "[]";
    expect(jobs.test.strategy?.matrix.node.map(String)).toEqual(JSON.parse(majors));
    for (const major of JSON.parse(majors) as string[])
      expect(read("SECURITY.md")).toMatch(new RegExp(`Node .*\\b${major}\\b`));
  });

  test("attests where it was built and what is in it, and gives each job what it needs", () => {
    expect(runs(jobs.publish)).toMatch(/attest-build-provenance[^]*attest-sbom/);
    expect(runs(jobs.build)).toContain("npm sbom --sbom-format cyclonedx > ../sbom.cdx.json");
    expect(permissions).toEqual({});
    expect(jobs.build.permissions).toEqual({ contents: "read" });
    expect(jobs.test.permissions).toEqual({ contents: "read" });
    expect(jobs.executables.permissions).toEqual({ contents: "read" });
  });
});
