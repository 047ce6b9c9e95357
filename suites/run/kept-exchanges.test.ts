import { describe, expect, test } from "vitest";
import type { FoundOnArrival } from "../checks/decoded-answer.ts";
import type { Sent } from "../checks/check.ts";
import { historyOf } from "../testing/history.ts";
import { type Evidence, openEvidence } from "./kept-exchanges.ts";

const FAULTY = '{"name":7}';

/** A finding in each answer with this body, and none in others. */
function look({ answer, index }: Sent): FoundOnArrival {
  const isFaulty = answer?.reading.as === "json" && JSON.stringify(answer.reading.value).startsWith('{"name":7');
  const finding = { where: "/name", expected: "a string", seen: "7", exchange: index };
  return new Map([["plant-shape/every-200", isFaulty ? [finding] : []]]);
}

/** A list of answers of this many bytes, kept one after the other within a limit. */
function kept(limit: number, bodies: readonly string[]): readonly Sent[] {
  const history: Sent[] = [];
  const evidence: Evidence = openEvidence({ limit, latest: (index) => history[index], look });
  for (const sent of historyOf(...bodies.map((body) => ({ body })))) {
    const bare = () => ({ ...sent.exchange, notKept: true }) as const;
    history[sent.index] = evidence.keep({ sent, bare }, (dropped) => (history[dropped.index] = dropped));
  }
  return history;
}

function readings(history: readonly Sent[]): readonly unknown[] {
  return history.map(({ answer }) => answer?.reading.as);
}

/** A body of five thousand bytes. */
function large(start: string): string {
  return `${start.slice(0, -1)},"more":"${"x".repeat(5_000)}"}`;
}

const passing = large('{"name":"Fern"}');
const faulty = large(FAULTY);

describe("where there is no room left for an answer", () => {
  test("the oldest one in which nothing was found makes room, and what was found in it is kept", () => {
    const history = kept(11_000, [passing, passing, passing]);
    expect(readings(history)).toEqual(["looked-at", "json", "json"]);
    expect(history[0]?.exchange.notKept).toBe(true);
    expect(history[0]?.answer).toMatchObject({ status: 200, reading: { found: look(history[0] as Sent) } });
  });

  test("one that shows a fault keeps its place, and a newer one makes room", () => {
    expect(readings(kept(11_000, [faulty, passing, passing]))).toEqual(["json", "looked-at", "json"]);
  });

  test("and all that are kept show faults, it is judged and not kept, its findings included", () => {
    const history = kept(11_000, [faulty, faulty, faulty]);
    expect(readings(history)).toEqual(["json", "json", "looked-at"]);
    const reading = history[2]?.answer?.reading;
    expect(reading?.as === "looked-at" && reading.found.get("plant-shape/every-200")).toHaveLength(1);
  });

  test("one that is larger than all the room makes no other one go", () => {
    expect(readings(kept(5_500, [passing, large(passing)]))).toEqual(["json", "looked-at"]);
  });
});
