/** The waivers file: its faults, and how the first one is written. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { poisoned } from "../../proof/hostile/poisoned.ts";
import { hostileTexts } from "../../proof/hostile/hostile-texts.ts";
import { renderers } from "../../reports/index.ts";
import type { RunResult } from "../../result/result.ts";
import { concluded } from "../../result/testing/sample-baseline.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { command, folder } from "../testing/command.ts";

function file(text: string): string {
  const path = join(folder(), "waivers.yaml");
  writeFileSync(path, text);
  return path;
}

describe("a file of waivers is refused before anything is sent, with its line", () => {
  const whole = "- id: returns-name\n  reason: known\n  expires: 2027-03-31\n";
  test.each([
    [
      whole.replace("returns", "retruns"),
      'line 1: "retruns-name" names no requirement and no check; did you mean "returns-name"?',
    ],
    [whole.replace("-name", "-name/outer-blank"), 'did you mean "returns-name/outer-blanks"?'],
    [whole.replace("expires", "expire"), 'line 3: "expire" is not a key of a waiver; did you mean "expires"?'],
    [whole.replace(/ {2}expires.*/, ""), 'line 1: the waiver has no "expires"; give the last day'],
    [whole.replace("2027-03-31", ""), 'line 3: "expires" is empty; give the last day'],
    [
      whole.replace("2027-03-31", "2027-02-29"),
      'line 3: "expires" is "2027-02-29", which is not a calendar date; give the last day',
    ],
    [
      whole.replace("2027-03-31", "31.3.2027"),
      'line 3: "expires" is "31.3.2027", which is not a date in the form YYYY-MM-DD; give the last day',
    ],
    [whole.replace("2027-03-31", "2027-3-31"), '"expires" is "2027-3-31"'],
    [whole.replace("2027-03-31", "-271821-04-20"), '"expires" is "-271821-04-20"'],
    [whole.replace("known", ""), 'line 2: "reason" is empty; say why the failure is accepted'],
    [whole.replace("known", '"  "'), 'line 2: "reason" is empty'],
    [whole.replace("known", "[known]"), 'line 2: "reason" is not a string; say why'],
    [whole.replace("known", "12"), 'line 2: "reason" is 12, which is not a string'],
    [whole.replace("known", "k".repeat(1001)), 'line 2: "reason" has 1001 characters, and 1000 is the limit'],
    [`${whole}  issue: PLANT-7\n`, 'line 4: "issue" is "PLANT-7", which is not a URL; give an http or https URL'],
    [
      `${whole}  issue: javascript:alert(1)\n`,
      'line 4: "issue" is "javascript:alert(1)", which is not a URL; give an http or https URL',
    ],
    [whole + whole, 'line 4: "returns-name" is waived twice; see the waivers "'],
    [
      whole.replace("id: returns-name", "cause: framework-error-pages"),
      'line 1: "framework-error-pages" names no cause; did you mean "framework-error-page"?',
    ],
    [
      whole.replace("id: returns-name", "cause: frobnicate"),
      "names no cause; report.html shows the id of each, and `waivers --init reports/result.json --by-cause` writes them",
    ],
    [
      whole.replace("id: returns-name", "cause: returns-name/outer-blanks"),
      '"returns-name/outer-blanks" names no cause; it is a check, so write `id: returns-name/outer-blanks`',
    ],
    [
      whole.replace("returns-name", "no-authentication"),
      '"no-authentication" names no requirement and no check; it is a cause, so write `cause: no-authentication`',
    ],
    [`${whole}  cause: returns-name\n`, 'line 1: the waiver has an "id" and a "cause"; keep one'],
    [
      whole + whole.replace("id", "cause") + whole.replace("id", "cause"),
      'line 7: "returns-name" is waived twice; see the waivers "',
    ],
    [
      `${whole}  expires: 2027-03-31\n`,
      "of waivers is not YAML, line 4, column 3 (a key is given twice; DUPLICATE_KEY)",
    ],
    ["- id: 'a", "is not YAML, line 1, column 9 ("],
    ["returns-name: known", "line 1: this is not a list of waivers"],
    ["- returns-name", "line 1: this is not a waiver; begin each of them with `- id: ` or `- cause: `"],
    ["- &a {id: *a}", 'line 1: "id" is not a string; name a requirement'],
    ["[".repeat(20_000), "of waivers is nested deeper than 1000"],
    ["- ".repeat(10_000), "of waivers is nested deeper than 1000"],
    ["- ? [a]\n  : b\n", "line 1: this is not a key of a waiver"],
    ["x".repeat(256 * 1024 + 1), "and 262144 is the limit"],
  ])("%#", async (text, sentence) => {
    const ran = await command(["check", "--reference", "--no-contracts", "--waivers", file(text)]);
    expect(ran).toMatchObject({ status: 2, out: "", err: expect.stringContaining(sentence) });
    expect(ran.err.trimEnd().split("\n")).toHaveLength(1);
  });

  test("that is not there is reported, and nothing is allowed without one", async () => {
    const missing = await command(["check", "--reference", "--waivers", "no-such-file"]);
    expect(missing).toMatchObject({
      status: 2,
      err: expect.stringMatching(/^The file "no-such-file" cannot be read: /),
    });
    const nothing = await command(["check", "--reference", "--allow-waived"]);
    expect(nothing).toMatchObject({ status: 2, err: expect.stringContaining("has nothing to allow; give --waivers") });
  });

  test("and one without entries waives nothing", async () => {
    const { status, out } = await command([
      "check",
      "--reference",
      "--only",
      "refuses-malformed-json",
      "--quiet",
      "--waivers",
      file("# none yet\n"),
    ]);
    expect([status, out]).toEqual([0, expect.stringMatching(/^SELECTION MET.* 1 of 1 MUST met\n$/)]);
  });
});

const schema: object = JSON.parse(readFileSync(new URL("waivers.schema.json", import.meta.url), "utf8"));
const validate = new Ajv2020().compile(schema);

test("the schema that ships describes a file of waivers, as the command reads it", () => {
  const whole = {
    id: "returns-name/outer-blanks",
    reason: "known",
    issue: "https://i.example/7",
    expires: "2027-03-31",
  };
  expect(validate([whole])).toBe(true);
  for (const key of ["id", "reason", "expires"] as const) {
    expect(validate([{ ...whole, [key]: undefined }]), key).toBe(false);
    expect(validate([{ ...whole, [key]: "" }]), key).toBe(false);
  }
  const { id: _, ...rest } = whole;
  expect(validate([{ cause: "framework-error-page", ...rest }])).toBe(true);
  expect(validate([{ cause: "framework-error-page", ...whole }])).toBe(false);
  expect(validate([{ ...whole, expire: "2027-03-31" }])).toBe(false);
  expect(validate([{ ...whole, issue: "PLANT-7" }])).toBe(false);
});

describe("waivers --init", () => {
  const resultFile = async (result: RunResult): Promise<string> => file(await renderers.json.render(result));

  test("names the checks where some of a requirement's checks pass, and the requirement where none does", async () => {
    const { out } = await command(["waivers", "--init", await resultFile(sampleResult), "--out", "-"]);
    const ids = (parse(out) as ReadonlyArray<{ readonly id: string }>).map(({ id }) => id);
    expect(ids).toEqual([
      "plant-media-type",
      "plant-encoding",
      "returns-name/combining-mark",
      "error-shape",
      "refuses-missing-member",
    ]);
    expect(out).toContain(
      "# SHOULD: The 200 returns the name that was sent, code point for code point.\n# returns-name/combining-mark: ",
    );
  });

  test("leaves a file that exists as it is", async () => {
    const out = file("precious");
    const ran = await command(["waivers", "--init", await resultFile(sampleResult), "--out", out]);
    expect(ran).toMatchObject({ status: 2, err: expect.stringContaining("exists and is left as it is") });
    expect(readFileSync(out, "utf8")).toBe("precious");
  });

  test("writes nothing where nothing failed, and says so", async () => {
    const requirements = sampleResult.requirements.filter(({ status }) => status !== "failed");
    const out = join(folder(), "waivers.yaml");
    const ran = await command([
      "waivers",
      "--init",
      await resultFile(concluded({ ...sampleResult, requirements, contracts: [] })),
      "--out",
      out,
    ]);
    expect(ran).toMatchObject({ status: 0, out: "", err: expect.stringContaining("There is nothing to waive") });
    expect(() => readFileSync(out)).toThrow("ENOENT");
  });

  test("needs a result, and a place to write to", async () => {
    expect((await command(["waivers"])).err).toContain("--init");
    expect(await command(["waivers", "--init", file("{}")])).toMatchObject({
      status: 2,
      err: expect.stringContaining("is not a result"),
    });
    const nowhere = await command([
      "waivers",
      "--init",
      await resultFile(sampleResult),
      "--out",
      "/proc/no/waivers.yaml",
    ]);
    expect(nowhere).toMatchObject({ status: 3, err: expect.stringContaining("cannot be written") });
  });

  test.each(hostileTexts)("keeps a provider's words within the comments: %s", async (_aim, text) => {
    const result = { ...poisoned(sampleResult, text), seed: "1" };
    const { status, out } = await command(["waivers", "--init", await resultFile(result), "--out", "-"]);
    expect(status).toBe(0);
    const shapes = new Set(
      out.split("\n").map((line) => (line.startsWith("#") ? "#" : line.replace(/id: [a-z/-]+$/, "id"))),
    );
    expect([...shapes].sort()).toEqual(["", "  # issue: https://", "  expires:", "  reason:", "#", "- id"]);
    // oxlint-disable-next-line no-control-regex -- terminals and editors act on these characters
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/);
    expect(parse(out)).toHaveLength(5);
  });
});
