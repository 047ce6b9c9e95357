// @ts-check
/** Runs Pact's own verifier with the pacts that ship and their provider states. Argument: the provider's base URL. */
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import process from "node:process";
import { fileURLToPath } from "node:url";
import pact from "@pact-foundation/pact-core";

const [providerBaseUrl = ""] = process.argv.slice(2);
const folder = fileURLToPath(new URL("../../contracts/pacts/", import.meta.url));

// Every state of these pacts is about a plant that the store does not have, so each gets an unused id.
let id = 1_000_000;
const states = createServer((request, response) => {
  id += 1;
  request.resume();
  response.setHeader("Content-Type", "application/json");
  const letters = Array.from(String(id), (digit) => "abcdefghij"[Number(digit)]).join("");
  response.end(`{"plantId":${id},"plantName":"Baobab ${letters}"}`);
});
states.listen(0, "127.0.0.1");
await once(states, "listening");
const address = states.address();

try {
  await pact.verifyPacts({
    provider: "plant-store",
    providerBaseUrl,
    pactUrls: readdirSync(folder).map((file) => `${folder}${file}`),
    providerStatesSetupUrl: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`,
    customProviderHeaders: [`Authorization: Bearer ${process.env["PLANT_STORE_TOKEN"]}`],
    logLevel: "error",
  });
} catch (error) {
  process.stderr.write(`${String(error).slice(0, 1000)}\n`);
  process.exitCode = 1;
} finally {
  states.close();
  states.closeAllConnections();
}
