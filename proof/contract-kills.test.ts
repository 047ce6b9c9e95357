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
import { accusedOnce } from "./right/accused-once.ts";
import { rights } from "./right/freedoms.ts";

const interactions = shippedPacts().flatMap((source) => {
  const { consumer, interactions: own } = readPact(source);
  return own.map(({ description }) => `${consumer}: ${description}`);
});

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
  expect(interactions.filter((id) => !catching.has(id))).toEqual([]);
});

test("no mutant is caught by contracts alone: the checks have no hole there", () => {
  expect(mutants.filter(({ name, breaks }) => breaks.length === 0 && (kills.get(name) ?? []).length > 0)).toEqual([]);
});

test("what the page says is so, for one mutant of each interaction and every ninth of all", async () => {
  const last = interactions.map((id) => mutants.findLast(({ name }) => kills.get(name)?.includes(id))?.name);
  const sample = mutants.filter(({ name }, place) => place % 9 === 0 || last.includes(name));
  const found = (await noticedBy(sample)).map(({ name, failed }) => [name, failed.toSorted()] as const);
  expect(found).toEqual(sample.map(({ name }) => [name, kills.get(name)]));
}, 120_000);

test("a provider that is right, in whatever way, breaks no interaction", async () => {
  const right = [{ name: "correct", behaviour: correct }, ...rights, ...accusedOnce];
  const accused = (await noticedBy(right)).filter(({ failed, notJudged }) => failed.length + notJudged.length > 0);
  expect(accused).toEqual([]);
}, 120_000);
