/** Fetches pacts from a broker and publishes results to it, with a stand-in that implements a broker's HAL. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command, folder } from "../../cli/testing/command.ts";
import { userSupplied, shippedText } from "../../contracts/testing/contract-provider.ts";
import { startServer } from "../../reference-impl/server.ts";
import { isSafeText } from "../../result/safe-text.ts";
import type { RunResult } from "../../result/result.ts";
import { type Kept, startStandIn } from "./stand-in.ts";

const token = "token-of-the-provider";
const env = { PLANT_STORE_TOKEN: token };

const importer: Kept = { consumer: "plant-importer", text: shippedText("plant-importer") };
const broken: Kept = {
  consumer: "greenhouse",
  text: userSupplied((interaction) => ({ ...interaction, response: { status: 422 } })).text,
};
const stateful: Kept = {
  consumer: "cellar",
  text: userSupplied((interaction) => ({ ...interaction, providerStates: [{ name: "a full store" }] })).text,
};

const publishing =
  "--publish --provider-version 1a2b3c --provider-branch feat/x --build-url https://ci.example/7".split(" ");

test("a broker's pacts are fetched by selectors, verified, and their results published for version and branch", async () => {
  await using server = await startServer({ token });
  await using broker = await startStandIn({ pacts: [importer, broken], authorization: "Bearer broker-secret-31415" });
  const report = join(folder(), "result.json");
  const given = ["--broker", broker.url, ...publishing, "--pending", "--wip-since", "2026-01-31"];
  const argv = ["contracts", server.url, ...given, "--report", `json=${report}`];
  const ran = await command(argv, { ...env, PACT_BROKER_TOKEN: "broker-secret-31415" });
  expect(ran.status).toBe(1);
  expect(ran.out).toContain("CONTRACTS BROKEN");

  const paths = broker.arrived.map(({ method, path }) => `${method} ${path.replace("/pacts-of-ours", "")}`);
  expect(paths.slice(0, 2)).toEqual(["GET /", "POST /pacts/provider/plant-store/for-verification"]);
  expect(paths.slice(-4)).toEqual([
    "GET /pacticipants/plant-store",
    "PUT /pacticipants/plant-store/branches/feat%2Fx/versions/1a2b3c",
    "POST /pact/0/verification-results",
    "POST /pact/1/verification-results",
  ]);
  expect(broker.arrived[1]?.body).toEqual({
    consumerVersionSelectors: [{ mainBranch: true }, { deployedOrReleased: true }],
    includePendingStatus: true,
    includeWipPactsSince: "2026-01-31",
    providerVersionBranch: "feat/x",
  });
  const [passed, failed] = broker.arrived.slice(-2).map(({ body }) => body);
  expect(passed).toMatchObject({
    success: true,
    providerApplicationVersion: "1a2b3c",
    buildUrl: "https://ci.example/7",
    verifiedBy: { implementation: "plant-store-conformance" },
  });
  expect(failed).toMatchObject({
    success: false,
    testResults: [{ success: false, mismatches: [{ attribute: "status", description: "expected 422, seen 400" }] }],
  });

  const text = readFileSync(report, "utf8");
  const { contracts } = JSON.parse(text) as RunResult;
  expect(contracts.map(({ consumer, source }) => [consumer, source === undefined])).toEqual([
    ["plant-importer", true],
    ["plant-catalogue", true],
    ["plant-form", true],
    ["plant-importer", false],
    ["plant-importer", false],
  ]);
  for (const shown of [text, ran.out, ran.err]) expect(shown).not.toContain("broker-secret");
});

test("a user and a password go to the broker as basic credentials", async () => {
  const authorization = `Basic ${Buffer.from("ci:pass word").toString("base64")}`;
  await using broker = await startStandIn({ pacts: [importer], authorization });
  const argv = ["contracts", "--reference", "--broker", broker.url, "--broker-user", "ci", "--quiet"];
  const ran = await command(argv, { PACT_BROKER_PASSWORD: "pass word" });
  expect(ran).toMatchObject({ status: 0, out: "CONTRACTS KEPT   11 of 11 interactions passed\n" });
});

test("a pending pact that is not met fails nothing, and is published as what it is", async () => {
  await using broker = await startStandIn({ pacts: [{ ...broken, pending: true }] });
  const ran = await command([
    "contracts",
    "--reference",
    "--broker",
    broker.url,
    "--pending",
    ...publishing,
    "--quiet",
  ]);
  expect(ran.status).toBe(0);
  expect(broker.arrived.at(-1)?.body).toMatchObject({ success: false });
});

test("nothing is published unless it is asked for", async () => {
  await using broker = await startStandIn({ pacts: [importer] });
  expect((await command(["contracts", "--reference", "--broker", broker.url, "--quiet"])).status).toBe(0);
  expect(broker.arrived.map(({ method }) => method)).toEqual(["GET", "POST", "GET"]);
});

describe("a result that was not published is an error", () => {
  test.each([
    ["refuses-results", /was not published\. The broker failed: POST .* was answered 500: \{"error":"no room"\}/],
    ["refuses-branches", /The provider's branch was not published, and no result either/],
  ] as const)("when the broker %s: exit status 3, and the sentence comes first", async (fault, sentence) => {
    await using broker = await startStandIn({ pacts: [importer], fault });
    const report = join(folder(), "result.json");
    const argv = ["contracts", "--reference", "--broker", broker.url, ...publishing, "--report", `json=${report}`];
    expect((await command(argv)).status).toBe(3);
    expect((JSON.parse(readFileSync(report, "utf8")) as RunResult).reasons[0]).toMatch(sentence);
  });

  test("when an interaction could not be judged: nothing is said of that pact", async () => {
    await using server = await startServer({ token });
    await using broker = await startStandIn({ pacts: [stateful] });
    const ran = await command(["contracts", server.url, "--broker", broker.url, ...publishing], env);
    expect(ran.status).toBe(3);
    expect(ran.out.replaceAll(/\s+/g, " ")).toContain("No result was published for plant-importer");
    expect(broker.arrived.at(-1)?.method).toBe("PUT");
  });

  test("in check too, where the verdict on the document stays what it is", async () => {
    await using broker = await startStandIn({ pacts: [importer], fault: "refuses-results" });
    const report = join(folder(), "result.json");
    const ran = await command([
      "check",
      "--reference",
      "--broker",
      broker.url,
      ...publishing,
      "--report",
      `json=${report}`,
    ]);
    expect(ran.status).toBe(3);
    expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({ verdict: "conformant", exitCode: 3 });
  });
});

/** Standard error without the line that says what is judged. */
function withoutOpening(err: string): string {
  return err.replace(/^Judging [^\n]*\n/, "");
}

describe("a broker that does not give its pacts is reported in one sentence, exit status 2", () => {
  test.each([
    ["with another token", { pacts: [importer], authorization: "Bearer other" }, "was answered 401"],
    ["that redirects", { pacts: [importer], fault: "redirects" }, "was answered 302"],
    ["whose links lead elsewhere", { pacts: [importer], fault: "links-elsewhere" }, "leads to another origin"],
    ["without a pact", { pacts: [] }, 'has no pact for "plant-store"'],
    ["that sends 40 MiB", { pacts: [importer], fault: "sends-40-mebibytes" }, "longer than 8388608 bytes"],
    [
      "with 30,000 pacts",
      { pacts: [importer], fault: "lists-30000" },
      'has 30000 pacts for "plant-store", and 500 is the limit; select fewer with --consumer-versions',
    ],
    ["whose pact is none", { pacts: [{ consumer: "x", text: "{}" }] }, "is not a pact"],
  ] as const)("%s", async (_what, options, sentence) => {
    await using broker = await startStandIn(options);
    const ran = await command(["contracts", "--reference", "--broker", broker.url], {
      PACT_BROKER_TOKEN: "broker-secret-31415",
    });
    expect(ran.status).toBe(2);
    expect(ran.err).toContain(sentence);
    expect(ran.err).not.toContain("broker-secret");
    expect(withoutOpening(ran.err)).toMatch(/^[^\n]+\n$/);
    expect(ran.out).toBe("");
  });

  test("that says what a terminal or a CI log would obey, and the secret where it is cut", async () => {
    await using broker = await startStandIn({ pacts: [importer], fault: "fails-with-poison" });
    const ran = await command(["contracts", "--reference", "--broker", broker.url], {
      PACT_BROKER_TOKEN: "broker-secret-31415",
    });
    expect(ran).toMatchObject({ status: 2, out: "" });
    expect(isSafeText(ran.err), ran.err).toBe(true);
    expect(withoutOpening(ran.err)).toMatch(/^The broker failed: GET [^ ]+ was answered 500: \\u\{1b\}[^\n]+\n$/);
    expect(ran.err).not.toContain("broker-s");
    expect(broker.arrived).toHaveLength(1);
  });

  test("that has many pacts, of which four are fetched at a time", async () => {
    const pacts = Array.from({ length: 39 }, (_, at) => ({ ...importer, consumer: `consumer-${at}` }));
    const last = { consumer: "last", text: '{"consumer":1}' };
    await using broker = await startStandIn({ pacts: [...pacts, last], fault: "answers-four-together" });
    const ran = await command(["contracts", "--reference", "--broker", broker.url]);
    expect(ran).toMatchObject({ status: 2, err: expect.stringContaining("is not a pact") });
    expect(broker.most()).toBe(4);
  });

  test("for another provider's name", async () => {
    await using broker = await startStandIn({ pacts: [importer] });
    const ran = await command(["contracts", "--reference", "--broker", broker.url, "--pact-provider", "orchid store"]);
    expect(ran).toMatchObject({ status: 2, err: expect.stringContaining('has no pact for "orchid store"') });
    expect(broker.arrived.at(-1)?.path).toContain("orchid%20store");
  });
});

describe("what does not fit together gets one sentence, exit status 2", () => {
  const tokenFile = join(folder(), "token");
  writeFileSync(tokenFile, "broker-secret\n");
  test.each([
    [["--publish"], "--publish is about a broker; give --broker URL with it"],
    [["--pending"], "--pending is about a broker"],
    [["--broker", "http://127.0.0.1:1", "--publish"], "--publish needs --provider-version"],
    [["--broker", "nowhere"], '--broker "nowhere" is not an http or https URL'],
    [["--broker", "http://me:secret@127.0.0.1:1"], "--broker holds credentials"],
    [
      ["--broker", "http://127.0.0.1:1", "--consumer-versions", "main"],
      '--consumer-versions "main" is not a JSON list',
    ],
    [["--broker", "http://127.0.0.1:1", "--wip-since", "soon"], '--wip-since "soon" is not a date'],
    [["--broker", "http://127.0.0.1:1", "--broker-token-file", "/nowhere/token"], '"/nowhere/token" cannot be read'],
    [
      ["--broker", "http://127.0.0.1:1", "--broker-token-file", tokenFile, "--broker-user", "ci"],
      "Both --broker-token-file and --broker-user are given",
    ],
    [["--broker", "http://127.0.0.1:1"], "The broker failed: GET http://127.0.0.1:1/"],
  ])("%j", async (argv, sentence) => {
    const ran = await command(["contracts", "--reference", ...argv]);
    expect(ran).toMatchObject({ status: 2, out: "", err: expect.stringContaining(sentence) });
    expect(ran.err).not.toContain("secret");
  });
});
