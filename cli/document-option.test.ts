/**
 * `--document`: runs and lists use another document, and one that cannot be used is refused before anything is sent.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { shipped } from "../spec/shipped-yaml.ts";
import { command, folder } from "./testing/command.ts";

const into = folder();
const text = shipped("openapi.yaml");

function fileOf(name: string, content: string): string {
  const file = join(into, name);
  writeFileSync(file, content);
  return file;
}

/** The suite's document, without security and with another success status. */
function another(): string {
  const document = parse(text) as { paths: { "/plants": { post: { responses: Record<string, unknown> } } } };
  const { post } = document.paths["/plants"];
  const { 200: success, ...others } = post.responses;
  post.responses = { 201: success, ...others };
  return fileOf("another.yaml", stringify({ ...document, security: [] }));
}

test("list shows the same for the document that ships, given or not", async () => {
  const file = fileOf("shipped.yaml", text);
  const [usual, given] = [
    await command(["list", "--requests"]),
    await command(["list", "--requests", "--document", file]),
  ];
  expect(usual.status).toBe(0);
  expect(given).toEqual(usual);
});

test("list shows what another document leaves nothing to ask for", async () => {
  const { status, out } = await command(["list", "--document", another(), "--only", "requires-authorization"]);
  expect([status, out]).toEqual([0, expect.stringContaining("not applicable: the document asks for no token")]);
});

test.each([
  [["--operation", "createPlant"], "--operation has no effect without --document"],
  [["--overlay", "overlay.yaml"], "--overlay has no effect without --document"],
  [["--document", join(into, "nowhere.yaml")], "cannot be read"],
  [["--document", fileOf("text.yaml", "info: 2")], 'text.yaml": The document is not an OpenAPI document'],
  [["--document", fileOf("json.json", "{")], "is neither YAML nor JSON"],
  [
    ["--document", fileOf("of.yaml", text), "--overlay", fileOf("overlay.yaml", "id: 1")],
    'overlay.yaml" cannot be used: it must NOT have additional properties: "id"',
  ],
  [
    ["--document", fileOf("of.yaml", text), "--operation", "addPlant"],
    "is called addPlant. The document has createPlant (/plants)",
  ],
])("check %j is wrong usage, and nothing is sent", async (argv, message) => {
  const { status, err } = await command(["check", "http://127.0.0.1:9", "--token", "t", ...argv]);
  expect([status, err.replaceAll(/\s+/gu, " ")]).toEqual([2, expect.stringContaining(message)]);
});

test("what is expected and waived is named as the document has it", async () => {
  const document = parse(text) as { paths: { "/plants": { post: { responses: Record<string, unknown> } } } };
  const { responses } = document.paths["/plants"].post;
  const shows401 = fileOf(
    "401.yaml",
    stringify({
      ...document,
      paths: {
        "/plants": { post: { ...document.paths["/plants"].post, responses: { ...responses, 401: responses["400"] } } },
      },
    }),
  );
  const waivers = fileOf("waivers.yaml", "- { id: error-shape/every-401, reason: known, expires: 2999-12-31 }");
  const argv = ["check", "http://127.0.0.1:9", "--token", "t", "--wait", "0"];
  const waived = await command([...argv, "--waivers", waivers, "--document", shows401, "--no-contracts"]);
  expect(waived.status).toBe(3);
  const unknown = await command([...argv, "--waivers", waivers]);
  expect([unknown.status, unknown.err]).toEqual([2, expect.stringContaining("names no requirement and no check")]);
  const pinned = await command([...argv, "--expect", "missing-token=401", "--document", shows401]);
  expect([pinned.status, pinned.err]).toEqual([2, expect.stringContaining("names a MUST")]);
});

test.each([
  [["check"], ["--pacts", join(into, "no-pact.json")], 'The pact "'],
  [
    ["contracts"],
    [],
    "The contracts that ship are of version 1.0.0 and are left out for another document; give your own",
  ],
])("%j with another document and %j is wrong usage", async (name, argv, message) => {
  const { status, err } = await command([...name, "http://127.0.0.1:9", "--document", another(), ...argv]);
  expect([status, err.replaceAll(/\s+/gu, " ")]).toEqual([2, expect.stringContaining(message)]);
});
