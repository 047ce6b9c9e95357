import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { Command } from "commander";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { startServer } from "../../reference-impl/server.ts";
import { addCheckOptions } from "./check-options.ts";
import { configSchemaOf } from "./config-schema.ts";
import { command, folder } from "../testing/command.ts";

function config(text: string): string {
  const file = join(folder(), "conformance.yaml");
  writeFileSync(file, text);
  return file;
}

const schema = configSchemaOf(addCheckOptions(new Command("check")));

test("the schema that ships is that of the options", async () => {
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot("config.schema.json");
});

test("the schema has no key for --reference, which no file says", () => {
  const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);
  expect(validate({ strict: true })).toBe(true);
  expect(validate({ reference: true })).toBe(false);
  expect(validate.errors).toMatchObject([{ params: { additionalProperty: "reference" } }]);
});

describe("a configuration", () => {
  test("says everything that a run needs", async () => {
    await using server = await startServer({ token: "token-of-the-environment" });
    const text = [
      `base-url: ${server.url}`,
      "token: ${PLANTS}",
      "contracts: false",
      "quiet: true",
      "concurrency: 2",
      "expect: [duplicate-id=409]",
      "skip: OPEN",
    ].join("\n");
    expect(new Ajv2020({ allowUnionTypes: true }).validate(schema, parse(text))).toBe(true);
    const ran = await command(["check", "--config", config(text)], { PLANTS: "token-of-the-environment" });
    expect(ran).toMatchObject({ status: 3, err: "", out: expect.stringContaining("Only a selection") });
  });

  test("gives way to the command line", async () => {
    await using server = await startServer({ token: "the-right-token" });
    const file = config(`base-url: http://127.0.0.1:9\ntoken: wrong\ncontracts: false\nquiet: true\n`);
    const { status } = await command(["check", server.url, "--token", "the-right-token", "--config", file]);
    expect(status).toBe(0);
  });

  test.each([
    ["tokn: a", '"tokn" is no option; did you mean "token"?'],
    ["strict: yes please", '"strict" is "yes please"; give true or false'],
    ["timeout: soon", '--timeout "soon" is not a whole number'],
    ["token: ${NOT_THERE}", '"token" refers to ${NOT_THERE}, which is not set in the environment'],
    ["seed: [1, 2]", '"seed" is [1,2]; give a text or a number'],
    ["seed: 1\nseed: 2", "is not YAML, line 2, column 1 (DUPLICATE_KEY)"],
    ["- strict", "is no mapping of options to values"],
    ["base-url: {}", '"base-url" is {}; give a text or a number'],
  ])("%j is refused before anything is sent", async (text, message) => {
    expect(await command(["check", "--config", config(text)])).toMatchObject({
      status: 2,
      out: "",
      err: expect.stringContaining(message),
    });
  });

  test("that is not there is reported", async () => {
    expect((await command(["check", "--config", "none.yaml"])).err).toBe(
      'The configuration "none.yaml" cannot be read (ENOENT)\n',
    );
  });

  test("keeps a dollar sign that is written twice", async () => {
    const ran = await command(["check", "--config", config('base-url: "http://h/?a=$${B}"')]);
    expect(ran.err).toContain("http://h/?a=${B}");
  });
});

describe("one file serves check and contracts:", () => {
  test("contracts ignores options that only apply to checks, and applies the others", async () => {
    await using server = await startServer({ token: "token-of-the-config" });
    const file = config(`base-url: ${server.url}\ntoken: token-of-the-config\nfuzz: 10\nconcurrency: 2\nquiet: true\n`);
    expect(await command(["contracts", "--config", file])).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^CONTRACTS KEPT {3}\d+ of \d+ interactions passed\n$/),
      err: "",
    });
  });

  test("what neither of them knows is refused by contracts too, with the nearest key", async () => {
    expect(await command(["contracts", "--config", config("fuz: 10\n")])).toMatchObject({
      status: 2,
      err: expect.stringContaining('"fuz" is no option; did you mean "fuzz"?'),
    });
  });
});
