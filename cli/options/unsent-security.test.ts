/** Documents with security that the suite does not send by itself: the user gives its header field. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command, folder } from "../testing/command.ts";

const credentials = `Basic ${Buffer.from("kiosk:geheim").toString("base64")}`;

function documentFile(): string {
  const json = (schema: object): object => ({ "application/json": { schema } });
  const named = { type: "object", required: ["title"], properties: { title: { type: "string" } } };
  const post = {
    requestBody: { required: true, content: json(named) },
    responses: { 200: { description: "ok", content: json(named) } },
  };
  const path = join(folder(), "shelf.json");
  const components = { securitySchemes: { shelf: { type: "http", scheme: "basic" } } };
  const document = { openapi: "3.1.0", info: { title: "Shelf", version: "2" }, security: [{ shelf: [] }], components };
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
