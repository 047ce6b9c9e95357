/**
 * Pact's own verifier also uses the stand-in for a broker, and its requests and publications are the same as those of
 * the suite. A real broker that works with Pact's verifier therefore works with the suite.
 */
import { execFile } from "node:child_process";
import { devNull } from "node:os";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { command } from "../../cli/testing/command.ts";
import { at, listAt } from "../../contracts/pact-file.ts";
import { userSupplied, shippedText } from "../../contracts/testing/contract-provider.ts";
import { startServer } from "../../reference-impl/server.ts";
import { type Arrived, startStandIn } from "./stand-in.ts";

const token = "token-of-the-provider";
const pacts = [
  { consumer: "plant-form", text: shippedText("plant-form") },
  { consumer: "greenhouse", text: userSupplied((one) => ({ ...one, response: { status: 422 } })).text },
];

/** Runs Pact's verifier as its users do, in a separate process with an empty environment. */
async function byPact(brokerUrl: string, providerUrl: string): Promise<void> {
  const options = {
    provider: "plant-store",
    providerBaseUrl: providerUrl,
    pactBrokerUrl: brokerUrl,
    consumerVersionSelectors: [{ mainBranch: true }, { deployedOrReleased: true }],
    enablePending: true,
    includeWipPactsSince: "2026-01-31",
    publishVerificationResult: true,
    providerVersion: "1a2b3c",
    providerVersionBranch: "main",
    buildUrl: "https://ci.example/7",
    customProviderHeaders: { Authorization: `Bearer ${token}` },
    logLevel: "error",
  };
  const script = `
    import { createRequire } from "node:module";
    const { default: pact } = createRequire(import.meta.url)("@pact-foundation/pact-core");
    // It rejects, because one of the pacts is not met.
    await pact.verifyPacts(${JSON.stringify(options)}).catch(() => undefined);`;
  await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    cwd: new URL("../..", import.meta.url),
    env: { PACT_DO_NOT_TRACK: "true", LOG_LEVEL: "error", SSL_CERT_FILE: devNull, SSL_CERT_DIR: devNull },
  });
}

/** The requests, without intended differences: Pact's verifier requests some resources twice. */
function asked(arrived: readonly Arrived[]): readonly string[] {
  const lines = arrived.map(({ method, path }) => `${method} ${path.replace(/\/$/, "")}`);
  return [...new Set(lines)].sort();
}

function members(body: unknown): readonly string[] {
  return typeof body === "object" && body !== null ? Object.keys(body).sort() : [];
}

test("Pact's own verifier asks the stand-in for the same, and publishes the same", async () => {
  await using theirs = await startStandIn({ pacts });
  await using ours = await startStandIn({ pacts });
  await using server = await startServer({ token });
  await byPact(theirs.url.replace(/\/$/, ""), server.url);
  const given = "--publish --provider-version 1a2b3c --provider-branch main --build-url https://ci.example/7";
  const argv = ["contracts", server.url, "--broker", ours.url, ...given.split(" "), "--pending", "--quiet"];
  await command([...argv, "--wip-since", "2026-01-31"], { PLANT_STORE_TOKEN: token });

  // Pact's verifier reads the resource before it requests pacts from it; the suite does not.
  const look = "GET /pacts-of-ours/pacts/provider/plant-store/for-verification";
  expect([...asked(ours.arrived), look].sort()).toEqual(asked(theirs.arrived));
  const post = (arrived: readonly Arrived[], end: string): unknown =>
    arrived.find(({ method, path }) => method === "POST" && path.endsWith(end))?.body;
  expect(post(ours.arrived, "/for-verification")).toEqual(post(theirs.arrived, "/for-verification"));
  for (const index of [0, 1]) {
    const path = `/pact/${index}/verification-results`;
    const [own, pact] = [post(ours.arrived, path), post(theirs.arrived, path)];
    expect(members(own)).toEqual(members(pact));
    for (const member of ["success", "providerApplicationVersion", "buildUrl"]) {
      expect(at(own, member), member).toEqual(at(pact, member));
    }
  }
  const mismatches = (arrived: readonly Arrived[]): readonly unknown[] =>
    listAt(listAt(post(arrived, "/pact/1/verification-results"), "testResults")[0], "mismatches");
  expect(mismatches(ours.arrived).map((one) => at(one, "attribute"))).toEqual(["status"]);
  expect(mismatches(theirs.arrived).map((one) => at(one, "attribute"))).toEqual(["status"]);
});
