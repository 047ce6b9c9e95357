/**
 * Every shipped interaction catches a mutant, and none accuses a correct provider. Verifying all mutants takes longer
 * than a build may, so `npm run contract-kills` verifies them and writes the page, and each build checks a part of the
 * page.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { shippedPacts } from "../contracts/shipped-pacts.ts";
import { readPact } from "../contracts/pact-file.ts";
import { type Noticed, killsOn, killsPage, noticedBy } from "./contract-kills.ts";
import { correct } from "./correct.ts";
import { mutants } from "./mutants/index.ts";
import { rights } from "./right/index.ts";

/** The shipped interactions. */
const interactions = shippedPacts().flatMap((source) => {
  const { consumer, interactions: own } = readPact(source);
  return own.map(({ description }) => `${consumer}: ${description}`);
});

/**
 * What the checks report about a provider that sometimes refuses ordinary plants, or refuses them from some point on.
 */
const nowAndThen = ["accepts-every-ordinary-request", "recovers-after-refusal"];

/**
 * Requirements that an interaction shows broken and the checks do not report. Without an operation, a run ends early.
 */
function undeserved(all: readonly Noticed[]): readonly string[] {
  const breaks = new Map(mutants.map((one) => [one.name, new Set(one.breaks)]));
  return all.flatMap(({ name, broken }) => {
    const known = breaks.get(name) ?? new Set();
    if (nowAndThen.some((id) => known.has(id))) known.add("accepts-valid-plant").add("accepts-every-positive-id");
    return known.has("operation-exists") ? [] : broken.filter((id) => !known.has(id)).map((id) => `${name}: ${id}`);
  });
}

const file = new URL("contract-kills.md", import.meta.url);
if (process.env["UPDATE_CONTRACT_KILLS"] !== undefined) {
  const all = await noticedBy(mutants);
  const wrong = undeserved(all);
  if (wrong.length > 0) throw new Error(`Shown broken by an interaction, and not by the checks: ${wrong.join(", ")}`);
  writeFileSync(file, killsPage(mutants, all));
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
  const all = await noticedBy(sample);
  expect(all.map(({ name, failed }) => [name, failed.toSorted()])).toEqual(
    sample.map(({ name }) => [name, kills.get(name)]),
  );
  expect(undeserved(all)).toEqual([]);
});

test("a provider that is right, in whatever way, breaks no interaction by what it meets", async () => {
  const known = await noticedBy([{ name: "correct", behaviour: correct, warns: [] }, ...rights], {
    requestMs: 10_000,
    rateLimitMs: 10_000,
    // One of them explains itself at length.
    bodyBytes: 1_048_576,
  });
  const accused = known.flatMap(({ name, broken, notJudged }) => {
    const warns = rights.find((right) => right.name === name)?.warns ?? [];
    const wrong = broken.filter((id) => !warns.includes(id));
    return wrong.length + notJudged.length === 0 ? [] : [{ name, wrong, notJudged }];
  });
  expect(accused).toEqual([]);
});
