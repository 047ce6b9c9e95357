import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startServer } from "../reference-impl/server.ts";
import type { InteractionResult } from "../reports/result.ts";
import { shippedPacts } from "./index.ts";
import { type ContractOptions, verifyContracts } from "./verify.ts";

const token = "token-of-the-contracts";
let drawn = 5_000_000n;

function options(baseUrl: string, more: Partial<ContractOptions> = {}): ContractOptions {
  return {
    baseUrl,
    token,
    pacts: shippedPacts,
    deadlineMs: 20_000,
    requestTimeoutMs: 5_000,
    maxBodyBytes: 100_000,
    drawId: () => (drawn += 1n),
    ...more,
  };
}

async function verify(baseUrl: string, more: Partial<ContractOptions> = {}): Promise<readonly InteractionResult[]> {
  const contracts = await verifyContracts(options(baseUrl, more));
  return contracts.flatMap(({ interactions }) => interactions);
}

interface Provider extends AsyncDisposable {
  readonly url: string;
  /** Bodies that arrived, in order. */
  readonly bodies: readonly string[];
  readonly authorizations: readonly (string | undefined)[];
}

/** A provider that answers as it is told to. */
async function provider(
  answer: (response: ServerResponse, body: string, request: IncomingMessage) => void,
): Promise<Provider> {
  const bodies: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      bodies.push(body);
      authorizations.push(request.headers.authorization);
      answer(response, body, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return { url, bodies, authorizations, [Symbol.asyncDispose]: stop };
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

/** Answers as the document says: 400 to an id beyond int64, else 200. */
function right(response: ServerResponse, body: string): void {
  if (body.includes("9223372036854775808")) json(response, 400, { error: 400, message: "id is beyond int64" });
  else json(response, 200, { name: "any" });
}

const statusOf = ({ status }: InteractionResult): string => status;

describe("a provider that is right", () => {
  test.each(["", "/a/b%20c", "/a/"])("passes under the prefix %j, twice, against the same store", async (basePath) => {
    await using server = await startServer({ token, basePath: basePath.replace(/\/$/, "") });
    const url = basePath.endsWith("/") ? `${server.url}/` : server.url;
    expect((await verify(url)).map(statusOf)).toEqual(["passed", "passed", "passed"]);
    expect((await verify(url)).map(statusOf)).toEqual(["passed", "passed", "passed"]);
  });

  test("gets fresh ids, exactly as they are drawn, beyond 2^53 too, and the token", async () => {
    await using server = await provider(right);
    const ids = [4_000_001n, 4_000_002n];
    let next = 0;
    await verify(server.url, { drawId: () => ids[next++] ?? 0n });
    const beyond = String(2n ** 53n + 2n * 4_000_001n + 1n);
    expect(server.bodies.map((body) => /"id":(\d+)/.exec(body)?.[1])).toEqual([
      beyond,
      "9223372036854775808",
      "4000002",
    ]);
    expect(server.authorizations).toEqual(Array.from({ length: 3 }, () => `Bearer ${token}`));
  });
});

describe("a provider that is wrong", () => {
  test("in its status fails with the status", async () => {
    await using server = await provider((response, body) =>
      body.includes("9223372036854775808") ? right(response, body) : json(response, 201, { name: "x" }),
    );
    const [first] = await verify(server.url);
    expect(first).toMatchObject({ status: "failed", findings: [{ where: "status", expected: "200", seen: "201" }] });
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

  test("and echoes the token is told without it", async () => {
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
    const results = await verify(server.url, { requestTimeoutMs: 300 });
    expect(results.map(statusOf)).toEqual(["not-judged", "not-judged", "not-judged"]);
    expect(results[0]?.reason).toMatch(/^The provider gave no answer/);
  });

  test("because nobody listens", async () => {
    const server = await provider(right);
    await server[Symbol.asyncDispose]();
    expect((await verify(server.url)).map(statusOf)).toEqual(["not-judged", "not-judged", "not-judged"]);
  });

  test("because the time is over", async () => {
    await using server = await provider(() => undefined);
    const results = await verify(server.url, { requestTimeoutMs: 60_000, deadlineMs: 1_000 });
    expect(results.map(statusOf)).toEqual(["not-judged", "not-judged", "not-judged"]);
  });
});

test("a redirect is not followed", async () => {
  await using target = await provider(right);
  await using source = await provider((response) =>
    response.writeHead(307, { Location: `${target.url}/plants` }).end(),
  );
  expect((await verify(source.url)).map(statusOf)).toEqual(["failed", "failed", "failed"]);
  expect(target.bodies).toEqual([]);
});

describe("an interaction that is added by hand", () => {
  const [shipped = ""] = shippedPacts;
  const added = (edit: (interaction: Record<string, unknown>) => object): string => {
    const text = readFileSync(shipped, "utf8");
    const pact = JSON.parse(text) as { interactions: Record<string, unknown>[] };
    const refusal =
      pact.interactions.find(({ description }) => description === "a plant with an id beyond int64") ?? {};
    const file = join(mkdtempSync(join(tmpdir(), "pact-")), "added.json");
    // The id beyond int64 leaves as text, because a number would round it.
    const interaction = JSON.stringify(edit(refusal)).replaceAll("9223372036854776000", "9223372036854775808");
    writeFileSync(
      file,
      JSON.stringify({ ...pact, interactions: [] }).replace('"interactions":[]', `"interactions":[${interaction}]`),
    );
    return file;
  };

  test("passes if it is right", async () => {
    await using server = await startServer({ token });
    const pacts = [added((interaction) => ({ ...interaction, description: "another" }))];
    expect((await verify(server.url, { pacts })).map(statusOf)).toEqual(["passed"]);
  });

  test("fails if it is wrong", async () => {
    await using server = await startServer({ token });
    const pacts = [added((interaction) => ({ ...interaction, response: { status: 422 } }))];
    expect((await verify(server.url, { pacts })).map(statusOf)).toEqual(["failed"]);
  });

  test("is not judged if it needs a state that nobody supplies", async () => {
    await using server = await provider(right);
    const pacts = [added((interaction) => ({ ...interaction, providerStates: [{ name: "a full store" }] }))];
    const [only] = await verify(server.url, { pacts });
    expect(only).toMatchObject({
      status: "not-judged",
      reason: 'It needs a provider state that the suite cannot bring about: "a full store".',
    });
    expect(server.bodies).toEqual([]);
  });
});
