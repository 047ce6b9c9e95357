/** A provider that refuses two features together, and accepts each of them by itself. */
import { expect, test } from "vitest";
import { refuse } from "../behaviour.ts";
import { but } from "../correct.ts";
import { runInMemory } from "./memory-run.ts";

const behaviour = but({
  checkHeaders: ({ headers }) =>
    headers.accept === "*/*" && headers["accept-encoding"] === "gzip"
      ? refuse("headers", 400, "This client is not served")
      : undefined,
});

/** Runs until a run repeats the two features: the seed decides which features meet in a run. */
async function firstReport(): Promise<readonly string[]> {
  for (let seed = 0; seed < 12; seed += 1) {
    const { requirements } = await runInMemory(behaviour, { token: "token-of-the-pairs", seed: `pairs ${seed}` });
    const failed = requirements.filter(({ status }) => status === "failed");
    const seen = failed.flatMap(({ checks }) => checks.flatMap(({ findings }) => findings.map((one) => one.seen)));
    if (seen.some((words) => words.includes("each time"))) return [...failed.map(({ id }) => id), ...seen];
  }
  return [];
}

test("a provider that refuses two features together is reported for the two of them, and for nothing else", async () => {
  expect(await firstReport()).toEqual([
    "accepts-every-ordinary-request",
    "400 with application/json each time to requests with `Accept: */*` and `Accept-Encoding: gzip`",
  ]);
});
