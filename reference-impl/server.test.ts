import { describe, expect, it } from "vitest";
import {
  ask,
  chunk,
  open,
  post,
  request,
  startTestServer,
  TOKEN,
  errorStatus,
  type Fields,
} from "./testing/raw-client.ts";

const plant = (id: number | string, rest: string = ""): string => `{"id":${id},"name":"Fern"${rest}}`;

describe("create plant", () => {
  it("answers a NewPlant with 200 and its Plant in application/json", async () => {
    await using server = await startTestServer();
    const answer = await ask(server, post(plant(1, ',"tag":"indoor"')));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.body).toBe('{"name":"Fern","tag":"indoor"}');
  });

  it("gives text beyond ASCII back in UTF-8", async () => {
    await using server = await startTestServer();
    const answer = await ask(server, post('{"id":1,"name":"🌵 e\u0301","tag":"עץ"}'));
    expect(JSON.parse(answer.body)).toEqual({ name: "🌵 e\u0301", tag: "עץ" });
  });

  it("needs nothing but Host, Authorization, Content-Type and the framing", async () => {
    await using server = await startTestServer();
    const head = `POST /plants HTTP/1.1\r\nhost: x\r\nauthorization: bearer ${TOKEN}\r\ncontent-type: application/json\r\n`;
    expect((await ask(server, `${head}content-length: 22\r\n\r\n{"id":1,"name":"Fern"}`)).status).toBe(200);
  });

  it("answers with 400 and an Error what is not a NewPlant", async () => {
    await using server = await startTestServer();
    for (const body of [
      "",
      "{",
      "[]",
      '{"id":1}',
      plant('"1"'),
      plant(1.5),
      plant(1, ',"tag":null'),
      plant(1, ',"id":2'),
    ]) {
      expect(errorStatus(await ask(server, post(body)))).toBe(400);
    }
    expect(errorStatus(await ask(server, post(Buffer.from([0xff]))))).toBe(400);
    expect(errorStatus(await ask(server, post("", { "Content-Length": undefined })))).toBe(400);
  });

  it("answers with 409 and an Error for an id that is taken", async () => {
    await using server = await startTestServer();
    expect((await ask(server, post(plant(1)))).status).toBe(200);
    expect(errorStatus(await ask(server, post(plant("1.0"))))).toBe(409);
  });

  it("answers a request that waits for 100 Continue, and asks it to continue first", async () => {
    await using server = await startTestServer();
    const body = plant(1);
    const connection = await open(server.port);
    connection.write(post("", { "Content-Length": String(body.length), Expect: "100-continue" }));
    expect((await connection.next())?.status).toBe(100);
    connection.write(body);
    expect((await connection.next())?.status).toBe(200);
    connection.socket.destroy();
  });

  it("takes a chunked body with extensions and trailers, the first chunk split anywhere", async () => {
    await using server = await startTestServer();
    const connection = await open(server.port);
    connection.write(post("", { "Content-Length": undefined, "Transfer-Encoding": "chunked" }));
    for (const byte of `5;x=y\r\n${plant(1).slice(0, 5)}\r\n`) connection.write(byte);
    connection.write(`${chunk(plant(1).slice(5))}0\r\nX-Trailer: 1\r\n\r\n`);
    expect((await connection.next())?.status).toBe(200);
    connection.socket.destroy();
  });

  it("takes a body of very many one-byte chunks", async () => {
    await using server = await startTestServer();
    const name = "x".repeat(5_000);
    const chunks = `{"id":1,"name":"${name}"}`.split("").map(chunk).join("");
    const fields = { "Content-Length": undefined, "Transfer-Encoding": "chunked" };
    const answer = await ask(server, post(`${chunks}0\r\n\r\n`, fields));
    expect(answer.body).toBe(`{"name":"${name}"}`);
  });

  it("answers pipelined requests in their order, refused ones between them", async () => {
    await using server = await startTestServer();
    const connection = await open(server.port);
    connection.write(
      Buffer.concat([post(plant(1)), post("{"), request("GET /plants"), post(plant(1)), post(plant(2))]),
    );
    const statuses = [];
    for (let at = 0; at < 5; at += 1) statuses.push((await connection.next())?.status);
    expect(statuses).toEqual([200, 400, 405, 409, 200]);
    connection.socket.destroy();
  });

  it("does not mix parallel requests", async () => {
    await using server = await startTestServer();
    const names = Array.from({ length: 100 }, (_, at) => `plant ${at}`);
    const answers = await Promise.all(names.map((name, id) => ask(server, post(JSON.stringify({ id, name })))));
    expect(answers.map(({ body }) => body)).toEqual(names.map((name) => JSON.stringify({ name })));
  });

  it("refuses an id of a million digits and reads past deep nesting, in a time that grows with their length", async () => {
    await using server = await startTestServer();
    const began = performance.now();
    expect(errorStatus(await ask(server, post(plant("1".repeat(1_000_000)))))).toBe(400);
    expect(errorStatus(await ask(server, post(plant("1e999999999"))))).toBe(400);
    const deep = `${"[".repeat(500_000)}${"]".repeat(500_000)}`;
    expect((await ask(server, post(plant(1, `,"x":${deep}`)))).status).toBe(200);
    // This takes well below a second on an idle machine. Time that grows with the square of the length would be
    // minutes.
    expect(performance.now() - began).toBeLessThan(30_000);
  });

  it("answers while a thousand connections are idle", async () => {
    // None of the idle connections ends before the answer, so a server that waits for one never answers.
    await using server = await startTestServer({ requestTimeoutMs: 3_600_000 });
    const idle = await Promise.all(Array.from({ length: 1_000 }, () => open(server.port)));
    expect((await ask(server, post(plant(1)))).status).toBe(200);
    for (const { socket } of idle) socket.destroy();
  });
});

describe("another request", () => {
  it("is answered with 404 or 405 and an Error", async () => {
    await using server = await startTestServer();
    expect(errorStatus(await ask(server, post(plant(1), {}, "/plants/")))).toBe(404);
    expect(errorStatus(await ask(server, request("GET /")))).toBe(404);
    expect(errorStatus(await ask(server, request("OPTIONS *")))).toBe(404);
    const answer = await ask(server, request("GET /plants"));
    expect(errorStatus(answer)).toBe(405);
    expect(answer.headers.get("allow")).toBe("POST");
  });

  it("of method HEAD is answered without a body", async () => {
    await using server = await startTestServer();
    const connection = await open(server.port);
    connection.write(request("HEAD /plants", { Connection: "close" }));
    let text = "";
    for await (const data of connection.socket) text += String(data);
    expect(text).toMatch(/^HTTP\/1\.1 405 [^]*\r\n\r\n$/);
  });

  it("of another content type is answered with 400 and an Error", async () => {
    await using server = await startTestServer();
    const types = ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1", undefined];
    for (const type of types)
      expect(errorStatus(await ask(server, post(plant(1), { "Content-Type": type })))).toBe(400);
    expect(errorStatus(await ask(server, post(plant(1), { "Content-Encoding": "gzip" })))).toBe(400);
  });

  it("without a Host is answered with 400 and an Error", async () => {
    await using server = await startTestServer();
    expect(errorStatus(await ask(server, post(plant(1), { Host: undefined })))).toBe(400);
    expect(errorStatus(await ask(server, post(plant(1), { Host: ["a", "b"] })))).toBe(400);
  });

  it("that offers an upgrade is answered as if it did not", async () => {
    await using server = await startTestServer();
    const offer = { Connection: "Upgrade, HTTP2-Settings", Upgrade: "h2c", "HTTP2-Settings": "AAMAAABkAAQAAP__" };
    const connection = await open(server.port);
    connection.write(post(plant(1), offer));
    expect((await connection.next())?.status).toBe(200);
    connection.write(request("GET /plants", offer));
    expect(errorStatus(await connection.next())).toBe(405);
    connection.write(post(plant(2)));
    expect((await connection.next())?.status).toBe(200);
    connection.socket.destroy();
  });
});

describe("authentication", () => {
  it.each<[string, Fields, string]>([
    ["no Authorization", { Authorization: undefined }, 'Bearer realm="plant store"'],
    ["no token", { Authorization: "Bearer" }, 'Bearer realm="plant store"'],
    ["another scheme", { Authorization: `Basic ${TOKEN}` }, 'Bearer realm="plant store"'],
    ["no scheme", { Authorization: TOKEN }, 'Bearer realm="plant store"'],
    ["two fields", { Authorization: [`Bearer ${TOKEN}`, `Bearer ${TOKEN}`] }, 'Bearer realm="plant store"'],
    ["another token", { Authorization: `Bearer ${TOKEN}x` }, 'Bearer realm="plant store", error="invalid_token"'],
  ])("with %s is refused with 401, an Error and a challenge, and adds nothing", async (_words, fields, challenge) => {
    await using server = await startTestServer();
    const answer = await ask(server, post(plant(1), fields));
    expect(errorStatus(answer)).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe(challenge);
    expect(JSON.stringify([answer.body, ...answer.headers])).not.toContain(TOKEN);
    expect(server.store.has(1n)).toBe(false);
  });

  it("that fails leaves the connection open for a request that does not", async () => {
    await using server = await startTestServer();
    const connection = await open(server.port);
    connection.write(post(plant(1), { Authorization: undefined }));
    expect(errorStatus(await connection.next())).toBe(401);
    connection.write(post(plant(1)));
    expect((await connection.next())?.status).toBe(200);
    connection.socket.destroy();
  });
});
