/** What the importer relies on, as a pact. */
import { expect, test } from "vitest";
import { NEW_PLANT, NEW_PLANT_BEYOND_DOUBLES } from "../provider-states.ts";
import { type Imported, type ImportedPlant, importPlant } from "./importer-consumer.ts";
import {
  type PactCase,
  EVERY_200,
  EVERY_400,
  EXAMPLE_TOKEN,
  PLANT_ID,
  PLANT_NAME,
  anyError,
  anyText,
  pactTest,
  supplied,
} from "./testing/pact.ts";

const pact = pactTest("plant-importer");

interface Import extends PactCase {
  readonly plant: ImportedPlant;
  readonly imported: Imported;
}

const created = `{"name":${anyText("Baobab bcdefgh")}}`;

const cases: readonly Import[] = [
  {
    description: "a plant without a tag",
    state: NEW_PLANT,
    requirements: ["accepts-valid-plant", ...EVERY_200],
    request: `{"id":${PLANT_ID},"name":${PLANT_NAME}}`,
    status: 200,
    answer: created,
    plant: { id: 1234567n, name: "Baobab bcdefgh" },
    imported: { outcome: "created", name: "Baobab bcdefgh" },
  },
  {
    description: "a plant with an id beyond 2^53",
    state: NEW_PLANT_BEYOND_DOUBLES,
    requirements: ["accepts-every-positive-id", ...EVERY_200],
    request: `{"id":${supplied("integer", "9007199254740993", "${plantId}")},"name":${PLANT_NAME}}`,
    status: 200,
    answer: created,
    plant: { id: 9007199254740993n, name: "Baobab bcdefgh" },
    imported: { outcome: "created", name: "Baobab bcdefgh" },
  },
  {
    description: "a plant with an id beyond int64",
    state: "",
    requirements: ["refuses-with-400", "refuses-id-beyond-int64", ...EVERY_400],
    request: '{"id":9223372036854775808,"name":"Baobab"}',
    status: 400,
    answer: anyError(400, "id is beyond int64"),
    plant: { id: 9223372036854775808n, name: "Baobab" },
    imported: { outcome: "refused", error: 400, message: "id is beyond int64" },
  },
];

test.each(cases)("the importer understands the answer to $description", async (one) => {
  await pact.interaction(one, async (baseUrl) => {
    const imported = await importPlant({ baseUrl, token: EXAMPLE_TOKEN, timeoutMs: 60_000 }, one.plant);
    expect(imported).toEqual(one.imported);
  });
});

test("the committed pact of the importer is what its tests write", () => {
  pact.compare();
});
