/** What the form relies on, as a pact. */
import { expect, test } from "vitest";
import { NEW_PLANT } from "../provider-states.ts";
import { type Filled, type FormOutcome, submitPlant } from "./form-consumer.ts";
import {
  type PactCase,
  EVERY_400,
  EXAMPLE_TOKEN,
  PLANT_ID,
  PLANT_NAME,
  PLANT_TAG,
  anyError,
  pactTest,
} from "./testing/pact.ts";

const pact = pactTest("plant-form");

interface Submission extends PactCase {
  readonly filled: Filled;
  readonly result: FormOutcome;
}

const cases: readonly Submission[] = [
  {
    description: "a form that is filled in",
    state: NEW_PLANT,
    requirements: ["accepts-valid-plant"],
    request: `{"id":${PLANT_ID},"name":${PLANT_NAME},"tag":${PLANT_TAG}}`,
    status: 200,
    filled: { id: "1234567", name: "Baobab bcdefgh", tag: "succulent" },
    result: { outcome: "created" },
  },
  {
    description: "a form without a name",
    state: NEW_PLANT,
    requirements: ["refuses-with-400", "refuses-missing-member", ...EVERY_400],
    request: `{"id":${PLANT_ID}}`,
    status: 400,
    answer: anyError(400, "name is missing"),
    filled: { id: "1234567", name: "", tag: "" },
    result: { outcome: "to-fix", message: "name is missing" },
  },
  {
    description: "a form with words for an id",
    state: NEW_PLANT,
    requirements: ["refuses-with-400", "refuses-invalid-member", ...EVERY_400],
    request: `{"id":"twelve","name":${PLANT_NAME}}`,
    status: 400,
    answer: anyError(7, "id has to be a number"),
    filled: { id: "twelve", name: "Baobab bcdefgh", tag: "" },
    result: { outcome: "to-report", message: "id has to be a number", error: 7 },
  },
];

test.each(cases)("the form understands the answer to $description", async (one) => {
  await pact.interaction(one, async (baseUrl) => {
    const store = { baseUrl, token: EXAMPLE_TOKEN, timeoutMs: 60_000, fixable: new Set([400]) };
    expect(await submitPlant(store, one.filled)).toEqual(one.result);
  });
});

test("the committed pact of the form is what its tests write", () => {
  pact.compare();
});
