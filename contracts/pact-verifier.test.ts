import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { PLATFORMS, startVerifier } from "./pact-verifier.ts";

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
      `Pact's verifier cannot be loaded here (Error: No native module is here.); it exists for ${PLATFORMS}: there, install the optional dependency @pact-foundation/pact-core; elsewhere, \`check --no-contracts\` leaves the contracts out`,
    );
  } finally {
    await verifier.end();
  }
});

test("the systems that are named are those that Pact has a native part for", () => {
  const own = fileURLToPath(import.meta.resolve("@pact-foundation/pact-core/package.json"));
  const { optionalDependencies } = JSON.parse(readFileSync(own, "utf8")) as { optionalDependencies: object };
  const names = Object.keys(optionalDependencies).map((name) => name.replace("@pact-foundation/pact-core-", ""));
  expect(names.sort()).toEqual([
    "darwin-arm64",
    "darwin-x64",
    "linux-arm64-glibc",
    "linux-arm64-musl",
    "linux-x64-glibc",
    "linux-x64-musl",
    "windows-x64",
  ]);
  expect(PLATFORMS).toBe("Linux (x64 and arm64, glibc and musl), macOS (x64 and arm64) and Windows (x64)");
});
