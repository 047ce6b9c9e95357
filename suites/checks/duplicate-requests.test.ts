import { describe, expect, test } from "vitest";
import { type Given, historyOf } from "../testing/history.ts";
import { IDS_ASKER, areDuplicatesMixed, mayBeDuplicates, sameAgain, withOtherTexts } from "./duplicate-requests.ts";

const withId = (id: number | string): string => `{"id":${id},"name":"Fern"}`;
const plant = (id: number): Given => ({ sent: withId(id) });
const again = (id: number, status: number): Given => ({ kind: "open", status, sent: withId(id) });
const other = (id: number, status: number): Given => ({ ...again(id, status), mayMeet: "taken-id" });
const refused: Given = { kind: "valid", status: 400, sent: withId(1) };

describe("a refusal may be that of a duplicate", () => {
  const mayBe = (...given: readonly Given[]): boolean => {
    const run = historyOf(...given);
    return mayBeDuplicates(
      run.filter(({ request }) => request.kind === "valid"),
      run,
    );
  };

  test("where any duplicate of the run was refused with the status of any of the refusals", () => {
    expect(mayBe(refused, plant(7), again(7, 409), plant(8), other(8, 400))).toBe(true);
    expect(mayBe({ ...refused, status: 422 }, refused, plant(7), again(7, 400))).toBe(true);
  });

  test.each<readonly [string, readonly Given[]]>([
    ["no duplicate was sent", [refused, plant(7)]],
    ["duplicates were refused with other statuses", [refused, plant(7), again(7, 409), other(7, 422)]],
    ["duplicates were accepted", [refused, plant(7), again(7, 200)]],
    ["the plant that has the id was refused, too", [refused, { ...plant(7), status: 500 }, again(7, 400)]],
    ["the id was accepted only later", [refused, again(7, 400), plant(7)]],
    ["the body of the duplicate is no NewPlant", [refused, plant(7), { ...again(7, 400), kind: "not-a-plant" }]],
    ["a double does not hold the ids", [refused, { sent: withId("9007199254740993") }, again(2 ** 53, 400)]],
    ["there is no id", [refused, { sent: "" }, { kind: "open", status: 400 }]],
    ["it was not answered", [{ ...refused, noAnswer: "timeout" }, plant(7), again(7, 400)]],
  ])("and not where %s", (_what, given) => {
    expect(mayBe(...given)).toBe(false);
  });

  test("and not a server error, which is a fault for a duplicate, too", () => {
    expect(mayBe({ ...refused, status: 500 }, plant(7), again(7, 500))).toBe(false);
  });
});

describe("duplicates are answered in several ways", () => {
  test("where those with other texts are", () => {
    expect(areDuplicatesMixed(historyOf(plant(7), other(7, 409), plant(8), other(8, 200)))).toBe(true);
    expect(areDuplicatesMixed(historyOf(plant(7), other(7, 409), plant(8), other(8, 409)))).toBe(false);
  });

  test("and not where the same bytes are answered as the first time", () => {
    expect(areDuplicatesMixed(historyOf(plant(7), other(7, 409), again(7, 200)))).toBe(false);
    const looking = { ...other(7, 200), askedBy: IDS_ASKER };
    expect(areDuplicatesMixed(historyOf(plant(7), other(7, 409), looking))).toBe(false);
  });
});

test("duplicates are recognised by whether their texts are those of the plant", () => {
  const run = historyOf(plant(7), again(7, 409), other(7, 422), { ...other(7, 400), askedBy: IDS_ASKER });
  expect(sameAgain(run).map(({ index }) => index)).toEqual([1, 3]);
  expect(withOtherTexts(run).map(({ index }) => index)).toEqual([2]);
});
