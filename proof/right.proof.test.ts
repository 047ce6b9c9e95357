/**
 * Correct providers that use every freedom of the document: no MUST fails, and no warning is undeserved. Providers
 * whose freedom concerns the connection are judged over sockets, and so is one of every other kind; the rest are judged
 * in memory, with fresh seeds (`seeds/seeds.proof.test.ts`).
 */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { providerResult } from "../library/provider-result.ts";
import type { RunResult } from "../result/result.ts";
import { readRequirements } from "../spec/requirements.ts";
import { but, correct } from "./correct.ts";
import { expectRight, undeserved } from "./right/expect-right.ts";
import { kinds, rights, storing } from "./right/index.ts";
import type { Right } from "./right/right.ts";
import { rightsInMemory } from "./seeds/right-runs.ts";
import { startProvider } from "./test-provider.ts";

const token = "token-of-the-right";

/** The providers that are judged over sockets. */
const onSockets: ReadonlySet<Right> = new Set([
  ...kinds.transports,
  ...Object.values(kinds).flatMap(([first]) => first ?? []),
  ...rights.filter((right) => !rightsInMemory.includes(right)),
]);

async function judged(right: Right, seeds: readonly string[]): Promise<readonly RunResult[]> {
  const { behaviour, basePath = "", warns = [] } = right;
  await using started = await startProvider(behaviour, { token, basePath });
  // No limit of time is the subject, and a machine may be slow.
  const provider = { url: started.url, token, limits: { requestMs: 120_000, deadlineMs: 800_000 } };
  const results: RunResult[] = [];
  for (const seed of seeds) results.push(await providerResult({ ...provider, seed, strict: warns.length === 0 }));
  return results;
}

const named = (list: readonly Right[]): ReadonlyArray<readonly [string, Right]> =>
  list.map((right) => [right.name, right] as const);

/** These run at the same time, because some of them are slow. */
describe.concurrent("a provider is conformant, without an undeserved warning, that", () => {
  test.each(named([...onSockets]))("%s", async (_name, right) => {
    const isStoring = storing.includes(right);
    const [first, second] = await judged(right, isStoring ? ["first", "second"] : ["first"]);
    if (first === undefined) throw new Error("There was no run");
    expectRight(first, right);
    expect(first.profile).toMatchObject(right.profile ?? {});
    // The second run finds the plants of the first in the store.
    if (isStoring && second !== undefined) expectRight(second, right);
  });
});

/** `RIGHT_RUNS=100` judges each correct provider this many more times, to measure how often one is accused. */
const MORE_RUNS = Number(process.env["RIGHT_RUNS"] ?? 0);

if (MORE_RUNS > 0)
  describe(`in ${MORE_RUNS} runs with other seeds, no accusation of a provider that`, () => {
    test.each(named(rights))("%s", { timeout: 900_000 + 60_000 * MORE_RUNS }, async (_name, right) => {
      for (let run = 0; run < MORE_RUNS; run += 1) {
        const seed = randomUUID();
        const [result] = await judged(right, [seed]);
        const failed = result === undefined ? [] : undeserved(result, right);
        expect({ seed, verdict: result?.verdict, failed }).toEqual({ seed, verdict: "conformant", failed: [] });
      }
    });
  });

test("every open point is answered by right providers in two ways at least", () => {
  const open = readRequirements().filter(({ level }) => level === "OPEN");
  const answers = new Map(open.map(({ id }) => [id, new Set<string>()]));
  for (const { name, profile = {} } of rights) {
    for (const [id, value] of Object.entries(profile)) {
      expect([...answers.keys()], name).toContain(id);
      answers.get(id)?.add(value);
    }
  }
  expect([...answers].filter(([, values]) => values.size < 2).map(([id]) => id)).toEqual([]);
});

test("every right provider is judged over sockets or in memory", () => {
  expect(new Set([...onSockets, ...rightsInMemory])).toEqual(new Set(rights));
});

test("every kind of right provider is judged over sockets by one at least, and those about connections are all", () => {
  for (const [kind, providers] of Object.entries(kinds)) {
    const asked = providers.filter((one) => onSockets.has(one));
    expect(asked.length, kind).toBeGreaterThan(0);
    if (kind === "transports") expect(asked).toEqual(providers);
  }
  expect(Object.values(kinds).flat().toSorted(byName)).toEqual(rights.toSorted(byName));
});

const byName = (one: Right, other: Right): number => one.name.localeCompare(other.name);

test("every right provider has a name of its own", () => {
  expect(new Set(rights.map(({ name }) => name)).size).toBe(rights.length);
});

test("nothing is said of answers kept apart where no two requests were in flight", async () => {
  await using started = await startProvider(correct, { token });
  const result = await providerResult({
    url: started.url,
    token,
    concurrency: 1,
    seed: "one",
    strict: false,
  });
  expect(result.requirements.find(({ id }) => id === "keeps-answers-apart")?.status).toBe("not-judged");
  expect(result.verdict).toBe("conformant");
});

test("a 409 to a request that had to be sent twice does not break accepts-valid-plant", async () => {
  // It keeps reading after it has closed its side, so it may store a plant whose answer it can no longer send.
  const behaviour = but({
    send: (answer, _response, socket) => {
      const fields = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}`);
      const head = [`HTTP/1.1 ${answer.status} X`, `Content-Length: ${Buffer.byteLength(answer.body)}`, ...fields];
      socket.end(`${head.join("\r\n")}\r\n\r\n${String(answer.body)}`);
    },
  });
  await using started = await startProvider(behaviour, { token });
  const result = await providerResult({ url: started.url, token, seed: "one", strict: false });
  const failed = result.requirements.filter(({ status }) => status === "failed").map(({ id }) => id);
  expect(failed).not.toContain("accepts-valid-plant");
  expect(failed).not.toContain("accepts-every-ordinary-request");
});
