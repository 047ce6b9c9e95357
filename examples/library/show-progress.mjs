// Shows how far a run is, and ends it after a minute: PLANT_STORE_URL=http://... TOKEN=... node show-progress.mjs
import process from "node:process";
import { judgeInSteps } from "plant-store-conformance";

const { PLANT_STORE_URL, TOKEN } = process.env;
const options = { url: PLANT_STORE_URL, token: TOKEN, contracts: false, signal: AbortSignal.timeout(60_000) };

for await (const step of judgeInSteps(options)) {
  if (step.kind === "progress") process.stderr.write(`\r${step.checksDone} of ${step.checks} checks`);
  else {
    console.log(step.result.verdict);
    process.exitCode = step.result.exitCode;
  }
}
