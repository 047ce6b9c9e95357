/**
 * Where `compare` says that every provider that conforms to one document conforms to another, `check` says so too. The
 * documents are drawn from single changes, and the providers use the freedoms of the earlier one. `PAIRS=100` draws more.
 */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { RunResult } from "../../result/result.ts";
import { compareOperations } from "../../spec/difference/operation-difference.ts";
import { catalogueFor } from "../../spec/document-catalogue.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { notApplicableIn } from "../../suites/checks/check-applicability.ts";
import { type Random, randomFrom } from "../generator/random.ts";
import { runInMemory } from "../seeds/memory-run.ts";
import { type Described, providerOf, type Refused, type Steps } from "./described-provider.ts";
import { type Changes, differing, OPERATION, plantStore, replacing } from "./revision.ts";

const RESPONSES = `${OPERATION}/responses`;
const content = (name: string): object => ({
  "application/json": { schema: { $ref: `#/components/schemas/${name}` } },
});
const plantResponse = { description: "", content: content("Plant") };
const error = { description: "", content: content("Error") };

/** One change of the document, and what a provider may do because of it. */
interface Edit {
  readonly changes: Changes;
  readonly described?: Partial<Described>;
  readonly documented?: Refused;
  readonly uses?: (plain: Steps) => Partial<Steps>;
}

const refusing =
  (reason: Refused, status: number) =>
  ({ refuse }: Steps): Partial<Steps> => ({
    refuse: (why) => (why === reason ? { ...refuse(why), status } : refuse(why)),
  });

const plant = "/components/schemas/Plant";
const newPlant = "/components/schemas/NewPlant/allOf/1";

const edits: readonly Edit[] = [
  { changes: { [`${plant}/properties/tag/maxLength`]: 40 } },
  { changes: { [`${plant}/properties/tag/maxLength`]: 60 } },
  { changes: { [`${plant}/properties/name/minLength`]: 1 } },
  { changes: { [`${plant}/properties/tag/type`]: ["string", "null"] } },
  { changes: { [`${plant}/required`]: ["name", "tag"] } },
  { changes: { [`${plant}/properties/height`]: { type: "integer" } } },
  { changes: { [`${plant}/properties/height`]: { type: ["integer", "string"] } } },
  { changes: { [`${newPlant}/required`]: [] } },
  { changes: { [`${newPlant}/properties/id/minimum`]: 1 } },
  { changes: { "/components/schemas/NewPlant/unevaluatedProperties": false } },
  { changes: { "/components/schemas/Error/required": ["error"] } },
  { changes: { "/components/schemas/Error/additionalProperties": false } },
  { changes: { "/components/schemas/Error/properties/error/type": ["integer", "string"] } },
  { changes: { [`${RESPONSES}/401`]: error }, documented: "token" },
  { changes: { [`${RESPONSES}/403`]: error }, uses: refusing("token", 403) },
  { changes: { [`${RESPONSES}/409`]: error }, documented: "duplicate", uses: () => ({ identity: "id" }) },
  { changes: { [`${RESPONSES}/409`]: { description: "" } }, uses: () => ({ identity: "id" }) },
  { changes: { [`${RESPONSES}/422`]: error }, uses: refusing("body", 422) },
  { changes: { [`${RESPONSES}/415`]: { description: "" } } },
  { changes: { [`${RESPONSES}/500`]: { description: "" } } },
  {
    changes: { [`${RESPONSES}/200`]: undefined, [`${RESPONSES}/201`]: plantResponse },
    described: { success: 201 },
  },
  { changes: { [`${RESPONSES}/200`]: { ...plantResponse, headers: { "X-Bed": { schema: { type: "string" } } } } } },
  { changes: { [`${RESPONSES}/400/content/application~1problem+json`]: { schema: { type: "object" } } } },
  { changes: { "/security": [] }, described: { credentials: "none" } },
  { changes: { [`${OPERATION}/requestBody/required`]: false } },
  { changes: { [`${OPERATION}/x-conformance`]: undefined } },
];

type Chosen = readonly Edit[];

/** The document with all changes. A later change of the same place wins. */
function describedBy(chosen: Chosen): Described {
  const changes = Object.assign({}, ...chosen.map((edit) => edit.changes)) as Changes;
  return plantStore(changes, Object.assign({}, ...chosen.map(({ described }) => described)) as Partial<Described>);
}

/** Providers that meet the document, and use its freedoms. */
function providersOf(chosen: Chosen): ReadonlyMap<string, Steps> {
  const described = describedBy(chosen);
  const documented = chosen.flatMap((edit) => edit.documented ?? []);
  const uses = chosen.flatMap((edit) => edit.uses ?? []);
  const using = replacing(described, (plain) => uses.reduce((steps, use) => ({ ...steps, ...use(steps) }), plain));
  return new Map([
    ...differing(described, documented).map(({ name, steps }) => [name, steps] as const),
    ["does what only this document shows", using],
  ]);
}

function draw(random: Random): readonly [Chosen, Chosen] {
  const some = edits.filter(() => random.whole(0, 5) === 0);
  const flip = (chosen: Chosen, edit: Edit): Chosen =>
    chosen.includes(edit) ? chosen.filter((one) => one !== edit) : [...chosen, edit];
  const other = flip(some, random.pick(edits));
  return [some, random.whole(0, 1) === 0 ? other : flip(other, random.pick(edits))];
}

const compared = (text: string): Parameters<typeof compareOperations>[0] => {
  const operation = readOperation(text);
  const inapplicable = notApplicableIn(operation);
  return { operation, catalogue: catalogueFor(operation).filter(({ id }) => !inapplicable.has(id)) };
};

/** Whether `compare` says that every provider of one document conforms to the other. */
function isSaidToConform([before, now]: readonly [Chosen, Chosen]): boolean {
  const [one, other] = [describedBy(before).text, describedBy(now).text];
  return one !== other && !compareOperations(compared(one), compared(other)).providersCanFail;
}

/** The requirements that are not met; if all are, the verdict where it says otherwise. */
function brokenIn({ requirements, verdict }: RunResult): readonly string[] {
  const broken = requirements.flatMap(({ id, status }) => (status === "failed" ? [id] : []));
  return broken.length === 0 && verdict !== "selection-met" ? [verdict] : broken;
}

const PAIRS = Number(process.env["PAIRS"] ?? 5);

test(`in ${PAIRS} pairs of documents, every provider that is said to conform does`, async () => {
  const seed = process.env["PAIRS_SEED"] ?? randomUUID();
  const random = randomFrom(seed);
  for (let found = 0; found < PAIRS;) {
    const [before, now] = draw(random);
    if (!isSaidToConform([before, now])) continue;
    found += 1;
    const changes = [before, now].map((chosen) => chosen.map((edit) => edit.changes));
    for (const [name, steps] of providersOf(before)) {
      const judged = (chosen: Chosen): ReturnType<typeof runInMemory> =>
        runInMemory(providerOf(steps), {
          token: "token-of-a-pair",
          seed,
          document: { text: describedBy(chosen).text },
          selection: { only: ["MUST"], skip: [] },
          ...(describedBy(chosen).credentials === "none" ? { authentication: "none" } : {}),
        });
      const byNow = brokenIn(await judged(now));
      if (byNow.length === 0) continue;
      const byBefore = brokenIn(await judged(before));
      // A provider that breaks its own document shows nothing about the later one.
      expect({ seed, changes, name, byNow, byBefore }).not.toMatchObject({ byBefore: [] });
    }
  }
});
