/** docs/report.svg shows what a run prints today about a server as Express developers often write it. */
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

/** The verdict and the causes, without the parts that an added check or another drawn name changes. */
function gistOf(picture: string): readonly string[] {
  const lines = parseXml(picture).children.map(({ text }) => text);
  return lines
    .filter((line) => /^(?:\$|NOT CONFORMANT|\d+\)|exit)/.test(line))
    .map((line) => line.replaceAll(/\d+/g, "N"));
}

test("docs/report.svg says what a run says (npm run picture makes it again)", async () => {
  const provider = await express5ByHand.start(token);
  const out = join(folder(), "reports");
  const argv = ["check", provider.url, "--token", token, "--seed", "picture", "--no-contracts", "--out", out];
  const ran = await command(argv);
  await provider.stop();
  expect(ran.status).toBe(1);
  const text = ran.out.replaceAll(out, "reports").replaceAll(provider.url, "http://127.0.0.1:8080/api");
  const title = "A red report in the terminal, with the causes of the failures and a fix";
  const shown = "npx plant-store-conformance check http://127.0.0.1:8080/api --token-file token.txt --out reports";
  const picture = terminalPicture(title, shown, text);
  expect(picture).not.toContain(token);
  expect(gistOf(picture).length).toBeGreaterThan(4);
  if (process.env["UPDATE_PICTURE"] !== undefined) await writeFile(PICTURE, picture);
  expect(gistOf(await readFile(PICTURE, "utf8"))).toEqual(gistOf(picture));
});
