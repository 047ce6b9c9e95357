import { expect, test } from "vitest";
import { readRequirements } from "../../spec/requirements.ts";
import { type Kill, killMatrix } from "../kill-matrix.ts";
import { killsOfPage, leastCover } from "./cover.ts";

const kill = (mutant: string, requirements: readonly string[], checks: readonly string[]): Kill => ({
  mutant,
  requirements,
  checks,
});

test("the kill matrix is read as it is written", () => {
  const requirements = readRequirements().filter(({ id }) => id === "plant-shape" || id === "returns-name");
  const checks = [
    { id: "plant-shape/every-200", requirement: "plant-shape", slug: "every-200" },
    { id: "returns-name/ordinary", requirement: "returns-name", slug: "ordinary" },
  ] as const;
  const kills = [
    kill("a", ["plant-shape"], ["plant-shape/every-200"]),
    kill("b", ["plant-shape", "returns-name"], ["plant-shape/every-200", "returns-name/ordinary"]),
  ];
  expect(killsOfPage(killMatrix({ requirements, checks }, kills, ["| a table | 1 |"]))).toEqual(kills);
});

test("a mutant that breaks all is enough, and none is chosen that adds nothing", () => {
  const [one, two, all] = [kill("one", ["x"], ["x/a"]), kill("two", ["y"], ["y/a"]), kill("all", ["x", "y"], ["x/a"])];
  expect(leastCover([one, two, all])).toEqual(["all", "two"]);
});

test("nothing to break needs no mutant", () => {
  expect(leastCover([])).toEqual([]);
});
