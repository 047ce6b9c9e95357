/** A name stands for one thing: a search for it finds one declaration and one file. */
import { readFileSync, readdirSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";

const ROOT = new URL("../", import.meta.url);

/** Paths of the code and the pages of the checkout. Other languages have their own rules for file names. */
const files = readdirSync(ROOT, { withFileTypes: true })
  .filter(({ name }) => !/^(?:\.|node_modules|dist)/.test(name))
  .flatMap((entry) =>
    entry.isDirectory()
      ? readdirSync(new URL(`${entry.name}/`, ROOT), { recursive: true, encoding: "utf8" }).map(
          (path) => `${entry.name}/${path}`,
        )
      : [entry.name],
  )
  .filter((path) => /\.(?:tsx?|mjs|md)$/.test(path))
  .filter((path) => !/\/(?:\.build|\.nodes|node_modules|golden|latest)\//.test(path));

/** The names that occur in more than one place, with their places. */
function shared(places: ReadonlyArray<readonly [name: string, place: string]>): Readonly<Record<string, string[]>> {
  const byName: Record<string, string[]> = {};
  for (const [name, place] of places) (byName[name] ??= []).push(place);
  return Object.fromEntries(Object.entries(byName).filter(([, all]) => all.length > 1));
}

/** File names that may occur more than once, and why. Within one pattern, names differ. */
const patterns: ReadonlyArray<readonly [pattern: RegExp, why: string]> = [
  [/(?:^|\/)(?:index\.ts|README\.md)$/, "the entry of a folder"],
  [/^proof\/mutants\/[^/]+$/, "mutants stand in a file named after what they break"],
  [/^proof\/right\/[^/]+$/, "right providers stand in a file named after what they do differently"],
  [/^docs\/decisions\/[^/]+$/, "the decisions on a topic stand on the page named after it"],
  [/^cli\/commands\/[^/]+$/, "a command stands in the file named after it"],
  [/\/testing\/[^/]+$/, "helpers of tests are named after the file whose tests they help"],
];

/** Two files with the same name are a mistake only within one of these groups. */
function groupOf(path: string): string {
  const at = patterns.findIndex(([pattern]) => pattern.test(path));
  return at === 0 ? path : String(at);
}

test("no two files have the same name, but entries of folders and files of one pattern", () => {
  const named = files.map((path) => [`${groupOf(path)} ${basename(path)}`, path] as const);
  expect(named.length).toBeGreaterThan(300);
  const names = Object.keys(shared(named)).map((key) => key.slice(key.indexOf(" ") + 1));
  expect(names).toEqual([]);
});

test("every pattern of shared file names is needed", () => {
  const names = shared(files.map((path) => [basename(path), path] as const));
  const sharing = Object.values(names).flat();
  for (const [pattern, why] of patterns)
    expect(
      sharing.some((path) => pattern.test(path)),
      why,
    ).toBe(true);
});

test("no two exported types have the same name", () => {
  const declared = files
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) =>
      [...readFileSync(new URL(path, ROOT), "utf8").matchAll(/^export (?:interface|type) (\w+)/gm)].map(
        ([, name = ""]) => [name, path] as const,
      ),
    );
  expect(declared.length).toBeGreaterThan(200);
  expect(shared(declared)).toEqual({});
});
