/** Security and header fields that the suite does not know by itself: the user gives them. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command, folder } from "../testing/command.ts";

const credentials = `Basic ${Buffer.from("kiosk:geheim").toString("base64")}`;

function documentFile(own: object = { security: [{ shelf: [] }] }, ofOperation: object = {}): string {
  const json = (schema: object): object => ({ "application/json": { schema } });
  const named = { type: "object", required: ["title"], properties: { title: { type: "string" } } };
  const post = {
    ...ofOperation,
    requestBody: { required: true, content: json(named) },
    responses: { 200: { description: "ok", content: json(named) } },
  };
  const path = join(folder(), "shelf.json");
  const components = {
    securitySchemes: {
      shelf: { type: "http", scheme: "basic" },
      badge: { type: "apiKey", in: "header", name: "X-Badge" },
    },
  };
  const document = { openapi: "3.1.0", info: { title: "Shelf", version: "2" }, components, ...own };
  writeFileSync(path, JSON.stringify({ ...document, paths: { "/shelves": { post } } }));
  return path;
}

test("HTTP basic is sent with --header, and access control is not judged", async () => {
  const sent: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    sent.push(request.headers.authorization);
    request.resume().on("end", () => {
      const status = request.headers.authorization === credentials ? 200 : 401;
      response.writeHead(status, { "Content-Type": "application/json" }).end('{"title":"a"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const argv = ["check", url, "--document", documentFile(), "--only", "operation-exists,accepts-valid-plant"];
    const { status, out, err } = await command([...argv, "--header", `Authorization: ${credentials}`]);
    expect([status, err]).toEqual([0, ""]);
    expect(out).toMatch(/shelf at \/security is http basic/);
    expect(out).not.toContain(credentials.slice(6));
    expect(new Set(sent)).toEqual(new Set([credentials]));
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test("Authorization is refused where the suite sends its own", async () => {
  const ran = await command([
    "check",
    "http://127.0.0.1:9",
    "--token",
    "t",
    "--header",
    `Authorization: ${credentials}`,
  ]);
  expect(ran).toMatchObject({ status: 2, err: expect.stringContaining("give the token with --token-file") });
});

const requiring = (name: string, where = "header"): object => ({
  parameters: [{ name, in: where, required: true, schema: { type: "string" } }],
});

describe("a header field that the document requires", () => {
  const run = (ofOperation: object, ...more: readonly string[]): ReturnType<typeof command> =>
    command(["check", "http://127.0.0.1:9", "--document", documentFile({}, ofOperation), ...more]);

  test.each([
    [requiring("X-Branch"), /X-Branch has no value; give one with --header 'X-Branch: \.\.\.' or --header-file/],
    [requiring("visit", "cookie"), /Cookie has no value/],
    [requiring("User-Agent"), /the suite sets the header field User-Agent itself/],
    [requiring("page", "query"), /the query parameter "page" has no value; give --parameter "page=\.\.\."/],
  ])("and that is not given ends the run before anything is sent: %j", async (ofOperation, message) => {
    expect(await run(ofOperation)).toMatchObject({ status: 2, out: "", err: expect.stringMatching(message) });
  });

  test.each([
    [{}, requiring("X-Branch"), ["--header", "x-branch: north"]],
    [{}, requiring("visit", "cookie"), ["--header", "Cookie: visit=1"]],
    [{ security: [{ badge: [] }] }, requiring("x-badge"), ["--token", "north-gate-badge-7"]],
  ])("and that is given does not end the run: %j %j", async (own, ofOperation, more) => {
    const { err } = await command([
      "check",
      "http://127.0.0.1:9",
      "--document",
      documentFile(own, ofOperation),
      ...more,
    ]);
    expect(err).not.toContain("cannot be met");
  });

  test("does not stop what sends nothing", async () => {
    expect(await command(["list", "--document", documentFile({}, requiring("X-Branch"))])).toMatchObject({ status: 0 });
  });
});
