/**
 * What the importer relies on, as a pact. The pact that is committed is compared byte for byte with one that is written
 * anew; `UPDATE_PACTS=1 npx vitest run contracts` writes it in its place.
 */
import { copyFileSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PactV4 } from "@pact-foundation/pact";
import { expect, test } from "vitest";
import { NEW_PLANT, NEW_PLANT_BEYOND_DOUBLES } from "../states.ts";
import { type ImportedPlant, type Imported, importPlant } from "./importer.ts";

const dir = mkdtempSync(join(tmpdir(), "pacts-"));
const pact = new PactV4({ consumer: "plant-importer", provider: "plant-store", dir, logLevel: "error" });
const token = "pact-example-token";

const bearer = {
  "pact:matcher:type": "regex",
  regex: "^Bearer [A-Za-z0-9._~+/-]+=*$",
  value: `Bearer ${token}`,
} as unknown as string;

/** A member that the suite fills in afresh for each verification. Text, because an id may be beyond what a number holds. */
function supplied(type: string, value: string, expression: string): string {
  return `{"pact:matcher:type":"${type}","value":${value},"pact:generator:type":"ProviderState","expression":"\${${expression}}"}`;
}

interface Case {
  readonly description: string;
  readonly state: string;
  readonly requirement: string;
  readonly request: string;
  readonly status: number;
  readonly answer: string;
  readonly plant: ImportedPlant;
  readonly imported: Imported;
}

const name = supplied("type", '"Baobab"', "plantName");

const cases: readonly Case[] = [
  {
    description: "a plant without a tag",
    state: NEW_PLANT,
    requirement: "accepts-valid-plant",
    request: `{"id":${supplied("integer", "1234567", "plantId")},"name":${name}}`,
    status: 200,
    answer: '{"name":{"pact:matcher:type":"type","value":"Baobab"}}',
    plant: { id: 1234567n, name: "Baobab" },
    imported: { outcome: "created", name: "Baobab" },
  },
  {
    description: "a plant with an id beyond 2^53",
    state: NEW_PLANT_BEYOND_DOUBLES,
    requirement: "accepts-every-positive-id",
    request: `{"id":${supplied("integer", "9007199254740993", "plantId")},"name":${name}}`,
    status: 200,
    answer: '{"name":{"pact:matcher:type":"type","value":"Baobab"}}',
    plant: { id: 9007199254740993n, name: "Baobab" },
    imported: { outcome: "created", name: "Baobab" },
  },
  {
    description: "a plant with an id beyond int64",
    state: "",
    requirement: "refuses-with-400",
    request: '{"id":9223372036854775808,"name":"Baobab"}',
    status: 400,
    answer:
      '{"error":{"pact:matcher:type":"integer","value":400},"message":{"pact:matcher:type":"type","value":"id is beyond int64"}}',
    plant: { id: 9223372036854775808n, name: "Baobab" },
    imported: { outcome: "refused", error: 400, message: "id is beyond int64" },
  },
];

test.each(cases)("the importer understands the answer to $description", async (one) => {
  const interaction = one.state === "" ? pact.addInteraction() : pact.addInteraction().given(one.state);
  await interaction
    .uponReceiving(one.description)
    .reference("plant-store", "requirement", one.requirement)
    .withRequest("POST", "/plants", (request) => {
      request.headers({ Authorization: bearer, "Content-Type": "application/json" }).jsonBody(one.request);
    })
    .willRespondWith(one.status, (response) => {
      response.jsonBody(one.answer);
    })
    .executeTest(async ({ url }) => {
      const imported = await importPlant({ baseUrl: url, token, timeoutMs: 5_000 }, one.plant);
      expect(imported).toEqual(one.imported);
      // The mock server notes a request only after it has answered, is asked for its notes as soon as this function
      // ends, and tells nobody when it is ready. Without a pause a busy machine sees "expected but not received".
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
});

test("the committed pact is what the consumer's tests write", () => {
  const file = "plant-importer-plant-store.json";
  const committed = fileURLToPath(new URL(`../pacts/${file}`, import.meta.url));
  if (process.env["UPDATE_PACTS"] !== undefined) copyFileSync(join(dir, file), committed);
  expect(readFileSync(join(dir, file), "utf8")).toBe(readFileSync(committed, "utf8"));
});
