/** Documents other than the one that ships: is a provider that keeps one accused, and one that breaks it found? */
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import type { RunResult } from "../../result/result.ts";
import { replaceConnection, restoreConnection } from "../seeds/replaced-connection.ts";
import { answerRevisions } from "./answer-revisions.ts";
import { type Steps, providerOf } from "./described-provider.ts";
import { otherServices } from "./other-services.ts";
import { requestRevisions } from "./request-revisions.ts";
import type { Judged } from "./revision.ts";

replaceConnection();
const { runInMemory } = await import("../seeds/memory-run.ts");
afterAll(restoreConnection);

const token = "token-of-a-document";
const revisions = [...requestRevisions, ...answerRevisions];
const documents = [...revisions, ...otherServices];

/** Runs with fresh seeds against each provider that is right; `DOCUMENT_RUNS=100` for more. */
const RUNS = Number(process.env["DOCUMENT_RUNS"] ?? 1);

/** Judges by a document, or by the one that ships. */
function judged(steps: Steps, seed: string, by?: Judged): Promise<RunResult> {
  const { text, operation } = by ?? {};
  const document = text === undefined ? {} : { document: { text, ...(operation === undefined ? {} : { operation }) } };
  return runInMemory(providerOf(steps), { token, seed, ...document });
}

/** Ids of what failed, with their levels. */
function failedIn({ requirements }: RunResult): Readonly<Record<string, string>> {
  return Object.fromEntries(
    requirements.flatMap(({ id, level, status }) => (status === "failed" ? [[id, level]] : [])),
  );
}

describe(`in ${RUNS} runs with fresh seeds, no accusation of a provider that`, () => {
  const rights = documents.flatMap((by) =>
    by.rights.map((right) => [`${right.name} (${by.name})`, by, right] as const),
  );
  test.each(rights)("%s", { timeout: 10_000 * (1 + RUNS) }, async (_name, by, { steps, warns = [] }) => {
    for (let run = 0; run < RUNS; run += 1) {
      const seed = randomUUID();
      const result = await judged(steps, seed, by);
      const accused = Object.keys(failedIn(result)).filter((id) => !warns.includes(id));
      expect({ seed, verdict: result.verdict, reasons: result.reasons, accused }).toEqual({
        seed,
        verdict: "conformant",
        reasons: expect.any(Array) as unknown,
        accused: [],
      });
    }
  });
});

describe("by its document, exactly what it breaks is broken by a provider that", () => {
  const wrongs = documents.flatMap((by) =>
    by.wrongs.map((wrong) => [`${wrong.name} (${by.name})`, by, wrong] as const),
  );
  test.each(wrongs)("%s", async (_name, by, { steps, breaks, why }) => {
    expect({ why, breaks: failedIn(await judged(steps, "wrong", by)) }).toEqual({ why, breaks });
  });
});

describe("by 1.0.0, no MUST is broken by a provider that", () => {
  const before = revisions.flatMap(({ name, wrongs }) =>
    wrongs.filter((wrong) => wrong.isWrongBefore !== true).map((wrong) => [`${wrong.name} (${name})`, wrong] as const),
  );
  test.each(before)("%s", async (_name, { steps }) => {
    const { verdict } = await judged(steps, "before");
    expect(verdict).toBe("conformant");
  });
});
