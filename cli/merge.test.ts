/** `check --shard` and `merge`: the results of all shards, wherever jobs leave them, give the result of one run. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { beforeAll, describe, expect, test } from "vitest";
import { correct } from "../proof/correct.ts";
import { startInMemory } from "../proof/seeds/in-memory.ts";
import { listen } from "../proof/test-provider.ts";
import type { RunResult } from "../result/result.ts";
import { type Ran, command, folder } from "./testing/command.ts";

const token = "token-of-the-merge";
const shards = folder();
const [one, two] = [join(shards, "1", "result.json"), join(shards, "2", "shard-2.json")] as const;
let first: Ran;

/** Two shards of one run against one provider. */
beforeAll(async () => {
  await using provider = startInMemory(correct, { token });
  const asked = ["check", provider.url, "--token", token, "--no-contracts", "--seed", "night", "--no-config"];
  for (const file of [one, two]) mkdirSync(join(file, ".."), { recursive: true });
  first = await command([...asked, "--shard", "1/2", "--report", `json=${one}`]);
  const env = { CI_NODE_INDEX: "2", CI_NODE_TOTAL: "2" };
  await command([...asked, "--shard", "auto", "--report", `json=${two}`], env);
});

/** The line of a result that has its base URL. */
function baseUrlOf(file: string): string {
  return /"baseUrl": ".*"/.exec(readFileSync(file, "utf8"))?.[0] ?? "";
}

const MERGED = /^CONFORMANT {3}(\d+) of \1 MUST met/m;

describe("a shard", () => {
  test("says in the first line which part it is, and is not a verdict on the provider", () => {
    expect(first.err).toMatch(/^Shard 1 of 2\.\n/);
    expect(first.out).toContain("SHARD 1 OF 2 MET, NOT A VERDICT ON THE PROVIDER");
    expect(first.status).toBe(0);
    expect((JSON.parse(readFileSync(two, "utf8")) as RunResult).shard).toMatchObject({ index: 2, of: 2 });
  });

  test("has no badge and no baseline, and takes no option that is about the whole run", async () => {
    const asked = ["check", "http://127.0.0.1:1", "--token", token, "--no-config", "--shard", "1/2", "--seed", "a"];
    const refused = async (...more: readonly string[]): Promise<string> => {
      const { status, err } = await command([...asked, ...more]);
      return `${status} ${err}`;
    };
    expect(await refused("--report", `badge=${join(folder(), "badge.json")}`)).toMatch(/^2 [\s\S]*provider as a whole/);
    expect(await refused("--waivers", "w.yaml")).toMatch(
      /^2 --waivers cannot be used with --shard.*; give it to merge/,
    );
    expect(await refused("--watch")).toMatch(/^2 --watch cannot be used with --shard.*; leave one of them out/);
    expect((await command(["merge", one, two, "--no-such"])).status).toBe(2);
    const baseline = await command(["merge", one, two, "--baseline", one]);
    expect(baseline.err).toContain("that run was a shard; give the result of all of them, merged");
  });
});

describe("merge", () => {
  test("reads a folder, and writes the reports of the whole run", async () => {
    const file = join(folder(), "result.json");
    const { status, out } = await command(["merge", shards, "--report", `json=${file}`]);
    expect(out).toMatch(MERGED);
    expect(status).toBe(0);
    const result = JSON.parse(readFileSync(file, "utf8")) as RunResult;
    expect(result).toMatchObject({ verdict: "conformant", merged: { shards: 2 }, complete: true });
    expect(result.shard).toBeUndefined();
    const rendered = await command(["render", file, "--report", "badge=-"]);
    expect(JSON.parse(rendered.out)).toMatchObject({ message: "conformant" });
  });

  test("reads a folder in which there are logs beside the results", async () => {
    const log = join(shards, "1.log");
    writeFileSync(log, "Shard 1 of 2.\n");
    const { status, out, err } = await command(["merge", shards, "--report", `json=${join(folder(), "result.json")}`]);
    rmSync(log);
    expect({ status, err }).toMatchObject({ status: 0 });
    expect(out).toMatch(MERGED);
  });

  test("reads standard input, one result after the other", async () => {
    const text = `${readFileSync(two, "utf8")}${readFileSync(one, "utf8")}`;
    const { status, out } = await command(
      ["merge", "-", "--quiet"],
      {},
      { input: () => Readable.from([Buffer.from(text)]) },
    );
    expect([status, MERGED.test(out)]).toEqual([0, true]);
  });

  test("reads signed URLs, follows no redirect, and prints nothing of what they are signed with", async () => {
    const server = createServer((request, response) => {
      if (request.url?.startsWith("/two?") === true) response.end(readFileSync(two));
      else if (request.url?.startsWith("/gone?") === true) response.writeHead(404).end();
      else response.writeHead(302, { Location: "/two?X-Signature=secret" }).end();
    });
    const { port, stop } = await listen(server);
    const url = (path: string): string => `http://127.0.0.1:${port}/${path}?X-Signature=secret`;
    const good = await command(["merge", one, url("two")]);
    const bad = await command(["merge", one, url("one")]);
    const gone = await command(["merge", one, url("gone")]);
    await stop();
    expect([good.status, MERGED.test(good.out)]).toEqual([0, true]);
    expect(bad.status).toBe(3);
    expect(bad.err).toBe(
      `The result http://127.0.0.1:${port}/one cannot be fetched: it was answered 302; redirects are not followed.\n`,
    );
    expect(gone.err).toBe(`The result http://127.0.0.1:${port}/gone cannot be fetched: it was answered 404.\n`);
    expect(`${gone.out}${gone.err}${good.out}${good.err}${bad.out}`).not.toContain("secret");
    const credentials = await command(["merge", one, "https://user:secret@store.example/two"]);
    expect([credentials.status, credentials.err.includes("secret")]).toEqual([2, false]);
  });

  test.each(["s3://bucket/x?X-Amz-Signature=secret", "ftp://user:secret@127.0.0.1/x", "File:///x?secret"])(
    "%s is wrong usage: only http and https URLs are read, and nothing that may be secret is printed",
    async (place) => {
      const { status, out, err } = await command(["merge", one, place]);
      expect([status, out]).toEqual([2, ""]);
      expect(err).toMatch(/^A result is read from an http or https URL, and not by (?:s3|ftp|file); give a signed URL/);
      expect(err).not.toContain("secret");
    },
  );

  test.each<readonly [RegExp, string, string]>([
    [/"seed": "night"/, '"seed": "day"', ': they differ in the seed ("day" and "night").\n'],
    [/"cases": 0/, '"cases": 50', "in the cases of --fuzz (50 and 0)."],
    [/"of": 2/, '"of": 3', "in the number of shards (3 and 2)."],
    [/"baseUrl": ".*"/, '"baseUrl": "http://other.example"', 'in the base URL ("http://other.example" and "http'],
    [/"strict": false/, '"strict": true', "in --strict (true and false)."],
    [/"invalidToken": false/, '"invalidToken": true', "in --invalid-token (true and false)."],
    [/"authentication": "bearer"/, '"authentication": "none"', "in --no-auth (true and false)."],
    [/(?<="plan": \{[^}]*"sha256": ")\w+/, "0".repeat(64), "in the checks that they ask."],
    [/"provider": \{/, '"provider": {"version": "2",', "in the provider."],
    [/(?<="tool": \{[^}]*"version": ")[^"]+/, "9.9.9", 'in the version of the tool ("9.9.9" and '],
  ])("says in what shards of two runs differ, with both values: %s and %s", async (from, to, words) => {
    const other = join(folder(), "other.json");
    const text = readFileSync(two, "utf8");
    expect(text).toMatch(from);
    writeFileSync(other, text.replace(from, to));
    const { status, out, err } = await command(["merge", one, other]);
    const shown = err.replaceAll(other, "other").replaceAll(one, "one");
    expect(shown).toContain(`other and one are not of one run${words.startsWith(":") ? "" : ": they differ "}${words}`);
    expect([status, out]).toEqual([3, "INCONCLUSIVE   The results were not merged.\n"]);
  });

  test("of a shard that was interrupted is inconclusive, and says which one it is", async () => {
    const file = join(folder(), "shard-2.json");
    await using provider = startInMemory(correct, { token });
    const asked = ["check", provider.url, "--token", token, "--no-contracts", "--seed", "night", "--no-config"];
    const now = { onInterrupt: (end: () => void) => (end(), () => undefined) };
    await command([...asked, "--shard", "2/2", "--report", `json=${file}`], {}, now);
    writeFileSync(file, readFileSync(file, "utf8").replace(/"baseUrl": ".*"/, baseUrlOf(one)));
    const { status, out } = await command(["merge", one, file]);
    expect([status, out]).toEqual([3, expect.stringMatching(/^INCONCLUSIVE [\s\S]*In shard 2 of 2: .*interrupted/)]);
  });

  test.each([
    ["text", "hello", 'is not JSON: it begins with "hello"; give a result.json as check has written it'],
    [
      "a fault in line 3",
      '{\n "a": 1,\n "b" 2,\n "c": "a long enough text to be no cut"}',
      "is not JSON: line 3 is wrong",
    ],
  ])("says where %s is not JSON, in words of its own", async (_what, text, words) => {
    const file = join(folder(), "result.json");
    writeFileSync(file, text);
    const { status, err } = await command(["merge", one, file]);
    expect([status, err.includes(words), /Unexpected|position/.test(err)], err).toEqual([3, true, false]);
  });

  test("says in words why a URL cannot be fetched, and quotes one that is none without what may be secret", async () => {
    const { port, stop } = await listen(createServer());
    const tls = await command(["merge", one, `https://127.0.0.1:${port}/x`]);
    await stop();
    expect(tls.err).toMatch(/cannot be fetched: TLS failed \(ERR_SSL_\w+\); is it an https URL/);
    expect(tls.err).not.toMatch(/openssl|\.c:/);
    const closed = await command(["merge", one, `http://127.0.0.1:${port}/x`]);
    expect(closed.err).toContain("cannot be fetched: the connection was refused.");
    const none = await command(["merge", one, "https://user:secret@[/one.json?signature=secret"]);
    expect([none.status, none.err]).toEqual([
      2,
      '"https://[/one.json" is not a URL; give one such as https://store.example/shards/1/result.json\n',
    ]);
  });

  test.each([
    ["a shard that is lost", [one], /^The result of shard 2 of 2 is missing\./m],
    ["a shard that is there twice", [one, two, two], /are both shard 2 of 2\./],
    ["a file that is not there", [one, join(shards, "none.json")], /none\.json" cannot be read/],
    ["a folder without results", [join(shards, "empty")], /holds no result\*\.json/],
    ["a file that is cut off", [one, join(shards, "cut.json")], /cut\.json" is cut off/],
    ["a link that leads to itself", [one, join(shards, "loop.json")], /loop\.json" cannot be read: its links lead in/],
    ["a name that is too long", [one, "x".repeat(5000)], /x" cannot be read: its name is too long/],
    ["a forged shard", [one, join(shards, "forged.json")], /says that it is shard 3 of 2/],
  ])("%s is inconclusive, with exit status 3", async (_what, sources, message) => {
    mkdirSync(join(shards, "empty"), { recursive: true });
    rmSync(join(shards, "loop.json"), { force: true });
    symlinkSync("loop.json", join(shards, "loop.json"));
    const text = readFileSync(two, "utf8");
    writeFileSync(join(shards, "cut.json"), text.slice(0, text.length / 2));
    writeFileSync(join(shards, "forged.json"), text.replace('"index": 2', '"index": 3'));
    const { status, out, err } = await command(["merge", ...sources]);
    expect(`${out}${err}`).toMatch(message);
    expect(status).toBe(3);
    expect(out).toMatch(/^INCONCLUSIVE/);
  });
});
