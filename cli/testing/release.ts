/** What must exist before a version is published. Pure. */

/** The part of package.json that matters for a release. */
export interface Manifest {
  readonly version: string;
  readonly license?: string;
  /** The only setting about where the project lives. npm derives the homepage and the issue tracker from it. */
  readonly repository?: { readonly type?: string; readonly url?: string };
  readonly files: readonly string[];
  readonly scripts: Readonly<Record<string, string>>;
  readonly publishConfig?: { readonly provenance?: boolean; readonly access?: string };
}

/** What is missing, one sentence each; empty if the version can be published. */
export function missingBeforeRelease(manifest: Manifest, changelog: string, tag: string): readonly string[] {
  const { version, repository, files, scripts, publishConfig } = manifest;
  const isReleased = new RegExp(`^## ${version.replaceAll(".", "\\.")} \\(\\d{4}-\\d{2}-\\d{2}\\)$`, "m").test(
    changelog,
  );
  const installing = ["preinstall", "install", "postinstall", "prepare"].filter((name) => name in scripts);
  return [
    [
      /^git\+https:\/\/\S+\.git$/.test(repository?.url ?? ""),
      "package.json has no repository.url, such as git+https://github.com/owner/name.git: fill it in.",
    ],
    [tag === `v${version}`, `The tag is ${JSON.stringify(tag)}, and the version of package.json is ${version}.`],
    [isReleased, `CHANGELOG.md has no heading for ${version} with the day of its release.`],
    [files.includes("SECURITY.md"), "package.json does not ship SECURITY.md."],
    [installing.length === 0, `package.json has scripts that npm runs when it installs: ${installing.join(", ")}.`],
    [publishConfig?.provenance === true, "package.json does not publish with provenance."],
  ].flatMap(([isThere, sentence]) => (isThere === true ? [] : [String(sentence)]));
}
