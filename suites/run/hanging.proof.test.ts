import { expect, test } from "vitest";
import { providerResult } from "../../library/provider-result.ts";
import { but, correct } from "../../proof/correct.ts";
import { startProvider } from "../../proof/test-provider.ts";

const LIMIT_MS = 5_000;
const CONCURRENCY = 4;
const token = "token-of-the-silent";

test("requests without a token that are never answered wait for the whole time limit once, and are judged as unanswered", async () => {
  const behaviour = {
    ...correct,
    finish: (answer, { headers }) => (headers.authorization === undefined ? "never" : answer),
  } satisfies typeof correct;
  await using provider = await startProvider(behaviour, { token });
  const limits = { requestMs: LIMIT_MS };
  const result = await providerResult({ url: provider.url, token, limits, concurrency: CONCURRENCY, seed: "hanging" });
  const unanswered = result.exchanges.flatMap(({ noAnswer, timing }) =>
    noAnswer?.kind === "timeout" ? [{ ...noAnswer, ...timing }] : [],
  );
  const inFull = unanswered.filter(({ withinMs }) => withinMs === undefined);
  expect(inFull.length).toBeGreaterThan(0);
  expect(unanswered.length - inFull.length).toBeGreaterThan(3 * CONCURRENCY);
  // Only requests that were in flight with the first one, and none that was sent after it was over.
  const [first] = inFull;
  const until = (first?.startedMs ?? 0) + (first?.totalMs ?? 0);
  expect(inFull.filter(({ startedMs }) => startedMs > until)).toEqual([]);
  expect(result.limitsReached?.join("\n")).toMatch(
    /exchanges had no whole answer within [\d.]+ s or more, the time for a/,
  );
  expect(result.verdict).toBe("conformant");
  const failed = result.requirements.filter(({ status }) => status === "failed");
  expect(failed.map(({ id }) => id)).toEqual(["answers-every-request"]);
});

test("a request that arrives after the provider stopped answering is not a fault, though one that was sent later came before it", async () => {
  let seen = 0;
  // As if the first three requests that hang had been sent before the last ones that are answered.
  const takeOver = (): boolean => {
    seen += 1;
    return (seen > 150 && seen <= 153) || seen > 156;
  };
  await using provider = await startProvider(but({ takeOver }), { token });
  const limits = { requestMs: LIMIT_MS };
  const result = await providerResult({ url: provider.url, token, limits, seed: "overtaken" });
  expect(result.requirements.filter(({ status }) => status === "failed")).toEqual([]);
  expect(result).toMatchObject({ verdict: "inconclusive", complete: false });
  expect(result.reasons[0]).toMatch(/^The provider stopped answering during the run: /u);
});
