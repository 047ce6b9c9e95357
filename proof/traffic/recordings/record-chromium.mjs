/** Records chromium.har: a page in Chromium sends to the provider. Run: `CHROMIUM=/path node record-chromium.mjs`. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { start, steady } from "./wrong-provider.mjs";

const { origin, close } = await start();
const executablePath = process.env["CHROMIUM"];
const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
const context = await browser.newContext({ recordHar: { path: "raw.har", content: "embed" } });
const page = await context.newPage();
await page.goto(`${origin}/`);
await page.waitForFunction(() => document.title === "done");
await context.close();
await browser.close();
close();
writeFileSync(new URL("chromium.har", import.meta.url), steady(readFileSync("raw.har", "utf8"), origin));
rmSync("raw.har");
