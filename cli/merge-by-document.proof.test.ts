/** `check --shard` and `merge` with another document: shards are merged only with the document that judged them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { but } from "../proof/correct.ts";
import { startInMemory } from "../proof/seeds/in-memory.ts";
import type { RunResult } from "../result/result.ts";
import { shipped } from "../spec/shipped-yaml.ts";
import { command, folder } from "./testing/command.ts";

const token = "token-of-the-merge";
const into = folder();
const file = (name: string): string => join(into, name);
const [one, two, plain] = [file("shard-1.json"), file("shard-2.json"), file("plain.json")] as const;
const [document, renamed, overlay, otherOverlay] = [
  file("created.yaml"),
  file("renamed.yaml"),
  file("overlay.yaml"),
  file("other-overlay.yaml"),
] as const;
const by = ["--document", document, "--overlay", overlay];

/** The document that ships with another status for a success, under a version of its own. */
function revised(version: string): string {
  const content = parse(shipped("openapi.yaml")) as {
    info: { version: string };
    paths: { "/plants": { post: { responses: Record<string, unknown> } } };
  };
  const { responses } = content.paths["/plants"].post;
  content.info.version = version;
  const { 200: success, ...others } = responses;
  content.paths["/plants"].post.responses = { 201: success, ...others };
  return stringify(content);
}

beforeAll(async () => {
  writeFileSync(document, revised("2.0.0"));
  writeFileSync(renamed, revised("2.0.1"));
  writeFileSync(overlay, shipped("overlay.yaml"));
  writeFileSync(otherOverlay, 'identity: { member: id, source: "The id identifies the plant." }');
  const created = but({ finish: (answer) => ({ ...answer, status: answer.status === 200 ? 201 : answer.status }) });
  await using provider = startInMemory(created, { token });
  const asked = ["check", provider.url, "--token", token, "--seed", "night", "--no-config", "--quiet"];
  const shardOf = (index: number, path: string, ...more: readonly string[]): ReturnType<typeof command> =>
    command([...asked, "--shard", `${index}/2`, "--report", `json=${path}`, ...more]);
  await shardOf(1, one, ...by);
  await shardOf(2, two, ...by);
  await shardOf(2, plain, "--no-contracts", "--only", "plant-shape");
});

test("shards are merged by the document that they were judged by", async () => {
  const result = file("result.json");
  const { status, out } = await command(["merge", one, two, ...by, "--report", `json=${result}`]);
  expect(status).toBe(0);
  expect(out).toMatch(/^CONFORMANT {3}(\d+) of \1 MUST met/m);
  const merged = JSON.parse(readFileSync(result, "utf8")) as RunResult;
  const shard = JSON.parse(readFileSync(one, "utf8")) as RunResult;
  expect(merged.specification).toEqual(shard.specification);
  expect(merged.specification).toMatchObject({ version: "2.0.0", another: { path: "/plants" } });
  expect(merged.summary.plantsCreated).toBeGreaterThan(0);
});

test("expectations and waivers are named as the document has them", async () => {
  const wrong = await command(["merge", one, two, ...by, "--expect", "accepts-valid-plant=201"]);
  expect([wrong.status, wrong.err]).toEqual([2, expect.stringContaining("names a MUST")]);
});

const ofShipped = "the document that ships";
const ofDocument = "the operation at /plants of the document with the SHA-256 [0-9a-f]{64}, with ";
const withOverlay = `${ofDocument}the overlay with the SHA-256 [0-9a-f]{64}`;
const advice = "; give --document, --operation and --overlay as the run did\\.\n";

test.each([
  [
    "no document",
    [one, two],
    `shard-1.json, \\S+shard-2.json were judged by ${withOverlay}, and not by ${ofShipped}${advice}$`,
  ],
  [
    "another document",
    [one, two, "--document", renamed, "--overlay", overlay],
    `were judged by ${withOverlay}, and not by ${withOverlay}${advice}$`,
  ],
  [
    "another overlay",
    [one, two, "--document", document, "--overlay", otherOverlay],
    `were judged by ${withOverlay}, and not by ${withOverlay}${advice}$`,
  ],
  [
    "no overlay",
    [one, two, "--document", document],
    `were judged by ${withOverlay}, and not by ${ofDocument}no overlay${advice}$`,
  ],
  [
    "a shard by the document that ships",
    [one, plain, ...by],
    `plain.json was judged by ${ofShipped}, and not by ${withOverlay}${advice}`,
  ],
])("%s is inconclusive, and the files are named that differ", async (_what, argv, message) => {
  const { status, out, err } = await command(["merge", ...argv]);
  expect(err).toMatch(new RegExp(message, "u"));
  expect([status, out]).toEqual([3, "INCONCLUSIVE   The results were not merged.\n"]);
});

test("no report is written over the document", async () => {
  const { status, err } = await command(["merge", one, two, ...by, "--report", `json=${document}`]);
  expect([status, err]).toEqual([2, expect.stringContaining("created.yaml")]);
  expect(readFileSync(document, "utf8")).toBe(revised("2.0.0"));
});
