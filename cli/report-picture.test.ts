/** docs/report.svg shows what a run prints today about a server that Express developers often write. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parseXml } from "../reports/testing/xml-reader.ts";
import { express5ByHand } from "../proof/real/npm/express-by-hand.ts";
import { command, folder } from "./testing/command.ts";
import { terminalPicture } from "./testing/terminal-picture.ts";

const PICTURE = fileURLToPath(import.meta.resolve("#docs/report.svg"));
const token = "token-of-the-picture";

test("docs/report.svg is the picture of a run (npm run picture makes it again)", async () => {
  const provider = await express5ByHand.start(token);
  const out = join(folder(), "reports");
  const shown = "check http://127.0.0.1:8080 --token-file token.txt --out reports";
  const ran = await command([
    "check",
    provider.url,
    "--token",
    token,
    "--seed",
    "picture",
    "--no-contracts",
    "--out",
    out,
  ]);
  await provider.stop();
  expect(ran.status).toBe(1);
  const text = ran.out
    .replaceAll(out, "reports")
    .replaceAll(provider.url, "http://127.0.0.1:8080")
    .replace(/, [\d.]+ s$/m, ", 2.1 s");
  const title = "A red report in the terminal, with the causes of the failures and a fix";
  const picture = terminalPicture(title, `npx plant-store-conformance ${shown}`, text);
  if (process.env["UPDATE_PICTURE"] !== undefined) await writeFile(PICTURE, picture);
  expect(await readFile(PICTURE, "utf8")).toBe(picture);
  expect(parseXml(picture).name).toBe("svg");
  expect(picture).not.toContain(token);
});
