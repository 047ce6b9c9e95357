/** User-supplied pacts in `judge`: verified besides the shipped ones, and never left out in silence. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { userSupplied } from "../contracts/testing/contract-provider.ts";
import { shipped } from "../spec/shipped-yaml.ts";
import { startServer } from "../reference-impl/server.ts";
import { judgedRun } from "./adapters/adapter-outcomes.ts";
import { hasPact } from "./judge.ts";
import { judge } from "./index.ts";

const token = "token-of-own-pacts";

/** A pact of a user whose only interaction expects a status of a plant without a name, which the document says is 400. */
function pactFile(status: number): string {
  const { text } = userSupplied((interaction) => ({ ...interaction, response: { status } }));
  const file = join(mkdtempSync(join(tmpdir(), "plant-store-own-pact-")), "own.json");
  writeFileSync(file, text);
  return file;
}

/** The document that ships, with 201 as its success. */
const another = { text: shipped("openapi.yaml").replace('"200":', '"201":') };

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

  test("are the only contracts with another document", async () => {
    const result = await judge({ url: "http://127.0.0.1:9", token, document: another, pacts: [pactFile(200)] });
    expect(result.exitCode).toBe(3);
    expect(result.contracts.map(({ source }) => source)).toEqual([expect.stringContaining("own.json")]);
    const [one] = result.contracts[0]?.interactions ?? [];
    expect(one?.status).toBe("not-judged");
    expect(one?.contradicts).toContainEqual({ where: "status", expected: "201", seen: "200" });
  });

  test.each<readonly [string, object, RegExp]>([
    [
      "cannot be read",
      { pacts: ["no-such-pact.json"] },
      /"no-such-pact.json" cannot be read \(there is no such file or folder\)/,
    ],
    ["are no list", { pacts: "own.json" }, /pacts has to be a list .* "own.json"/],
    ["are left out as well", { pacts: [], contracts: false }, /contracts: false leaves them out/],
    ["ship, and are asked for with another document", { document: another, contracts: true }, /give your own as pacts/],
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
