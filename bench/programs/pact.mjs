// @ts-check
/** Pact's own verifier on the pacts that ship. Argument: the provider's base URL. */
import { readdirSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import pact from "@pact-foundation/pact-core";

const [providerBaseUrl = ""] = process.argv.slice(2);
const folder = fileURLToPath(new URL("../../contracts/pacts/", import.meta.url));
await pact.verifyPacts({
  provider: "plant-store",
  providerBaseUrl,
  pactUrls: readdirSync(folder).map((file) => `${folder}${file}`),
  customProviderHeaders: [`Authorization=Bearer ${process.env["PLANT_STORE_TOKEN"]}`],
  logLevel: "error",
});
