import { describe, expect, test } from "vitest";
import { readRequirements } from "../spec/requirements.ts";
import { type Kill, gapsOf, killMatrix } from "./kill-matrix.ts";

const requirements = readRequirements().filter(({ id }) => id === "plant-shape" || id === "returns-name");
const checks = [
  { id: "plant-shape/every-200", requirement: "plant-shape", slug: "every-200" },
  { id: "returns-name/ordinary", requirement: "returns-name", slug: "ordinary" },
] as const;
const judged = { requirements, checks };
const shape: Kill = { mutant: "a", requirements: ["plant-shape"], checks: ["plant-shape/every-200"] };
const name: Kill = { mutant: "b", requirements: ["returns-name"], checks: ["returns-name/ordinary"] };

test("the proof has no gap where each requirement is broken alone and each check kills", () => {
  expect(gapsOf(judged, [shape, name])).toEqual([]);
});

describe("the proof has a gap where", () => {
  test("a mutant survives", () => {
    const survivor = { mutant: "c", requirements: [], checks: [] };
    expect(gapsOf(judged, [shape, name, survivor])).toEqual(["The mutant c survives."]);
  });

  test("a requirement is broken only together with another", () => {
    const both = { mutant: "b", requirements: ["plant-shape", "returns-name"], checks: ["returns-name/ordinary"] };
    expect(gapsOf(judged, [shape, both])).toEqual(["Nothing breaks returns-name alone."]);
  });

  test("a check kills nothing", () => {
    expect(gapsOf(judged, [shape, { ...name, checks: [] }])).toEqual([
      "The check returns-name/ordinary kills no mutant.",
    ]);
  });
});

test("the page names, for each requirement and each check, the mutants", () => {
  const page = killMatrix(judged, [shape, name], ["a table"]);
  expect(page).toContain("| a | every-200 |  |");
  expect(page).toContain("| returns-name/ordinary | 1 | b |");
  expect(page).toContain("a table");
});
