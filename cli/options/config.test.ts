import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { startServer } from "../../reference-impl/server.ts";
import { commandOf } from "./commander-options.ts";
import { mappingIn } from "./config.ts";
import { configSchemaOf } from "./testing/option-schemas.ts";
import { command, folder } from "../testing/command.ts";

/** A selection that is met with few requests. */
const FEW = ["--only", "refuses-malformed-json"] as const;

function config(text: string): string {
  const file = join(folder(), "conformance.yaml");
  writeFileSync(file, text);
  return file;
}

const schema = configSchemaOf(commandOf("check"));

test("the schema that ships is that of the options", async () => {
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot("config.schema.json");
});

test("a number that reads otherwise as a number is the text that was written: a token keeps its zeros", async () => {
  const file = config("token: 00123456\nseed: 1e5\ntimeout: 5\nonly: [0x10, 1.0]\nstrict: true\n");
  expect(mappingIn(file, "configuration")).toEqual({
    token: "00123456",
    seed: "1e5",
    timeout: 5,
    only: ["0x10", "1.0"],
    strict: true,
  });
});

test("a token file is not read where the variable of the token is set, as in a pipeline", async () => {
  await using server = await startServer({ token: "the-right-token" });
  const given = ["check", server.url, ...FEW, "--config", config("token-file: not-there.txt\n")];
  expect(await command(given, { PLANT_STORE_TOKEN: "the-right-token" })).toMatchObject({ status: 0 });
  expect(await command(given)).toMatchObject({ status: 2, err: expect.stringContaining("not-there.txt") });
});

test("a key that is an option of the command line alone is reported as that", async () => {
  const { status, err } = await command(["check", "http://h", "--config", config("watch: true\n")]);
  expect([status, err]).toEqual([2, expect.stringContaining('"watch" is for the command line only; leave it out')]);
});

test("the schema has no key for --reference, which no file says", () => {
  const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);
  expect(validate({ strict: true })).toBe(true);
  expect(validate({ reference: true })).toBe(false);
  expect(validate.errors).toMatchObject([{ params: { additionalProperty: "reference" } }]);
});

describe("a configuration", () => {
  test.each([
    ["token-file: not-there.txt", ["--token", "the-right-token"]],
    ["token-command: exit 7", ["--token", "the-right-token"]],
    ["auth: false", ["--token", "the-right-token"]],
    ["token: another-token", ["--token-command", "echo the-right-token"]],
  ])("with %j gives no token beside one of the command line", async (text, typed) => {
    await using server = await startServer({ token: "the-right-token" });
    const only = ["--only", "accepts-valid-plant", "--no-contracts"];
    const ran = await command(["check", server.url, ...typed, ...only, "--config", config(text)]);
    expect(ran).toMatchObject({ status: 0 });
  });

  test("with a command leaves the variables of the shell to it", async () => {
    await using server = await startServer({ token: "the-right-token" });
    const argv = ["check", server.url, "--only", "accepts-valid-plant", "--no-contracts"];
    // The shell expands the unset variable to nothing, so the command prints nothing.
    const { err } = await command([...argv, "--config", config("token-command: $NO_SUCH_VARIABLE")]);
    expect(err).toContain("There is no token in the command");
  });

  test("says everything that a run needs", async () => {
    await using server = await startServer({ token: "token-of-the-environment" });
    const text = [
      `base-url: ${server.url}`,
      "token: ${PLANTS}",
      "contracts: false",
      "quiet: true",
      "concurrency: 2",
      "expect: [duplicate-id=409]",
      "only: [duplicate-id, accepts-valid-plant]",
      "skip: accepts-valid-plant",
    ].join("\n");
    expect(new Ajv2020({ allowUnionTypes: true }).validate(schema, parse(text))).toBe(true);
    const ran = await command(["check", "--config", config(text)], { PLANTS: "token-of-the-environment" });
    expect(ran).toMatchObject({ status: 0, err: "", out: expect.stringContaining("SELECTION MET") });
  });

  test("gives way to the command line", async () => {
    await using server = await startServer({ token: "the-right-token" });
    const file = config(`base-url: http://127.0.0.1:9\ntoken: wrong\ncontracts: false\nonly: MUST\n`);
    const { status } = await command(["check", server.url, ...FEW, "--token", "the-right-token", "--config", file]);
    expect(status).toBe(0);
  });

  test.each([
    ["tokn: a", '"tokn" is not an option; did you mean "token"?'],
    ["strict: yes please", '"strict" is "yes please"; give true or false'],
    ["timeout: soon", '--timeout "soon" is not a whole number'],
    ["token: ${NOT_THERE}", '"token" refers to ${NOT_THERE}, which is not set in the environment'],
    ["token: ${NOT_CLOSED", '"token" has "${" without "}"; write ${NAME}, or $$ for a dollar sign'],
    ["token: $NAME", '"token" has a variable without braces; write ${NAME}, or $$ for a dollar sign'],
    ["base-url: $URL", '"base-url" has a variable without braces; write ${NAME}, or $$'],
    ["no-auth: true", '"no-auth" is not an option; write `auth: false`'],
    ["seed: [1, 2]", '"seed" is a list; give a string or a number'],
    ["seed: 1\nseed: 2", "is not YAML, line 2, column 1 (a key is given twice; DUPLICATE_KEY)"],
    ["- strict", "is not a mapping of options to values"],
    ["base-url: {}", '"base-url" is a mapping; give a string or a number'],
    ["only: []", '"only" is an empty list, which would run nothing; leave it out to run everything'],
  ])("%j is refused before anything is sent", async (text, message) => {
    expect(await command(["check", "--config", config(text)])).toMatchObject({
      status: 2,
      out: "",
      err: expect.stringContaining(message),
    });
  });

  test("shows what nobody would see in a key, and breaks no log of a pipeline", async () => {
    const { err } = await command(["check", "--config", config('"::error::\\u202ered": 1')]);
    expect(err).toContain("\\u{202e}red");
    expect((await command(["check", "--\u202ex"])).err).toContain("Unknown option '--\\u{202e}x'");
  });

  test("with variables that are not closed, tens of thousands of them, is refused in time", async () => {
    const text = `token: ${"$".repeat(160_001)}{A`;
    expect((await command(["check", "--config", config(text)])).err).toContain('"token" has "${" without "}"');
  });

  test.each([
    "token: [sekret-value]",
    "token: { a: sekret-value }",
    "header: { X-Key: sekret-value }",
    "auth: sekret-value",
    "token: 'sekret-value",
    "token sekret-value",
  ])("quotes nothing that may be a token: %s", async (text) => {
    const { status, err } = await command(["check", "http://127.0.0.1:9", "--config", config(text)]);
    expect([status, err]).toEqual([2, expect.not.stringContaining("sekret")]);
  });

  test("that is not there is reported", async () => {
    expect((await command(["check", "--config", "none.yaml"])).err).toBe(
      'The configuration "none.yaml" cannot be read: there is no such file or folder\n',
    );
  });

  test("keeps a dollar sign that is written twice", async () => {
    const ran = await command(["check", "--config", config('base-url: "http://h/?a=$${B}&c=$${D"')]);
    expect(ran.err).toContain("http://h/?a=${B}&c=${D");
  });
});

test("a configuration takes what a variable stands for as it is", async () => {
  const env = { A: 'http://h/?a=${B}"\nstrict: true', B: "sekret-value" };
  const ran = await command(["check", "--config", config('base-url: "${A}"')], env);
  expect(ran).toMatchObject({ status: 2, err: expect.not.stringContaining("sekret") });
  expect(ran.err).toContain("http://h/?a=${B}");
});

describe("a configuration in the working folder", () => {
  const inFolder = (text: string): { readonly folder: string } => {
    const place = folder();
    writeFileSync(join(place, "plant-store-conformance.yaml"), text);
    return { folder: place };
  };

  test.each(["check", "contracts"])(
    "is read by %s without being named, and is said in the first line",
    async (name) => {
      await using server = await startServer({ token: "token-of-the-config" });
      const place = inFolder(`base-url: ${server.url}\ntoken: token-of-the-config\nonly: refuses-malformed-json\n`);
      const ran = await command([name], {}, place);
      expect(ran.status).toBe(0);
      expect(ran.err.split("\n")[0]).toBe("Configuration: plant-store-conformance.yaml");
    },
  );

  test("gives way to --config, and is left out with --no-config and with --reference", async () => {
    const place = inFolder("base-url: http://127.0.0.1:9\ntoken: x\n");
    const none = "Nothing is judged without a base URL";
    expect((await command(["check", "--config", config("quiet: true\n")], {}, place)).err).toContain(none);
    expect((await command(["check", "--no-config"], {}, place)).err).toContain(none);
    expect((await command(["check", "--reference", ...FEW], {}, place)).status).toBe(0);
  });

  test("gives way to a selection that is typed: its contracts and badges are about the whole provider", async () => {
    await using server = await startServer({ token: "token-of-the-config" });
    const place = inFolder(
      `base-url: ${server.url}\ntoken: token-of-the-config\npacts: nowhere.json\nreport: badge=badge.json\nexpect: duplicate-id=200\n`,
    );
    const ran = await command(["check", ...FEW], {}, place);
    expect(ran).toMatchObject({ status: 0, out: expect.stringContaining("SELECTION MET") });
  });

  test.each(["contracts", "check --only-contracts"])(
    "loses its badge with %s, which refuses a typed one",
    async (typed) => {
      const place = inFolder("base-url: http://127.0.0.1:9\ntoken: x\nreport: badge=badge.json\n");
      expect((await command(typed.split(" "), {}, place)).status).toBe(3);
      const badge = await command([...typed.split(" "), "--report", "badge=-"], {}, place);
      expect(badge).toMatchObject({ status: 2, err: expect.stringContaining("--report badge is about the provider") });
    },
  );
});

test.each([
  [
    ["--no-contracts", "--provider-states-url", "http://127.0.0.1:9"],
    "--provider-states-url has no effect with --no-contracts",
  ],
  [["--only-contracts", "--fuzz", "9"], "--fuzz has no effect with --only-contracts, which runs no checks"],
  [["--only", "MUST", "--publish"], "--publish has no effect with a selection of checks"],
  [["--pact-provider", "plants"], "--pact-provider has no effect without --pacts or --broker"],
  [
    ["--broker", "http://127.0.0.1:9", "--build-url", "http://ci.example"],
    "--build-url has no effect without --publish",
  ],
  [["--quiet", "--docs-url", "http://docs.example"], "--docs-url has no effect with --quiet and without a report"],
  [["--quiet", "--subject", `a=sha256:${"0".repeat(64)}`], "--subject has no effect with --quiet"],
])("%j is refused, because an option has no effect", async (argv, sentence) => {
  const ran = await command(["check", "http://127.0.0.1:9", "--token", "x", ...argv]);
  expect(ran).toMatchObject({ status: 2, out: "", err: expect.stringContaining(sentence) });
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
      err: expect.stringContaining('"fuz" is not an option; did you mean "fuzz"?'),
    });
  });
});
