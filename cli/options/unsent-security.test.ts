/** Security and header fields that the suite does not know by itself: the user gives them. */
import { createServer, type IncomingMessage } from "node:http";
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
      ticket: { type: "apiKey", in: "query", name: "ticket" },
      stub: { type: "apiKey", in: "cookie", name: "stub" },
    },
  };
  const document = { openapi: "3.1.0", info: { title: "Shelf", version: "2" }, components, ...own };
  writeFileSync(path, JSON.stringify({ ...document, paths: { "/shelves": { post } } }));
  return path;
}

/** Checks a server that lets in the requests for which this is true, and returns what the command showed. */
async function checked(
  isLetIn: (request: IncomingMessage) => boolean,
  ...argv: readonly string[]
): ReturnType<typeof command> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(isLetIn(request) ? 200 : 401, { "Content-Type": "application/json" }).end('{"title":"a"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return await command(["check", url, "--only", "operation-exists,accepts-valid-plant", ...argv]);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

test("HTTP basic is sent with --header, and access control is not judged", async () => {
  const isLetIn = ({ headers }: IncomingMessage): boolean => headers.authorization === credentials;
  const given = ["--document", documentFile(), "--header", `Authorization: ${credentials}`];
  const { status, out, err } = await checked(isLetIn, ...given);
  expect([status, err]).toEqual([0, ""]);
  expect(out).toMatch(/shelf at \/security is http basic/);
  expect(out).not.toContain(credentials.slice(6));
});

const requiring = (name: string, where = "header"): object => ({
  parameters: [{ name, in: where, required: true, schema: { type: "string" } }],
});

describe("the request with no field but those of the document", () => {
  const badge = "Badge-81-nord";
  const only = ["--only", "needs-no-other-headers", "--report", "json=-"];

  test.each<readonly [string, object, object, readonly [string, string]]>([
    ["a required header field", {}, requiring("X-Ward"), ["x-ward", badge]],
    ["a required cookie", {}, requiring("ward", "cookie"), ["Cookie", `ward=${badge}`]],
    ["HTTP basic", { security: [{ shelf: [] }] }, {}, ["Authorization", credentials]],
    ["a key in a cookie", { security: [{ stub: [] }] }, {}, ["cookie", `stub=${badge}`]],
    ["a key in a header field", { security: [{ badge: [] }] }, {}, ["x-badge", badge]],
  ])("has %s that the document demands", async (_what, own, ofOperation, [name, value]) => {
    const isLetIn = ({ headers }: IncomingMessage): boolean => headers[name.toLowerCase()] === value;
    const given = ["--document", documentFile(own, ofOperation), "--no-auth", "--header", `${name}: ${value}`];
    const { status, out } = await checked(isLetIn, ...given, ...only);
    expect(JSON.parse(out)).toMatchObject({ verdict: "selection-met" });
    expect(status).toBe(0);
  });

  test("leaves out those that the document does not demand", async () => {
    const wards = new Set<unknown>();
    const isLetIn = ({ headers }: IncomingMessage): boolean => {
      if (headers["x-floor"] === undefined) wards.add(headers["x-ward"]);
      return headers["x-ward"] === badge;
    };
    const given = ["--document", documentFile({}, requiring("X-Ward")), "-H", `x-ward: ${badge}`, "-H", "X-Floor: 3"];
    expect(await checked(isLetIn, ...given, ...only)).toMatchObject({ status: 0 });
    expect([...wards]).toEqual([badge]);
  });
});

test("a key in the query is sent with --parameter and kept out of reports, and access control is not judged", async () => {
  const isLetIn = ({ url = "" }: IncomingMessage): boolean => url.includes("?ticket=north%20gate%20ticket%207");
  const document = documentFile({ security: [{ ticket: [] }] });
  const given = ["--document", document, "--parameter", "ticket=north gate ticket 7"];
  const { status, out, err } = await checked(isLetIn, ...given, "--report", "json=-");
  expect([status, err]).toEqual([0, ""]);
  expect(out).toContain('which the suite does not send itself; give the key with --parameter \\"ticket=...\\"');
  expect(out).not.toMatch(/north.{0,3}gate/);
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
