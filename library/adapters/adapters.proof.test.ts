/**
 * The adapters of the packed package in each runner, as users run them. None is green without evidence: without a base URL,
 * against a closed port, with a token that is refused, or for a provider that breaks one MUST.
 */
import { createServer } from "node:http";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { but, json, plantBody } from "../../proof/correct.ts";
import { mutants } from "../../proof/mutants/index.ts";
import type { Mutant } from "../../proof/mutants/mutant.ts";
import { listen, startProvider } from "../../proof/test-provider.ts";
import { startServer } from "../../reference-impl/server.ts";
import { readRequirements } from "../../spec/requirements.ts";
import { installPacked } from "../../proof/install-packed.ts";
import {
  type EndedRun,
  type EndedTest,
  type TestRunner,
  runTests,
  shortOutput,
  testRunners,
  textOf,
} from "../testing/test-runners.ts";

const token = "token-of-a-user";
const folder = fileURLToPath(new URL("../../dist-adapters", import.meta.url));

/** An application as a beginner writes it. It meets every MUST, and misses what JSON.parse rounds. */
const application = `
exports.app = async (request, response) => {
  const answer = (status, body) => response
    .writeHead(status, { "Content-Type": "application/json", ...(status === 401 ? { "WWW-Authenticate": "Bearer" } : {}) })
    .end(JSON.stringify(body));
  if (request.headers.authorization !== "Bearer a-test-token") return answer(401, { error: 401, message: "No token" });
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const { id, name, tag } = JSON.parse(Buffer.concat(chunks).toString());
    if (!Number.isInteger(id) || typeof name !== "string" || (tag !== undefined && typeof tag !== "string")) throw "";
    answer(200, { name, tag });
  } catch {
    answer(400, { error: 400, message: "The body is not a NewPlant" });
  }
};`;

/** A test file of a user. */
function testFile({ isCommonJs, name }: TestRunner, call: string): string {
  const specifier = `plant-store-conformance/${name}`;
  return isCommonJs
    ? `const { testProvider } = require("${specifier}");\n${call}\n`
    : `import { testProvider } from "${specifier}";\n${call}\n`;
}

const atUrl = (url: string, more: object = {}): string => `testProvider(${JSON.stringify({ url, token, ...more })});`;

/** The test file that the README shows, for another runner with the other name. */
function snippet(runner: string): string {
  const blocks = [...textOf("README.md").matchAll(/```ts\n(.*?)```/gs)].map(([, text = ""]) => text);
  const found = blocks.filter((text) => text.includes('"plant-store-conformance/vitest"'));
  expect(found).toHaveLength(1);
  return found[0]?.replace("plant-store-conformance/vitest", `plant-store-conformance/${runner}`) ?? "";
}

interface Runs {
  readonly noUrl: EndedRun;
  readonly reds: EndedRun;
  readonly greens: EndedRun;
  readonly alone: EndedRun;
  /** What the runner prints for the provider that breaks four MUSTs. */
  readonly short: string;
}

const runs = new Map<TestRunner["name"], Runs>();
const open: Array<() => Promise<unknown>> = [];
afterAll(() => Promise.all(open.map((stop) => stop())));

const BROKEN = "refuses-invalid-member";

/** A provider that breaks four MUSTs. */
const fourTimesBroken = but({
  authenticate: () => undefined,
  validate: mutantNamed("gives-names-and-tags-of-any-type-back").behaviour.validate,
  answerPlant: (plant) => json(200, { id: Number(plant.id), ...plantBody(plant) }),
  answerError: ({ status, message }) => ({ status, headers: { "Content-Type": "text/plain" }, body: message }),
});

function mutantNamed(name: string): Mutant {
  const mutant = mutants.find((one) => one.name === name);
  if (mutant === undefined) throw new Error(`There is no mutant ${name}`);
  return mutant;
}

/** The providers, by the name of the test file. */
async function providers(): Promise<Readonly<Record<"closed" | "broken" | "four" | "reference", string>>> {
  const closed = await listen(createServer());
  await closed.stop();
  const mutant = mutantNamed("takes-ids-in-strings");
  expect(mutant.breaks).toEqual([BROKEN]);
  const broken = await startProvider(mutant.behaviour, { token });
  const four = await startProvider(fourTimesBroken, { token });
  const reference = await startServer({ token });
  open.push(
    () => broken.stop(),
    () => four.stop(),
    () => reference.stop(),
  );
  return { closed: `http://127.0.0.1:${closed.port}`, broken: broken.url, four: four.url, reference: reference.url };
}

async function runAll(runner: TestRunner, urls: Awaited<ReturnType<typeof providers>>): Promise<Runs> {
  const own = join(folder, runner.name);
  const file = (call: string): string => testFile(runner, call);
  const broken = { broken: file(atUrl(urls.broken, { contracts: false })) };
  const closed = file(atUrl(urls.closed));
  const reds = { closed, refused: file(atUrl(urls.reference, { token: "another-token" })), ...broken };
  mkdirSync(join(own, "greens", "src"), { recursive: true });
  writeFileSync(join(own, "greens", "src", "app.js"), application);
  const app = `const { app } = require("../src/app.js");\ntestProvider({ app, token: "a-test-token" });`;
  const greens = {
    reference: file(atUrl(urls.reference, { stack: "flask" })),
    app: runner.isCommonJs ? file(app) : snippet(runner.name),
  };
  return {
    noUrl: await runTests(runner, join(own, "no-url"), {
      unset: file("testProvider({ url: process.env.PLANT_STORE_URL, token: 'secret' });"),
    }),
    reds: await runTests(runner, join(own, "reds"), reds),
    greens: await runTests(runner, join(own, "greens"), greens),
    alone: await runTests(runner, join(own, "alone"), { ...broken, closed }, "accepts-every-positive-id/"),
    short: await shortOutput(runner, join(own, "short"), {
      four: file(atUrl(urls.four, { contracts: false, seed: `four ${runner.name}` })),
    }),
  };
}

beforeAll(async () => {
  const [urls] = await Promise.all([providers(), installPacked(folder)]);
  // Side by side, because half of their time is spent waiting for a port that is closed.
  await Promise.all(testRunners.map(async (runner) => runs.set(runner.name, await runAll(runner, urls))));
});

function runsOf(name: TestRunner["name"]): Runs {
  const found = runs.get(name);
  if (found === undefined) throw new Error(`The tests of ${name} were not run`);
  return found;
}

const ofFile = ({ tests }: EndedRun, file: string): readonly EndedTest[] => tests.filter((one) => one.file === file);
const named = (tests: readonly EndedTest[], status: EndedTest["status"]): readonly string[] =>
  tests.filter((one) => one.status === status).map(({ name }) => name);
const requirementOf = (name: string): string => name.split("/")[0] ?? "";

const musts = new Set(readRequirements().flatMap(({ id, level }) => (level === "MUST" ? [id] : [])));
const ofMusts = (tests: readonly EndedTest[]): readonly EndedTest[] =>
  tests.filter(({ name }) => musts.has(requirementOf(name)));

describe.each(testRunners)("$name", ({ name }) => {
  test("is red without a base URL, with the reason", () => {
    const { exitCode, output } = runsOf(name).noUrl;
    expect(exitCode).not.toBe(0);
    expect(output).toContain("The base URL url is undefined; is the environment variable that it is read from set?");
  });

  test.each([
    ["against a closed port", "closed", "The provider could not be reached: the connection was refused."],
    ["where the token is refused", "refused", "The provider refused the token"],
  ])("is red %s in the first test, judges no other, and the last test has the reason", (_what, file, reason) => {
    const { exitCode, tests } = runsOf(name).reds;
    expect(exitCode).not.toBe(0);
    const own = ofFile({ exitCode, output: "", tests }, file);
    expect(ofMusts(own).length).toBeGreaterThan(18);
    // Jest cannot skip a test that runs, and none may pass that was not judged.
    const failed = named(own, "failed");
    if (name === "jest") expect(ofMusts(own).filter(({ status }) => status !== "failed")).toEqual([]);
    else expect(failed).toEqual([ofMusts(own)[0]?.name, "verdict"]);
    expect(own.at(-1)).toMatchObject({ name: "verdict", status: "failed" });
    expect(own.at(-1)?.message).toContain(reason);
  });

  test("is red for a provider that breaks one MUST, in its checks and the verdict alone", () => {
    const own = ofFile(runsOf(name).reds, "broken");
    expect(named(own, "failed").map(requirementOf)).toEqual([BROKEN, "verdict"]);
    expect(own.at(-1)?.message).toContain(BROKEN);
    expect(ofMusts(own).filter(({ status }) => status === "passed").length).toBeGreaterThan(18);
  });

  test("writes at most 60 lines, without its rows of dots, for a provider that breaks four MUSTs", () => {
    const lines = runsOf(name).short.trim().split("\n");
    const text = lines.filter((line) => !/^\s*[.,!X·*-]+$/.test(stripVTControlCharacters(line)));
    expect(text.join("\n")).toMatch(/\b4\) .+\n\s*fix: .+\n\s*More: npx .+ --details/);
    expect(text.length, text.join("\n")).toBeLessThanOrEqual(60);
  });

  test("has at most five lines in a failed test, and says the causes with their fixes in the last one", () => {
    const failed = ofFile(runsOf(name).reds, "broken").filter(({ status }) => status === "failed");
    for (const { message } of failed) expect(message.split("\n").length).toBeLessThanOrEqual(6);
    expect(failed.at(-1)?.message).toMatch(/\n1\) .+ -> 200; expected no 2xx\n {3}fix: .+\nMore: npx .+ --details/);
  });

  test("says with a failure what was sent and received, what was expected, the fix, and how to run it alone", () => {
    const failed = ofFile(runsOf(name).reds, "broken").find(({ status }) => status === "failed");
    const id = failed?.name.split(":")[0];
    for (const part of [/POST http:\S+\/plants/, /seen 200/, /expected +/, /fix: \S/, /curl /, /explain /]) {
      expect(failed?.message).toMatch(part);
    }
    expect(failed?.message).toContain(`To run this test alone: `);
    expect(failed?.message).toContain(`"${id}:"`);
  });

  test("is green for conformant providers, at a URL and in its own process, with the verdict as the last test", () => {
    const { exitCode, tests, output } = runsOf(name).greens;
    expect(tests.filter(({ status }) => status === "failed")).toEqual([]);
    expect(exitCode, output.slice(-2000)).toBe(0);
    for (const file of ["reference", "app"]) {
      const own = ofFile({ exitCode, output, tests }, file);
      expect(own.at(-1)).toMatchObject({ name: "verdict", status: "passed" });
      expect(ofMusts(own).filter(({ status }) => status === "passed").length).toBeGreaterThan(18);
    }
    const missed = ofFile({ exitCode, output, tests }, "app").find((one) =>
      one.name.startsWith("refuses-id-beyond-int64/"),
    );
    // Jest cannot skip a test that runs.
    expect(missed?.status).toBe(name === "jest" ? "passed" : "skipped");
  });

  test("runs the tests of a filter alone, and is red where they were not judged", () => {
    const { exitCode, tests } = runsOf(name).alone;
    expect(exitCode).not.toBe(0);
    const ran = tests.filter(({ status }) => status !== "skipped");
    expect(ran.length).toBeGreaterThan(1);
    expect(new Set(ran.map((one) => requirementOf(one.name)))).toEqual(new Set(["accepts-every-positive-id"]));
    expect(new Set(ofFile({ exitCode, output: "", tests: ran }, "broken").map(({ status }) => status))).toEqual(
      new Set(["passed"]),
    );
    const closed = ofFile({ exitCode, output: "", tests }, "closed").filter(({ name: of }) =>
      of.startsWith("accepts-every-positive-id/"),
    );
    expect(named(closed, "failed")).toHaveLength(name === "jest" ? closed.length : 1);
    expect(named(closed, "passed")).toEqual([]);
  });
});

describe("tests whose traffic is recorded", () => {
  /** Their only test passes; `answer` is what the application answers each plant with. */
  const recordingTests = (runner: "vitest" | "node-test", answer: object): string => {
    const hooks =
      runner === "vitest" ? '{ afterAll, test } from "vitest"' : '{ after as afterAll, test } from "node:test"';
    return `
import assert from "node:assert";
import { once } from "node:events";
import { createServer } from "node:http";
import ${hooks};
import { recordAndJudge } from "plant-store-conformance";
const { app, requireClean } = await recordAndJudge((request, response) => {
  request.resume().on("end", () => {
    response.writeHead(200, { "Content-Type": "application/json" }).end(${JSON.stringify(JSON.stringify(answer))});
  });
});
test("adds a plant", async () => {
  const server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  const headers = { Authorization: "Bearer a-test-token", "Content-Type": "application/json" };
  const body = JSON.stringify({ id: 1234567, name: "Weeping fig" });
  const answer = await fetch("http://127.0.0.1:" + server.address().port + "/plants", { method: "POST", headers, body });
  assert.equal(answer.status, 200);
  server.close();
  server.closeAllConnections();
});
afterAll(() => requireClean());`;
  };
  const runRecording = (name: "vitest" | "node-test", answer: object): Promise<EndedRun> => {
    const runner = testRunners.find((one) => one.name === name);
    if (runner === undefined) throw new Error(`There is no runner ${name}`);
    const file = { recorded: recordingTests(name, answer) };
    return runTests(runner, join(folder, name, `recorded-${Object.keys(answer).length}`), file);
  };

  test.each(["vitest", "node-test"] as const)(
    "are red in %s where a MUST is broken, and green where none is",
    async (name) => {
      const red = await runRecording(name, { name: "Weeping fig", id: 1_234_567 });
      expect(red.exitCode).not.toBe(0);
      // The reporter that reads node:test shows no hooks.
      if (name === "vitest") expect(red.output).toContain("plant-has-no-id");
      const green = await runRecording(name, { name: "Weeping fig" });
      expect([green.exitCode, green.tests.map(({ status }) => status)]).toEqual([
        0,
        name === "vitest" ? ["passed"] : [],
      ]);
    },
  );
});
