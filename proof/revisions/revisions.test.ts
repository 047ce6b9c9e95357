/** Documents other than the one that ships: is a provider that keeps one accused, and one that breaks it found? */
import { afterAll, describe, expect, test } from "vitest";
import type { RunResult } from "../../result/result.ts";
import { replaceConnection, restoreConnection } from "../seeds/replaced-connection.ts";
import { answerRevisions } from "./answer-revisions.ts";
import { providerOf } from "./described-provider.ts";
import { requestRevisions } from "./request-revisions.ts";

replaceConnection();
const { runInMemory } = await import("../seeds/memory-run.ts");
afterAll(restoreConnection);

const token = "token-of-a-document";
const revisions = [...requestRevisions, ...answerRevisions];

/** Ids of what failed, by level. */
function failedIn({ requirements }: RunResult): Readonly<Record<string, string>> {
  return Object.fromEntries(
    requirements.flatMap(({ id, level, status }) => (status === "failed" ? [[id, level]] : [])),
  );
}

describe("by 1.0.0, no MUST is broken by a provider that", () => {
  const before = revisions.flatMap(({ name, wrongs }) =>
    wrongs
      .filter(({ isWrongBefore }) => isWrongBefore !== true)
      .map((wrong) => [`${wrong.name} (${name})`, wrong] as const),
  );
  test.each(before)("%s", async (_name, { steps }) => {
    const result = await runInMemory(providerOf(steps), { token, seed: "before" });
    expect({ verdict: result.verdict, failed: musts(result) }).toEqual({ verdict: "conformant", failed: [] });
  });
});

function musts(result: RunResult): readonly string[] {
  return Object.entries(failedIn(result)).flatMap(([id, level]) => (level === "MUST" ? [id] : []));
}
