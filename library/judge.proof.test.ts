import { expect, test } from "vitest";
import { shippedInteractions } from "../contracts/shipped-pacts.ts";
import { startServer } from "../reference-impl/server.ts";
import { hasPact } from "./judge.ts";
import { BaseUrlError, SelectionError, judge } from "./index.ts";

const token = "a-token-for-the-library";

test("a URL and a token are enough, and each run draws a seed of its own", async () => {
  await using server = await startServer({ token });
  const one = await judge({ url: server.url, token });
  const other = await judge({ url: server.url, token });
  expect(one).toMatchObject({ verdict: "conformant", exitCode: 0, strict: false });
  expect(other.verdict).toBe("conformant");
  expect(other.seed).not.toBe(one.seed);
});

test("the shipped contracts are verified where Pact is installed, unless they or some checks are left out", async () => {
  await using server = await startServer({ token });
  const one = await judge({ url: server.url, token });
  const shipped = new Set(shippedInteractions().map(({ consumer }) => consumer));
  expect(new Set(one.contracts.map(({ consumer }) => consumer))).toEqual(hasPact() ? shipped : new Set());
  const selection = { only: ["returns-name"], skip: [] };
  expect((await judge({ url: server.url, token, selection })).contracts).toEqual([]);
  expect((await judge({ url: server.url, token, contracts: false })).contracts).toEqual([]);
});

test("what cannot be asked is thrown, and nothing is sent", async () => {
  await using server = await startServer({ token });
  const selection = { only: ["no-such-check"], skip: [] };
  let exchanges = 0;
  const onProgress = (): number => (exchanges += 1);
  await expect(judge({ url: "", token, onProgress })).rejects.toBeInstanceOf(BaseUrlError);
  await expect(judge({ url: server.url, token, selection, onProgress })).rejects.toBeInstanceOf(SelectionError);
  expect(exchanges).toBe(0);
});

test("an aborted run ends with a result of what is known", async () => {
  await using server = await startServer({ token });
  const ending = new AbortController();
  const result = await judge({ url: server.url, token, signal: ending.signal, onProgress: () => ending.abort() });
  expect(result).toMatchObject({ verdict: "inconclusive", exitCode: 3, complete: false });
});

test("a refused token is inconclusive, and a baseline shows what changed", async () => {
  await using server = await startServer({ token });
  const only = { only: ["returns-name"], skip: [] };
  const baseline = await judge({ url: server.url, token, selection: only });
  const result = await judge({ url: server.url, token: "another-token", selection: only, baseline });
  expect(result).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
  expect(result.baseline?.requirements).toMatchObject([{ id: "returns-name", before: "passed", now: "not-judged" }]);
});
