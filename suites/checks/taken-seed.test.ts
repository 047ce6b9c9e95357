import { describe, expect, test } from "vitest";
import { type Given, historyOf } from "../testing/history.ts";
import { IDS_ASKER } from "./duplicate-requests.ts";
import {
  firstHeard,
  isRefusedForLabels,
  isSeedUsed,
  looksTaken,
  mayBeTaken,
  SEED_ASKER,
  takenFrom,
} from "./taken-seed.ts";

const asks = (status: number): Given => ({ kind: "open", askedBy: SEED_ASKER, status });
const unanswered: Given = { kind: "open", askedBy: SEED_ASKER, noAnswer: "timeout" };
const refused: Given = { status: 409 };

describe("the first request that counts", () => {
  test.each<readonly [string, Given]>([
    ["was not answered", { noAnswer: "timeout" }],
    ["was sent again", { status: 503, standing: "asked-again" }],
    ["is a question about ids", { kind: "open", askedBy: IDS_ASKER }],
  ])("comes after one that %s", (_what, given) => {
    expect(firstHeard(historyOf(given, refused))?.index).toBe(1);
  });

  test.each<readonly [string, Given]>([
    ["a question about something else", { kind: "open" }],
    ["an ordinary request, whoever asked it", { askedBy: IDS_ASKER }],
  ])("may be %s", (_what, given) => {
    expect(firstHeard(historyOf(given, refused))?.index).toBe(0);
  });
});

describe("a seed was used before", () => {
  test("where its plant is refused as a plant is that is there", () => {
    expect(isSeedUsed(historyOf(refused, {}, asks(200), asks(409), asks(409)))).toBe(true);
  });

  test("by the first answers alone: later ones are about the store as it is then", () => {
    const sure = Array.from({ length: 10 }, () => asks(409));
    expect(isSeedUsed(historyOf(refused, asks(200), ...sure, asks(200)))).toBe(true);
    expect(isSeedUsed(historyOf(refused, asks(200), ...sure.slice(1), asks(200)))).toBe(false);
  });

  test("also where a gateway was busy at first", () => {
    const busy: Given = { status: 503, standing: "asked-again" };
    expect(isSeedUsed(historyOf(busy, refused, {}, asks(200), asks(409), asks(409)))).toBe(true);
  });

  test("also where the first plant without a tag is refused in the same way, be it when it was sent again", () => {
    const bare: Given = { onlyRequired: true, status: 409 };
    const busy: Given = { onlyRequired: true, status: 503, standing: "asked-again" };
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
    [
      "no request that counts was answered",
      [{ noAnswer: "timeout" }, { ...asks(200), standing: "asked-again" }, unanswered, unanswered],
    ],
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

test.each<readonly [string, Given, number]>([
  ["not one without an answer", { noAnswer: "timeout" }, 1],
  ["not one that was sent again", { status: 503, standing: "asked-again" }, 1],
  ["not a question about ids", { kind: "open", askedBy: IDS_ASKER, status: 409 }, 1],
  ["one that is open and was asked for something else", { kind: "open", askedBy: "a/b", status: 409 }, 0],
  ["an ordinary one, whoever asked", { askedBy: IDS_ASKER, status: 409 }, 0],
])("the first request that counts is %s", (_what, given, place) => {
  expect(firstHeard(historyOf(given, {}))?.index).toBe(place);
});

describe("an id of the run is taken", () => {
  const [first] = historyOf({ status: 409 });
  const answers = (...statuses: readonly (number | null)[]): ReturnType<typeof historyOf> =>
    historyOf(
      ...statuses.map((status): Given => (status === null ? unanswered : { kind: "open", askedBy: IDS_ASKER, status })),
    );

  test("where the request is refused again, and one with another id only once it is there", () => {
    expect(first !== undefined && looksTaken(first, answers(409, 200, 409))).toBe(true);
  });

  test.each([
    ["the request is accepted now", [200]],
    ["it is refused in another way now", [400]],
    ["another id is refused as well", [409, 409]],
    ["a plant that is there is accepted", [409, 200, 200]],
    ["a plant that is there is refused in another way", [409, 200, 400]],
    ["there is no answer", [null]],
    ["there is no answer to the other id", [409, null]],
  ])("and not where %s", (_what, statuses) => {
    expect(first !== undefined && looksTaken(first, answers(...statuses))).toBe(false);
  });
});

describe("a request was refused for its labels", () => {
  const isOfLabels = (own: Given, there: Given): boolean => {
    const [refusedFirst, ofOwn, ofThere] = historyOf({ status: 400 }, own, there);
    if (refusedFirst === undefined || ofOwn === undefined || ofThere === undefined)
      throw new Error("Nothing was given");
    return isRefusedForLabels({ refused: refusedFirst, own: ofOwn, there: ofThere });
  };

  test("where they are refused with another id, and labels that are there are accepted", () => {
    expect(isOfLabels({ status: 400 }, {})).toBe(true);
  });

  test.each<readonly [string, Given, Given]>([
    ["they are accepted with another id, as where ids or whole plants are compared", {}, {}],
    ["labels that are there are refused, as where labels are compared", { status: 400 }, { status: 400 }],
    ["they are refused in another way", { status: 409 }, {}],
    ["there is no answer", unanswered, {}],
    ["there is no answer to labels that are there", { status: 400 }, unanswered],
  ])("and not where %s", (_what, own, there) => {
    expect(isOfLabels(own, there)).toBe(false);
  });
});

describe("a request may have been refused for its id", () => {
  const indices = (...given: readonly Given[]): readonly number[] =>
    mayBeTaken(historyOf(...given)).map(({ index }) => index);

  test("if it is an ordinary one, or another of its check was accepted", () => {
    const plant = { name: "Fern tree", tag: "moss" };
    const other: Given = {
      kind: "valid",
      askedBy: "a/check",
      plant,
      sent: JSON.stringify({ id: 1_234_567, ...plant }),
    };
    expect(indices({}, { status: 409 }, { ...other, status: 400 }, other)).toEqual([1, 2]);
  });

  test("and not if it is of a check of which none was accepted, or was answered otherwise", () => {
    const refusedEach: Given = { kind: "valid", askedBy: "a/check", status: 409 };
    const others = [401, 403, 407, 429, 500, 201, 302].map((status): Given => ({ status }));
    expect(indices({}, refusedEach, refusedEach, ...others, { noAnswer: "timeout" })).toEqual([]);
    expect(indices({}, { status: 409, standing: "asked-again" }, { status: 409, mayBeRead: true })).toEqual([]);
    expect(indices({}, { status: 409, mayMeet: "taken-id" }, { status: 399 }, { status: 499 })).toEqual([3]);
  });

  test("from the first that was refused as the one that the run asked about", () => {
    const asked: Given = { kind: "open", askedBy: IDS_ASKER, status: 409 };
    expect(takenFrom(historyOf({}, { status: 400 }, { status: 409 }, { status: 409 }, asked))).toBe(2);
    expect(takenFrom(historyOf({}, { status: 409 }))).toBe(Infinity);
    expect(takenFrom(historyOf({}, { status: 409 }, { ...asked, status: 200 }))).toBe(Infinity);
    expect(takenFrom(historyOf({}, { status: 400 }, { status: 409 }, asked, { ...asked, status: 200 }))).toBe(2);
    expect(takenFrom(historyOf({}, { status: 400 }, { status: 409 }, { ...asked, status: 400 }, asked))).toBe(2);
    expect(takenFrom(historyOf({}, { status: 409 }, asked, { ...unanswered, askedBy: IDS_ASKER }))).toBe(1);
  });
});
