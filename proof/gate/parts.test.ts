import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { chosenParts, partOf, parts } from "./parts.ts";
import { proofFiles } from "./proof-files.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

test("each file of the proof is of a part, and each part of tests has one", () => {
  const files = proofFiles(root);
  expect(files.filter((file) => partOf(file) === undefined)).toEqual([]);
  const empty = parts.filter((part) => "tests" in part && !files.some((file) => partOf(file) === part));
  expect(empty.map(({ name }) => name)).toEqual([]);
});

test("a test that repeats more in the proof than in the gate is run in both", () => {
  const folders = ["suites", "proof", "result", "reports"];
  const repeating = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".test.ts"))
      .map((file) => join(root, folder, file))
      .filter((file) => /from "[./]*(?:proof\/)?(?:gate\/)?depth\.ts"/.test(readFileSync(file, "utf8"))),
  );
  expect(repeating).not.toEqual([]);
  const files = proofFiles(root);
  expect(repeating.map((file) => relative(root, file)).filter((file) => !files.includes(file))).toEqual([]);
});

describe("the parts that are chosen", () => {
  test("are all without a name, and those that are named otherwise", () => {
    expect(chosenParts([])).toEqual(parts);
    expect(chosenParts(["soak", "mutants"]).map(({ name }) => name)).toEqual(["mutants", "soak"]);
  });

  test("are named where one does not exist", () => {
    expect(() => chosenParts(["mutant"])).toThrow(
      /^There is no part "mutant" of the proof\. The parts are:\n {2}mutants +each wrong provider/,
    );
  });
});
