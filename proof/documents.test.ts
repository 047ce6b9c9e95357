/** The pages about the project itself are complete, and name only files, tests and decisions that exist. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";

const ROOT = new URL("../", import.meta.url);
const folder = new URL("docs/decisions/", ROOT);
const pages = readdirSync(folder).filter((name) => name !== "README.md");
const textOf = (page: string): string => readFileSync(new URL(page, folder), "utf8");

/** Paths of all test files of the checkout. */
const tests = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !/^(?:\.|node_modules|dist)/.test(entry.name))
  .flatMap(({ name }) =>
    readdirSync(new URL(`${name}/`, ROOT), { recursive: true, encoding: "utf8" }).map((path) => `${name}/${path}`),
  )
  .filter((path) => path.endsWith(".test.ts"));

/** Whether a test file has this name, with or without its folders. */
function isTest(named: string): boolean {
  return tests.some((path) => path === named || path.endsWith(`/${named}`));
}

/** The anchor that GitHub generates for a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

function headingsOf(page: string): readonly string[] {
  return [...textOf(page).matchAll(/^## (.*)$/gm)].map(([, heading = ""]) => heading);
}

describe.each(pages)("docs/decisions/%s", (page) => {
  test("gives each decision a context, a decision and a consequence, in this order", () => {
    const [, ...decisions] = textOf(page).split(/^## /m);
    expect(decisions.length).toBeGreaterThan(0);
    for (const decision of decisions) {
      const parts = [...decision.matchAll(/^\*\*(\w+)\.\*\* /gm)].map(([, part]) => part);
      expect(parts, decision.split("\n")[0]).toEqual(["Context", "Decision", "Consequence"]);
    }
  });

  test("names only test files that exist", () => {
    const named = [...textOf(page).matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, path = ""]) => path);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !isTest(path))).toEqual([]);
  });
});

test("docs/decisions/README.md lists every decision, with a link that leads to it, and no other", () => {
  const listed = [...textOf("README.md").matchAll(/^- \[(.*)\]\((.*)\)$/gm)].map(
    ([, title, link]) => `${title} ${link}`,
  );
  const written = pages.flatMap((page) => headingsOf(page).map((title) => `${title} ${page}#${anchorOf(title)}`));
  expect(listed.toSorted()).toEqual(written.toSorted());
});

describe("SECURITY.md", () => {
  const security = readFileSync(new URL("SECURITY.md", ROOT), "utf8");
  const rows = [...security.matchAll(/^\| (?!-|what a provider|promise).*\|$/gm)].map(([row]) => row);

  test("names a test for each promise, by its file and its title", () => {
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      const held = [...row.matchAll(/`([\w./-]+\.test\.ts)`: "([^"]+)"/g)];
      expect(held.length, row).toBeGreaterThan(0);
      for (const [, path = "", title = ""] of held) {
        expect(tests, row).toContain(path);
        expect(readFileSync(new URL(path, ROOT), "utf8"), row).toContain(title);
      }
    }
  });
});

test.each(["docs/check.md", "docs/waivers.md", "cli/commands/init.ts"])(
  "%s names schemas that the package has",
  (page) => {
    const text = readFileSync(new URL(page, ROOT), "utf8");
    const schemas = [...text.matchAll(/\$schema=node_modules\/plant-store-conformance\/(\S+?\.json)/g)];
    expect(schemas.length).toBeGreaterThan(0);
    for (const [, path = ""] of schemas) expect(existsSync(new URL(path, ROOT)), path).toBe(true);
  },
);

test("reference-impl/README.md lists every file of the reference implementation, and no other", () => {
  const readme = readFileSync(new URL("reference-impl/README.md", ROOT), "utf8");
  const listed = [...readme.matchAll(/^\| `([\w-]+\.ts)` +\|/gm)].map(([, name = ""]) => name);
  const there = readdirSync(new URL("reference-impl/", ROOT)).filter((name) => /(?<!\.test)\.ts$/.test(name));
  expect(listed.toSorted()).toEqual(there.toSorted());
});

test("README.md fits three screens of 50 lines", () => {
  expect(readFileSync(new URL("README.md", ROOT), "utf8").split("\n").length).toBeLessThanOrEqual(150);
});
