/** Faults in a fleet file: each is quoted with what would be correct, and nothing is sent. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command, folder } from "../testing/command.ts";
import { fleet } from "../testing/fleet-run.ts";
import { startProvider } from "../testing/scripted-provider.ts";
import { commandOf } from "./commander-options.ts";
import { readFleet } from "./fleet-file.ts";
import { fleetSchemaOf } from "./testing/option-schemas.ts";

const schema = fleetSchemaOf(commandOf("check"));

test("the schema of the file that ships is that of the options", async () => {
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot("fleet-file.schema.json");
});

test.each([
  "providers: { a: { token: sekret-value } }",
  "providers: sekret-value",
  "providers: [ { name: a, base-url: 'http://h', token: [sekret-value] } ]",
  "providers: [ { name: { token: sekret-value } } ]",
  "providers:\n  - token:sekret-value",
  "defaults: [ { token: sekret-value } ]",
  "defaults: { auth: sekret-value }\nproviders: [ { name: a, base-url: 'http://h' } ]",
])("nothing is quoted that may be a token: %s", async (text) => {
  const { status, err } = await fleet(text);
  expect([status, err]).toEqual([2, expect.not.stringContaining("sekret")]);
});

test("the page about fleets has every key of the file, and no other", () => {
  const page = readFileSync(new URL("../../docs/fleet.md", import.meta.url), "utf8");
  const rows = page.split("\n").slice(page.split("\n").findIndex((line) => line.startsWith("| keys")));
  const table = rows.slice(
    2,
    rows.findIndex((line) => !line.startsWith("|")),
  );
  const named = table.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, key]) => key));
  const { properties } = schema as {
    readonly properties: { readonly providers: { readonly items: { readonly properties: object } } };
  };
  expect(new Set(named)).toEqual(new Set(Object.keys(properties.providers.items.properties)));
});

describe("a fleet is wrong usage, and nothing is sent,", () => {
  const one = "- { name: a, base-url: http://127.0.0.1:9, token: x }";
  test.each([
    ["defaults: { strict: true }", 'there are no "providers"; give a list of them, such as `- name: staging`'],
    ["providers: []", '"providers" is an empty list; name at least one'],
    ["providers: { a: 1 }", '"providers" is a mapping; give a list'],
    ["provider: []", '"provider" is not an option; did you mean "providers"?'],
    [`defaults: { only: [nope] }\nproviders:\n${one}`, 'provider "a": "nope" selects nothing; give the id of'],
    [`defaults: { only: MUST, skip: MUST }\nproviders:\n${one}`, 'provider "a": The selection leaves no check to run'],
    [`providers: [1]`, "provider 1 is 1; give a mapping of keys to values"],
    [
      `providers:\n${one}\n${one}`,
      'the name "a" is given twice, to the providers 1 and 2; give each a name of its own',
    ],
    [
      "providers:\n- { base-url: http://h, token: x }",
      'provider 1 has no "name"; give each provider a name of its own',
    ],
    ["providers:\n- { name: a, token: x }", 'provider "a" has no "base-url"; give one, such as'],
    ["providers:\n- { name: a, base-url: nowhere, token: x }", 'provider "a": The base URL "nowhere"'],
    ["providers:\n- { name: a, base-url: http://h }", 'provider "a" has no token; give "token-file", "token-command"'],
    [
      "providers:\n- { name: a, base-url: http://h, tokn: x }",
      'provider "a", "tokn" is not an option; did you mean "token"?',
    ],
    [
      "providers:\n- { name: a, base-url: http://h, lables: x }",
      'provider "a", "lables" is not an option; did you mean "labels"?',
    ],
    [
      "providers:\n- { name: a, base-url: http://h, token: '${NOT_THERE}' }",
      'provider "a", "token" refers to ${NOT_THERE}, which is not set in the environment',
    ],
    [
      "providers:\n- { name: a, base-url: http://h, token: x, timeout: soon }",
      'provider "a": --timeout "soon" is not a whole',
    ],
    [
      "providers:\n- { name: a, base-url: http://h, token: x, may-fail: 1 }",
      'provider "a", "may-fail" is 1; give true or false',
    ],
    ["providers:\n- { name: a, base-url: http://h, token: x, out: reports }", 'provider "a", "out" is for check only'],
    [
      "providers:\n- { name: a, base-url: http://h, token-file: none.txt }",
      'provider "a": The token file "none.txt" cannot be read',
    ],
    [
      "providers:\n- { name: a, base-url: http://h, token: x, pacts: [a.json] }",
      'provider "a" has pacts or a broker, and a fleet leaves the contracts out; add `contracts: true`',
    ],
    [
      "providers:\n- { name: a, base-url: http://h, token: x, waivers: none.yaml }",
      'provider "a": The file "none.yaml" cannot be read',
    ],
    [`defaults: { base-url: http://h }\nproviders:\n${one}`, '"defaults", "base-url" belongs to each provider'],
    [`defaults: { strikt: true }\nproviders:\n${one}`, '"defaults", "strikt" is not an option; did you mean "strict"?'],
    [`may-fail: beta\nproviders:\n${one}`, 'no provider has the label "beta" that may fail; no provider has a label'],
    [
      "providers:\n- { name: a, base-url: http://h, token: x, may-fail: true }",
      "every provider may fail, so that nothing could fail the run",
    ],
  ])("%j", async (text, message) => {
    const ran = await fleet(text);
    expect(ran).toMatchObject({ status: 2, out: "", err: expect.stringContaining(message) });
    expect(ran.err).toMatch(/^(?:In the|The) fleet "/);
  });

  test("where a token is in the environment alone: it would be sent to every provider", async () => {
    const ran = await fleet("providers:\n- { name: a, base-url: http://127.0.0.1:9 }", { PLANT_STORE_TOKEN: "x" });
    expect(ran).toMatchObject({ status: 2, err: expect.stringContaining('provider "a" has no token') });
  });

  test("whatever the other providers are", async () => {
    await using server = await startProvider((_seen, response) => response.end());
    const ran = await fleet(
      `providers:\n- { name: a, base-url: "${server.url}", token: x }\n- { name: b, base-url: http://h, token: "\${NONE}" }`,
    );
    expect(ran.status).toBe(2);
    expect(server.seen).toEqual([]);
  });

  test("without a folder for the reports", async () => {
    expect(await command(["fleet", "fleet.yaml"])).toMatchObject({ status: 2, err: expect.stringContaining("--out") });
  });
});

test("the defaults allow waived failures of those that have waivers", async () => {
  const file = join(folder(), "fleet.yaml");
  const each = (name: string, more = ""): string => `- { name: ${name}, base-url: "http://h", token: x${more} }`;
  const own = ", waivers: known.yaml";
  writeFileSync(file, ["defaults: { allow-waived: true }", "providers:", each("a"), each("b", own)].join("\n"));
  const entries = readFleet(file, [], { env: {} });
  expect(entries.map(({ options }) => options.allowWaived)).toEqual([false, true]);
});
