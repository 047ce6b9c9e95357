/** Every report that names a broken requirement links to its explanation. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Format, renderers } from "../../reports/index.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { command, folder } from "../testing/command.ts";

const broken = sampleResult.requirements.filter(({ status }) => status === "failed").map(({ id }) => id);

/** Formats that report single requirements. The others report exchanges or only the verdict, or are the result. */
const telling = [
  "text",
  "html",
  "junit",
  "markdown",
  "comment",
  "annotations",
  "ctrf",
  "tap",
] as const satisfies Format[];

async function sampleFile(): Promise<string> {
  const file = join(folder(), "result.json");
  writeFileSync(file, await renderers.json.render(sampleResult));
  return file;
}

test("the sample has broken requirements of both levels", () => {
  const levels = sampleResult.requirements.filter(({ id }) => broken.includes(id)).map(({ level }) => level);
  expect(new Set(levels)).toEqual(new Set(["MUST", "SHOULD"]));
});

describe.each(telling)("the %s report", (format) => {
  const docs = "https://plants.example/docs/requirements.md";

  test("links to each broken requirement where --docs-url says where the page is", async () => {
    const into = join(folder(), renderers[format].fileName);
    const argv = ["render", await sampleFile(), "--docs-url", docs, "--report", `${format}=${into}`];
    expect(await command(argv)).toMatchObject({ status: 0 });
    const text = readFileSync(into, "utf8");
    for (const id of broken) expect(text).toContain(`${docs}#${id}`);
  });

  test("names the command that explains each MUST otherwise", async () => {
    const text = await renderers[format].render(sampleResult);
    for (const { id, level } of sampleResult.requirements.filter(({ status }) => status === "failed")) {
      if (level === "MUST") expect(text).toContain(`plant-store-conformance explain ${id}`);
    }
    expect(text).not.toContain("requirements.md");
  });
});

describe("--out", () => {
  test("names the command, and links with --docs-url", async () => {
    const into = folder();
    await command(["render", await sampleFile(), "--out", into]);
    expect(readFileSync(join(into, "report.txt"), "utf8")).toBe(await renderers.text.render(sampleResult));
    await command(["render", await sampleFile(), "--out", into, "--docs-url", "https://plants.example/r"]);
    expect(readFileSync(join(into, "report.txt"), "utf8")).toContain("https://plants.example/r#plant-encoding\n");
  });
});

test.each(["docs/requirements.md", "ftp://plants.example/r", "https://plants.example/r#top", ""])(
  "--docs-url %j is refused before anything is sent",
  async (url) => {
    expect(await command(["render", await sampleFile(), "--docs-url", url])).toEqual({
      status: 2,
      out: "",
      err: `--docs-url ${JSON.stringify(url)} is not an http or https URL without a fragment; give that of docs/requirements.md\n`,
    });
  },
);
