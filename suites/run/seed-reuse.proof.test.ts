/** A run whose ids are already taken reports no fault of the provider. */
import { expect, test } from "vitest";
import { providerResult } from "../../library/provider-result.ts";
import { startServer } from "../../reference-impl/server.ts";
import { startProvider } from "../../cli/testing/scripted-provider.ts";
import type { RunResult } from "../../result/result.ts";

const token = "a-token-of-the-reference";

function judged(url: string, seed: string): Promise<RunResult> {
  return providerResult({ url, token, seed, strict: true });
}

test("a seed that is used again against the same store is reported as that, and as no fault of the provider", async () => {
  await using server = await startServer({ token });
  expect((await judged(server.url, "again")).verdict).toBe("conformant");
  const second = await judged(server.url, "again");
  expect(second).toMatchObject({
    verdict: "inconclusive",
    exitCode: 3,
    complete: false,
    reasons: ['The ids that the seed "again" draws are taken in this provider\'s store; run with another seed.'],
  });
  expect(second.requirements.filter(({ status }) => status === "failed")).toEqual([]);
  // Five taken ids show it: fewer are also taken in a row at times where a provider refuses one in three.
  expect(second.summary.plantsCreated).toBeLessThan(10);
  expect((await judged(server.url, "another")).verdict).toBe("conformant");
});

test("a provider that refuses every plant, whatever its id, is judged as before", async () => {
  await using provider = await startProvider((_seen, response) => {
    response.writeHead(400, { "content-type": "application/json" }).end('{"error":400,"message":"no"}');
  });
  const result = await judged(provider.url, "again");
  expect(result.verdict).toBe("non-conformant");
  expect(result.reasons[0]).toBe("Every valid request was refused with 400; expected 200.");
});

test("a provider that takes no plant at first, and then also the one that it refused, is not excused by its seed", async () => {
  let requests = 0;
  await using provider = await startProvider(({ body }, response) => {
    requests += 1;
    const isEarly = requests <= 4;
    const name = /"name":"([^"]*)"/.exec(body)?.[1] ?? "";
    const answer = isEarly ? { error: 400, message: "not yet" } : { name };
    response.writeHead(isEarly ? 400 : 200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  const result = await judged(provider.url, "again");
  expect(result.verdict).toBe("non-conformant");
  expect(result.requirements.find(({ id }) => id === "accepts-valid-plant")?.status).toBe("failed");
});
