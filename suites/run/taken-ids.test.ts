/** A refused id: whether the store holds it, which request counts then, and what is left as it is. */
import { describe, expect, test } from "vitest";
import type { Connection } from "../../http/connection.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { idIn } from "../checks/chance-failures.ts";
import type { PlannedRequest, Sent } from "../checks/check.ts";
import { requestsTo } from "../checks/check-requests.ts";
import { answered } from "../testing/history.ts";
import { likelihoodOf, pastTakenIds } from "./taken-ids.ts";

const connection = {} as Connection;
const requests = requestsTo(readOperation());
const TAKEN = { status: 409, body: '{"error":409,"message":"7 is taken"}' };

/** An ordinary plant whose id has this spelling. */
function plant(literal: string): PlannedRequest {
  return requests.raw("ordinary", `{"name":"Fern","id":${literal}}`, { plant: { name: "Fern" } });
}

interface Store {
  /** Whether the store holds an id before the run. */
  readonly holds: (id: number, name: string) => boolean;
  /** The answer to a duplicate within the run. */
  readonly duplicate?: { readonly status: number; readonly body: string };
  /** The statuses of its nodes, which answer duplicates in turn. */
  readonly nodes?: readonly number[];
  /** Whether a name is taken once, whatever the id. */
  readonly takesNamesOnce?: boolean;
  /** Whether the seed was given, so that an earlier run may have sent its ids. */
  readonly isSeedGiven?: boolean;
  /** How many ids the run may draw to see how many are taken. */
  readonly drawable?: number;
}

/** An asker of a provider, and what it knows of each request, by index. Further ids count from 50,000,001. */
function asking({
  holds,
  duplicate = TAKEN,
  nodes = [],
  takesNamesOnce = false,
  isSeedGiven = false,
  drawable = Infinity,
}: Store) {
  const created = new Set<number | string>();
  const history: Sent[] = [];
  const usedFrom: number[] = [];
  const ended = new AbortController();
  let next = 50_000_000;
  let drawn = 80_000_000;
  let refusals = 0;
  const ofNode = <T extends { readonly status: number }>(refusal: T): T => {
    const status = nodes[refusals % nodes.length] ?? refusal.status;
    refusals += 1;
    return { ...refusal, status };
  };
  const once = (request: PlannedRequest): Promise<Sent> => {
    const id = Number(idIn(request));
    const { name } = JSON.parse(new TextDecoder().decode(request.body ?? undefined)) as { readonly name: string };
    const isCreated = created.has(id) || (takesNamesOnce && created.has(name));
    const refusal = holds(id, name) ? ofNode(TAKEN) : isCreated ? ofNode(duplicate) : null;
    if (refusal === null) created.add(id).add(name);
    const sent = answered(request, refusal ?? {}, history.length);
    history.push(sent);
    return Promise.resolve(sent);
  };
  const amend = (sent: Sent): Sent => (history[sent.index] = sent);
  const whenUsed = (from: number): void => {
    usedFrom.push(from);
    ended.abort();
  };
  const sign = (): PlannedRequest => plant(String((drawn += 1)));
  const otherId = (): number => (next += 1);
  const given = isSeedGiven ? { whenUsed } : {};
  const ask = pastTakenIds(once, {
    ended: ended.signal,
    mayAskAgain: (count = 1) => count === 1 || drawn < 80_000_000 + drawable,
    amend,
    otherId,
    history,
    sign,
    ...given,
  });
  return { history, usedFrom, ask: (literal: string) => ask(plant(literal), connection), send: ask };
}

function textOf({ request }: Sent): string {
  return new TextDecoder().decode(request.body ?? undefined);
}

test("a request with an id that the store holds counts with another id, and is set aside itself", async () => {
  const { ask, history } = asking({ holds: (id) => id < 10_000_000 });
  const counted = await ask("2000000");
  expect([counted.answer?.status, textOf(counted)]).toEqual([200, '{"name":"Fern","id":50000001}']);
  expect(history.map(({ answer, request }) => [answer?.status, request.kind])).toEqual([
    [409, "open"],
    [409, "open"],
    [200, "ordinary"],
    [409, "open"],
  ]);
  expect(history[0]?.standing).toBe("asked-again");
});

test("an id that the store holds may be refused with 403, which is not of the token alone, but not with 401", async () => {
  const statuses = [403, 401].map(async (status) => {
    const { ask } = asking({ holds: (id) => id < 10_000_000, nodes: [status] });
    return (await ask("2000000")).answer?.status;
  });
  expect(await Promise.all(statuses)).toEqual([200, 401]);
});

test.each([204, 201, 303])("and by %d, which is no refusal", async (status) => {
  const { ask, history } = asking({ holds: (id) => id < 10_000_000, nodes: [status] });
  expect((await ask("2000000")).answer?.status).toBe(200);
  expect(history.map(({ standing }) => standing)).toEqual(["asked-again", undefined, undefined, undefined]);
});

test.each([201, 303])("a %d is not that of a taken id where duplicates are answered otherwise", async (status) => {
  const nodes = [status, ...Array.from({ length: 10 }, () => 409)];
  const { ask } = asking({ holds: (id) => id < 10_000_000, nodes });
  const sent = await ask("2000000");
  expect([sent.index, sent.answer?.status, sent.request.kind]).toEqual([0, status, "ordinary"]);
});

test.each([201, 303])("a provider that answers every plant with %d is asked about one of them", async (status) => {
  const { ask, history } = asking({ holds: () => true, nodes: [status] });
  for (let id = 2_000_001; id <= 2_000_010; id += 1) expect((await ask(String(id))).answer?.status).toBe(status);
  expect(history).toHaveLength(10 + 1 + 3 + 1);
});

test("once a plant was accepted, eight others are looked into that are answered with another success", async () => {
  const { ask, history } = asking({ holds: (id) => id !== 2_000_000, nodes: [201] });
  for (let id = 2_000_000; id <= 2_000_010; id += 1) await ask(String(id));
  expect(history).toHaveLength(11 + 8 * (1 + 3 + 1));
});

test.each([
  ["2000000.0", "50000001.0"],
  ["20000000e-1", "500000010e-1"],
  ["20000000E-1", "500000010E-1"],
  ["2000.001e3", "50000.001e3"],
])("an id that is spelled %s is replaced by one that is spelled %s", async (literal, other) => {
  const { ask } = asking({ holds: (id) => id < 10_000_000 });
  expect(textOf(await ask(literal))).toBe(`{"name":"Fern","id":${other}}`);
});

test("a refusal that does not come again is left as it is", async () => {
  let times = 0;
  const { ask, history } = asking({ holds: () => (times += 1) === 1 });
  expect((await ask("2000000")).index).toBe(0);
  expect(history.map(({ request }) => request.kind)).toEqual(["ordinary", "open"]);
});

test("a refusal with another status than that of each duplicate is left as it is", async () => {
  const { ask, history } = asking({ holds: (id) => id < 10_000_000, duplicate: { ...TAKEN, status: 400 } });
  const sent = await ask("2000000");
  expect([sent.index, sent.answer?.status, history[0]?.request.kind]).toEqual([0, 409, "ordinary"]);
});

test.each<readonly [string, Partial<Store>]>([
  ["text", { duplicate: { ...TAKEN, body: '{"error":409,"message":"Created a moment ago"}' } }],
  ["status, by the node that answers,", { nodes: [409, 422, 400] }],
])("a refusal with another %s than that of a duplicate is set aside", async (_what, store) => {
  const { ask, history } = asking({ holds: (id) => id < 10_000_000, ...store });
  expect((await ask("2000000")).answer?.status).toBe(200);
  expect(history[0]?.standing).toBe("asked-again");
});

test("a provider that refuses every id is asked about eight of them", async () => {
  const { ask, history } = asking({ holds: () => true });
  for (let id = 2_000_001; id <= 2_000_010; id += 1) expect((await ask(String(id))).answer?.status).toBe(409);
  const [asked, alone] = [8, 2];
  // The same again, three ids near it, and one far off.
  expect(history).toHaveLength(asked * (1 + 1 + 3 + 1) + alone);
});

/** How many requests were set aside because their ids are taken. */
function aside({ history }: Pick<ReturnType<typeof asking>, "history">): number {
  return history.filter(({ standing }) => standing === "asked-again").length;
}

test("two taken ids among many are those of a store, of which more ids are drawn to see how full it is", async () => {
  const asked = asking({ holds: (id) => id === 2_000_007 || id === 2_000_014 });
  for (let id = 2_000_001; id <= 2_000_020; id += 1) expect((await asked.ask(String(id))).answer?.status).toBe(200);
  expect(aside(asked)).toBe(2);
  const drawn = asked.history.filter(({ request }) => Number(idIn(request)) > 80_000_000);
  expect(drawn.length).toBeGreaterThan(20);
  expect(drawn.every(({ request }) => request.kind === "ordinary")).toBe(true);
});

test("a drawn id that is taken is recognised by duplicates of its own, whatever status the others got", async () => {
  const held = [2_000_007, 2_000_014, 80_000_003];
  const asked = asking({ holds: (id) => held.includes(id), nodes: [409, 400, 422] });
  for (let id = 2_000_001; id <= 2_000_020; id += 1) expect((await asked.ask(String(id))).answer?.status).toBe(200);
  expect(aside(asked)).toBe(3);
});

test("a taken id near the refused one is set aside, too", async () => {
  const asked = asking({ holds: (id) => id === 2_000_007 || id === 50_000_001 });
  for (let id = 2_000_001; id <= 2_000_020; id += 1) expect((await asked.ask(String(id))).answer?.status).toBe(200);
  expect(aside(asked)).toBe(2);
});

test("where one id in five is taken, no store has them: each of the refusals counts", async () => {
  const asked = asking({ holds: (id) => id % 5 === 0 });
  for (let id = 2_000_001; id <= 2_000_030; id += 1) await asked.ask(String(id));
  expect(aside(asked)).toBe(0);
  const refused = asked.history.filter(({ request, answer }) => request.kind === "ordinary" && answer?.status === 409);
  expect(refused.length).toBeGreaterThan(5);
});

test("with a given seed, ids that are taken from the first on are those that an earlier run sent", async () => {
  const asked = asking({ holds: (id) => id < 10_000_000, isSeedGiven: true });
  for (let id = 2_000_001; id <= 2_000_004; id += 1) await asked.ask(String(id));
  expect(asked.usedFrom).toEqual([]);
  await asked.ask("2000005");
  expect([asked.usedFrom, aside(asked)]).toEqual([[0], 0]);
});

test("with a given seed, every second id that is taken is one that an earlier run sent, if ids that are drawn are free", async () => {
  const asked = asking({ holds: (id) => id < 10_000_000 && id % 2 === 0, isSeedGiven: true });
  for (let id = 2_000_001; id <= 2_000_020; id += 1) await asked.ask(String(id));
  expect(asked.usedFrom).toEqual([1]);
});

test("with a given seed, too many of all ids for a store are no store's, though no more than twenty could be drawn", async () => {
  const held = new Set([7, 14, 20].flatMap((id) => [2_000_000 + id, 80_000_000 + id]));
  const asked = asking({ holds: (id) => held.has(id), isSeedGiven: true, drawable: 20 });
  for (let id = 2_000_001; id <= 2_000_019; id += 1) await asked.ask(String(id));
  expect(asked.usedFrom).toEqual([]);
  await asked.ask("2000020");
  expect(asked.usedFrom).toEqual([6]);
});

test("with a given seed, one taken id among many is one of the store", async () => {
  const asked = asking({ holds: (id) => id === 2_000_007, isSeedGiven: true });
  for (let id = 2_000_001; id <= 2_000_020; id += 1) expect((await asked.ask(String(id))).answer?.status).toBe(200);
  expect([asked.usedFrom, aside(asked)]).toEqual([[], 1]);
});

test.each([
  [0, 0, "open"],
  [1, 1, "open"],
  [3, 3, "open"],
  [4, 4, "many"],
  [20, 1, "open"],
  [60, 1, "few"],
  [100, 2, "few"],
  [50, 7, "many"],
  [100, 9, "many"],
  [200, 13, "open"],
] as const)("of %d ids, %d that are taken are %s", (asked, taken, shown) => {
  expect(likelihoodOf({ asked, taken })).toBe(shown);
});

test("three ids that are refused with the low 16 bits of accepted ones are no ids of a store", async () => {
  const seen = new Set<number>();
  const holds = (id: number): boolean => id < 50_000_000 && seen.size === seen.add(id % 2 ** 16).size;
  const ask = async (isSeedGiven: boolean): Promise<readonly number[]> => {
    seen.clear();
    const asked = asking({ holds, isSeedGiven });
    for (let k = 0; k < 8; k += 1) await asked.ask(String(2_000_000 + k * 7_919));
    for (let k = 1; k < 5; k += 1) await asked.ask(String(2_000_000 + k * 2 ** 16));
    return asked.history.flatMap(({ request, answer }) =>
      request.kind === "ordinary" && request.askedBy === undefined && answer?.status === 409 ? [1] : [],
    );
  };
  expect((await ask(false)).length).toBeGreaterThanOrEqual(3);
  expect(await ask(true)).toEqual([]);
});

describe("with a given seed, a plant that is refused with each id", () => {
  const isFern = (_id: number, name: string): boolean => name === "Fern";

  test("is one that an earlier run sent, where names are taken once", async () => {
    const { ask, usedFrom, history } = asking({ holds: isFern, takesNamesOnce: true, isSeedGiven: true });
    expect((await ask("2000000")).index).toBe(0);
    expect(usedFrom).toEqual([0]);
    expect(history.every(({ request }, index) => index === 0 || request.kind === "open")).toBe(true);
    expect(history.map(textOf)).toContain('{"name":"Gfso","id":50000005}');
  });

  test("is one that an earlier run sent, where it is refused with a server error", async () => {
    const failure = { status: 500, body: "" };
    const { ask, usedFrom } = asking({
      holds: (id) => id === 2_000_000,
      nodes: [500],
      duplicate: failure,
      isSeedGiven: true,
    });
    expect((await ask("2000000")).answer?.status).toBe(500);
    expect(usedFrom).toEqual([0]);
  });

  test.each<readonly [string, Partial<Store>]>([
    ["names are taken as often as they come, and ids once", {}],
    ["duplicates are refused with another status", { duplicate: { ...TAKEN, status: 422 }, takesNamesOnce: true }],
    ["each plant is refused", { holds: () => true }],
    ["the seed was drawn for the run", { takesNamesOnce: true, isSeedGiven: false }],
  ])("is refused for its content where %s", async (_what, store) => {
    const { ask, usedFrom } = asking({ holds: isFern, isSeedGiven: true, ...store });
    expect((await ask("2000000")).answer?.status).toBe(409);
    expect(usedFrom).toEqual([]);
  });

  test("is known from the first request on that was refused so", async () => {
    const held = (_id: number, name: string): boolean => name === "Fern" || name === "Aloe";
    const { send, history, usedFrom } = asking({ holds: held, takesNamesOnce: true, isSeedGiven: true });
    const early = plant("2000009");
    history.push(answered(early, { status: 400 }, 0), answered(early, TAKEN, 1));
    await send(plant("2000000"), connection);
    expect(usedFrom).toEqual([1]);
  });

  test("is written as it was, with other letters in its labels", async () => {
    const { send, history } = asking({ holds: isFern, takesNamesOnce: true, isSeedGiven: true });
    const text = '{ "name" : "\\u0046ern", "id": 2000000.0 }';
    await send({ ...requests.raw("ordinary", text), plant: { name: "Fern" } }, connection);
    const written = '{ "name" : "\\u0047\\u0066\\u0073\\u006f", "id": 50000005.0 }';
    expect(history.map(textOf)).toContain(written);
  });
});
