import { describe, expect, test } from "vitest";
import { type Given, historyOf } from "../testing/history.ts";
import { SEED_ASKER, isSeedUsed } from "./seed-used.ts";

const asks = (status: number): Given => ({ kind: "open", askedBy: SEED_ASKER, status });
const unanswered: Given = { kind: "open", askedBy: SEED_ASKER, noAnswer: "timeout" };
const refused: Given = { status: 409 };

describe("a seed was used before", () => {
  test("where its plant is refused as a plant is that is there", () => {
    expect(isSeedUsed(historyOf(refused, {}, asks(200), asks(409), asks(409)))).toBe(true);
  });

  test("also where a gateway was busy at first", () => {
    const busy: Given = { status: 503, isAskedAgain: true };
    expect(isSeedUsed(historyOf(busy, refused, {}, asks(200), asks(409), asks(409)))).toBe(true);
  });

  test("also where the first plant without a tag is refused in the same way, be it when it was sent again", () => {
    const bare: Given = { onlyRequired: true, status: 409 };
    const busy: Given = { onlyRequired: true, status: 503, isAskedAgain: true };
    expect(isSeedUsed(historyOf(refused, bare, asks(200), asks(409), asks(409)))).toBe(true);
    expect(isSeedUsed(historyOf(refused, busy, bare, asks(200), asks(409), asks(409)))).toBe(true);
    expect(isSeedUsed(historyOf(refused, bare, asks(200), asks(200), asks(409)))).toBe(false);
    expect(isSeedUsed(historyOf(refused, bare, asks(200), asks(409), asks(200)))).toBe(false);
  });

  test.each<readonly [string, readonly Given[]]>([
    ["nothing was sent", []],
    ["nothing was asked", [refused, {}]],
    ["the first plant was not answered", [{ noAnswer: "timeout" }, asks(200), asks(409), asks(409)]],
    ["none but the other plant was answered", [{ noAnswer: "timeout" }, asks(200), unanswered, unanswered]],
    ["another plant is refused as well", [refused, asks(409), asks(409), asks(409)]],
    ["the refused plant is accepted now", [refused, asks(200), asks(200), asks(409)]],
    ["the refused plant is refused in another way now", [refused, asks(200), asks(400), asks(409)]],
    ["the first plant without a tag was accepted", [refused, { onlyRequired: true }, asks(200), asks(409), asks(409)]],
    ["a plant that is there is accepted", [refused, asks(200), asks(409), asks(200)]],
    ["a plant that is there is refused in another way", [refused, asks(200), asks(409), asks(422)]],
    ["the run ended before the last question", [refused, asks(200), asks(409)]],
    ["the run ended before the second question", [refused, asks(200)]],
    ["one of them was not answered", [refused, asks(200), unanswered, asks(409)]],
  ])("and not where %s", (_what, given) => {
    expect(isSeedUsed(historyOf(...given))).toBe(false);
  });
});
