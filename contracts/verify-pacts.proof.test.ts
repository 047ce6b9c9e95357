/** The shipped pacts, verified against providers that are correct, wrong, or do not answer. */
import type { ServerResponse } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { startServer } from "../reference-impl/server.ts";
import type { InteractionResult } from "../result/result.ts";
import { drawnPlant, json, options, provider, right, token, verify } from "./testing/contract-provider.ts";
import { verifyContracts } from "./verify-pacts.ts";

const statusOf = ({ status }: InteractionResult): string => status;
/** As many as the shipped pacts hold. */
const all = (status: string): readonly string[] => Array.from({ length: 8 }, () => status);

describe("a provider that is right", () => {
  test.each(["", "/a/b%20c", "/a/"])("passes under the prefix %j, twice, against the same store", async (basePath) => {
    await using server = await startServer({ token, basePath: basePath.replace(/\/$/, "") });
    const url = basePath.endsWith("/") ? `${server.url}/` : server.url;
    expect((await verify(url)).map(statusOf)).toEqual(all("passed"));
    expect((await verify(url)).map(statusOf)).toEqual(all("passed"));
  });

  test("gets fresh ids, exactly as they are drawn, beyond 2^53 too, and the token", async () => {
    await using server = await provider(right);
    let next = 4_000_000n;
    await verify(server.url, { drawPlant: () => drawnPlant((next += 1n)) });
    const ids = server.bodies.map((body) => /"id":("?\w+)/.exec(body)?.[1]);
    expect(ids).toEqual([
      // Ordered by description within each pact, as Pact writes them.
      String(2n ** 53n + 2n * 4_000_001n + 1n),
      "9223372036854775808",
      "4000002",
      "4000003",
      "4000004",
      "4000005",
      '"twelve',
      "4000007",
    ]);
    expect(new Set(server.authorizations)).toEqual(new Set([`Bearer ${token}`]));
  });

  test("gets header fields as the pact writes them, and what every consumer sends besides", async () => {
    const seen = new Set<string>();
    await using server = await provider((response, body, request) => {
      for (const [place, field] of request.rawHeaders.entries()) if (place % 2 === 0) seen.add(field);
      right(response, body);
    });
    await verify(server.url);
    expect([...seen]).toEqual(expect.arrayContaining(["Content-Type", "Authorization", "Accept", "User-Agent"]));
    expect([...seen]).not.toContain("content-type");
  });

  test("passes with Application/JSON for a media type, and with 4e2 for an error", async () => {
    await using server = await provider((response, body) => {
      right(
        {
          writeHead: (status: number) => ({
            end: (text: string) => {
              response.writeHead(status, { "Content-Type": "Application/JSON; Charset=UTF-8" });
              response.end(text.replace('"error":400', '"error":4.0e2'));
            },
          }),
        } as unknown as ServerResponse,
        body,
      );
    });
    expect((await verify(server.url)).map(({ status, findings }) => [status, findings])).toEqual(
      all("passed").map((status) => [status, []]),
    );
  });

  test.each([
    ["br", (text: string) => brotliCompressSync(text)],
    ["gzip, br", (text: string) => brotliCompressSync(gzipSync(text))],
  ])("passes when it compresses its answers in a way that Pact does not read: %s", async (coding, compress) => {
    await using server = await provider((response, body) => {
      right(
        {
          writeHead: (status: number) => ({
            end: (text: string) => {
              response.writeHead(status, { "Content-Type": "application/json", "Content-Encoding": coding });
              response.end(compress(text));
            },
          }),
        } as unknown as ServerResponse,
        body,
      );
    });
    expect((await verify(server.url)).map(statusOf)).toEqual(all("passed"));
  });

  test("passes when it asks to wait, and again when it failed once", async () => {
    let asked = 0;
    await using server = await provider((response, body) => {
      asked += 1;
      if (asked === 1) response.writeHead(429, { "Retry-After": "1" }).end();
      else if (asked === 4) json(response, 503, {});
      else right(response, body);
    });
    expect((await verify(server.url)).map(statusOf)).toEqual(all("passed"));
    expect(server.bodies).toHaveLength(10);
  });

  test("whose token has expired is asked with another one, which is shown nowhere", async () => {
    const fresh = "another-token-of-the-contracts";
    await using server = await provider((response, body, request) => {
      if (request.headers.authorization !== `Bearer ${fresh}`) json(response, 401, {});
      else if (body.includes('"tag"')) right(response, body);
      else json(response, 200, { name: [request.headers.authorization] });
    });
    const results = await verify(server.url, { renewToken: () => Promise.resolve(fresh) });
    expect(new Set(results.map(statusOf))).toEqual(new Set(["passed", "failed"]));
    expect(JSON.stringify(results)).not.toContain(fresh);
  });

  test("gets no request before the checks are done", async () => {
    await using server = await provider(right);
    const seen: number[] = [];
    const after = new Promise<void>((resolve) => setImmediate(resolve)).then(() => seen.push(server.bodies.length));
    expect((await verify(server.url, { after })).map(statusOf)).toEqual(all("passed"));
    expect(seen).toEqual([0]);
  });
});

describe("a provider that is wrong", () => {
  test("in its status fails with the status, at the level of the requirement", async () => {
    await using server = await provider((response, body) => {
      if (body.includes('"tag"')) right(response, body);
      else json(response, 201, { name: "x" });
    });
    const results = await verify(server.url);
    expect(results[2]).toMatchObject({
      status: "failed",
      requirement: "accepts-valid-plant",
      level: "MUST",
      findings: [{ where: "status", expected: "200", seen: "201" }],
    });
    // No request without a tag was accepted, so the refusal may not be for the odd id.
    expect(results[0]).toMatchObject({ status: "not-judged", requirement: "accepts-every-positive-id" });
  });

  test("in its media type fails with the header", async () => {
    await using server = await provider((response) =>
      response.writeHead(200, { "Content-Type": "text/plain" }).end('{"name":"x"}'),
    );
    const [first] = await verify(server.url);
    expect(first?.findings.map(({ where }) => where)).toContain("header content-type");
  });

  test("in a member fails with the JSON Pointer", async () => {
    await using server = await provider((response) => json(response, 200, { name: 7 }));
    const [first] = await verify(server.url);
    expect(first).toMatchObject({ status: "failed", findings: [{ where: "/name" }] });
  });

  test("and echoes the token is reported without it", async () => {
    await using server = await provider((response, _body, request) =>
      json(response, 200, { name: [request.headers.authorization] }),
    );
    const results = await verify(server.url);
    expect(results.map(statusOf)).toContain("failed");
    expect(JSON.stringify(results)).not.toContain(token);
  });
});

describe("a provider that gives no answer is not judged, and the verification ends", () => {
  test.each([
    ["resets", (response: ServerResponse) => response.destroy()],
    ["is silent", () => undefined],
    ["always answers 429", (response: ServerResponse) => response.writeHead(429, { "Retry-After": "60" }).end()],
    ["sends endless headers", (response: ServerResponse) => response.writeHead(200, { X: "x".repeat(200_000) }).end()],
    [
      "floods",
      (response: ServerResponse) => {
        response.writeHead(200, { "Content-Type": "application/json" });
        const flood = (): void => {
          while (response.writable && response.write("x".repeat(65_536)));
        };
        response.on("drain", flood);
        flood();
      },
    ],
  ])("because it %s", async (_what, answer) => {
    await using server = await provider(answer);
    const results = await verify(server.url, { limits: { requestMs: 300 } });
    expect(results.map(statusOf)).toEqual(all("not-judged"));
    expect(results[0]).toMatchObject({ reason: expect.stringMatching(/^The provider gave no answer: ./) as string });
  });

  test.each([401, 403])("because it refuses the token with %i, which says nothing of a contract", async (status) => {
    await using server = await provider((response) => json(response, status, {}));
    const results = await verify(server.url);
    expect(results.map(statusOf)).toEqual(all("not-judged"));
    expect(results[0]).toMatchObject({ reason: "The provider refused the token that it was given." });
  });

  test("but not for one 403 where another id is accepted with the token", async () => {
    let isRefused = false;
    await using server = await provider((response, body) => {
      const isFirst = !isRefused && body.includes('"tag"');
      isRefused ||= isFirst;
      if (isFirst) json(response, 403, { error: 403, message: "It is taken" });
      else right(response, body);
    });
    expect((await verify(server.url)).map(statusOf)).toEqual(all("passed"));
    expect(isRefused).toBe(true);
  });

  test("because the connection is refused", async () => {
    const server = await provider(right);
    await server[Symbol.asyncDispose]();
    expect((await verify(server.url)).map(statusOf)).toEqual(all("not-judged"));
  });

  test("because the time is over", async () => {
    await using server = await provider(() => undefined);
    const results = await verify(server.url, { limits: { requestMs: 60_000, deadlineMs: 1_000 } });
    expect(results.map(statusOf)).toEqual(all("not-judged"));
    expect(results[7]).toMatchObject({ reason: "It was not run: the time limit for the contracts was exceeded." });
  });

  test("because what goes first ended the run", async () => {
    await using server = await provider(right);
    const ended = new AbortController();
    const after = Promise.resolve().then(() => ended.abort());
    expect((await verify(server.url, { after, signal: ended.signal })).map(statusOf)).toEqual(all("not-judged"));
    expect(server.bodies).toEqual([]);
  });
});

test("a redirect is not followed", async () => {
  await using target = await provider(right);
  await using source = await provider((response) =>
    response.writeHead(307, { Location: `${target.url}/plants` }).end(),
  );
  const results = await verify(source.url);
  expect(results.filter(({ status }) => status === "failed").map(({ requirement }) => requirement)).toEqual(
    Array.from({ length: 4 }, () => "accepts-valid-plant"),
  );
  expect(results.map(statusOf)).not.toContain("passed");
  expect(target.bodies).toEqual([]);
});

test("shipped pacts are reported by consumer, in order, with a requirement and a level for each interaction", async () => {
  await using server = await startServer({ token });
  const contracts = await verifyContracts(options(server.url));
  expect(contracts.map(({ consumer, source }) => [consumer, source])).toEqual([
    ["plant-importer", undefined],
    ["plant-catalogue", undefined],
    ["plant-form", undefined],
  ]);
  for (const { level } of contracts.flatMap(({ interactions }) => interactions)) {
    expect(["MUST", "SHOULD"]).toContain(level);
  }
});
