/** `fleet` judges by the document of the file's defaults. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { startServer } from "../reference-impl/server.ts";
import { packageFile } from "../spec/package-file.ts";
import { shipped } from "../spec/shipped-yaml.ts";
import { folder } from "./testing/command.ts";
import { fleet } from "./testing/fleet-run.ts";
import { startProvider } from "./testing/scripted-provider.ts";

const isResult = new Ajv2020({ strict: false }).compile(JSON.parse(packageFile("result/fleet.schema.json")) as object);
const token = "token-of-a-fleet";

/** The suite's document, with 201 as the success status. */
function withCreated(): string {
  const document = parse(shipped("openapi.yaml")) as {
    paths: { "/plants": { post: { responses: Record<string, unknown> } } };
  };
  const { post } = document.paths["/plants"];
  const { 200: success, ...others } = post.responses;
  post.responses = { 201: success, ...others };
  const file = join(folder(), "created.yaml");
  writeFileSync(file, stringify(document));
  return file;
}

/** A fleet file with one provider, which answers 200. */
function fileOf(url: string, defaults: string, own = ""): string {
  return `defaults: { only: accepts-valid-plant${defaults} }
providers:
- name: of version 1
  base-url: ${url}
  token: ${token}
${own}`;
}

describe("a provider that keeps the document that ships", () => {
  test("breaks another one of the defaults, and fleet.json names that document", async () => {
    await using server = await startServer({ token });
    const file = withCreated();
    const { status, result } = await fleet(fileOf(server.url, `, document: ${JSON.stringify(file)}`));
    expect(status).toBe(1);
    const { specification, requirements, providers } = result();
    expect(isResult(result()), JSON.stringify(isResult.errors)).toBe(true);
    expect(specification.another).toEqual({ path: "/plants" });
    expect(requirements.find(({ id }) => id === "accepts-valid-plant")?.statement).toContain("201");
    expect(providers[0].statuses["accepts-valid-plant"]).toBe("failed");
  });

  test("meets its own, of which fleet.json says nothing more", async () => {
    await using server = await startServer({ token });
    const { status, result } = await fleet(fileOf(server.url, ""));
    expect(status).toBe(0);
    expect(Object.keys(result().specification)).toEqual(["version", "sha256"]);
  });
});

test.each([
  [
    "a document of one provider",
    "",
    "  document: created.yaml",
    '"document" belongs to the defaults: a fleet is judged by one document',
  ],
  ["a document that is not there", ", document: nowhere.yaml", "", '"defaults": '],
  [
    "an overlay without a document",
    ", overlay: overlay.yaml",
    "",
    '"defaults": --overlay has no effect without --document',
  ],
])("%s ends the command before anything is sent", async (_what, defaults, own, words) => {
  let requests = 0;
  await using provider = await startProvider((_seen, response) => {
    requests += 1;
    response.end();
  });
  const { status, err } = await fleet(fileOf(provider.url, defaults, own));
  expect(status).toBe(2);
  expect(err).toContain(words);
  expect(err).toMatch(/^.*In the fleet "/);
  expect(requests).toBe(0);
});
