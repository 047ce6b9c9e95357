/** A user's pacts with another document: `check` and `contracts` verify them and compare them with it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { userSupplied } from "../contracts/testing/contract-provider.ts";
import { OPERATION, revised } from "../proof/revisions/revision.ts";
import { servedProvider } from "../proof/revisions/served-provider.ts";
import { startProvider } from "../proof/test-provider.ts";
import type { RunResult } from "../result/result.ts";
import { command, folder } from "./testing/command.ts";

const token = "canary-token-27182818";
const env = { PLANT_STORE_TOKEN: token };

function pactFile(edit: (interaction: Record<string, unknown>) => object): string {
  const file = join(folder(), "herbs.json");
  writeFileSync(file, userSupplied(edit).text);
  return file;
}

describe("with another document", () => {
  const revision = revised({
    "/security": [{ key: [] }],
    "/components/securitySchemes/key": { type: "apiKey", in: "header", name: "X-Key" },
    [`${OPERATION}/responses/200`]: undefined,
    [`${OPERATION}/responses/201`]: {
      description: "Created",
      content: { "application/json": { schema: { $ref: "#/components/schemas/Plant" } } },
    },
    "/components/schemas/NewPlant/allOf/1/properties/id": { type: "integer", maximum: 5_000_000 },
  }).replace("/plants:", "/herbs:");
  const document = join(folder(), "herbs.yaml");
  writeFileSync(document, revision);
  const served = servedProvider({ name: "herbs", text: revision, rights: [], wrongs: [] }, token);

  /** A pact about a herb whose id and name are those of the state that the suite supplies. */
  const herbFile = (status: number, more: object = {}): string =>
    pactFile((interaction) => ({
      ...interaction,
      providerStates: [{ name: "a plant that the store does not have" }],
      request: {
        method: "POST",
        path: "/herbs",
        headers: { "X-Key": ["example"], "Content-Type": ["application/json"] },
        body: { content: { id: 7, name: "Fern" }, contentType: "application/json", encoded: false },
        generators: {
          body: {
            "$.id": { type: "ProviderState", expression: "${plantId}" },
            "$.name": { type: "ProviderState", expression: "${plantName}" },
          },
        },
      },
      response: { status },
      ...more,
    }));

  test("check verifies the user's pacts alone, and compares them with it", async () => {
    await using started = await startProvider(served, { token });
    const out = join(folder(), "result.json");
    const pacts = ["--pacts", herbFile(201), "--pacts", herbFile(200)];
    const argv = ["check", started.url, "--document", document, ...pacts, "--report", `json=${out}`];
    const ran = await command(argv, env);
    const result = JSON.parse(readFileSync(out, "utf8")) as RunResult;
    expect([ran.status, result.verdict, result.specification.version]).toEqual([1, "conformant", "2.0.0"]);
    expect(result.contracts).toMatchObject([
      { source: expect.any(String), interactions: [{ status: "passed" }] },
      {
        source: expect.any(String),
        interactions: [
          {
            status: "failed",
            findings: [{ where: "status", expected: "200", seen: "201" }],
            contradicts: [{ where: "status", expected: "201", seen: "200" }],
          },
        ],
      },
    ]);
    expect(result.contracts.flatMap(({ interactions }) => interactions)[0]).not.toHaveProperty("contradicts");
    expect(JSON.stringify(result)).not.toContain(token);
  });

  test("contracts verifies them without the checks, and supplies no id that it does not allow", async () => {
    await using started = await startProvider(served, { token });
    const beyond = "a plant that the store does not have, with an id beyond 2^53";
    const pacts = ["--pacts", herbFile(201), "--pacts", herbFile(201, { providerStates: [{ name: beyond }] })];
    const ran = await command(["contracts", started.url, "--document", document, "--details", ...pacts], env);
    expect(ran.status).toBe(3);
    expect(ran.out).toContain("1 of 2 interactions passed");
    expect(ran.out.replaceAll(/\s+/gu, " ")).toContain("the document allows no id beyond 2^53");
    expect(ran.out.replaceAll(/\s+/gu, " ")).toContain(
      "The contracts that ship are of version 1.0.0 and were left out",
    );
  });

  test("contracts --document-only compares them with it, and asks nobody", async () => {
    const ran = await command(["contracts", "--document-only", "--document", document, "--pacts", herbFile(200)]);
    expect(ran).toMatchObject({ status: 1, out: expect.stringContaining("the document says 201, the pact 200") });
    const kept201 = ["contracts", "--document-only", "--document", document, "--pacts", herbFile(201)];
    expect(await command(kept201)).toMatchObject({
      status: 0,
      out: expect.stringContaining("agrees with the document"),
    });
  });
});
