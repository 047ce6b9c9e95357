import type { HeaderFields } from "../../http/message.ts";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isSafeText } from "../../result/safe-text.ts";
import { curlCommand } from "./curl-command.ts";
import type { RecordedRequest } from "../../result/result.ts";
import { needs, skipFor } from "../../proof/gate/skips.ts";

const token = `a"b$c\`d'e!%s\\n`;

const ordinaryHeaders: HeaderFields = [
  ["Authorization", "Bearer $PLANT_STORE_TOKEN"],
  ["Content-Type", "application/json"],
];

function post(content: string, other: Partial<RecordedRequest> = {}): RecordedRequest {
  return {
    method: "POST",
    url: "http://127.0.0.1:1/plants",
    headers: ordinaryHeaders,
    body: { encoding: "utf-8", content, size: Buffer.byteLength(content) },
    framing: "content-length",
    ...other,
  };
}

function bytes(...values: number[]): RecordedRequest["body"] {
  return { encoding: "base64", content: Buffer.from(values).toString("base64"), size: values.length };
}

describe("the command as text", () => {
  it("is written as a person would write it where nothing needs care", () => {
    expect(curlCommand(post('{"id":1,"name":"Fern"}'), 0)).toBe(
      `curl -sS -i -X POST http://127.0.0.1:1/plants -H "Authorization: Bearer $PLANT_STORE_TOKEN"` +
        ` -H 'Content-Type: application/json' -H 'Accept:' -H 'User-Agent:' --data-raw '{"id":1,"name":"Fern"}'`,
    );
  });

  it("writes a body with some characters that a terminal obeys as text, and other bytes in base64", () => {
    expect(curlCommand(post('-{"id":1,\n"name":"50% \\\\"}'), 0)).toMatch(
      /^printf '\\055\{"id":1,\\012"name":"50%% \\\\\\\\"\}' \| curl .* --data-binary @-$/,
    );
    expect(curlCommand(post("", { body: bytes(...Array<number>(40).fill(0xff)) }), 0)).toMatch(
      /^printf '%s' '\/+w==' \| base64 -d \| curl /,
    );
  });

  it("names a body of more than 4 KiB instead of writing it out", () => {
    const command = curlCommand(post("x".repeat(4097)), 12);
    expect(command).toContain("# save the body, 4097 bytes in result.json, exchanges[12].request.body, as body-12\n");
    expect(command).toContain("--data-binary @body-12");
    expect(command).not.toContain("xxxx");
  });

  it("names a body of which only the first part was recorded", () => {
    const body = { encoding: "utf-8", content: "x", size: 4, sha256: "0".repeat(64) } as const;
    expect(curlCommand(post("", { body }), 3)).toContain("--data-binary @body-3");
  });

  it("is one line for every body that is written out", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (body) => !curlCommand(post(body), 0).includes("\n")));
  });

  it("says so when a URL cannot be shown", () => {
    const command = curlCommand(post("{}", { url: "http://127.0.0.1:1/\u202e" }), 5);
    expect(command).toBe("# the request cannot be written as a command: result.json, exchanges[5].request");
  });

  it("asks for no body in answer to HEAD", () => {
    expect(curlCommand(post("", { method: "HEAD", body: null }), 0)).toContain("curl -sS --head http://");
  });

  it("speaks HTTP/1.1 over TLS, as the suite does", () => {
    expect(curlCommand(post("{}", { url: "https://plants.example/plants" }), 0)).toContain("--http1.1");
  });
});

describe("quoting", () => {
  it("gives the shell back every body that it is given", () => {
    // A body that a CI log would obey is given in another way.
    const bodies = fc.sample(fc.string({ unit: "grapheme-ascii", maxLength: 30 }).filter(isSafeText), 300);
    const dataOf = (body: string): string => curlCommand(post(body), 0).split(" --data-raw ")[1] ?? "";
    const script = bodies.map((body) => `printf '%s\\0' ${dataOf(body)}`).join("\n");
    expect(execFileSync("sh", ["-c", script], { encoding: "utf-8" }).split("\0").slice(0, -1)).toEqual(bodies);
  });
});

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
if (!hasCurl)
  process.stderr.write("curl-command.test.ts: there is no curl on this machine, so its commands are not run\n");

/** What a server saw of one request. */
interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

async function read(request: IncomingMessage): Promise<Seen> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { rawHeaders } = request;
  const headers = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ""] as const] : []));
  return { method: request.method ?? "", url: request.url ?? "", headers, body: Buffer.concat(chunks) };
}

describe("the command run by sh and curl", () => {
  skipFor(hasCurl ? undefined : needs("curl"));
  let server: Server;
  let seen: Seen[] = [];
  let base = "";
  const home = mkdtempSync(join(tmpdir(), "curl-test-"));

  beforeAll(async () => {
    server = createServer((request, response) => {
      void read(request).then((one) => {
        seen.push(one);
        response.end("{}");
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    server.close();
    rmSync(home, { recursive: true });
  });

  async function run(request: RecordedRequest): Promise<Seen> {
    seen = [];
    const env = { PATH: process.env["PATH"], HOME: home, PLANT_STORE_TOKEN: token };
    const child = spawn("sh", ["-c", curlCommand(request, 0)], { cwd: home, env });
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(code).toBe(0);
    expect(seen).toHaveLength(1);
    return seen[0] ?? expect.fail("nothing was sent");
  }

  /** Everything but what HTTP itself needs. */
  function asked(one: Seen): readonly (readonly [string, string])[] {
    return one.headers.filter(([name]) => !["host", "content-length"].includes(name.toLowerCase()));
  }

  it("sends the headers as recorded and no others, with the token in its place", async () => {
    const one = await run(post("{}", { url: `${base}/store/v1/plants?x=1&y=$HOME` }));
    expect(one.method).toBe("POST");
    expect(one.url).toBe("/store/v1/plants?x=1&y=$HOME");
    expect(asked(one)).toEqual([
      ["Authorization", `Bearer ${token}`],
      ["Content-Type", "application/json"],
    ]);
  });

  it.each([
    ["quotes", `{"name":"it's \\"so\\""}`],
    ["a command substitution", `{"name":"$(touch pwned)"}`],
    ["backticks", '{"name":"`touch pwned`"}'],
    ["a variable", `{"name":"$PLANT_STORE_TOKEN \${HOME}"}`],
    ["a history expansion", '{"name":"Fern!!"}'],
    ["a format", '{"name":"100%s %d\\\\"}'],
    ["a line feed and a tab", '{\n\t"name": "Fern"\r\n}'],
    ["Unicode", '{"name":"Fougère 蕨 🌿"}'],
    ["what a terminal would hide", '{"name":"a\u200bb\u202ec\u0000"}'],
    ["a leading @", "@/etc/hostname"],
    ["a log command", '{"name":"##vso[task.complete]"}'],
    ["nothing", ""],
  ])("sends a body with %s byte for byte", async (_, body) => {
    const one = await run(post(body, { url: `${base}/plants` }));
    expect(one.body.toString("utf-8")).toBe(body);
    expect(one.headers).toContainEqual(["Content-Length", String(Buffer.byteLength(body))]);
  });

  it("sends bytes that are not UTF-8", async () => {
    const one = await run(post("", { url: `${base}/plants`, body: bytes(0x7b, 0xff, 0x00, 0x0a, 0x7d) }));
    expect([...one.body]).toEqual([0x7b, 0xff, 0x00, 0x0a, 0x7d]);
  });

  it("says Content-Length: 0 for a POST without a body, and declares no media type of its own", async () => {
    const headers: HeaderFields = [["Authorization", "Bearer $PLANT_STORE_TOKEN"]];
    const one = await run(post("", { url: `${base}/plants`, body: null, headers }));
    expect(asked(one)).toEqual([["Authorization", `Bearer ${token}`]]);
    expect(one.headers).toContainEqual(["Content-Length", "0"]);
  });

  it("sends a body in chunks, without waiting for 100 Continue", async () => {
    const one = await run(post('{"id":1}', { url: `${base}/plants`, framing: "chunked" }));
    expect(asked(one)).toEqual([
      ["Authorization", `Bearer ${token}`],
      ["Content-Type", "application/json"],
      ["Transfer-Encoding", "chunked"],
    ]);
    expect(one.headers.map(([name]) => name)).not.toContain("Content-Length");
    expect(one.body.toString("utf-8")).toBe('{"id":1}');
  });

  it("sends odd header values: empty, twice, quotes, Latin-1, the token among other marks", async () => {
    const headers: HeaderFields = [
      ["Authorization", "Token=$PLANT_STORE_TOKEN;$(id)!"],
      ["X-Next-To-A-Letter", "$PLANT_STORE_TOKENs"],
      ["X-Empty", ""],
      ["X-Twice", "1"],
      ["X-Twice", `it's "2"`],
      ["X-Latin", "caf\u00e9 100% $PLANT_STORE_TOKEN"],
      ["Content-Type", "Application/JSON; charset=utf-8"],
    ];
    const one = await run(post("{}", { url: `${base}/plants`, headers }));
    expect(asked(one)).toEqual([
      ["Authorization", `Token=${token};$(id)!`],
      ["X-Next-To-A-Letter", `${token}s`],
      ["X-Empty", ""],
      ["X-Twice", "1"],
      ["X-Twice", `it's "2"`],
      ["X-Latin", `caf\u00e9 100% ${token}`],
      ["Content-Type", "Application/JSON; charset=utf-8"],
    ]);
  });

  it.each(["GET", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"])("sends %s without a body", async (method) => {
    const one = await run(post("", { url: `${base}/plants`, method, body: null, headers: [] }));
    expect(one.method).toBe(method);
    expect(asked(one)).toEqual([]);
    expect(one.body).toHaveLength(0);
  });

  it("leaves dot segments and brackets of a URL alone", async () => {
    const one = await run(post("{}", { url: `${base}/a/../plants/[1-3]/{x,y}` }));
    expect(one.url).toBe("/a/../plants/[1-3]/{x,y}");
  });

  it("sends a long body from the file that the comment names", async () => {
    const body = "x".repeat(5000);
    writeFileSync(join(home, "body-0"), body);
    expect((await run(post(body, { url: `${base}/plants` }))).body.toString("utf-8")).toBe(body);
  });
});
