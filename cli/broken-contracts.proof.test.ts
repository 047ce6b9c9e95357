/** `contracts` against a provider that answers with another success than the document shows. */
import { expect, test } from "vitest";
import { but, json, plantBody } from "../proof/correct.ts";
import { startProvider } from "../proof/test-provider.ts";
import { command } from "./testing/command.ts";

const token = "token-of-broken-contracts";

test("another success than 200 breaks contracts, and does not mean that the provider is gone", async () => {
  await using wrong = await startProvider(but({ answerPlant: (plant) => json(201, plantBody(plant)) }), { token });
  const { status, out } = await command(["contracts", wrong.url], { PLANT_STORE_TOKEN: token });
  expect([status, out.split("\n")[0]]).toEqual([1, expect.stringContaining("CONTRACTS BROKEN")]);
});
