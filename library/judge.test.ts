import { expect, test } from "vitest";
import { startServer } from "../reference-impl/server.ts";
import { BaseUrlError, SelectionError, judge } from "./index.ts";

const token = "a-token-for-the-library";

test("a URL and a token are enough, and each run draws a seed of its own", async () => {
  await using server = await startServer({ token });
  const one = await judge({ url: server.url, token });
  const other = await judge({ url: server.url, token });
  expect(one).toMatchObject({ verdict: "conformant", exitCode: 0, strict: false, contracts: [] });
  expect(other.verdict).toBe("conformant");
  expect(other.seed).not.toBe(one.seed);
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
