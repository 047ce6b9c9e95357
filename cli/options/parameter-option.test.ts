/** `--parameter`: the values of parameters in the path and the query of the operation. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command, folder } from "../testing/command.ts";

const json = (schema: object): object => ({ "application/json": { schema } });
const bed = { type: "object", required: ["title"], properties: { title: { type: "string" } } };

function documentFile(path = "/gardens/{garden}/beds"): string {
  const parameters = [
    { name: "garden", in: "path", required: true, schema: { type: "string" } },
    { name: "season of", in: "query", required: true, schema: { type: "string" } },
    { name: "draft", in: "query", schema: { type: "boolean" } },
  ];
  const post = {
    requestBody: { required: true, content: json(bed) },
    responses: { 200: { description: "ok", content: json(bed) } },
  };
  const file = join(folder(), "beds.json");
  const document = { openapi: "3.1.0", info: { title: "Beds", version: "2" }, paths: { [path]: { parameters, post } } };
  writeFileSync(file, JSON.stringify(document));
  return file;
}

/** Checks a server that answers everything, and returns the targets of the requests. */
async function targetsOf(argv: readonly string[]): Promise<ReadonlySet<string | undefined>> {
  const sent = new Set<string | undefined>();
  const server = createServer((request, response) => {
    sent.add(request.url);
    request.resume().on("end", () => response.setHeader("Content-Type", "application/json").end('{"title":"a"}'));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const ran = await command(["check", url, "--document", documentFile(), ...argv]);
    expect(ran).toMatchObject({ status: 0, err: "" });
    return sent;
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

describe("--parameter", () => {
  test("fills the path and the query, percent-encoded", async () => {
    const only = ["--only", "accepts-valid-plant"];
    const targets = await targetsOf(["--parameter", "garden=a/b?é", "--parameter", "season of=x&y=z", ...only]);
    expect(targets).toEqual(new Set(["/v1/gardens/a%2Fb%3F%C3%A9/beds?season%20of=x%26y%3Dz"]));
  });

  test("is kept beside the query that a check adds", async () => {
    const given = ["--parameter", "garden=7", "--parameter", "season of=", "--parameter", "draft=true"];
    const targets = await targetsOf([...given, "--only", "unknown-query,trailing-slash"]);
    const query = "?season%20of=&draft=true";
    expect(targets).toContain(`/v1/gardens/7/beds${query}&colour=green`);
    expect(targets).toContain(`/v1/gardens/7/beds/${query}`);
  });

  test.each([
    [[], /the path parameter "garden" has no value; give --parameter "garden=\.\.\." --parameter "season of=\.\.\."/],
    [["garden=7"], /the query parameter "season of" has no value; give --parameter "season of=\.\.\."\n/],
    [
      ["gardn=7"],
      /"gardn" is not in the path or the query of the operation; those there are "garden", "season of", "draft"/,
    ],
    [["garden=.."], /"garden" cannot be "\.\.", which leads to another path/],
    [["garden="], /"garden" cannot be "", which leads to another path/],
    [["garden"], /--parameter "garden" is not NAME=VALUE/],
    [["garden=7", "garden=8"], /--parameter "garden" is given twice/],
  ])("ends the run before anything is sent where it cannot be used: %j", async (given, message) => {
    const argv = given.flatMap((one) => ["--parameter", one]);
    const ran = await command(["check", "http://127.0.0.1:9", "--document", documentFile(), ...argv]);
    expect(ran).toMatchObject({ status: 2, out: "", err: expect.stringMatching(message) });
  });

  test("is not needed by what sends nothing", async () => {
    const { status, out } = await command(["list", "--document", documentFile(), "--requests"]);
    expect([status, out.includes("/gardens/{garden}/beds")]).toEqual([0, true]);
  });

  test("has no effect without --document", async () => {
    const ran = await command(["check", "http://127.0.0.1:9", "--token", "t", "--parameter", "garden=7"]);
    expect(ran).toMatchObject({ status: 2, err: expect.stringContaining("--parameter has no effect without") });
  });

  test("may name what the path names and the document does not describe", async () => {
    const file = documentFile("/gardens/{plot}/beds");
    const ran = await command(["check", "http://127.0.0.1:9", "--document", file, "--parameter", "season of=1"]);
    expect(ran.err).toContain('the path parameter "plot" has no value');
  });
});
