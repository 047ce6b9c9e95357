import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { generalCauses } from "../result/causes/cause-table.ts";
import { listedStacks } from "../result/recognised-stacks.ts";
import { packageFile } from "./package-file.ts";
import { programFixes, programText } from "./stack-programs.ts";
import { readRequirements } from "./requirements.ts";

const files = listedStacks().flatMap(({ program }) => (program === undefined ? [] : [program]));
const judged = readRequirements()
  .filter(({ level }) => level !== "OPEN")
  .map(({ id }) => id);

/** Met by the server or the serialiser of most stacks: a program needs no line for them. */
const metBelow = [
  "answers-name-members-once",
  "survives-expect-continue",
  "recovers-after-refusal",
  "accepts-every-ordinary-request",
  "answers-every-request",
];

test("every program is that of a stack", () => {
  const stored = readdirSync(new URL("programs/", import.meta.url)).filter((name) => !name.startsWith("__"));
  expect(stored.toSorted()).toEqual(files.toSorted());
});

test("a file in the package keeps them out of the Go modules around it", () => {
  const { files: packed } = JSON.parse(packageFile("package.json")) as { readonly files: readonly string[] };
  expect(packed).toContain("go.mod");
  expect(readFileSync(new URL("../go.mod", import.meta.url), "utf8")).toMatch(/^module /m);
});

describe.each(files)("%s", (file) => {
  const text = programText(file);
  const fixes = programFixes(text);

  test("has a fix for each MUST and SHOULD that is not met below it, and for causes", () => {
    const ofCauses = generalCauses().map(({ id }) => id);
    const met = [...fixes.keys()].filter((id) => ![...ofCauses, ...metBelow].includes(id));
    const advice = "each needs a comment `fix <id>: <advice>` in the program, or is in `metBelow`";
    expect([...met, ...metBelow].toSorted(), advice).toEqual(judged.toSorted());
  });

  test("says each fix in sentences, with code", () => {
    for (const [id, { advice, code }] of fixes) {
      expect(advice, id).toMatch(/^[A-Z].*\.$/);
      expect(advice.split("`").length % 2, advice).toBe(1);
      expect(code, id).toMatch(/\w/);
      expect(code, id).not.toMatch(/(?:#|\/\/) (?:end )?fix/);
    }
  });

  test("ends each region before the next one begins", () => {
    const marks = text.match(/(?:#|\/\/) (?:end fix$|fix .*\n(?!\s*(?:#|\/\/) fix))/gm) ?? [];
    expect(marks.map((mark) => mark.includes("end fix"))).toEqual(marks.map((_mark, at) => at % 2 === 1));
  });

  test("fits a page of two hundred lines without its advice", () => {
    expect(text.split("\n").filter((line) => !/ fix [a-z]/.test(line)).length).toBeLessThan(200);
  });
});

test("what a region says of a requirement twice has its lines once", () => {
  const text = "# fix one: Do this.\n# fix one: Do that.\nb\n# end fix\n";
  expect(Object.fromEntries(programFixes(text))).toEqual({ one: { advice: "Do this. Do that.", code: "b" } });
});

test("a region has the lines between its marks, without their margin; two regions of a requirement are joined", () => {
  const text =
    "a\n  # fix one, three: Do this.\n  # fix two: Do that.\n  b\n    c\n  # end fix\nd\n// fix two: And this.\ne\n// end fix\n";
  expect(Object.fromEntries(programFixes(text))).toEqual({
    one: { advice: "Do this.", code: "b\n  c" },
    three: { advice: "Do this.", code: "b\n  c" },
    two: { advice: "Do that. And this.", code: "b\n  c\n\ne" },
  });
});
