import { describe, expect, test } from "vitest";
import { copies } from "../proof/generated/index.ts";
import { ecosystems } from "../proof/real/ecosystems.ts";
import { stacks as npmStacks } from "../proof/real/npm/index.ts";
import { listedStacks } from "../result/recognised-stacks.ts";
import { programFixes, programText } from "./stack-programs.ts";
import { readExplanations, readRequirements } from "./requirements.ts";

const requirements = readRequirements();
const explanations = readExplanations();
const stacks = [...npmStacks, ...copies, ...ecosystems.flatMap((ecosystem) => ecosystem.stacks)].filter(
  ({ variant }) => variant === "as-it-comes",
);

/** One or more sentences. Outside backticks, each begins with a capital or a digit, and ends with a full stop. */
const sentences = /^[\p{Lu}\d`-].*\.$/u;

test("every `why` is there, is a sentence, and is no other's", () => {
  const all = [...explanations].map(([id, { why }]) => ({ id, why }));
  for (const { id, why } of all) {
    expect(why, id).toMatch(sentences);
    expect(why.length, id).toBeGreaterThan(60);
    expect(why.split("`").length % 2, id).toBe(1);
  }
  const shared = all.filter(({ id, why }) => all.some((other) => other.id !== id && other.why === why));
  expect(shared.map(({ id }) => id)).toEqual([]);
});

test("what counts as met is said of every MUST and SHOULD, and of no open point", () => {
  for (const { id, level } of requirements) {
    const met = explanations.get(id)?.met;
    expect(met === undefined, id).toBe(level === "OPEN");
    expect(met ?? "A sentence.", id).toMatch(sentences);
  }
});

describe("the causes by stack", () => {
  test.each(requirements.map(({ id }) => [id] as const))(
    "of %s are of the stacks that are proved to break it",
    (id) => {
      const explained = (explanations.get(id)?.causes ?? []).flatMap((cause) => cause.stacks);
      const declared = stacks.filter(({ expected }) => id in expected.broken);
      expect(explained.toSorted()).toEqual(declared.map(({ name }) => name.replace(", as it comes", "")).toSorted());
    },
  );

  test("each say what the stack does", () => {
    for (const [id, { causes }] of explanations) {
      for (const { cause, fix = "It is in the program." } of causes) {
        for (const text of [cause, fix]) {
          expect(`${id}: ${text}`).toMatch(/\.$/);
          expect(text.split("`").length % 2, text).toBe(1);
        }
      }
    }
  });

  test("each have a fix of their own, or one in the program of each of the stacks, and never both", () => {
    const program = (name: string): string | undefined => {
      const family = stacks.find((stack) => stack.name === `${name}, as it comes`)?.family;
      return listedStacks().find((known) => known.family === family)?.program;
    };
    for (const [id, { causes }] of explanations) {
      for (const { stacks: names, fix } of causes) {
        const files = names.map(program);
        expect(new Set(files.map((file) => file === undefined)), `${id}: ${names.join()}`).toEqual(
          new Set([fix !== undefined]),
        );
        for (const file of files)
          if (file !== undefined) expect(programFixes(programText(file)).has(id), `${id}: ${file}`).toBe(true);
      }
    }
  });
});
