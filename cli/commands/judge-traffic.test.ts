/** `judge-traffic` with recordings of a browser, a proxy and the suite itself. The verdicts were worked out by hand. */
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { but, json, plantBody } from "../../proof/correct.ts";
import { startInMemory } from "../../proof/seeds/in-memory.ts";
import { parseXml } from "../../reports/testing/xml-reader.ts";
import { brokenIn, line } from "../../traffic/testing/exchanges.ts";
import type { TrafficResult } from "../../traffic/traffic-result.ts";
import { type Ran, command, folder } from "../testing/command.ts";

const recordings = fileURLToPath(new URL("../../proof/traffic/recordings/", import.meta.url));

async function judged(...argv: readonly string[]): Promise<Ran & { readonly result: TrafficResult }> {
  const file = join(folder(), "traffic.json");
  const ran = await command(["judge-traffic", ...argv, "--report", `json=${file}`]);
  return { ...ran, result: JSON.parse(readFileSync(file, "utf8")) as TrafficResult };
}

/**
 * Five requests of `proof/traffic/recordings/wrong-provider.mjs`: two plants come back with their id, a body without a
 * name is refused with a problem of RFC 9457, one without Authorization with 401, one in text/plain with 415.
 */
test.each(["chromium.har", "mitmproxy.har"])("%s shows what its provider and its clients break", async (name) => {
  const { status, out, result } = await judged(join(recordings, name));
  expect(brokenIn(result)).toEqual([
    "plant-has-no-id",
    "error-media-type",
    "sends-authorization",
    "sends-json-media-type",
    "sends-new-plant",
  ]);
  const failed = [...result.requirements, ...result.consumers].filter((one) => one.status === "failed");
  expect(failed.map((one) => one.failed)).toEqual([2, 1, 1, 1, 1]);
  expect(result.summary).toMatchObject({ ofOperation: 5, judged: 5 });
  expect(result.profile).toEqual({
    "missing-token": [{ value: "401", count: 1 }],
    "missing-token-body": [{ value: "an Error", count: 1 }],
    "error-values": [{ value: "400", count: 1 }],
    "error-equals-status": [{ value: "always", count: 1 }],
    "other-statuses": [
      { value: "401", count: 1 },
      { value: "415", count: 1 },
    ],
  });
  expect([result.verdict, status]).toEqual(["traffic-broken", 1]);
  expect(out).toMatch(/^TRAFFIC BROKEN {3}2 MUST broken by the provider, 3 rules broken by clients/);
  expect(JSON.stringify(result) + out).not.toContain("token-of-the-page");
});

test("the HAR of a run shows what the run has found of every answer", async () => {
  const wrong = but({ answerPlant: (plant) => json(200, { id: Number(plant.id), ...plantBody(plant) }) });
  await using server = startInMemory(wrong, { token: "token-of-the-run" });
  const har = join(folder(), "run.har");
  const only = ["--only", "accepts-valid-plant", "--no-contracts", "--report", `har=${har}`];
  await command(["check", server.url, "--token", "token-of-the-run", ...only]);
  const { result } = await judged(har, "--side", "provider");
  expect(brokenIn(result)).toEqual(["plant-has-no-id"]);
  const { status } = result.requirements.find(({ id }) => id === "accepts-valid-plant") ?? {};
  expect(status).toBe("passed");
  expect(result.profile).not.toHaveProperty("malformed-token");
});

test("a request that breaks the document is reported with its sender", async () => {
  const { out } = await judged(join(recordings, "mitmproxy.har"), "--side", "consumer");
  expect(out).toContain("old-importer/1.0 (1)");
});

test("each report is written, and JUnit is red where the exit status is", async () => {
  const [into, har] = [folder(), join(recordings, "mitmproxy.har")];
  const [junit, markdown] = [join(into, "junit.xml"), join(into, "summary.md")];
  const reports = ["--report", `junit=${junit}`, "--report", `markdown=${markdown}`, "--report", "text=-"];
  expect((await command(["judge-traffic", har, ...reports])).status).toBe(1);
  expect(readFileSync(markdown, "utf8")).toContain("#### 1. MUST  plant-has-no-id: 2 of 2 exchanges");
  const cases = parseXml(readFileSync(junit, "utf8")).children.flatMap(({ children }) => children);
  const red = cases.filter(({ children }) => children.some(({ name }) => name === "failure"));
  expect(red.map(({ attributes }) => attributes["name"])).toEqual([
    "verdict",
    "plant-has-no-id",
    "error-media-type",
    "sends-authorization",
    "sends-json-media-type",
    "sends-new-plant",
  ]);
});

/** Bytes as they arrive on standard input. */
async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

const input = (...lines: readonly object[]): object => ({
  input: () => bytesOf(lines.map((one) => JSON.stringify(one)).join("\n")),
});

test("clean traffic on standard input ends with 0", async () => {
  const { status, out } = await command(["judge-traffic", "-"], {}, input(line(), line()));
  expect(out.replaceAll(/\s+/g, " ")).toMatch(
    /^TRAFFIC CLEAN no MUST broken by the provider, 0 rules broken by clients, 2 of 2 exchanges judged /,
  );
  expect(status).toBe(0);
});

test("traffic of which nothing can be judged ends with 3", async () => {
  const { status, out } = await command(
    ["judge-traffic", "-"],
    {},
    input(line({ url: "http://plants.example/roses" })),
  );
  expect(out).toMatch(/^INCONCLUSIVE {3}None of 1 exchange is a POST/);
  expect(status).toBe(3);
});

test.each<readonly [what: string, argv: readonly string[], sentence: string]>([
  [
    "a file that is not there",
    ["nowhere.har"],
    'The file "nowhere.har" cannot be read: there is no such file or folder',
  ],
  ["a folder", ["."], 'The file "." cannot be read: it is a folder'],
  ["a format that does not exist", ["-", "--report", "pdf=x"], '--report "pdf=x" names no format'],
  ["a base URL that is none", ["-", "--base-url", "plants"], 'The base URL "plants" is not a URL'],
  ["a side that does not exist", ["-", "--side", "client"], "Allowed choices are provider, consumer, both"],
  ["standard input twice", ["-", "-"], "Standard input can be read once"],
  ["a header name that is none", ["-", "--consumer-header", "a b"], "is not the name of a header field"],
  ["a header that holds credentials", ["-", "--consumer-header", "Cookie"], "which are not shown"],
])("%s ends with 2", async (_, argv, sentence) => {
  const { status, out, err } = await command(["judge-traffic", ...argv], {}, input(line()));
  expect(err).toContain(sentence);
  expect([status, out]).toEqual([2, ""]);
});

test("a result of the suite is not a recording, and a file that is given twice would count twice", async () => {
  const at = folder();
  const [result, log] = [join(at, "result.json"), join(at, "log.ndjson")];
  writeFileSync(result, JSON.stringify({ format: "plant-store-conformance/result", formatVersion: 1 }, null, 2));
  writeFileSync(log, JSON.stringify(line()));
  symlinkSync(log, join(at, "same.ndjson"));
  const whole = await command(["judge-traffic", result]);
  expect(whole.err).toContain("is a result of this suite, and no recording; give a HAR or lines of JSON");
  const twice = await command(["judge-traffic", log, join(at, "same.ndjson")]);
  expect(twice.err).toMatch(/same\.ndjson" is given twice, and each exchange would count twice; give it once\n$/);
  expect([whole.status, twice.status, whole.out, twice.out]).toEqual([2, 2, "", ""]);
});

test("a status that is a text is said to be none", async () => {
  const text = JSON.parse(JSON.stringify(line()).replace(/"status":(\d+)/, '"status":"$1"')) as object;
  const { status, out } = await command(["judge-traffic", "-"], {}, input(text));
  expect([status, out.replaceAll(/\s+/g, " ").includes("its answer's status is not a number")], out).toEqual([3, true]);
});

test("a recording that cannot be read, or that holds several base URLs, ends with 2", async () => {
  const file = join(folder(), "page.har");
  writeFileSync(file, "<html></html>");
  const unread = await command(["judge-traffic", file]);
  expect([unread.status, unread.err]).toEqual([2, expect.stringContaining("is neither HAR 1.2 nor lines of JSON")]);
  const several = input(line(), line({ url: "http://other.example/plants" }));
  const { status, err } = await command(["judge-traffic", "-"], {}, several);
  expect(err).toContain(
    "http://other.example, http://plants.example/api. Name each that is to be judged with --base-url",
  );
  expect(status).toBe(2);
});

test("drafts of pacts are written for each client, with what the document says of them", async () => {
  const into = join(folder(), "new", "drafts");
  const { err } = await command(["judge-traffic", join(recordings, "mitmproxy.har"), "--pact-drafts", into]);
  expect(err).toContain(`Drafted: ${join(into, "curl-plant-store.json")}`);
  expect(err).toContain("a plant with name, tag that is answered 200: ");
  const { consumer } = JSON.parse(readFileSync(join(into, "curl-plant-store.json"), "utf8")) as { consumer: object };
  expect(consumer).toEqual({ name: "curl" });
});

test("a draft that is there is left alone, because it may have been edited", async () => {
  const into = folder();
  const draft = join(into, "curl-plant-store.json");
  writeFileSync(draft, "edited");
  const { err } = await command(["judge-traffic", join(recordings, "mitmproxy.har"), "--pact-drafts", into]);
  expect(err).toContain(`Left alone: ${draft}, which is there already`);
  expect(readFileSync(draft, "utf8")).toBe("edited");
});

test("a base URL at which there is no exchange is quoted, with those that are there", async () => {
  const argv = ["judge-traffic", "-", "--base-url", "http://nowhere.example"];
  const { status, out } = await command(argv, {}, input(line()));
  expect(status).toBe(3);
  expect(out.replaceAll(/\s+/g, " ")).toContain(
    'None of 1 exchange is a POST to /plants at "http://nowhere.example", so that nothing was judged. There are some at http://plants.example/api.',
  );
});
