/** The command as users run it: built, in a process of its own, with contracts and every usual report. */
import { readFileSync, readdirSync } from "node:fs";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RunResult } from "../../result/result.ts";
import { builtCommand, startCommand } from "../hostile/built.ts";

test("the built command finds the reference implementation conformant, its contracts included, and writes its reports", async () => {
  const out = mkdtempSync(join(tmpdir(), "plant-store-built-"));
  const { status, out: printed } = await startCommand(["check", "--reference", "--out", out], {
    folder: await builtCommand(),
  }).ended;
  expect({ status, printed }).toEqual({ status: 0, printed: expect.stringContaining("CONFORMANT") });
  const result = JSON.parse(readFileSync(join(out, "result.json"), "utf8")) as RunResult;
  expect(result.contracts.length).toBeGreaterThan(0);
  expect(result.contracts.flatMap(({ interactions }) => interactions.filter((one) => one.status !== "passed"))).toEqual(
    [],
  );
  expect(readdirSync(out)).toEqual(expect.arrayContaining(["report.html", "result.json"]));
});
