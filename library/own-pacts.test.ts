/** User-supplied pacts in `judge`: verified besides the shipped ones, and never left out in silence. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { userSupplied } from "../contracts/testing/contract-provider.ts";
import { startServer } from "../reference-impl/server.ts";
import { judgedRun } from "./adapters/judged-cases.ts";
import { hasPact } from "./has-pact.ts";
import { judge } from "./index.ts";

const token = "token-of-own-pacts";

/** A pact of a user whose only interaction expects a status of a plant without a name, which the document says is 400. */
function pactFile(status: number): string {
  const { text } = userSupplied((interaction) => ({ ...interaction, response: { status } }));
  const file = join(mkdtempSync(join(tmpdir(), "plant-store-own-pact-")), "own.json");
  writeFileSync(file, text);
  return file;
}

describe("pacts", () => {
  test("are verified: one that fails is exit status 1, and leaves the verdict on the document as it is", async () => {
    await using server = await startServer({ token });
    const result = await judge({ url: server.url, token, pacts: [pactFile(422)] });
    const own = result.contracts.filter(({ source }) => source !== undefined);
    expect(own).toHaveLength(1);
    if (hasPact()) {
      expect(result).toMatchObject({ verdict: "conformant", exitCode: 1 });
      expect(own[0]?.interactions).toMatchObject([{ status: "failed", findings: [{ expected: "422", seen: "400" }] }]);
      expect(result.contracts.length).toBeGreaterThan(1);
      // No test of an adapter stands for it, so that the last test has to fail.
      expect(judgedRun(result).verdict).toMatchObject({
        outcome: "failed",
        message: expect.stringContaining("user-supplied pact broken"),
      });
    } else {
      expect(result.exitCode).toBe(3);
    }
  });

  test.each<readonly [string, object, RegExp]>([
    ["cannot be read", { pacts: ["no-such-pact.json"] }, /"no-such-pact.json" cannot be read \(ENOENT\)/],
    ["are no list", { pacts: "own.json" }, /pacts has to be a list .* "own.json"/],
    ["are left out as well", { pacts: [], contracts: false }, /contracts: false leaves them out/],
    ["are given with a selection", { pacts: [], selection: { only: ["returns-name"], skip: [] } }, /selection/],
    [
      "have states at a place that is none",
      { pacts: [], providerStatesUrl: "states" },
      /http or https URL; .*"states"/,
    ],
  ])("that %s are wrong usage, and nothing is sent", async (_what, more, message) => {
    await using server = await startServer({ token });
    let exchanges = 0;
    const onProgress = (): number => (exchanges += 1);
    const judged = judge({ url: server.url, token, onProgress, ...more });
    const fault = await judged.then(
      () => null,
      (error: unknown) => error,
    );
    expect(fault).toBeInstanceOf(TypeError);
    expect(String(fault)).toMatch(message);
    expect(exchanges).toBe(0);
  });
});
