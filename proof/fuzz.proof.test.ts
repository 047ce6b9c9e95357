/** Fuzzing finds faults that no fixed check looks for, accuses no correct provider, and keeps within its limits. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { providerResult } from "../library/provider-result.ts";
import type { RunResult } from "../result/result.ts";
import { type Behaviour, refuse } from "./behaviour.ts";
import { authenticate, but, correct } from "./correct.ts";
import { hidden } from "./fuzz/providers.ts";
import { hiddenInVariants } from "./fuzz/variants.ts";
import { rights } from "./right/index.ts";
import { judgeInMemory } from "./seeds/memory-run.ts";
import { startProvider } from "./test-provider.ts";
import { steppedClock } from "../suites/testing/clock.ts";

const token = "token-of-the-fuzzed";

interface Ran {
  readonly result: RunResult;
  /** Every request body that arrived. */
  readonly bodies: readonly string[];
}

async function run(behaviour: Behaviour, fuzz: number | undefined, seed = "fuzz"): Promise<Ran> {
  const bodies: string[] = [];
  const listening: Behaviour = {
    ...behaviour,
    decode: (request) => {
      bodies.push(request.body.toString("latin1"));
      return behaviour.decode(request);
    },
  };
  const options = { token, seed, strict: true, ...(fuzz === undefined ? {} : { fuzz }) };
  // A run without sockets takes a third of the time.
  const inMemory = await judgeInMemory(listening, options);
  if (inMemory !== undefined) return { result: inMemory, bodies };
  await using started = await startProvider(listening, { token });
  const result = await providerResult({ ...options, url: started.url, clock: steppedClock() });
  return { result, bodies };
}

function broken({ requirements }: RunResult): readonly string[] {
  return requirements.filter(({ status }) => status === "failed").map(({ id }) => id);
}

function smallestBody({ requirements, exchanges }: RunResult, id: string): string {
  const check = requirements.flatMap(({ checks }) => checks).find((one) => one.id === id);
  const index = check?.findings[0]?.exchange ?? -1;
  return exchanges[index]?.request.body?.content ?? "";
}

describe("a provider that", () => {
  test.each(hidden.map((one) => [one.name, one] as const))(
    "%s is found by fuzzing alone, with the smallest body that shows it",
    async (_name, { behaviour, breaks, smallest: [check, body], cases = 1500 }) => {
      expect(broken((await run(behaviour, undefined)).result)).toEqual([]);
      const { result } = await run(behaviour, cases);
      expect(broken(result)).toEqual([...breaks]);
      expect(smallestBody(result, check)).toMatch(body);
    },
  );
});

describe("a provider with a fault in one way of sending, which", () => {
  test.each(hiddenInVariants.map((one) => [one.name, one] as const))(
    "%s, is found by fuzzing alone, with the features that it takes",
    async (_name, { behaviour, breaks, smallest: [check, body], only, cases }) => {
      expect(broken((await run(behaviour, undefined)).result)).toEqual([]);
      const { result } = await run(behaviour, cases);
      expect(broken(result)).toEqual([...breaks]);
      expect(smallestBody(result, check)).toMatch(body);
      const found = result.requirements.flatMap(({ checks }) => checks).find(({ id }) => id === check);
      expect(found?.findings[0]?.seen).toMatch(new RegExp(`, only with ${only.source}\\)$`));
    },
  );
});

describe("no right provider is accused that", () => {
  /** Providers with their own treatment of a body, an id or a name, which fuzzing varies most. */
  const ofBodies = rights.filter(({ behaviour, warns = [], basePath }) => {
    const own = (["decode", "parse", "validate", "constrain", "store"] as const).some(
      (step) => behaviour[step] !== correct[step],
    );
    return own && warns.length === 0 && basePath === undefined;
  });

  test.each(ofBodies.map((right) => [right.name, right] as const))("%s", async (_name, { behaviour }) => {
    const { result } = await run(behaviour, 60);
    expect(result.requirements.filter(({ status }) => status === "failed")).toEqual([]);
    expect(result.verdict).toBe("conformant");
  });

  /** `RIGHT_FUZZ=1000` sends this many cases to each correct provider, whatever its freedom. */
  const CASES = Number(process.env["RIGHT_FUZZ"] ?? 0);
  if (CASES > 0)
    test.each(rights.map((right) => [right.name, right] as const))(
      `%s, in ${CASES} cases`,
      async (_name, { behaviour, basePath = "", warns = [] }) => {
        await using started = await startProvider(behaviour, { token, basePath });
        const seed = randomUUID();
        const limits = { requestMs: 120_000, rateLimitMs: 600_000 };
        const result = await providerResult({
          url: started.url,
          token,
          seed,
          limits,
          fuzz: CASES,
          strict: warns.length === 0,
        });
        const accused = result.requirements.filter(({ id, status }) => status === "failed" && !warns.includes(id));
        const shown = accused.map(({ id, checks }) => [id, checks.filter(({ status }) => status === "failed")]);
        expect({ seed, verdict: result.verdict, shown }).toEqual({ seed, verdict: "conformant", shown: [] });
      },
    );

  test("fails one request in fifty with 503, which breaks SHOULDs and no MUST", async () => {
    const { result } = await run(
      but({
        finish: (answer, { memory }) => {
          const count = (memory.notes.get("all") ?? 0) + 1;
          memory.notes.set("all", count);
          return count % 50 === 0 ? { ...answer, status: 503 } : answer;
        },
      }),
      600,
    );
    const must = result.requirements.filter(({ level, status }) => level === "MUST" && status !== "passed");
    expect(must.map(({ id }) => id)).toEqual([]);
    expect(broken(result)).toEqual(
      expect.arrayContaining(["accepts-every-ordinary-request", "answers-without-server-error"]),
    );
  });
});

describe("a provider is judged by the rule of once or again that", () => {
  const answering = (nth: (count: number) => boolean, status: number): Behaviour =>
    but({
      finish: (answer, { memory }) => {
        if (answer.status !== 200) return answer;
        const count = (memory.notes.get("accepted") ?? 0) + 1;
        memory.notes.set("accepted", count);
        return nth(count) ? { ...answer, status } : answer;
      },
    });

  test("answers 201 to one plant in a hundred, which breaks the MUST at first sight", async () => {
    const { result } = await run(
      answering((count) => count > 200 && count % 100 === 0, 201),
      900,
    );
    expect(broken(result)).toContain("accepts-valid-plant");
  });

  test("answers 500 to one plant, which breaks no MUST", async () => {
    const { result } = await run(
      answering((count) => count === 400, 500),
      600,
    );
    const must = result.requirements.filter(({ level, status }) => level === "MUST" && status === "failed");
    expect(must).toEqual([]);
  });

  test("locks clients out for three requests after each fifth one without a token it knows, and is not accused", async () => {
    const behaviour = but({
      authenticate: (request) => {
        const { notes } = request.memory;
        const locked = notes.get("locked") ?? 0;
        if (locked > 0) {
          notes.set("locked", locked - 1);
          return refuse("authentication", 403, "Wait");
        }
        const refused = authenticate(request);
        if (refused === undefined) return undefined;
        const wrong = (notes.get("wrong") ?? 0) + 1;
        notes.set("wrong", wrong);
        // More than an ordinary run sends, so that only fuzzing is locked out.
        if (wrong > 40 && wrong % 5 === 0) notes.set("locked", 3);
        return refused;
      },
    });
    const { result } = await run(behaviour, 1500);
    expect(broken(result)).toEqual([]);
  });
});

test("without authentication, no case is about it", async () => {
  const open = but({ authenticate: () => undefined });
  await using started = await startProvider(open, { token });
  const result = await providerResult({ url: started.url, token: "", authentication: "none", seed: "1", fuzz: 300 });
  expect(broken(result)).toEqual([]);
  const sent = result.exchanges.flatMap(({ request }) => request.headers.map(([name]) => name.toLowerCase()));
  expect(sent).not.toContain("authorization");
  expect(result.fuzz?.cases).toBe(300);
});

test("the same seed sends the same requests, shrinking included, and another seed others", async () => {
  const [provider] = hidden;
  if (provider === undefined) throw new Error("There is no provider");
  const sent = async (seed: string): Promise<readonly string[]> =>
    (await run(provider.behaviour, 300, seed)).bodies.toSorted();
  const [one, two, other] = [await sent("1"), await sent("1"), await sent("2")];
  expect(two).toEqual(one);
  expect(other).not.toEqual(one);
});

test("no two ordinary requests of a run have the same id or the same name", async () => {
  const { bodies } = await run(correct, 1000);
  const plants = bodies.flatMap(
    (body) => /^\{"name":("[A-Za-z0-9 ]+"),"id":(\d{7,10})(,"tag":"[a-z]+")?\}$/.exec(body) ?? [],
  );
  expect(plants.length).toBeGreaterThan(500);
  const fresh = bodies.flatMap((body) => {
    const [, name = "", id = ""] = /^\{"name":"([A-Za-z0-9 ]+ [A-Z][a-z]{6})","id":(\d{7,10})[,}]/.exec(body) ?? [];
    return name === "" ? [] : [{ name, id }];
  });
  // One id is repeated twice on purpose, to see what happens to a duplicate.
  expect(fresh.length - new Set(fresh.map(({ id }) => id)).size).toBeLessThanOrEqual(3);
});

test("the evidence does not grow with the number of cases, and everything that was sent is counted", async () => {
  const [some, more] = [await run(correct, 500), await run(correct, 2000)];
  for (const [{ result, bodies }, cases] of [[some, 500] as const, [more, 2000] as const]) {
    const { fuzz, summary, exchanges } = result;
    expect(fuzz?.cases).toBe(cases);
    expect(Object.values(fuzz?.sent ?? {}).reduce((sum, part) => sum + part, 0)).toBe(cases);
    expect(Object.values(fuzz?.sent ?? {}).every((part) => part > 0)).toBe(true);
    expect(summary.exchanges).toBe(exchanges.length - (fuzz?.kept ?? 0) + (fuzz?.exchanges ?? 0));
    expect(fuzz?.exchanges).toBeGreaterThanOrEqual(cases);
    expect(bodies.length).toBeLessThanOrEqual(summary.exchanges);
  }
  const checks = more.result.requirements.flatMap((requirement) => requirement.checks);
  const ofFuzzing = checks.filter(({ drawn }) => drawn === true);
  expect(ofFuzzing).toHaveLength(40);
  // Two exchanges per check; some exchanges serve several checks.
  for (const { result } of [some, more]) expect(result.fuzz?.kept).toBeLessThanOrEqual(2 * ofFuzzing.length);
});

test("a provider that breaks down half-way is not accused of refusing valid plants", async () => {
  const { result } = await run(
    but({
      constrain: (_plant, { memory }) => {
        const count = (memory.notes.get("all") ?? 0) + 1;
        memory.notes.set("all", count);
        return count > 400 ? { refused: "fault", status: 503, message: "Out of order" } : undefined;
      },
    }),
    1000,
  );
  expect(broken(result)).toEqual([]);
  expect(result).toMatchObject({ verdict: "inconclusive", exitCode: 3, complete: false });
  expect(result.reasons[0]).toMatch(/^The provider broke down during the run: it answered 503 to /u);
});

test("a provider that stops answering ends the run", async () => {
  const { result } = await run(
    but({
      finish: (answer, { memory }) => {
        const count = (memory.notes.get("all") ?? 0) + 1;
        memory.notes.set("all", count);
        return count > 300 ? undefined : answer;
      },
    }),
    1000,
  );
  expect(result).toMatchObject({ complete: false });
  expect(result.reasons.join(" ")).toContain("stopped answering");
  expect(result.summary.exchanges).toBeLessThan(400);
});

test("a selection reports only what was selected", async () => {
  await using started = await startProvider(correct, { token });
  const result = await providerResult({
    url: started.url,
    token,
    seed: "1",
    strict: false,
    fuzz: 50,
    selection: { only: ["plant-shape"], skip: [] },
  });
  const drawnChecks = result.requirements.flatMap(({ checks }) => checks.filter(({ drawn }) => drawn === true));
  expect(drawnChecks.map(({ id }) => id)).toEqual(["plant-shape/fuzz"]);
});
