/**
 * A provider that breaks down at some request is never accused: the run is inconclusive, with and without contracts.
 * Where contracts are asked there are sockets; the other runs are in memory, where silence costs no time.
 */
import { readOperation } from "../spec/read-operation.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { prepareContracts } from "../cli/options/contract-options.ts";
import { providerResult } from "../library/provider-result.ts";
import type { Io } from "../cli/io.ts";
import { type RunResult, reasonOf } from "../result/result.ts";
import type { Clock } from "../http/retry-after.ts";
import { steppedClock } from "../suites/testing/clock.ts";
import { type Behaviour, refuse } from "./behaviour.ts";
import { answerError, but, json, plantBody, route } from "./correct.ts";
import { openInMemory } from "./seeds/in-memory.ts";
import { judgeOpened } from "./seeds/memory-run.ts";
import { type StartedProvider, startProvider } from "./test-provider.ts";

const token = "token-of-the-gone";

/** Answers 404, 500, 502 or 503; refuses connections; or does not answer. */
const ends = [404, 500, 502, 503, "refused", "hanging"] as const;
type End = (typeof ends)[number];

/** A correct provider for this many requests, which then ends. */
async function startUntil(last: number, end: Exclude<End, "hanging"> | 407): Promise<StartedProvider> {
  let seen = 0;
  const takeOver = (_incoming: IncomingMessage, response: ServerResponse): boolean => {
    seen += 1;
    if (seen <= last) return false;
    if (end === "refused") void started.stop();
    else response.writeHead(end, { "Content-Type": "text/html" }).end("<h1>Gone</h1>");
    return true;
  };
  const started = await startProvider(but({ takeOver }), { token });
  return started;
}

/** The same in memory. `stop` is called when the provider starts to refuse connections. */
function until(last: number, end: End, stop: () => void): Behaviour {
  let seen = 0;
  const isGone = (): boolean => seen > last;
  const page = { status: Number(end), headers: { "Content-Type": "text/html" }, body: "<h1>Gone</h1>" };
  return but({
    route: (request) => {
      seen += 1;
      if (isGone() && end === "refused") stop();
      return isGone() ? refuse("fault", 500, "Gone") : route(request);
    },
    answerError: (refusal) => (refusal.refused === "fault" ? page : answerError(refusal)),
    finish: (answer) => {
      if (answer !== page) return answer;
      if (end === "hanging") return "never";
      return end === "refused" ? undefined : page;
    },
  });
}

const io: Io = {
  out: () => undefined,
  err: () => undefined,
  env: {},
  columns: undefined,
  outIsTerminal: false,
  errIsTerminal: false,
  onInterrupt: () => () => undefined,
};

interface Judging {
  readonly seed: string;
  readonly clock?: Clock;
  readonly strict?: boolean;
  readonly withContracts?: boolean;
}

/** Long enough for the slowest machine, because everything is answered. */
const limits = { requestMs: 120_000 };

async function judged(
  url: string,
  { seed, withContracts = false, clock = steppedClock(), strict = true }: Judging,
): Promise<RunResult> {
  const provider = { url, token, limits };
  const without = { pacts: [], shippedPacts: true, pending: false, publish: false };
  const prepared = await prepareContracts(without, io, {
    operation: readOperation(),
    signal: new AbortController().signal,
  });
  return providerResult({
    ...provider,
    seed,
    strict,
    clock,
    ...(withContracts ? { contracts: prepared.verify } : {}),
  });
}

function brokenIn({ requirements, contracts }: RunResult): readonly string[] {
  const interactions = contracts.flatMap((contract) => contract.interactions);
  return [
    ...requirements.filter(({ level, status }) => level !== "OPEN" && status === "failed").map(({ id }) => id),
    ...interactions.filter(({ status }) => status === "failed").map(({ description }) => description),
  ];
}

const seeds = Array.from({ length: 10 }, (_, k) => `seed ${k}`);

function expectGone(result: RunResult): void {
  // This comes first, because it shows what the provider would be accused of.
  expect(brokenIn(result)).toEqual([]);
  expect(result).toMatchObject({ verdict: "inconclusive", exitCode: 3, complete: false });
  expect(result.reasons[0]).toMatch(/^The provider (broke down|stopped answering) during the run: /u);
}

describe.each([80, 150])("after %i requests", (last) => {
  describe.each(ends)("a provider that ends with %s is not judged any more", (end) => {
    test("by the checks, whatever the seed", async () => {
      for (const seed of seeds) {
        using opened = openInMemory(
          until(last, end, () => opened[Symbol.dispose]()),
          token,
        );
        expectGone(await judgeOpened(opened, { token, seed, strict: true, limits }));
      }
    });

    test("by the checks, and not asked for its contracts", async () => {
      using opened = openInMemory(
        until(last, end, () => opened[Symbol.dispose]()),
        token,
      );
      const result = await judged(opened.url, { seed: "contracts", withContracts: true });
      expectGone(result);
      const interactions = result.contracts.flatMap((contract) => contract.interactions);
      expect(new Set(interactions.map(({ status }) => status))).toEqual(new Set(["not-judged"]));
    });
  });
});

describe("in the middle of the contracts", () => {
  test.each(ends.filter((end) => end !== "hanging"))("a provider that ends with %s is not accused", async (end) => {
    await using started = await startUntil((await requestsOf("middle")) + 3, end);
    const result = await judged(started.url, { seed: "middle", withContracts: true });
    expect(result).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
    expect(brokenIn(result)).toEqual([]);
  });
});

test("what a provider broke before it was gone stays broken", async () => {
  let seen = 0;
  const behaviour = but({
    takeOver: (_incoming, response) => {
      seen += 1;
      if (seen > 150) response.writeHead(404).end();
      return seen > 150;
    },
    answerPlant: (plant) => json(200, { ...plantBody(plant), id: 1 }),
  });
  await using started = await startProvider(behaviour, { token });
  const result = await judged(started.url, { seed: "1" });
  expect(result).toMatchObject({ verdict: "non-conformant", exitCode: 1, complete: false });
  expect(brokenIn(result)).toContain("plant-has-no-id");
});

test.each([502, 503, 504])("a provider that answers %i from the start could not be reached", async (status) => {
  const takeOver = (_incoming: IncomingMessage, response: ServerResponse): boolean => {
    response.writeHead(status).end();
    return true;
  };
  await using started = await startProvider(but({ takeOver }), { token });
  const result = await judged(started.url, { seed: "1", withContracts: true });
  expect(result).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
  expect(result.reasons[0]).toMatch(
    new RegExp(`^The provider could not be reached: it answered ${status} to \\d+ requests`, "u"),
  );
  expect(brokenIn(result)).toEqual([]);
});

/** Answers one request in sixty with 503, and with these header fields. */
async function judgedBeside503(headers: Readonly<Record<string, string>>): Promise<RunResult> {
  let seen = 0;
  const takeOver = (_incoming: IncomingMessage, response: ServerResponse): boolean => {
    seen += 1;
    if (seen % 60 !== 0) return false;
    response.writeHead(503, headers).end();
    return true;
  };
  await using started = await startProvider(but({ takeOver }), { token });
  const result = await judged(started.url, { seed: "1", withContracts: true });
  expect(result.summary.must).toMatchObject({ failed: 0, notJudged: 0 });
  expect(result.summary.exchanges).toBeGreaterThanOrEqual(result.exchanges.length);
  expect(result.exchanges.some(({ response }) => response?.status === 503)).toBe(true);
  expect(result.limitsReached).toContainEqual(expect.stringMatching(/answered 503 and sent again .*--rate/u));
  return result;
}

test("a request or two in a hundred that are answered 503 break a SHOULD and no MUST, and slower asking is proposed", async () => {
  const result = await judgedBeside503({});
  expect(brokenIn(result)).toContain("answers-without-server-error");
  const findings = result.requirements.flatMap(({ id, checks }) =>
    id === "answers-without-server-error" ? checks.flatMap((check) => check.findings) : [],
  );
  expect(findings.map(({ seen }) => seen).join()).toMatch(/limit_req of nginx.*limit_req_status 429/u);
});

test("503 that says how long it lasts breaks nothing", async () => {
  expect(brokenIn(await judgedBeside503({ "Retry-After": "1" }))).toEqual([]);
});

const counted = new Map<string, Promise<number>>();

/** How many requests the checks send with a seed, counted once. */
function requestsOf(seed: string): Promise<number> {
  const known = counted.get(seed) ?? countRequests(seed);
  counted.set(seed, known);
  return known;
}

async function countRequests(seed: string): Promise<number> {
  let count = 0;
  await using whole = await startProvider(but({ takeOver: () => ((count += 1), false) }), { token });
  await judged(whole.url, { seed });
  return count;
}

test("a proxy that asks for credentials is reported as a proxy", async () => {
  await using started = await startUntil(0, 407);
  const result = await judged(started.url, { seed: "1" });
  expect(result).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
  expect(result.reasons[0]).toMatch(/^A proxy on the way to the provider asks for credentials/u);
  expect(brokenIn(result)).toEqual([]);
});

test("a proxy that asks for credentials in the middle of the contracts is reported as a proxy", async () => {
  await using started = await startUntil((await requestsOf("1")) + 2, 407);
  const result = await judged(started.url, { seed: "1", withContracts: true });
  expect(result).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
  expect(brokenIn(result)).toEqual([]);
  const why = result.contracts.flatMap(({ interactions }) => interactions.map(reasonOf));
  expect(why).toContain("A proxy on the way to the provider asks for credentials of its own (407).");
});

test.each([1, 2])("a provider that resets its first %i connections is judged all the same", async (resets) => {
  let seen = 0;
  const takeOver = (incoming: IncomingMessage): boolean => {
    seen += 1;
    if (seen <= resets) incoming.socket.destroy();
    return seen <= resets;
  };
  await using started = await startProvider(but({ takeOver }), { token });
  const result = await judged(started.url, { seed: "1" });
  expect(result.complete).toBe(true);
  expect(brokenIn(result)).toEqual(["answers-every-request"]);
  expect(result.summary.must).toMatchObject({ failed: 0, notJudged: 0 });
});

test("one request that is left without an answer is asked again, and breaks a SHOULD alone", async () => {
  let closed = 0;
  const takeOver = (incoming: IncomingMessage): boolean => {
    const isOne = closed === 0 && incoming.headers.authorization?.startsWith("Basic ") === true;
    if (!isOne) return false;
    closed += 1;
    // The client reopens a used connection that is closed, but does not repeat after a whole answer that is not HTTP.
    incoming.socket.end("No\r\n\r\n");
    return true;
  };
  await using started = await startProvider(but({ takeOver }), { token });
  const result = await judged(started.url, { seed: "1" });
  expect(closed).toBe(1);
  expect(brokenIn(result)).toEqual(["answers-every-request"]);
  expect(result.summary.must).toMatchObject({ failed: 0, notJudged: 0 });
});

test("a body that is never answered is not taken: the MUST is met, and the SHOULDs are not", async () => {
  const behaviour = but({ finish: (answer) => (answer.status === 400 ? undefined : answer) });
  await using started = await startProvider(behaviour, { token });
  const result = await judged(started.url, { seed: "1", strict: false });
  expect(brokenIn(result)).toEqual(["refuses-with-400", "answers-every-request"]);
  expect(result.summary.must).toMatchObject({ failed: 0 });
  expect(result.verdict).toBe("conformant");
});
