// Judges a server that runs, and ends as the command does: PLANT_STORE_URL=http://... TOKEN=... node judge-url.mjs
import process from "node:process";
import { judge } from "plant-store-conformance";

const { PLANT_STORE_URL, TOKEN } = process.env;
const { verdict, exitCode, reasons, causes = [] } = await judge({ url: PLANT_STORE_URL, token: TOKEN });

console.log([verdict, ...reasons].join("\n"));
for (const { title, requirements, fix } of causes) console.log(`${title} (${requirements.join(", ")}): ${fix}`);
process.exitCode = exitCode;
