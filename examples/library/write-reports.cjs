// Writes reports in CommonJS, without a top-level await: PLANT_STORE_URL=http://... TOKEN=... node write-reports.cjs
const { writeFileSync } = require("node:fs");
const process = require("node:process");
const { judge } = require("plant-store-conformance");
const { renderers } = require("plant-store-conformance/reports");

async function main({ PLANT_STORE_URL, TOKEN }) {
  const result = await judge({ url: PLANT_STORE_URL, token: TOKEN, contracts: false });
  for (const format of ["html", "junit", "json"]) {
    const { fileName, render } = renderers[format];
    writeFileSync(fileName, await render(result));
  }
  process.exitCode = result.exitCode;
}

void main(process.env);
