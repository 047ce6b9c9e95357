/**
 * The checks as tests, one for each check, against the reference implementation. An implementer writes the same few
 * lines.
 */
import { describe, expect, test } from "vitest";
import { providerResult } from "../library/provider-result.ts";
import { startServer } from "../reference-impl/server.ts";
import { type CheckResult, type RunResult, reasonOf } from "../result/result.ts";
import { countOf } from "../spec/testing/counts.ts";
import { but, correct, json } from "../proof/correct.ts";
import { inDepth } from "../proof/gate/depth.ts";
import { openInMemory } from "../proof/seeds/in-memory.ts";

const token = "a-token-of-the-reference";
await using server = await startServer({ token });
const provider = { url: server.url, token };
const first = await providerResult({ ...provider, seed: "first", strict: true });
const again = await providerResult({ ...provider, seed: "second", strict: true });

describe("the reference implementation", () => {
  for (const { level, checks } of first.requirements) {
    for (const check of checks) {
      const { id, status, findings } = check;
      test(`${level} ${id}`, () => {
        expect({ status, findings, reason: reasonOf(check) }).toMatchObject({
          status: level === "OPEN" ? "observed" : "passed",
          findings: [],
        });
      });
    }
  }

  test("is conformant without a warning, and nothing is left unjudged", () => {
    expect(first).toMatchObject({ verdict: "conformant", exitCode: 0, complete: true });
    expect(first.summary.must).toEqual({ passed: countOf("MUST"), failed: 0, waived: 0, notJudged: 0 });
    expect(first.summary.should).toEqual({ passed: countOf("SHOULD"), failed: 0, waived: 0, notJudged: 0 });
    expect(first.summary.open).toEqual({ observed: countOf("OPEN"), failed: 0, notJudged: 0 });
  });

  test("has the same verdict and the same profile a second time, against the same store", () => {
    expect(again.verdict).toBe("conformant");
    // The id 0 cannot be drawn and may be taken by now, so nothing is expected of it.
    const { "id-zero": idZero, ...others } = first.profile;
    expect({ idZero, again: again.profile }).toEqual({ idZero: "accepted", again: others });
  });

  test("is asked with at most 325 exchanges and 120 plants", () => {
    expect(first.summary.exchanges).toBeLessThanOrEqual(325);
    expect(first.summary.plantsCreated).toBeLessThanOrEqual(120);
  });

  test("is never sent the same bytes twice, for one requirement or for two, but where repeating it is the question", () => {
    const sent = first.exchanges.map(({ request }) =>
      JSON.stringify([
        request.method,
        request.url,
        request.headers,
        request.framing,
        request.body?.sha256 ?? request.body,
      ]),
    );
    const repeated = sent.flatMap((request, index) => (sent.indexOf(request) === index ? [] : [index]));
    const repeating = [
      ["duplicate-id/value", 1],
      ["refuses-invalid-member/two-members", 1],
      ["unknown-token/value", 1],
      ["requires-authorization/after-accepted", 2],
    ] as const;
    const expected = repeating.map(([id, place]) => checkOf(first, id).exchanges[place] ?? -1);
    expect(repeated).toEqual(expected.toSorted((one, other) => one - other));
  });
});

function checkOf({ requirements }: RunResult, id: string): CheckResult {
  const check = requirements.flatMap(({ checks }) => checks).find((one) => one.id === id);
  if (check === undefined) throw new Error(`There is no check ${id}`);
  return check;
}

test("the same seed sends the same bytes, each of them as often", async () => {
  const requests = async (seed: string): Promise<readonly string[]> => {
    using fresh = openInMemory(correct, token);
    const { exchanges } = await providerResult({ url: fresh.url, token, seed, strict: false });
    return exchanges
      .map(({ request }) => JSON.stringify({ ...request, url: request.url.replace(fresh.url, "") }))
      .sort();
  };
  const [one, two, other] = [await requests("7"), await requests("7"), await requests("8")];
  expect(two).toEqual(one);
  expect(other).not.toEqual(one);
});

const SEEDS = inDepth({ gate: 3, proof: 20 });

test(`${SEEDS} seeds result in one verdict, one after the other against the same store`, async () => {
  using fresh = openInMemory(correct, token);
  const verdicts = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { verdict, reasons, summary } = await providerResult({
      url: fresh.url,
      token,
      seed: `seed ${seed}`,
      strict: true,
    });
    verdicts.push({ verdict, reasons, must: summary.must.passed, should: summary.should.passed });
  }
  const [must, should] = [countOf("MUST"), countOf("SHOULD")];
  const expected = { verdict: "conformant", reasons: ["Every requirement is met."], must, should };
  expect(verdicts).toEqual(verdicts.map(() => expected));
});

test("many requests in flight are no reason for Node to warn of a leak", async () => {
  const warnings: string[] = [];
  const note = (warning: Error): number => warnings.push(warning.name);
  process.on("warning", note);
  await using fresh = await startServer({ token });
  const wide = { url: fresh.url, token, concurrency: 32 };
  const { verdict } = await providerResult({ ...wide, seed: "many", strict: false });
  process.off("warning", note);
  expect({ verdict, warnings }).toEqual({ verdict: "conformant", warnings: [] });
});

test.each([
  ["", "/"],
  ["/a/b%20c", ""],
  ["/v1", "/"],
])("the path prefix %j is kept, with %j at its end", async (basePath, end) => {
  await using prefixed = await startServer({ token, basePath });
  const { verdict } = await providerResult({ url: `${prefixed.url}${end}`, token, seed: "prefixed", strict: false });
  expect(verdict).toBe("conformant");
});

test("a provider that answers 201 may have created a plant for each", async () => {
  using created = openInMemory(but({ answerPlant: () => json(201, { name: "Fern" }) }), token);
  const { summary, exchanges } = await providerResult({ url: created.url, token, seed: "first" });
  const answered = exchanges.filter(({ request, response }) => request.method === "POST" && response?.status === 201);
  expect(answered.length).toBeGreaterThan(50);
  expect(summary.plantsCreated).toBe(answered.length);
});
