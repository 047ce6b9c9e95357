import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { shipped } from "../../spec/shipped-yaml.ts";
import { command, folder } from "../testing/command.ts";

const home = folder();
const released = shipped("openapi.yaml");

function file(name: string, text: string): string {
  const path = join(home, name);
  writeFileSync(path, text);
  return path;
}

const before = file("before.yaml", released);
const next = released.replace("version: 1.0.0", "version: 2.0.0");
const longest = next.replace("type of the plant\n          type: string", "$&\n          maxLength: 5");

describe("compare of two documents", () => {
  test("shows what a revision changes, in 80 columns, and exits with 1 where a provider can fail", async () => {
    const { status, out, err } = await command(["compare", before, file("length.yaml", longest)]);
    expect({ status, err }).toEqual({ status: 1, err: "" });
    expect(out).toBe(`From 1.0.0 to 2.0.0

For providers
  new demands
    MUST    refuses-invalid-member
            in a request, maxLength of \`tag\` is 5, and there was none
            /components/schemas/Plant/properties/tag
  no longer free
    MUST    plant-shape
            in a success, maxLength of \`tag\` is 5, and there was none
            /components/schemas/Plant/properties/tag

For consumers
  no longer accepted
    MUST    refuses-invalid-member
            in a request, maxLength of \`tag\` is 5, and there was none
            /components/schemas/Plant/properties/tag
  narrower in answers
    MUST    plant-shape
            in a success, maxLength of \`tag\` is 5, and there was none
            /components/schemas/Plant/properties/tag

A provider that conforms to 1.0.0 can fail 2.0.0.
A consumer of 1.0.0 can fail with a provider that conforms to 2.0.0.
`);
  });

  test("--consumers exits with 1 where a consumer can fail, and not where only a provider can", async () => {
    const added = next.replace("    NewPlant:\n", "        height:\n          type: integer\n$&");
    const told = await command(["compare", before, file("added.yaml", added), "--consumers"]);
    expect(told).toMatchObject({
      status: 0,
      out: expect.stringMatching(/more is checked\n.*\n.*the optional member `height`/),
    });
    expect(told.out).toContain("A provider that conforms to 1.0.0 can fail 2.0.0.\nNo request of a consumer");
    expect((await command(["compare", before, file("length.yaml", longest), "--consumers"])).status).toBe(1);
  });

  test("exits with 0 where nothing changes, and where a freedom is given", async () => {
    const described = next.replace("Creates a new plant in the store.", "Adds a plant.");
    const { status, out } = await command(["compare", before, file("described.yaml", described)]);
    expect(status).toBe(0);
    expect(out).toContain("For providers\n  nothing\n\nFor consumers\n  nothing\n");
    const wider = next.replace("format: int32", "format: int64");
    expect((await command(["compare", before, file("wider.yaml", wider)])).status).toBe(0);
  });

  test("says that unknown members are a new demand where they were refused, and not that they were open", async () => {
    const saying = (allowed: boolean): string =>
      next.replace("    NewPlant:\n", `$&      unevaluatedProperties: ${allowed}\n`);
    const { status, out } = await command([
      "compare",
      file("shut.yaml", saying(false)),
      file("open.yaml", saying(true)),
    ]);
    expect(status).toBe(1);
    expect(out).toContain("it did not apply, and is a MUST");
    expect(out).not.toContain("it was open");
  });

  test("--format json prints the same as data", async () => {
    const { status, out } = await command(["compare", before, file("length.yaml", longest), "--format", "json"]);
    expect(status).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      before: { version: "1.0.0", path: "/plants" },
      now: { version: "2.0.0", path: "/plants" },
      providers: [
        { kind: "new-demand", requirement: "refuses-invalid-member", level: "MUST" },
        { kind: "no-longer-free", requirement: "plant-shape", level: "MUST" },
      ],
      consumers: [{ kind: "request-refused" }, { kind: "answer-gone" }],
      providersCanFail: true,
      consumersCanFail: true,
    });
  });

  test("names documents of one version by their digests", async () => {
    const { out } = await command(["compare", before, file("unnamed.yaml", longest.replace("2.0.0", "1.0.0"))]);
    expect(out).toMatch(/^From 1\.0\.0 \(sha256 [0-9a-f]{12}\) to 1\.0\.0 \(sha256 [0-9a-f]{12}\)$/m);
  });

  test("makes text of a document harmless, and keeps the width", async () => {
    const hostile = next.replace(
      "description: The name",
      'pattern: "^[a-z]{3,40}(\\x1b[2J]' + "a".repeat(300) + ')?$$"\n          $&',
    );
    const { out } = await command(["compare", before, file("hostile.yaml", hostile)]);
    expect(out).toContain("pattern of `name`");
    expect(out).not.toContain("\u001b");
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test.each([
    [["compare", before], "missing required argument 'now'"],
    [["compare", before, "/nowhere"], 'The file "/nowhere" cannot be read'],
    [["compare", before, file("none.yaml", "openapi: 3.1.0\npaths: {}\n")], "no operation that creates something"],
    [["compare", before, file("result.json", '{"format": "x"}')], "is an OpenAPI document, and"],
    [["compare", before, before, "--fail-on-regression"], "--fail-on-regression is about results"],
    [["compare", before, before, "--format", "markdown"], '--format "markdown" is not a format'],
    [["compare", before, before, "--operation", "createHerb"], "called createHerb"],
    [["compare", before, file("one.yaml", next.replace("type: integer", "oneOf: []"))], "The keyword oneOf at"],
  ])("%j is wrong usage, with exit status 2", async (argv, sentence) => {
    const { status, out, err } = await command(argv);
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err.toLowerCase()).toContain(sentence.toLowerCase());
  });

  test("diff is another name for it", async () => {
    const now = file("length.yaml", longest);
    expect(await command(["diff", before, now])).toEqual(await command(["compare", before, now]));
    const data = await command(["compare", before, now, "--format", "json"]);
    expect(await command(["diff", before, now, "--json"])).toEqual(data);
    expect((await command(["--help"])).out).not.toContain("diff");
  });
});
