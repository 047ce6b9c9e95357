/** `contracts`, and `check` with user-supplied pacts. */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { userSupplied, provider } from "../contracts/testing/contract-provider.ts";
import { but, correct, json } from "../proof/correct.ts";
import { startProvider } from "../proof/test-provider.ts";
import { startServer } from "../reference-impl/server.ts";
import { contractPlants } from "../library/run-contracts.ts";
import type { RunResult } from "../result/result.ts";
import { openPactDrafts } from "../traffic/pact-drafts.ts";
import { judgedLines, line, refused } from "../traffic/testing/exchanges.ts";
import { command, folder } from "./testing/command.ts";

const token = "canary-token-31415926";
const env = { PLANT_STORE_TOKEN: token };

function pactFile(edit: (interaction: Record<string, unknown>) => object): string {
  const file = join(folder(), "greenhouse.json");
  writeFileSync(file, userSupplied(edit).text);
  return file;
}

const kept = pactFile((interaction) => interaction);
const broken = pactFile((interaction) => ({ ...interaction, response: { status: 422 } }));
/** A plant whose id is taken: the reference implementation answers 409. */
const stateful = pactFile((interaction) => ({
  ...interaction,
  providerStates: [{ name: "a plant exists", params: { id: 41 } }],
  request: {
    method: "POST",
    path: "/plants",
    headers: { Authorization: ["Bearer x"], "Content-Type": ["application/json"] },
    body: { content: { id: 41, name: "Fern" }, contentType: "application/json", encoded: false },
  },
  response: { status: 409 },
}));

/** Writes a pact draft, made from the recorded requests of one client. */
function draftFile(): string {
  const pactDrafts = openPactDrafts();
  const tagged = { body: { id: 7_654_321, name: "Rose", tag: "shrub" }, answer: { name: "Rose", tag: "shrub" } };
  judgedLines([line(), line(tagged), line({ ...refused, body: { id: 1_234_567 } })], { pactDrafts });
  const file = join(folder(), "draft.json");
  writeFileSync(file, JSON.stringify(pactDrafts.list()[0]?.pact));
  return file;
}

function written(file: string): RunResult {
  const result: unknown = JSON.parse(readFileSync(file, "utf8"));
  const schema: object = JSON.parse(readFileSync(new URL("../result/result.schema.json", import.meta.url), "utf8"));
  const validate = new Ajv2020({ strict: false }).compile(schema);
  expect(validate(result), JSON.stringify(validate.errors)).toBe(true);
  return result as RunResult;
}

describe("contracts", () => {
  test("with --reference verifies the reference implementation, and what was drafted from traffic, in every report", async () => {
    const out = folder();
    const ran = await command(["contracts", "--reference", "--out", out, "--pacts", kept, "--pacts", draftFile()]);
    expect(ran.status).toBe(0);
    expect(ran.out).toMatch(/^CONTRACTS KEPT {3}12 of 12 interactions passed\n(?:.*\n)+exit 0\n$/);
    const result = written(join(out, "result.json"));
    expect(result).toMatchObject({ verdict: "inconclusive", exitCode: 0, requirements: [], exchanges: [] });
    const drafted = result.contracts.find(({ consumer }) => consumer === "shop");
    expect(drafted?.interactions.map(({ description, status }) => [description, status])).toEqual([
      ["a plant with name that is answered 200", "passed"],
      ["a plant with name, tag that is answered 200", "passed"],
      ["a body with no member name that is answered 400", "passed"],
    ]);
    const reports = readdirSync(out).filter((name) => !name.startsWith("requirements."));
    expect(reports.length).toBeGreaterThan(3);
    for (const name of reports) {
      expect(readFileSync(join(out, name), "utf8"), name).toContain("plant-catalogue");
    }
  });

  test("is the same as check --only-contracts, which takes the same options", async () => {
    const argv = ["--reference", "--pacts", kept, "--seed", "one"];
    const [alone, ofCheck] = [
      await command(["contracts", ...argv]),
      await command(["check", "--only-contracts", ...argv]),
    ];
    expect(ofCheck).toMatchObject({ status: 0, out: expect.stringMatching(/^CONTRACTS KEPT {3}9 of 9/) });
    const settled = ({ out }: { readonly out: string }): string => out.replaceAll(/127.0.0.1:\d+|[\d.]+ s$/gm, "");
    expect(settled(ofCheck)).toBe(settled(alone));
  });

  test("verifies the pacts of the user alone with --no-shipped-pacts, which needs one", async () => {
    const alone = ["contracts", "--reference", "--no-shipped-pacts", "--quiet"];
    expect(await command([...alone, "--pacts", kept])).toMatchObject({
      status: 0,
      out: "CONTRACTS KEPT   1 of 1 interaction passed\n",
    });
    expect(await command(alone)).toMatchObject({
      status: 2,
      err: "--no-shipped-pacts leaves no pact to verify; give --pacts or --broker with it\n",
    });
  });

  test("puts the reference implementation into the states that a pact needs", async () => {
    const ran = await command(["contracts", "--reference", "--pacts", stateful, "--quiet"]);
    expect(ran).toMatchObject({ status: 0, out: "CONTRACTS KEPT   9 of 9 interactions passed\n" });
  });

  test("asks a provider that is named for states at the URL that is given, and is else not able to judge", async () => {
    await using server = await startServer({ token });
    await using states = await provider((response) => {
      server.store.add(41n);
      response.end("{}");
    });
    const argv = ["contracts", server.url, "--pacts", stateful, "--quiet"];
    expect(await command(argv, env)).toMatchObject({
      status: 3,
      out: "CONTRACTS NOT JUDGED   8 of 9 interactions passed, 1 not judged\n",
    });
    expect((await command([...argv, "--provider-states-url", states.url], env)).status).toBe(0);
    expect(states.bodies[0]).toContain('"params":{"id":41}');
  });

  test("ends in 1 when an interaction of a user-supplied pact is broken, and shows the token nowhere", async () => {
    await using server = await startServer({ token });
    const out = folder();
    const ran = await command(["contracts", server.url, "--pacts", broken, "--out", out, "--details"], env);
    expect(ran.status).toBe(1);
    expect(ran.out.replaceAll(/\s+/g, " ")).toContain("relies on an open point: other-statuses");
    const texts = readdirSync(out).map((name) => readFileSync(join(out, name), "utf8"));
    for (const text of [...texts, ran.out, ran.err]) expect(text).not.toContain(token);
  });

  test("is broken by a provider that takes everything, and says how many interactions failed", async () => {
    await using server = await provider((response) => {
      response.writeHead(200, { "Content-Type": "application/json" }).end('{"name":"x"}');
    });
    expect(await command(["contracts", server.url, "--quiet"], env)).toMatchObject({
      status: 1,
      out: "CONTRACTS BROKEN   2 of 8 interactions failed, 3 do not meet a SHOULD\n",
    });
  });

  test("takes the rate, from a configuration too: no more requests leave in any second", async () => {
    await using server = await startServer({ token });
    const [config, out] = ["conformance.yaml", "result.json"].map((name) => join(folder(), name));
    writeFileSync(config ?? "", "rate: 4\nquiet: true\n");
    const argv = ["contracts", server.url, "--config", config ?? "", "--report", `json=${out}`];
    expect((await command(argv, env)).status).toBe(0);
    // There are eight requests; the fifth is sent a second after the first.
    expect(written(out ?? "").durationMs).toBeGreaterThanOrEqual(1000);
  });

  test.each([
    [
      ["--pacts", "/nowhere/pact.json"],
      'The pact "/nowhere/pact.json" cannot be read (there is no such file or folder)',
    ],
    [["--provider-states-url", "nowhere"], '--provider-states-url "nowhere" is not an http or https URL'],
    [["--timeout", "soon"], '--timeout "soon" is not a whole number'],
  ])("says what is wrong with %j: exit status 2", async (argv, sentence) => {
    expect(await command(["contracts", "--reference", ...argv])).toMatchObject({
      status: 2,
      out: "",
      err: expect.stringContaining(sentence),
    });
  });
});

const SEED = "seed-of-the-contracts";
const drawPlant = contractPlants(SEED);
const drawn = new Set(Array.from({ length: 10 }, () => drawPlant().id).flatMap((id) => [id, 2n ** 53n + 2n * id + 1n]));

/** Whether a plant belongs to the contracts in a run with this seed. */
function isOfContract({ id }: { readonly id: bigint }): boolean {
  return drawn.has(id);
}

describe("check", () => {
  test("tells a broken user-supplied pact apart from the verdict on the document", async () => {
    const out = join(folder(), "result.json");
    const ran = await command(["check", "--reference", "--pacts", broken, "--report", `json=${out}`]);
    expect(ran.status).toBe(1);
    expect(written(out)).toMatchObject({
      verdict: "conformant",
      exitCode: 1,
      reasons: [
        '1 interaction of a user-supplied pact broken: plant-importer, "a plant with an id beyond int64".',
        "Every requirement is met.",
      ],
    });
  });

  test("has a broken interaction that ships in the requirements, counted once", async () => {
    // Wrong only for plants that the consumers send and no check does.
    const behaviour = but({
      answerPlant: (plant, request) =>
        isOfContract(plant) ? json(201, { name: plant.name }) : correct.answerPlant(plant, request),
    });
    await using started = await startProvider(behaviour, { token });
    const out = folder();
    const ran = await command(["check", started.url, "--seed", SEED, "--quiet", "--out", out], env);
    expect(ran).toMatchObject({ status: 1, out: expect.stringContaining("   1 of 18 MUST broken") });
    expect(ran.out).not.toContain("interaction");
    const { requirements, summary, reasons } = written(join(out, "result.json"));
    const failed = requirements.filter(({ status }) => status === "failed");
    expect(failed.map(({ id }) => id)).toEqual(["accepts-valid-plant"]);
    expect(failed[0]?.checks.filter(({ status }) => status === "failed").map(({ id }) => id)).toEqual([
      "accepts-valid-plant/contract-plant-importer-a-plant-without-a-tag",
      "accepts-valid-plant/contract-plant-catalogue-a-plant-whose-name-the-page-shows",
      "accepts-valid-plant/contract-plant-catalogue-a-plant-whose-tag-the-page-shows",
      "accepts-valid-plant/contract-plant-form-a-form-that-is-filled-in",
    ]);
    expect([summary.must.failed, reasons]).toEqual([1, ["1 requirement broken: accepts-valid-plant."]]);
    const junit = readFileSync(join(out, "junit.xml"), "utf8");
    expect(junit.match(/<failure/g)).toHaveLength(1 + 4);
  });

  test("lets a waiver name the check that an interaction is, which covers it", async () => {
    const behaviour = but({
      answerPlant: (plant, request) =>
        isOfContract(plant) && plant.tag === undefined && plant.id < 2n ** 53n
          ? json(201, { name: plant.name })
          : correct.answerPlant(plant, request),
    });
    await using started = await startProvider(behaviour, { token });
    const [waivers = "", out = ""] = ["waivers.yaml", "result.json"].map((name) => join(folder(), name));
    const id = "accepts-valid-plant/contract-plant-importer-a-plant-without-a-tag";
    writeFileSync(waivers, `- { id: ${id}, reason: known, expires: "2099-12-31" }\n`);
    const argv = ["check", started.url, "--seed", SEED, "--quiet", "--waivers", waivers, "--allow-waived"];
    expect((await command([...argv, "--report", `json=${out}`], env)).status).toBe(0);
    const { contracts, waivers: became } = written(out);
    expect(contracts[0]?.interactions.map(({ status }) => status)).toEqual(["passed", "not-judged", "waived"]);
    expect(became?.entries.map(({ status }) => status)).toEqual(["applied"]);
  });

  test("warns of a SHOULD that a shipped interaction breaks, and fails with --strict", async () => {
    // Refuses what is not a NewPlant with 422 instead of 400.
    const behaviour = but({ answerError: ({ status, message }) => json(status === 400 ? 422 : status, { message }) });
    await using started = await startProvider(behaviour, { token });
    const out = join(folder(), "result.json");
    const ran = await command(["check", started.url, "--report", `json=${out}`], env);
    expect(ran.status).toBe(0);
    const failed = written(out).contracts.flatMap(({ interactions }) =>
      interactions.filter(({ status }) => status === "failed").map(({ level, requirement }) => [level, requirement]),
    );
    expect(failed).toEqual([
      ["SHOULD", "refuses-with-400"],
      ["SHOULD", "refuses-with-400"],
      ["SHOULD", "refuses-with-400"],
    ]);
    const strict = await command(["contracts", started.url, "--strict", "--quiet"], env);
    expect(strict.status).toBe(1);
  });

  test("has nothing in flight beside the checks: contracts go after them", async () => {
    const order: string[] = [];
    const behaviour = but({
      answerPlant: (plant, request) => {
        order.push(isOfContract(plant) ? "contract" : "check");
        return correct.answerPlant(plant, request);
      },
    });
    await using started = await startProvider(behaviour, { token });
    expect((await command(["check", started.url, "--seed", SEED, "--quiet"], env)).status).toBe(0);
    expect(order.indexOf("contract")).toBe(order.length - 5);
    expect(order.slice(-5)).toEqual(Array.from({ length: 5 }, () => "contract"));
  });

  test.each([
    [["--no-contracts"], "--pacts and --broker cannot be used with --no-contracts"],
    [["--only", "MUST"], "--pacts and --broker cannot be used with a selection of checks"],
  ])("with %j leaves contracts out, and takes no pacts", async (argv, sentence) => {
    const ran = await command(["check", "--reference", ...argv, "--pacts", kept]);
    expect(ran).toMatchObject({ status: 2, err: expect.stringContaining(sentence) });
  });
});

describe("contracts --document-only", () => {
  test("compares pacts with the document, and asks nobody", async () => {
    // The id of the pact's plant is beyond int64, so it is not a NewPlant.
    const wrong = pactFile((interaction) => ({ ...interaction, response: { status: 200 } }));
    const alone = ["contracts", "--document-only", "--pacts"];
    expect(await command([...alone, kept])).toEqual({
      status: 0,
      out: expect.stringMatching(
        /\n {2}agrees with the document\n.*contradicts none of 1 interaction\. No provider was asked\.\n$/s,
      ),
      err: "",
    });
    expect(await command([...alone, wrong])).toEqual({
      status: 1,
      out: expect.stringMatching(
        /\n {2}contradicts the document: .*contradicts 1 of 1 interaction\. No provider was asked\.\n$/s,
      ),
      err: "",
    });
  });

  test("names what the document does not describe or advises against, and a path that may repeat the base URL", async () => {
    const file = pactFile(({ request, ...interaction }) => ({
      ...interaction,
      request: { ...Object(request), path: "/api/plants" },
    }));
    const said = await command(["contracts", "--document-only", "--pacts", file]);
    expect(said).toMatchObject({ status: 0, out: expect.stringContaining("if that ends with /api, expect /plants\n") });
    const others = pactFile(({ request, ...interaction }) => ({
      ...interaction,
      request: { ...Object(request), body: { content: { id: 7, name: "Fern" }, contentType: "application/json" } },
      response: { status: 200, headers: { Location: ["/7"] }, body: { content: { name: "Oak" }, encoded: false } },
    }));
    const { status, out } = await command(["contracts", "--document-only", "--pacts", others]);
    expect([status, out]).toEqual([
      0,
      expect.stringContaining('returns-name (/name): it sends "Fern" and expects "Oak"'),
    ]);
    expect(out).toContain("relies on what the document does not describe: the header field location\n");
  });

  test.each([
    [["http://127.0.0.1:9", "--pacts", kept], "--document-only asks no provider; leave out the base URL"],
    [[], "--document-only has no pact to compare"],
    [["--pacts", kept, "--start", "true"], "--start has no effect with --document-only"],
    [["--pacts", kept, "--report", "json=x.json"], "which prints text alone; redirect it to a file"],
  ])("%j is refused", async (argv, sentence) => {
    const ran = await command(["contracts", "--document-only", ...argv]);
    expect(ran).toMatchObject({ status: 2, out: "", err: expect.stringContaining(sentence) });
  });
});
