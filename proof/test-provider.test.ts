/** The provider that all others are based on answers as the document shows. Tested directly, without the suite. */
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { but, correct } from "./correct.ts";
import { integerOf, readJson } from "./json-text.ts";
import { startProvider } from "./test-provider.ts";

const token = "token-of-the-base";

interface Answered {
  readonly status: number;
  readonly mediaType: string | null;
  readonly headers: Headers;
  readonly body: string;
}

/** Posts a body. A header with the value null is omitted. */
async function post(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  replaced: Readonly<Record<string, string | null>> = {},
): Promise<Answered> {
  const usual = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const headers = Object.entries({ ...usual, ...replaced }).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, value]],
  );
  const response = await fetch(`${url}/plants`, {
    method: "POST",
    headers,
    body: typeof body === "string" ? new TextEncoder().encode(body) : body,
  });
  const mediaType = response.headers.get("content-type");
  return { status: response.status, mediaType, headers: response.headers, body: await response.text() };
}

const plant = (id: string, rest = ""): string => `{"id":${id},"name":"Fern"${rest}}`;

describe("a valid NewPlant", () => {
  test("is answered with 200 and its Plant, which has no id", async () => {
    await using base = await startProvider(correct, { token });
    expect(await post(base.url, plant("7", ',"tag":"tree"'))).toMatchObject({
      status: 200,
      mediaType: "application/json",
      body: '{"name":"Fern","tag":"tree"}',
    });
    expect((await post(base.url, plant("8"))).body).toBe('{"name":"Fern"}');
  });

  test.each(["1", "9223372036854775807", "9007199254740993", "0", "-9223372036854775808", "7.0", "70e-1", "1e18"])(
    "may have the id %s",
    async (id) => {
      await using base = await startProvider(correct, { token });
      expect((await post(base.url, plant(id))).status).toBe(200);
      expect((await post(base.url, plant(id))).status).toBe(409);
    },
  );

  test("beyond 2^53 is another than its neighbour, and the same as itself in another spelling", async () => {
    await using base = await startProvider(correct, { token });
    const statuses = [];
    for (const id of ["9007199254740992", "9007199254740993", "9007199254740993.0"]) {
      statuses.push((await post(base.url, plant(id))).status);
    }
    expect(statuses).toEqual([200, 200, 409]);
  });

  test("is answered behind a path prefix, and there alone", async () => {
    await using base = await startProvider(correct, { token, basePath: "/store/v1" });
    expect(base.url).toMatch(/\/store\/v1$/u);
    expect((await post(base.url, plant("7"))).status).toBe(200);
    expect((await post(base.url.replace("/store/v1", ""), plant("8"))).status).toBe(404);
  });

  test("is known by media type and scheme in any letter case", async () => {
    await using base = await startProvider(correct, { token });
    const spelled = { Authorization: `BEARER ${token}`, "Content-Type": "Application/JSON; charset=utf-8" };
    expect((await post(base.url, plant("7"), spelled)).status).toBe(200);
  });
});

describe("what is not a NewPlant is answered with 400 and an Error", () => {
  test.each([
    "",
    "{}",
    "[]",
    "null",
    '"Fern"',
    `[${plant("7")}]`,
    '{"id":7}',
    '{"name":"Fern"}',
    plant('"7"'),
    plant("7.5"),
    plant("null"),
    plant("true"),
    plant("[7]"),
    plant("9223372036854775808"),
    plant("-9223372036854775809"),
    plant("1e30"),
    plant("7", ',"tag":null'),
    plant("7", ',"tag":1'),
    '{"id":7,"name":null}',
    '{"ID":7,"name":"Fern"}',
    `${plant("7")} x`,
    plant("07"),
    plant("7", ","),
    `\u{feff}${plant("7")}`,
  ])("%j", async (body) => {
    await using base = await startProvider(correct, { token });
    const answer = await post(base.url, body);
    expect([answer.status, answer.mediaType]).toEqual([400, "application/json"]);
    expect(JSON.parse(answer.body)).toEqual({ error: 400, message: expect.any(String) });
    // The refused request stored nothing.
    expect((await post(base.url, plant("7"))).status).toBe(200);
  });

  test("and so are bytes that are not UTF-8", async () => {
    await using base = await startProvider(correct, { token });
    const body = Uint8Array.from(Buffer.concat([Buffer.from('{"id":7,"name":"'), Buffer.of(0xff), Buffer.from('"}')]));
    expect((await post(base.url, body)).status).toBe(400);
  });
});

describe("without the token", () => {
  test.each([null, "", "Bearer", "Bearer ", `Basic ${token}`, token, `Bearers ${token}`, "Bearer another"])(
    "with the Authorization %j the answer is 401 with a challenge, and nothing is kept",
    async (authorization) => {
      await using base = await startProvider(correct, { token });
      const answer = await post(base.url, plant("7"), { Authorization: authorization });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      expect(answer.body).not.toContain(token);
      expect((await post(base.url, plant("7"))).status).toBe(200);
    },
  );
});

test("other media types, methods and paths are answered with 415, 405 and 404", async () => {
  await using base = await startProvider(correct, { token });
  expect((await post(base.url, plant("7"), { "Content-Type": "text/plain" })).status).toBe(415);
  const get = await fetch(`${base.url}/plants`);
  expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
  expect((await fetch(`${base.url}/plants/`)).status).toBe(404);
});

test("a body in chunks, and one that waits for 100, is read; what is not HTTP is answered with 400", async () => {
  await using base = await startProvider(correct, { token });
  const raw = async (...parts: readonly string[]): Promise<string> => {
    const socket = connect(Number(new URL(base.url).port), "127.0.0.1");
    const came = text(socket);
    for (const part of parts) socket.write(part);
    return came;
  };
  const head = `POST /plants HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
  const body = plant("7");
  const chunked = await raw(
    `${head}Transfer-Encoding: chunked\r\n\r\n`,
    `5\r\n${body.slice(0, 5)}\r\n${(body.length - 5).toString(16)}\r\n${body.slice(5)}\r\n0\r\n\r\n`,
  );
  expect(chunked).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n\{"name":"Fern"\}$/u);
  const waiting = await raw(`${head}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`, body);
  expect(waiting).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 409 /u);
  expect(await raw("this is not HTTP\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 [^]*\{"error":400,"message":"[^"]+"\}$/u);
});

test("a step that is replaced changes that step alone", async () => {
  await using changed = await startProvider(but({ store: () => undefined }), { token });
  expect([(await post(changed.url, plant("7"))).status, (await post(changed.url, plant("7"))).status]).toEqual([
    200, 200,
  ]);
  expect((await post(changed.url, plant("null"))).status).toBe(400);
});

test("stopping closes the port and what is connected", async () => {
  const base = await startProvider(correct, { token });
  await post(base.url, plant("7"));
  await base.stop();
  await expect(fetch(base.url)).rejects.toThrow("fetch failed");
});

describe("JSON", () => {
  test.each([
    ["7", 7n],
    ["-0", 0n],
    ["7.0", 7n],
    ["70e-1", 7n],
    ["0.7e1", 7n],
    ["9007199254740993", 9007199254740993n],
    ["1E2", 100n],
    ["7.5", undefined],
    ["1e-400", undefined],
  ])("the number %s is %s as an integer", (source, expected) => {
    expect(integerOf(source)).toBe(expected);
  });

  test("numbers keep their text, and strings that look like one stay strings", () => {
    const value = readJson('{"a":1.50,"b":"1.50","n1":"s"}');
    const members = value.type === "object" ? value.members() : new Map();
    expect(members.get("a")).toEqual({ type: "number", source: "1.50" });
    expect(members.get("b")).toEqual({ type: "string", value: "1.50" });
    expect(members.get("n1")).toEqual({ type: "string", value: "s" });
  });
});
