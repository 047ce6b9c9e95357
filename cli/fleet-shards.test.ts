/** `fleet --shard` and `merge`: the parts of a fleet, joined, are the fleet. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, test } from "vitest";
import { startServer } from "../reference-impl/server.ts";
import type { FleetResult } from "../result/over/fleet-result.ts";
import { packageFile } from "../spec/package-file.ts";
import { type Ran, command, folder } from "./testing/command.ts";
import { closedPort } from "./testing/fleet-run.ts";
import { startProvider } from "./testing/scripted-provider.ts";

const isResult = new Ajv2020({ strict: false }).compile(JSON.parse(packageFile("result/fleet.schema.json")) as object);
const token = "token-of-the-parts";
const OF = 3;
const whole = join(folder(), "whole");
const parts = folder();
const partOf = (index: number): string => join(parts, `part-${index}`);
const ran: Ran[] = [];

/** A fleet of five: two that are right, two that answer 500, one that is not there. */
beforeAll(async () => {
  await using right = await startServer({ token });
  await using wrong = await startProvider((_seen, response) => response.writeHead(500).end());
  const urls = [right.url, wrong.url, `http://127.0.0.1:${await closedPort()}`, right.url, wrong.url];
  const file = join(folder(), "fleet.yaml");
  const providers = urls.map(
    (url, at) => `- { name: Provider ${at}, base-url: "${url}", token: ${token}, labels: [l${at % 2}] }`,
  );
  writeFileSync(file, ["defaults: { only: accepts-valid-plant }", "providers:", ...providers].join("\n"));
  const run = (out: string, ...more: readonly string[]): Promise<Ran> =>
    command(["fleet", file, "--out", out, ...more]);
  await run(whole);
  for (let index = 1; index <= OF; index += 1) ran.push(await run(partOf(index), "--shard", `${index}/${OF}`));
});

function fleetIn(place: string): FleetResult {
  return JSON.parse(readFileSync(join(place, "fleet.json"), "utf8")) as FleetResult;
}

/** The result without the parts that differ between runs: times, measurements, and the counts of the drawn requests. */
function lasting({ startedAt: _at, durationMs: _ms, providers, ...fleet }: FleetResult): object {
  return {
    ...fleet,
    providers: providers.map(({ startedAt: _start, durationMs: _duration, latency: _latency, summary, ...member }) => ({
      ...member,
      summary: { ...summary, exchanges: 0, plantsCreated: 0 },
    })),
  };
}

/** The parts again, in a folder of the test's own. */
function copied(): string {
  const own = folder();
  cpSync(parts, own, { recursive: true });
  return own;
}

test("each provider is judged by one shard, which names itself and is not the fleet", () => {
  const names = [1, 2, 3].map((index) => fleetIn(partOf(index)).providers.map(({ name }) => name));
  expect(names).toEqual([["Provider 0", "Provider 3"], ["Provider 1", "Provider 4"], ["Provider 2"]]);
  expect(ran.map(({ status }) => status)).toEqual([0, 1, 3]);
  expect(ran[0]?.err).toContain("Shard 1 of 3.\n");
  expect(ran[0]?.out).toContain(
    "SHARD 1 OF 3 OF THE FLEET PASSED, NOT A VERDICT ON EVERY PROVIDER   2 providers: 2 passed",
  );
  const part = fleetIn(partOf(1));
  expect(isResult(part), JSON.stringify(isResult.errors)).toBe(true);
  expect(part.shard).toMatchObject({ index: 1, of: 3 });
});

describe("merged parts", () => {
  test.each([
    ["their folder", () => [parts]],
    ["their folders", () => [partOf(3), partOf(1), partOf(2)]],
    ["their files", () => [1, 2, 3].map((index) => join(partOf(index), "fleet.json"))],
  ])("are the whole fleet, with the reports of each provider, from %s", async (_what, places) => {
    const out = join(folder(), "merged");
    const merged = await command(["merge", ...places(), "--out", out]);
    expect(merged.err).toBe("");
    expect(merged.status).toBe(1);
    expect(merged.out).toContain(
      "FLEET FAILED   5 providers: 2 passed (2 judged by a selection of checks), 2 failed, 1 inconclusive",
    );
    const result = fleetIn(out);
    expect(isResult(result), JSON.stringify(isResult.errors)).toBe(true);
    expect(lasting(result)).toEqual(lasting(fleetIn(whole)));
    for (const { files } of result.providers) {
      for (const file of Object.values(files ?? {})) expect(existsSync(join(out, file)), file).toBe(true);
    }
    expect(readFileSync(join(out, "fleet.html"), "utf8")).toContain("Provider 4");
  });

  test("without one of them are inconclusive, and name its providers", async () => {
    const out = join(folder(), "merged");
    const merged = await command(["merge", partOf(1), partOf(3), "--out", out]);
    expect(merged.status).toBe(3);
    expect(merged.err).toBe("The result of shard 2 of 3 is missing.\n");
    const [, missing] = fleetIn(out).providers;
    expect(missing).toMatchObject({
      name: "Provider 1",
      verdict: "inconclusive",
      reasons: ["The result of shard 2 of 3, which judges this provider, is missing."],
    });
  });

  test("without one of them are not green, although its providers may fail", async () => {
    const own = copied();
    for (const index of [1, 2, 3]) {
      const file = join(own, `part-${index}`, "fleet.json");
      const fleet = fleetIn(join(file, ".."));
      const allowed = <T extends object>(one: T): T => ({ ...one, mayFail: true });
      const shard = { ...fleet.shard, planned: fleet.shard?.planned.map(allowed) };
      writeFileSync(file, JSON.stringify({ ...fleet, shard, providers: fleet.providers.map(allowed) }));
    }
    const [green, red] = [join(folder(), "all"), join(folder(), "two")];
    expect((await command(["merge", own, "--out", green])).status).toBe(0);
    rmSync(join(own, "part-2"), { recursive: true });
    expect((await command(["merge", own, "--out", red])).status).toBe(3);
  });
});

describe("not merged are", () => {
  /** What is said where a part was changed. */
  async function refused(change: (own: string) => void, ...more: readonly string[]): Promise<string> {
    const own = copied();
    change(own);
    const out = join(folder(), "merged");
    const { status, out: printed, err } = await command(["merge", own, "--out", out, ...more]);
    expect(existsSync(join(out, "fleet.json"))).toBe(false);
    return `${status} ${printed}${err}`;
  }

  function rewrite(place: string, change: (fleet: FleetResult) => object): void {
    writeFileSync(join(place, "fleet.json"), JSON.stringify(change(fleetIn(place))));
  }

  test.each<readonly [string, (own: string) => void, RegExp]>([
    [
      "a part that is there twice",
      (own) => cpSync(join(own, "part-1"), join(own, "part-4"), { recursive: true }),
      /^3 INCONCLUSIVE {3}The parts of the fleet were not merged\.\n.*part-1.* and .*part-4.* are both shard 1 of 3\.\n$/s,
    ],
    [
      "a part of another fleet",
      (own) =>
        rewrite(join(own, "part-2"), (fleet) => ({
          ...fleet,
          shard: { ...fleet.shard, planned: fleet.shard?.planned.map((one) => ({ ...one, labels: [] })) },
        })),
      /^3 .*not of one fleet: they differ in the providers\.\n/s,
    ],
    [
      "a part by another document",
      (own) =>
        rewrite(join(own, "part-2"), (fleet) => ({
          ...fleet,
          specification: { ...fleet.specification, sha256: "0".repeat(64) },
        })),
      /^3 .*not of one fleet: they differ in the document\.\n/s,
    ],
    [
      "a part that lacks one of its providers",
      (own) => rewrite(join(own, "part-1"), (fleet) => ({ ...fleet, providers: fleet.providers.slice(1) })),
      /^3 .*does not have the providers of shard 1 of 3\.\n/s,
    ],
    [
      "a whole fleet",
      (own) => rewrite(join(own, "part-1"), ({ shard: _shard, ...fleet }) => fleet),
      /^3 .*is the result of a whole fleet, and not of a shard\.\n/s,
    ],
    [
      "a part whose file is cut off",
      (own) => writeFileSync(join(own, "part-1", "fleet.json"), '{"format":'),
      /^3 .*fleet\.json" is not the result of a fleet\.\n/s,
    ],
    [
      "a part without the result of a provider",
      (own) => rmSync(join(own, "part-1", "providers", "provider-3", "result.json")),
      /^3 .*provider-3\/result\.json" cannot be read: .*\n/s,
    ],
    [
      "a part with the result of an earlier run",
      (own) => {
        const file = join(own, "part-1", "providers", "provider-0", "result.json");
        const result = JSON.parse(readFileSync(file, "utf8")) as object;
        writeFileSync(file, JSON.stringify({ ...result, startedAt: "2020-01-01T00:00:00.000Z" }));
      },
      /^3 .*is of another run than the one that fleet\.json tells of\.\n/s,
    ],
  ])("%s", async (_what, change, words) => {
    expect(await refused(change)).toMatch(words);
  });

  test("parts with an option that each provider had for itself", async () => {
    expect(await refused(() => undefined, "--waivers", "w.yaml")).toMatch(
      /^2 --waivers cannot be used with the parts of a fleet/,
    );
  });

  test("parts without a folder for the reports, and parts beside a run", async () => {
    expect((await command(["merge", parts])).err).toContain("give it with --out");
    const { status, err } = await command(["merge", parts, folder(), "--out", join(folder(), "merged")]);
    expect([status, err]).toEqual([2, expect.stringContaining("holds no fleet.json, and other places do")]);
  });

  test("parts into the folder of one of them", async () => {
    const own = copied();
    const { status, err } = await command(["merge", own, "--out", join(own, "part-1")]);
    expect([status, err]).toEqual([2, expect.stringMatching(/fleet\.json", which the command reads/)]);
    expect(existsSync(join(own, "part-1", "providers", "provider-0", "result.json"))).toBe(true);
  });
});

test("what a part says of its files leads nowhere", async () => {
  const own = copied();
  const secret = join(folder(), "secret.json");
  writeFileSync(secret, "{}");
  mkdirSync(join(own, "elsewhere"));
  symlinkSync(secret, join(own, "elsewhere", "result.json"));
  const fleet = fleetIn(join(own, "part-1"));
  const files = { result: "../elsewhere/result.json", report: "../../../../etc/passwd" };
  const providers = fleet.providers.map((member) => ({ ...member, files }));
  writeFileSync(join(own, "part-1", "fleet.json"), JSON.stringify({ ...fleet, providers }));
  const out = join(folder(), "merged");
  await command(["merge", own, "--out", out]);
  expect(fleetIn(out).providers[0].files?.result).toBe("providers/provider-0/result.json");
});

test.each([
  ["4/3", "is not a shard: 4 is more than 3"],
  ["1/9", "leaves shards without a provider: there are 9 shards and 1 in the fleet; give at most 1"],
])("--shard %s ends the command before anything is sent", async (shard, words) => {
  const file = join(folder(), "fleet.yaml");
  writeFileSync(file, `providers: [{ name: a, base-url: "http://127.0.0.1:1", token: ${token} }]`);
  const { status, err } = await command(["fleet", file, "--out", folder(), "--shard", shard]);
  expect([status, err]).toEqual([2, expect.stringContaining(words)]);
});
