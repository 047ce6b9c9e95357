import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { startVerifier } from "./verifier.ts";

test("a verifier whose native part is missing says so, and which option leaves the contracts out", async () => {
  const folder = mkdtempSync(join(tmpdir(), "plant-store-verifier-"));
  const pact = join(folder, "node_modules/@pact-foundation/pact-core");
  mkdirSync(pact, { recursive: true });
  writeFileSync(join(pact, "index.js"), 'throw new Error("No native module is here.\\nLook elsewhere.");');
  const entry = join(folder, "verifier-process.mjs");
  copyFileSync(fileURLToPath(import.meta.resolve("#contracts/verifier-process.mjs")), entry);
  const verifier = startVerifier(pathToFileURL(entry).href);
  try {
    const { ended } = await verifier.verify({ jobs: [], timeoutMs: 120_000 }, new AbortController().signal);
    expect(ended).toBe(
      "Pact's verifier cannot be loaded here (Error: No native module is here.); `check --no-contracts` leaves the contracts out",
    );
  } finally {
    await verifier.end();
  }
});
