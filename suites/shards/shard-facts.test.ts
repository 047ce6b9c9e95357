import { expect, test } from "vitest";
import type { Exchange, FuzzReport } from "../../result/result.ts";
import type { Check, Sent } from "../checks/check.ts";
import { checkOf } from "../checks/check-forms.ts";
import { judgeRun } from "../run/judge-run.ts";
import { operation } from "../testing/checks.ts";
import { historyOf } from "../testing/history.ts";
import { factsOf, isKeptWhole, sentOf } from "./shard-facts.ts";

const { roles } = operation;

const passing: Check = checkOf(
  "tally",
  { requirement: "a", slug: "b", title: "A check" },
  { next: () => [], judge: () => ({ outcome: { status: "passed" } }) },
);

const asked = {
  checks: [passing],
  counts: { exchanges: 0, plantsCreated: 0 },
  safely: (text: string) => text,
  durationMs: 1,
} as const;

test("the run of a shard keeps what is known of each request, and no other run does", () => {
  const history = historyOf({ askedBy: "a/b" }, { kind: "open", noAnswer: "timeout" }, { noAnswer: "timeout" });
  const first = history.slice(0, 1);
  const sentBy = new Map([["a/b", first]] as const);
  const stopped = { cause: "silent", reason: "Gone." } as const;
  const { ofShard } = judgeRun({ ...asked, history, sentBy, stopped, isShard: true });
  expect(ofShard?.sent.map(({ kind, askedBy, place }) => [kind, askedBy, place])).toEqual([
    ["ordinary", "a/b", 0],
    ["open", undefined, undefined],
    ["ordinary", undefined, undefined],
  ]);
  expect(ofShard?.goneFrom).toBe(1);
  expect(judgeRun({ ...asked, history, sentBy, stopped }).ofShard).toBeUndefined();
  const none = judgeRun({ ...asked, history: history.slice(1), sentBy: new Map(), stopped, isShard: true }).ofShard;
  expect(none?.goneFrom).toBe(0);
  const tallies = [{ check: "a/fuzz", judged: 1, failures: 0 }];
  const phase = { results: () => ({ checks: [], kept: [], fuzz: { cases: 1 } as FuzzReport, tallies }) };
  const fuzzed = judgeRun({ ...asked, history: first, sentBy, stopped: null, isShard: true, phase }).ofShard;
  expect(fuzzed?.tallies).toBe(tallies);
  const alive = judgeRun({ ...asked, history: first, sentBy, stopped: null, isShard: true }).ofShard;
  expect(alive).toEqual({ sent: ofShard?.sent.slice(0, 1) });
});

/** The exchange of a sent request, as a result has it. */
function recorded({ exchange, answer }: Sent, content = ""): Exchange {
  if (answer === null) return exchange;
  const body = { encoding: "utf-8", content, size: content.length } as const;
  return { ...exchange, response: { status: answer.status, headers: answer.headers, body } };
}

test("what is known of a request, with its exchange, gives back what was sent", () => {
  const given = [
    { askedBy: "a/b", status: 200, body: '{"name":"Fern"}', features: ["chunked"], mayMeet: "taken-id" },
    { kind: "valid", status: 400, body: "not JSON", onlyRequired: true, mayBeRead: true },
    { kind: "open", noAnswer: "timeout", standing: "bystander", mayMeet: "cut-off" },
    { kind: "not-a-plant", plant: null, noAnswer: "connection-closed", standing: "ends-provider" },
  ] as const;
  const history = historyOf(...given);
  const facts = JSON.parse(JSON.stringify(factsOf(history, new Map()))) as ReturnType<typeof factsOf>;
  for (const [index, sent] of history.entries()) {
    const fact = facts[index];
    if (fact === undefined) throw new Error("There is no fact");
    const baseUrl = sent.exchange.request.url.replace(/\/plants$/, "");
    const body = given[index];
    const known = recorded(sent, body !== undefined && "body" in body ? body.body : "");
    const { request, answer, exchange, ...flags } = sentOf(known, fact, { index, baseUrl, common: { roles } });
    const { request: wanted, answer: wantedAnswer, exchange: _, ...wantedFlags } = sent;
    expect({ ...request, headers: [], body: null, framing: "none", path: "" }).toEqual({
      ...wanted,
      headers: [],
      body: null,
      framing: "none",
      path: "",
    });
    expect(answer).toEqual(wantedAnswer);
    expect(flags).toEqual(wantedFlags);
    expect(exchange).toBe(known);
  }
});

test("a body that was not kept as it was read is known as unread", () => {
  const [sent] = historyOf({ status: 200, body: '{"name":"Fern"}' });
  if (sent === undefined) throw new Error("There is no history");
  const whole = recorded(sent, '{"name":"Fern"}');
  if (whole.response === null) throw new Error("There is no answer");
  const { response } = whole;
  const cut = { ...whole, response: { ...response, body: { ...response.body, sha256: "0".repeat(64) } } };
  expect([isKeptWhole(whole), isKeptWhole(cut), isKeptWhole({ ...whole, redacted: ["body"] })]).toEqual([
    true,
    false,
    false,
  ]);
  const again = sentOf(cut, { kind: "ordinary" }, { index: 0, baseUrl: "http://127.0.0.1:8080", common: { roles } });
  expect(again.answer).toMatchObject({ status: 200, reading: { as: "unread" } });
});

test("a body that the token was taken out of is read as it was before it was compressed", () => {
  const [sent] = historyOf({ status: 400, headers: [["Content-Encoding", "gzip"]], body: "" });
  if (sent === undefined) throw new Error("There is no history");
  const redacted = { ...recorded(sent, '{"error":400,"message":"[redacted]"}'), redacted: ["body"] };
  const { answer } = sentOf(
    redacted,
    { kind: "open" },
    { index: 0, baseUrl: "http://127.0.0.1:8080", common: { roles } },
  );
  expect(answer).toMatchObject({ status: 400, headers: sent.answer?.headers, reading: { as: "json" } });
});
