/** The declarations of every stack, of npm and others, and the page that describes them. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isCauseOf, listedStacks, ownFirst } from "../../result/recognised-stacks.ts";
import { readExplanations, readRequirements } from "../../spec/requirements.ts";
import { copies } from "../generated/index.ts";
import { ecosystems } from "./ecosystems.ts";
import { stacks as npmStacks } from "./npm/index.ts";
import type { Stack } from "./stack.ts";

type Declared = Omit<Stack, "start">;

const page = readFileSync(new URL("../../docs/stacks.md", import.meta.url), "utf8");
const stacks: readonly Declared[] = [...npmStacks, ...copies, ...ecosystems.flatMap((ecosystem) => ecosystem.stacks)];
const asItComes = stacks.filter(({ variant }) => variant === "as-it-comes");
const families = [...new Set(stacks.map(({ family }) => family))];
const levels = new Map(readRequirements().map(({ id, level }) => [id, level]));

test("fourteen stacks and more are declared, each under one name", () => {
  expect(families.length).toBeGreaterThanOrEqual(14);
  expect(new Set(stacks.map(({ name }) => name)).size).toBe(stacks.length);
});

describe.each(stacks.map((stack) => [stack.name, stack] as const))("%s", (_name, { expected }) => {
  const { broken, unseen = {}, verdict, profile = {} } = expected;

  test("breaks what is in the catalogue, and is non-conformant if a MUST is among it, and only then", () => {
    const broke = Object.keys(broken).map((id) => levels.get(id));
    for (const level of [...broke, ...Object.keys(unseen).map((id) => levels.get(id))]) {
      expect(["MUST", "SHOULD"]).toContain(level);
    }
    expect(verdict).toBe(broke.includes("MUST") ? "non-conformant" : "conformant");
  });

  test("has only open points in its profile", () => {
    for (const point of Object.keys(profile)) expect(levels.get(point)).toBe("OPEN");
  });
});

test("each stack has a fixed variant that breaks nothing, but for three", () => {
  const fixed = (family: string): readonly Declared[] =>
    stacks.filter((stack) => stack.family === family && stack.variant === "fixed");
  const left = families.filter((family) => fixed(family).every(({ expected }) => Object.keys(expected.broken).length));
  // A mock stores nothing, and no setting changes that; axum's media type parser and Java's chunk parser cannot be
  // replaced.
  expect([...left].sort()).toEqual(["Java's own server with Gson", "Stoplight Prism's mock", "axum"]);
});

describe("the causes of a stack that is recognised come before those of others", () => {
  const explanations = readExplanations();
  const recognised = asItComes.flatMap((stack) => {
    // A stack on Express is recognized as Express.
    const named = stack.family.startsWith("Express ") ? "Express" : stack.family;
    const known = listedStacks().find(({ family }) => family === named);
    return known === undefined ? [] : ([[stack.name, stack, known]] as const);
  });

  test("for every stack", () => {
    expect(recognised).toHaveLength(asItComes.length);
  });

  test.each(recognised)("%s", (_name, { expected }, known) => {
    for (const id of Object.keys(expected.broken)) {
      const [first] = ownFirst(explanations.get(id)?.causes ?? [], known);
      expect(isCauseOf(known, first?.stacks ?? []), id).toBe(true);
    }
  });
});

/** The lines of the page from a heading to the next. */
function section(heading: string): readonly string[] {
  const lines = page.split("\n");
  const from = lines.indexOf(`## ${heading}`);
  expect(from, heading).toBeGreaterThan(-1);
  const to = lines.findIndex((line, place) => place > from && line.startsWith("## "));
  return lines.slice(from, to);
}

/** The cells of a table's row, without their padding. */
function cells(row: string): readonly string[] {
  return row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function idsIn(text: string): readonly string[] {
  return [...text.matchAll(/`([a-z0-9-]+)`/g)].map(([, id = ""]) => id).sort();
}

describe("docs/stacks.md", () => {
  test.each(asItComes.map((stack) => [stack.name.replace(", as it comes", ""), stack] as const))(
    "has in its first table what %s breaks as it comes",
    (name, { family, expected }) => {
      const anchor = family
        .toLowerCase()
        .replaceAll(/[^a-z0-9 -]/g, "")
        .replaceAll(" ", "-");
      const row = page.split("\n").find((line) => line.startsWith(`| [${name}](#${anchor})`)) ?? "";
      const [, verdict, must = "", should, fixed = ""] = cells(row);
      const broken = Object.keys(expected.broken);
      expect(verdict).toBe(expected.verdict);
      expect(idsIn(must)).toEqual(broken.filter((id) => levels.get(id) === "MUST").sort());
      expect(should).toBe(String(broken.filter((id) => levels.get(id) === "SHOULD").length));
      const left = stacks.filter((stack) => stack.family === family && stack.variant === "fixed");
      expect(idsIn(fixed)).toEqual([...new Set(left.flatMap((stack) => Object.keys(stack.expected.broken)))]);
    },
  );

  test("has a row in its first table for no other stack", () => {
    const rows = page.split("\n").filter((line) => line.startsWith("| ["));
    expect(rows).toHaveLength(asItComes.length);
  });

  test.each(families)("has a section on %s with everything that is declared, and nothing else", (family) => {
    const lines = section(family);
    const members = asItComes.filter((stack) => stack.family === family);
    const declared = members.flatMap(({ expected }) => [
      ...Object.keys(expected.broken),
      ...Object.keys(expected.unseen ?? {}),
    ]);
    const described = lines.filter((line) => line.startsWith("| `")).flatMap((line) => idsIn(cells(line)[0] ?? ""));
    expect(described.sort()).toEqual([...new Set(declared)].sort());
    for (const { framework } of members) expect(lines.join(" ")).toContain(framework);
  });
});
