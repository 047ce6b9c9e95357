/**
 * Every interaction that ships catches a mutant, and none accuses a provider that is right. All mutants take longer than a
 * build may: `npm run contract-kills` verifies them all and writes the page, and each build holds a part of it.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { shippedPacts } from "../contracts/index.ts";
import { readPact } from "../contracts/pact-file.ts";
import { killsOn, killsPage, noticedBy } from "./contract-kills.ts";
import { correct } from "./correct.ts";
import { mutants } from "./mutants/index.ts";
import { rights } from "./right/index.ts";

/** The interactions that ship, and the requirement that each rests on. */
const interactions = new Map(
  shippedPacts().flatMap((source) => {
    const { consumer, interactions: own } = readPact(source);
    return own.map(({ description, requirement = "" }) => [`${consumer}: ${description}`, requirement] as const);
  }),
);

const file = new URL("contract-kills.md", import.meta.url);
if (process.env["UPDATE_CONTRACT_KILLS"] !== undefined) {
  writeFileSync(file, killsPage(mutants, await noticedBy(mutants)));
}
const kills = killsOn(existsSync(file) ? readFileSync(file, "utf8") : "");

test("the page names every mutant, and no other", () => {
  expect([...kills.keys()].sort()).toEqual(mutants.map(({ name }) => name).sort());
});

test("every interaction catches a mutant", () => {
  const catching = new Set([...kills.values()].flat());
  expect([...interactions.keys()].filter((id) => !catching.has(id))).toEqual([]);
});

test("no mutant is caught by contracts alone: the checks have no hole there", () => {
  expect(mutants.filter(({ name, breaks }) => breaks.length === 0 && (kills.get(name) ?? []).length > 0)).toEqual([]);
});

test("what the page says is so, for one mutant of each interaction and every ninth of all", async () => {
  const last = [...interactions.keys()].map(
    (id) => mutants.findLast(({ name }) => kills.get(name)?.includes(id))?.name,
  );
  const sample = mutants.filter(({ name }, place) => place % 9 === 0 || last.includes(name));
  const found = (await noticedBy(sample)).map(({ name, failed }) => [name, failed.toSorted()] as const);
  expect(found).toEqual(sample.map(({ name }) => [name, kills.get(name)]));
}, 120_000);

test("a provider that is right, in whatever way, breaks no interaction that rests on what it meets", async () => {
  const requirementOf: ReadonlyMap<string, string> = interactions;
  const known = await noticedBy([{ name: "correct", behaviour: correct, warns: [] }, ...rights], {
    requestTimeoutMs: 10_000,
    rateLimitMs: 10_000,
  });
  const accused = known.flatMap(({ name, failed, notJudged }) => {
    const warns = rights.find((right) => right.name === name)?.warns ?? [];
    const undeserved = failed.filter((id) => !warns.includes(requirementOf.get(id) ?? ""));
    return undeserved.length + notJudged.length === 0 ? [] : [{ name, undeserved, notJudged }];
  });
  expect(accused).toEqual([]);
}, 240_000);
