/** Documents other than the one that ships: is a provider that keeps one accused, and one that breaks it found? */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { RunResult } from "../../result/result.ts";
import type { Behaviour } from "../behaviour.ts";
import { runInMemory } from "../seeds/memory-run.ts";
import { answerRevisions } from "./answer-revisions.ts";
import { providerOf } from "./described-provider.ts";
import { otherServices } from "./other-services.ts";
import { requestRevisions } from "./request-revisions.ts";
import { type Judged, PLAINEST, withoutOverlay } from "./revision.ts";
import { servedProvider } from "./served-provider.ts";
import { smallServices } from "./small-services.ts";

const token = "token-of-a-document";
const revisions = [...requestRevisions, ...answerRevisions];
const documents = [...revisions, ...otherServices, ...smallServices];
/** A revision is right or wrong also where nothing says what its members are for. */
const bare = revisions.map((by) => ({ ...by, name: `${by.name}, without an overlay`, text: withoutOverlay(by.text) }));

/**
 * Runs with fresh seeds against each provider that is right. `DOCUMENT_RUNS=100` makes more of them, and judges the
 * providers that differ little from those that are judged anyway.
 */
const RUNS = Number(process.env["DOCUMENT_RUNS"] ?? 1);
const IS_WHOLE = process.env["DOCUMENT_RUNS"] !== undefined;

/** How a provider is judged: by a document, or by the one that ships, and in which requirements. */
interface Judging {
  readonly seed: string;
  readonly by?: Judged;
  readonly only?: readonly string[];
}

function judged(behaviour: Behaviour, { by, ...judging }: Judging): Promise<RunResult> {
  const { text, operation } = by ?? {};
  const document = text === undefined ? {} : { document: { text, ...(operation === undefined ? {} : { operation }) } };
  return runInMemory(behaviour, { token, ...judging, ...document });
}

/** Ids of what failed, with their levels. */
function failedIn({ requirements }: RunResult): Readonly<Record<string, string>> {
  return Object.fromEntries(
    requirements.flatMap(({ id, level, status }) => (status === "failed" ? [[id, level]] : [])),
  );
}

/** A provider that is right, by its name and the document. It is opened with an empty store for each run: another may hold an id that a given seed draws. */
type Row = readonly [name: string, by: Judged, opened: () => Behaviour, warns: readonly string[]];

function rightsOf(by: Judged): readonly Row[] {
  const rights = IS_WHOLE ? by.rights : by.rights.filter(({ name }) => name !== PLAINEST);
  const served: Row = [`is the server of serve --document (${by.name})`, by, () => servedProvider(by, token), []];
  return [
    ...(IS_WHOLE || otherServices.includes(by) ? [served] : []),
    ...rights.map((right): Row => [`${right.name} (${by.name})`, by, () => providerOf(right.steps), right.warns ?? []]),
  ];
}

describe(`in ${RUNS} runs with fresh seeds, no accusation of a provider that`, () => {
  test.each([...documents, ...(IS_WHOLE ? bare : [])].flatMap(rightsOf))(
    "%s",
    { timeout: 900_000 + 10_000 * RUNS },
    async (_name, by, opened, warns) => {
      for (let run = 0; run < RUNS; run += 1) {
        const seed = randomUUID();
        const result = await judged(opened(), { seed, by });
        const accused = Object.keys(failedIn(result)).filter((id) => !warns.includes(id));
        const reasons = result.verdict === "conformant" ? [] : result.reasons;
        expect({ seed, verdict: result.verdict, reasons, accused }).toEqual({
          seed,
          verdict: "conformant",
          reasons: [],
          accused: [],
        });
      }
    },
  );
});

// What is open breaks nothing, and takes as long as the rest.
const only = ["MUST", "SHOULD"];

describe("by its document, exactly what it breaks is broken by a provider that", () => {
  const wrongs = documents.flatMap((by) =>
    by.wrongs.map((wrong) => [`${wrong.name} (${by.name})`, by, wrong] as const),
  );
  test.each(wrongs)("%s", async (_name, by, { steps, breaks, why }) => {
    const result = await judged(providerOf(steps), { seed: "wrong", by, only });
    expect({ why, breaks: failedIn(result) }).toEqual({ why, breaks });
  });
});

describe.runIf(IS_WHOLE)("by 1.0.0, no MUST is broken by a provider that", () => {
  const before = revisions.flatMap(({ name, wrongs }) =>
    wrongs.filter((wrong) => wrong.isWrongBefore !== true).map((wrong) => [`${wrong.name} (${name})`, wrong] as const),
  );
  test.each(before)("%s", async (_name, { steps }) => {
    const { summary } = await judged(providerOf(steps), { seed: "before", only: ["MUST"] });
    expect(summary.must).toMatchObject({ failed: 0, notJudged: 0 });
  });
});
