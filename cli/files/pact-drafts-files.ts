/** Writes drafts of pacts, and compares their interactions with the document. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { comparedWithDocument } from "../commands/compare-pacts.ts";
import type { PactDraft } from "../../traffic/pact-drafts.ts";
import type { Io } from "../io.ts";
import { writeFile } from "./write-file.ts";

/**
 * Writes each draft, and prints for each interaction whether the document contradicts it. An existing draft is not
 * replaced, because the user may have edited it.
 * @throws {OutputError} if a draft cannot be written
 */
export async function writeDrafts(drafts: readonly PactDraft[], folder: string, io: Io): Promise<void> {
  if (drafts.length === 0) io.err("No pact was drafted: no exchange shows an interaction whole.\n");
  for (const { consumer, pact } of drafts) {
    const path = join(folder, `${consumer}-plant-store.json`);
    const text = `${JSON.stringify(pact, null, 2)}\n`;
    if (existsSync(path)) {
      io.err(`Left alone: ${path}, which is there already; move it away to have it drafted again\n`);
      continue;
    }
    await writeFile(path, [text], "The draft", io);
    const compared = await comparedWithDocument({ name: path, text, origin: "user-supplied" });
    io.err([`Drafted: ${path}`, ...compared.map(({ name, lines }) => `  ${name}: ${lines.join(" ")}`), ""].join("\n"));
  }
}
