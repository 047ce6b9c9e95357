/** What the catalogue relies on, as a pact. */
import { expect, test } from "vitest";
import { NEW_PLANT } from "../provider-states.ts";
import { type CataloguePlant, type Listed, catalogueHtml, listPlant } from "./catalogue-consumer.ts";
import {
  type PactCase,
  EVERY_200,
  EXAMPLE_TOKEN,
  PLANT_ID,
  PLANT_NAME,
  PLANT_TAG,
  ORDINARY_NAME,
  ORDINARY_TAG,
  anyText,
  pactTest,
} from "./testing/pact.ts";

const pact = pactTest("plant-catalogue");
const plant: CataloguePlant = { id: 1234567, name: "Baobab bcdefgh", tag: "succulent" };

interface Listing extends PactCase {
  readonly listed: Listed;
  readonly html: string;
}

const request = `{"id":${PLANT_ID},"name":${PLANT_NAME},"tag":${PLANT_TAG}}`;

const cases: readonly Listing[] = [
  {
    description: "a plant whose tag the page shows",
    state: NEW_PLANT,
    requirements: ["returns-tag", "accepts-valid-plant", ...EVERY_200],
    request,
    status: 200,
    answer: `{"name":${anyText("Baobab bcdefgh")},"tag":${ORDINARY_TAG}}`,
    listed: { outcome: "listed", name: "Baobab bcdefgh", tag: "succulent" },
    html: "<ul><li>Baobab bcdefgh <small>succulent</small></li></ul>",
  },
  {
    description: "a plant whose name the page shows",
    state: NEW_PLANT,
    requirements: ["returns-name", "accepts-valid-plant", ...EVERY_200],
    request,
    status: 200,
    answer: `{"name":${ORDINARY_NAME}}`,
    listed: { outcome: "listed", name: "Baobab bcdefgh" },
    html: "<ul><li>Baobab bcdefgh</li></ul>",
  },
];

test.each(cases)("the catalogue understands the answer to $description", async (one) => {
  await pact.interaction(one, async (baseUrl) => {
    const listed = await listPlant({ baseUrl, token: EXAMPLE_TOKEN, timeoutMs: 60_000 }, plant);
    expect(listed).toEqual(one.listed);
    expect(catalogueHtml([listed])).toBe(one.html);
  });
});

test("the committed pact of the catalogue is what its tests write", () => {
  pact.compare();
});
