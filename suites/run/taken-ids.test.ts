/** A refused id: whether the store holds it, which request counts then, and what is left as it is. */
import { expect, test } from "vitest";
import type { Connection } from "../../http/connection.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { idIn } from "../checks/accidents.ts";
import type { PlannedRequest, Sent } from "../checks/check.ts";
import { requestsTo } from "../checks/requests.ts";
import { answered } from "../testing/history.ts";
import { pastTakenIds } from "./taken-ids.ts";

const connection = {} as Connection;
const requests = requestsTo(readOperation());
const TAKEN = { status: 409, body: '{"error":409,"message":"7 is taken"}' };

/** An ordinary plant whose id has this spelling. */
function plant(literal: string): PlannedRequest {
  return requests.raw("ordinary", `{"name":"Fern","id":${literal}}`);
}

interface Store {
  /** Whether the store holds an id before the run. */
  readonly holds: (id: number) => boolean;
  /** The answer to a duplicate within the run. */
  readonly duplicate?: { readonly status: number; readonly body: string };
}

/** An asker of a provider, and what it knows of each request, by index. Further ids count from 50,000,001. */
function asking({ holds, duplicate = TAKEN }: Store) {
  const created = new Set<number>();
  const history: Sent[] = [];
  let next = 50_000_000;
  const once = (request: PlannedRequest): Promise<Sent> => {
    const id = Number(idIn(request));
    const refusal = holds(id) ? TAKEN : created.has(id) ? duplicate : null;
    if (refusal === null) created.add(id);
    const sent = answered(request, refusal ?? {}, history.length);
    history.push(sent);
    return Promise.resolve(sent);
  };
  const amend = (sent: Sent): Sent => (history[sent.index] = sent);
  const ask = pastTakenIds(once, {
    ended: new AbortController().signal,
    mayAskAgain: () => true,
    amend,
    otherId: () => (next += 1),
  });
  return { history, ask: (literal: string) => ask(plant(literal), connection) };
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
  expect(history[0]?.isAskedAgain).toBe(true);
});

test.each([
  ["2000000.0", "50000001.0"],
  ["20000000e-1", "500000010e-1"],
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

test.each([
  ["status", { ...TAKEN, status: 400 }],
  ["text", { ...TAKEN, body: '{"error":409,"message":"7 is a duplicate"}' }],
])("a refusal with another %s than that of a duplicate is left as it is", async (_what, duplicate) => {
  const { ask, history } = asking({ holds: (id) => id < 10_000_000, duplicate });
  const sent = await ask("2000000");
  expect([sent.index, sent.answer?.status, history[0]?.request.kind]).toEqual([0, 409, "ordinary"]);
});

test("a provider that refuses every id is asked about eight of them", async () => {
  const { ask, history } = asking({ holds: () => true });
  for (let id = 2_000_001; id <= 2_000_010; id += 1) expect((await ask(String(id))).answer?.status).toBe(409);
  const [asked, alone] = [8, 2];
  // The same again, three ids near it, and one far off, because it is a conflict.
  expect(history).toHaveLength(asked * (1 + 1 + 3 + 1) + alone);
});

test("where more than eight ids are taken, each of the refusals counts", async () => {
  const { ask, history } = asking({ holds: (id) => id < 10_000_000 });
  const aside = (): number => history.filter(({ isAskedAgain }) => isAskedAgain === true).length;
  for (let id = 2_000_001; id <= 2_000_008; id += 1) await ask(String(id));
  expect(aside()).toBe(8);
  await ask("2000009");
  expect(aside()).toBe(0);
  expect(history.filter(({ request, answer }) => request.kind === "ordinary" && answer?.status === 409)).toHaveLength(
    9,
  );
});
