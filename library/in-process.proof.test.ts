/** Applications of this process as providers: on each framework's current version, and whatever else a user may give. */
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { Server } from "node:net";
import { buffer } from "node:stream/consumers";
import express from "express";
import Koa from "koa";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { expressApplication } from "../proof/real/npm/express-by-hand-fixed.ts";
import { fastifyApplication } from "../proof/real/npm/fastify-fixed.ts";
import { bearerToken, isInt64, readExactly, utf8 } from "../proof/real/npm/fixes.ts";
import { honoApplication } from "../proof/real/npm/hono-fixed.ts";
import { nestApplication } from "../proof/real/npm/nest-fixed.ts";
import { type FetchHandler, type JudgeOptions, judge } from "./index.ts";

const token = "token-of-an-application";
/** What the frameworks differ in is in the checks; contracts would take most of the time. */
const checksOnly = { token, contracts: false };

/** What answers a create-plant request, whatever reads it: a status and a body. */
function created(headers: Record<"authorization" | "type", string>, bytes: Uint8Array): [number, object] {
  if (bearerToken(headers.authorization) !== token) return [401, { error: 401, message: "Unauthorized" }];
  if (!/^application\/json *(?:;|$)/i.test(headers.type)) return [400, { error: 400, message: "Not JSON" }];
  try {
    const body = readExactly(utf8(bytes));
    const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
    const { id, name, tag } = (isObject ? Object.fromEntries(Object.entries(body)) : {}) as Record<string, unknown>;
    const isPlant = typeof id === "bigint" && isInt64(id) && typeof name === "string";
    if (isPlant && tag === undefined) return [200, { name }];
    if (isPlant && typeof tag === "string") return [200, { name, tag }];
  } catch {
    // Answered as every other body that is not a plant.
  }
  return [400, { error: 400, message: "The body is not a NewPlant" }];
}

function koaApplication(): Koa {
  const app = new Koa();
  app.use(async (context) => {
    if (context.method !== "POST" || context.path !== "/plants") return;
    const { authorization = "", "content-type": type = "" } = context.headers;
    const [status, body] = created({ authorization, type }, await buffer(context.req));
    context.status = status;
    context.body = body;
    if (status === 401) context.set("WWW-Authenticate", "Bearer");
  });
  return app;
}

/** As a route of Next.js: a function that takes every path. */
const route: FetchHandler = async (request) => {
  const { headers } = request;
  const fields = { authorization: headers.get("authorization") ?? "", type: headers.get("content-type") ?? "" };
  const [status, body] = created(fields, new Uint8Array(await request.arrayBuffer()));
  return Response.json(body, { status, ...(status === 401 ? { headers: { "WWW-Authenticate": "Bearer" } } : {}) });
};

const listen = vi.spyOn(Server.prototype, "listen");

beforeEach(() => void listen.mockClear());

/** Every server that the test opened, all of which have to be closed. */
function expectClosed(opened: number): void {
  expect(listen.mock.contexts.length).toBeGreaterThanOrEqual(opened);
  for (const server of listen.mock.contexts) expect((server as Server).listening).toBe(false);
}

describe("an application is conformant in this process as it is behind a port", () => {
  const kinds: ReadonlyArray<readonly [string, () => Promise<JudgeOptions> | JudgeOptions]> = [
    ["Express", () => ({ app: expressApplication(express, token), ...checksOnly })],
    ["Koa's callback", () => ({ app: koaApplication().callback(), ...checksOnly })],
    ["Fastify", () => ({ app: fastifyApplication(token), ...checksOnly })],
    ["Hono", () => ({ app: honoApplication(token), ...checksOnly })],
    ["a fetch function, as a route of Next.js", () => ({ fetch: route, ...checksOnly })],
    [
      "Nest's",
      async () => {
        const app = await nestApplication(token);
        await app.init();
        return { app: app.getHttpAdapter().getInstance() as ReturnType<typeof express>, ...checksOnly };
      },
    ],
  ];

  test.each(kinds)("%s", async (_name, options) => {
    const { verdict, reasons, requirements } = await judge(await options());
    expect(verdict, reasons.join("\n")).toBe("conformant");
    expect(requirements.filter(({ status }) => status === "failed")).toEqual([]);
    expectClosed(1);
  });

  test("below a base path, with the contracts", async () => {
    const app = express().use("/api/v1", expressApplication(express, token));
    const { verdict, provider, contracts } = await judge({ app, token, basePath: "/api/v1", contracts: true });
    expect(verdict).toBe("conformant");
    expect(provider.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
    expect(contracts.flatMap(({ interactions }) => interactions.map(({ status }) => status))).not.toContain("failed");
    expect(contracts.length).toBeGreaterThan(0);
  });
});

const dead = { ...checksOnly, selection: { only: ["returns-name"], skip: [] } };

describe("whatever an application does, there is a result and no open port", () => {
  const throws = (): never => {
    throw new Error("the application is broken");
  };
  const wrong: ReadonlyArray<readonly [string, JudgeOptions]> = [
    ["a listener that throws", { app: throws, ...dead }],
    ["a listener that rejects", { app: () => Promise.reject(new Error("broken")), ...dead }],
    ["a handler that throws", { fetch: throws, ...dead }],
    ["a handler that returns no Response", { fetch: (() => undefined) as unknown as FetchHandler, ...dead }],
    ["a handler that returns Response.error()", { fetch: () => Response.error(), ...dead }],
    [
      "a handler whose body breaks off",
      { fetch: () => new Response(new ReadableStream({ pull: (to) => to.error(new Error("broken")) })), ...dead },
    ],
  ];

  test.each(wrong)("%s", async (_name, options) => {
    const { verdict, exchanges } = await judge(options);
    expect(verdict).not.toBe("conformant");
    expect(exchanges.map(({ response }) => response?.status ?? null)).not.toContain(200);
    expectClosed(1);
  });

  test("also where the run is aborted while the application does not answer", async () => {
    const ending = new AbortController();
    const app = (): void => ending.abort();
    const result = await judge({ app, signal: ending.signal, ...checksOnly });
    expect(result).toMatchObject({ verdict: "inconclusive", complete: false });
    expectClosed(1);
  });
});

test("a request reaches a handler as it was sent, and its answer is sent as it is", async () => {
  const seen: unknown[] = [];
  const fetch: FetchHandler = async (request) => {
    const { pathname } = new URL(request.url);
    seen.push([request.method, pathname, await request.text(), request.headers.get("content-type")]);
    const headers = new Headers({ "Content-Type": "application/json", "X-Two": "b" });
    headers.append("X-Two", "c");
    headers.append("Set-Cookie", "a=1");
    headers.append("Set-Cookie", "b=2");
    return new Response('{"name":"Fern"}', { status: 200, headers });
  };
  const { exchanges } = await judge({ fetch, token, contracts: false, selection: dead.selection });
  const [first] = exchanges;
  expect(seen[0]).toEqual(["POST", "/plants", first?.request.body?.content, "application/json"]);
  const headers = first?.response?.headers ?? [];
  expect(headers.filter(([name]) => name.toLowerCase() === "set-cookie").map(([, value]) => value)).toEqual([
    "a=1",
    "b=2",
  ]);
  expect(headers.filter(([name]) => name.toLowerCase() === "x-two").map(([, value]) => value)).toEqual(["b, c"]);
});

describe("wrong usage throws a TypeError that quotes it, and nothing is asked", () => {
  const app = (_request: IncomingMessage, response: ServerResponse): void => void response.end();
  const wrong: ReadonlyArray<readonly [unknown, RegExp]> = [
    [undefined, /judge needs options, .* undefined$/],
    [{ token }, /There is no provider/],
    [{ url: undefined, token }, /The base URL url is undefined; is the environment variable .* set\?/],
    [{ url: "", token }, /The base URL "" is not a URL/],
    [{ url: 8080, token }, /url has to be a string; it is 8080/],
    [{ url: "http://127.0.0.1:1", app, token }, /Both url and app are given/],
    [{ url: "http://127.0.0.1:1", basePath: "/api", token }, /Both url and basePath are given/],
    [{ app, basePath: "api", token }, /basePath has to be a path .*; it is "api"/],
    [{ app, basePath: "/a?b", token }, /has a query/],
    [{ app }, /There is no token/],
    [{ app, token: "" }, /There is no token in the option token; it is empty/],
    [{ app, token: "two words" }, /What the option token holds cannot be a bearer token/],
    [{ app, token: 12 }, /^token has to be a string; it is of type number$/],
    [{ app, authentication: "basic" }, /authentication has to be "none", or left out; it is "basic"/],
    [{ app, tokn: token }, /There is no option "tokn"; did you mean "token"\?/],
    [{ app, token, process: {} }, /There is no option "process"/],
    [{ app, token, headers: { "X-Key": "k" } }, /^headers has to be a list of \[name, value\]$/],
    [{ app, token, headers: [["authorization", "Bearer k"]] }, /gives authorization, which the suite sets$/],
    [{ app, token, headers: [["X-Key", "k\r\nAuthorization: Bearer k"]] }, /gives X-Key a value with line breaks/],
    [{ app: "app", token }, /app is "app"; give a \(request, response\) listener/],
    [{ app: null, token }, /app is null/],
    [{ app: new Koa(), token }, /app is an object of Application; of a Koa application, give app.callback\(\)/],
    [{ app: createServer(), token }, /app is an object of Server; of a server, give the base URL/],
    [{ fetch: "handler", token }, /fetch has to be a function; it is "handler"/],
    [{ app, token, selection: { only: ["no-such-check"], skip: [] } }, /"no-such-check" selects nothing/],
  ];

  test.each(wrong.map(([options, message]) => [String(message), options, message] as const))(
    "%s",
    async (_name, options, message) => {
      const judging = judge(options as JudgeOptions);
      await expect(judging).rejects.toBeInstanceOf(TypeError);
      await expect(judging).rejects.toThrow(message);
      expectClosed(0);
    },
  );

  test("a web-standard handler that is given as app, by what it returns", async () => {
    // With two parameters, as a handler of Cloudflare's has: their number shows nothing.
    const handler = async (request: Request, _env: unknown): Promise<Response> => {
      await Promise.resolve(request);
      return new Response("{}");
    };
    const judging = judge({ app: handler as unknown as () => void, token });
    await expect(judging).rejects.toThrow(
      /^app returned a Response, so it is a web-standard handler; give it as fetch/,
    );
    expectClosed(1);
  });

  test("a Nest application, with what to give", async () => {
    const nest = await nestApplication(token);
    await expect(judge({ app: nest as never, token })).rejects.toThrow(/give app.getHttpAdapter\(\).getInstance\(\)/);
  });
});

test("without authentication no token is needed", async () => {
  const open = expressApplication(express, token);
  const app = (request: IncomingMessage, response: ServerResponse): void => {
    request.headers.authorization = `Bearer ${token}`;
    open(request, response);
  };
  const { verdict, reasons, summary } = await judge({ app, authentication: "none", contracts: false });
  // Authentication is a MUST, and was not judged.
  expect(verdict, reasons.join("\n")).toBe("inconclusive");
  expect(summary.must).toMatchObject({ failed: 0 });
});
