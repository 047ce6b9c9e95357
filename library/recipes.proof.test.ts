/** The recipes for other languages' tests call the packed package: they are green for a provider that is right, and red for everything else. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../http/testing/free-port.ts";
import { correct } from "../proof/correct.ts";
import { plantAs } from "../proof/mutants/mutant.ts";
import { startProvider } from "../proof/test-provider.ts";
import { readRequirements } from "../spec/requirements.ts";
import { springBoot } from "./testing/example-needs.ts";
import { type Cases, type Recipe, configure, folderOf, recipes, runProcess } from "./testing/recipes.ts";
import { runSpring } from "./testing/spring-recipe.ts";
import { installPacked } from "../proof/install-packed.ts";
import { needs } from "../proof/gate/skips.ts";

const token = "token-of-the-recipes";
const packed = fileURLToPath(new URL("../dist-recipes", import.meta.url));
const parent = mkdtempSync(join(tmpdir(), "plant-store-recipes-"));

beforeAll(() => installPacked(packed));

/** Answers with the id: one MUST is broken, and nothing else. */
const withId = plantAs(({ id, name, tag }) => ({ id: Number(id), name, ...(tag === undefined ? {} : { tag }) }));

interface Run extends Cases {
  readonly exitCode: number | null;
  readonly output: string;
}

/** Prepares a recipe, or says why it cannot be run here. */
async function ready(recipe: Recipe): Promise<{ readonly folder: string } | { readonly missing: string }> {
  for (const needed of recipe.needs) {
    const [command = "", ...argv] = needed;
    const { exitCode } = await runProcess([command, ...argv], parent);
    if (exitCode !== 0) return { missing: `${needed.join(" ")} cannot be run here` };
  }
  const folder = folderOf(recipe, parent, packed);
  try {
    await recipe.prepare?.(folder);
    return { folder };
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) };
  }
}

test("JUnit with the port that Spring Boot chooses is green for a right application, and red for a wrong one", async ({
  skip,
}) => {
  const spring = await springBoot();
  if ("missing" in spring) return skip(needs("a language", spring.missing));
  const folder = folderOf({ name: "junit" }, join(parent, "spring"), packed);
  configure(folder, ["plant-shape"]);
  const { exitCode, output, right, wrong } = await runSpring(folder, spring.program, token);
  expect(right, output).toMatchObject({ failed: [] });
  expect(right.passed).toEqual(expect.arrayContaining(["plant-shape/every-200", "exit status"]));
  expect(wrong.failed).toEqual(["verdict", "plant-shape/every-200", "exit status"]);
  expect(exitCode).toBe(1);
});

describe.each(recipes)("the recipe for $name", (recipe) => {
  let runs = 0;
  const run = async (folder: string, variables: Readonly<Record<string, string>>): Promise<Run> => {
    const report = join(folder, `report-${(runs += 1)}`);
    const { exitCode, output } = await runProcess(recipe.argv(folder, report), folder, variables);
    return { exitCode, output, ...recipe.read(report, output) };
  };

  test("is green for a right provider, and red for a wrong one or for none", async ({ skip }) => {
    const made = await ready(recipe);
    if ("missing" in made) return skip(needs("a language", made.missing));
    const { folder } = made;
    await using right = await startProvider(correct, { token });
    await using wrong = await startProvider(withId, { token });
    const PLANT_STORE_TOKEN = token;

    const green = await run(folder, { PLANT_STORE_URL: right.url, PLANT_STORE_TOKEN });
    expect(green, green.output).toMatchObject({ exitCode: 0, failed: [] });
    const musts = readRequirements().filter(({ level }) => level === "MUST");
    expect(green.passed.length).toBeGreaterThan(musts.length);

    // One check is enough to see red; all of them take longer.
    configure(folder, ["plant-has-no-id"]);
    const red = await run(folder, { PLANT_STORE_URL: wrong.url, PLANT_STORE_TOKEN });
    expect(red.exitCode).not.toBe(0);
    expect(red.failed).toContainEqual(expect.stringMatching(/plant-has-no-id[/ ]every-200/));
    expect(red.output).toContain("no such member");
    // Suites fail with what is in them.
    const single = red.failed.filter((name) => !red.failed.some((other) => other.startsWith(`${name}/`)));
    expect(single.filter((name) => !/verdict|exit status/i.test(name))).toHaveLength(1);

    configure(folder, []);
    const nothing = await Promise.all([
      run(folder, { PLANT_STORE_TOKEN }),
      run(folder, { PLANT_STORE_URL: `http://127.0.0.1:${await freePort()}`, PLANT_STORE_TOKEN }),
      run(folder, { PLANT_STORE_URL: right.url, PLANT_STORE_TOKEN: "another-token" }),
    ]);
    for (const { exitCode, failed } of nothing) {
      expect(exitCode).not.toBe(0);
      expect(failed).not.toEqual([]);
    }
  });
});
