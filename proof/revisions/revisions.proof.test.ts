/** Documents other than the shipped one: is a provider that meets one accused, and is one that breaks it found? */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { RunResult } from "../../result/result.ts";
import type { Behaviour } from "../behaviour.ts";
import { runInMemory } from "../seeds/memory-run.ts";
import { answerRevisions } from "./answer-revisions.ts";
import { providerOf } from "./described-provider.ts";
import { otherServices } from "./other-services.ts";
import { plantForks } from "./plant-forks.ts";
import { requestRevisions } from "./request-revisions.ts";
import { type Judged, PLAINEST, withoutOverlay } from "./revision.ts";
import { servedProvider } from "./served-provider.ts";
import { smallServices } from "./small-services.ts";

const token = "token-of-a-document";
const revisions = [...requestRevisions, ...answerRevisions];
const documents = [...revisions, ...otherServices, ...smallServices, ...plantForks];
/** Without an overlay, which says what the members are for, a provider of a revision is still correct or wrong. */
const bare = revisions.map((by) => ({ ...by, name: `${by.name}, without an overlay`, text: withoutOverlay(by.text) }));

/**
 * Runs with fresh seeds against each correct provider. `DOCUMENT_RUNS=100` makes more runs, and also judges providers
 * that differ little from others in the list.
 */
const RUNS = Number(process.env["DOCUMENT_RUNS"] ?? 1);
const IS_WHOLE = process.env["DOCUMENT_RUNS"] !== undefined;

/** How a provider is judged: by which document (default: the shipped one), and for which requirements. */
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

/** The ids of the failed requirements, with their levels. */
function failedIn({ requirements }: RunResult): Readonly<Record<string, string>> {
  return Object.fromEntries(
    requirements.flatMap(({ id, level, status }) => (status === "failed" ? [[id, level]] : [])),
  );
}

/**
 * A correct provider, with its name and document. Each run opens it with an empty store: a used store may contain an id
 * that the seed draws.
 */
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

// OPEN points break nothing, and take as long as the rest.
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

if (IS_WHOLE)
  describe("by 1.0.0, no MUST is broken by a provider that", () => {
    const before = revisions.flatMap(({ name, wrongs }) =>
      wrongs
        .filter((wrong) => wrong.isWrongBefore !== true)
        .map((wrong) => [`${wrong.name} (${name})`, wrong] as const),
    );
    test.each(before)("%s", async (_name, { steps }) => {
      const { summary } = await judged(providerOf(steps), { seed: "before", only: ["MUST"] });
      expect(summary.must).toMatchObject({ failed: 0, notJudged: 0 });
    });
  });
