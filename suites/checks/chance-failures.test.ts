import { describe, expect, test } from "vitest";
import { type Given, historyOf, only } from "../testing/history.ts";
import { besideAccepted, failuresIn, isByChance, isFailure, otherSuccesses } from "./chance-failures.ts";
import type { History, PlannedRequest } from "./check.ts";
import { acceptance } from "./check-forms.ts";
import { requestsTo } from "./check-requests.ts";
import { readOperation } from "../../spec/read-operation.ts";

/** A valid request with ordinary values that a check sent. */
function valid(change: Given = {}): Given {
  const plant = { name: "Fern", tag: "moss" };
  const sent = JSON.stringify({ id: 7_000_001, ...(change.plant ?? plant) });
  return { kind: "valid", askedBy: "accepts-chunked-body/chunked", plant, sent, ...change };
}

const refused: Given = { status: 400 };

function placesOf(run: History): readonly number[] {
  return besideAccepted(run).map(({ index }) => index);
}

describe("a request that failed is beside an accepted one", () => {
  test.each<readonly [string, Given, boolean]>([
    ["of the same check", {}, true],
    ["not of another check", { askedBy: "survives-expect-continue/expect" }, false],
    ["not with other features", { features: ["chunked"] }, false],
    ["not where it is not a valid one", { kind: "not-allowed" }, false],
  ])("%s", (_title, change, expected) => {
    expect(placesOf(historyOf(valid(), valid({ ...refused, ...change })))).toEqual(expected ? [0, 1] : [0]);
  });

  test("not where its id may be taken", () => {
    expect(placesOf(historyOf(valid(), valid({ ...refused, mayMeet: "taken-id" })))).toEqual([0]);
  });

  test("not where none of them was accepted", () => {
    expect(placesOf(historyOf(valid(refused), valid(refused)))).toEqual([]);
  });

  test.each<readonly [string, string | null, boolean]>([
    ["the least ordinary id", '{"id":1000000}', true],
    ["an id below", '{"id":999999}', false],
    ["the greatest ordinary id", '{"id":2147483647}', true],
    ["an id above", '{"id":2147483648}', false],
    ["an id in quotes", '{"id":"7000001"}', false],
    ["no id", "{}", false],
    ["null as its body", "null", false],
    ["a body that is not JSON", "id=7000001", false],
    ["no body", null, false],
  ])("with %s: %s", (_what, body, expected) => {
    const run = historyOf(valid(), valid({ ...refused, sent: body ?? "" })).map((sent, place) =>
      place === 1 && body === null ? { ...sent, request: { ...sent.request, body } } : sent,
    );
    expect(placesOf(run)).toEqual(expected ? [0, 1] : [0]);
  });

  test.each<readonly [string, Given["plant"], boolean]>([
    ["a name of three letters", { name: "Yew" }, true],
    ["a name of two letters", { name: "Ye" }, false],
    ["a name of forty letters", { name: "f".repeat(40) }, true],
    ["a name of more", { name: "f".repeat(41) }, false],
    ["a name of three words", { name: "Old Man Fern" }, true],
    ["a name of four words", { name: "The Old Man Fern" }, false],
    ["a digit before the name", { name: "1 Fern" }, false],
    ["a digit after the name", { name: "Fern 1" }, false],
    ["a tag of three letters", { name: "Fern", tag: "fir" }, true],
    ["a tag of two letters", { name: "Fern", tag: "fi" }, false],
    ["a tag of twelve letters", { name: "Fern", tag: "f".repeat(12) }, true],
    ["a tag of more", { name: "Fern", tag: "f".repeat(13) }, false],
    ["a digit before the tag", { name: "Fern", tag: "1moss" }, false],
    ["a digit after the tag", { name: "Fern", tag: "moss1" }, false],
    ["no plant", null, false],
  ])("with %s", (_what, plant, expected) => {
    const one = valid({ ...refused, plant, sent: '{"id":7000001}' });
    expect(placesOf(historyOf(valid(), one))).toEqual(expected ? [0, 1] : [0]);
  });

  test.each<readonly [string, Given, boolean]>([
    ["where an ordinary one without a tag was accepted", { onlyRequired: true }, true],
    ["not where none was accepted", { onlyRequired: true, status: 400 }, false],
    ["not where one was let through that is not valid", { onlyRequired: true, kind: "not-allowed" }, false],
    ["not where only those with a tag were accepted", {}, false],
  ])("without a tag, %s", (_title, other, expected) => {
    const run = historyOf(valid(), valid({ ...refused, onlyRequired: true }), other);
    expect(placesOf(run)).toEqual(expected ? [0, 1] : [0]);
  });
});

describe("a request in a variant that failed is beside an accepted one of the same check", () => {
  const elsewhere = "accepts-every-ordinary-request/in-each-variant";

  test.each<readonly [string, readonly (readonly string[])[], readonly string[], boolean]>([
    ["where the variant was accepted elsewhere", [["chunked", "tabs"]], ["chunked", "tabs"], true],
    ["where more was accepted together", [["blanks"], ["chunked", "tabs"]], ["tabs"], true],
    [
      "where each two were",
      [
        ["a", "b"],
        ["b", "c"],
        ["a", "c"],
      ],
      ["a", "b", "c"],
      true,
    ],
    [
      "not where two never were",
      [
        ["a", "b"],
        ["b", "c"],
      ],
      ["a", "b", "c"],
      false,
    ],
    ["not where each was alone", [["a"], ["b"]], ["a", "b"], false],
    ["not where one was not at all", [["a"]], ["b"], false],
    ["not where no variant was", [], ["a"], false],
  ])("%s", (_title, variants, features, expected) => {
    const accepted = variants.map((known): Given => ({ kind: "valid", askedBy: elsewhere, features: known }));
    const run = historyOf(...accepted, valid(), valid({ ...refused, features }));
    const place = variants.length;
    expect(placesOf(run)).toEqual(expected ? [place, place + 1] : [place]);
  });

  test("by an ordinary request in the variant as well, and not by one that is not a valid one", () => {
    const run = (change: Given): History =>
      historyOf({ features: ["a"], ...change }, valid(), valid({ ...refused, features: ["a"] }));
    expect(placesOf(run({}))).toEqual([1, 2]);
    expect(placesOf(run({ kind: "not-allowed" }))).toEqual([1]);
    expect(placesOf(run({ kind: "open" }))).toEqual([1]);
  });

  test.each<readonly [string, Partial<PlannedRequest>]>([
    ["no-user-agent", { headers: [["Accept", "*/*"]] }],
    ["no-accept", { headers: [["User-Agent", "a client"]] }],
    ["chunked", { framing: "chunked" }],
    ["no-tag", { onlyRequired: true }],
  ])("not where it is about the feature %s, which is refused with one of its variant", (name, own) => {
    const sender: Given = { kind: "valid", askedBy: elsewhere };
    const apart = ["tabs", name].map((one): Given => ({ ...sender, features: [one] }));
    const together: Given = { ...sender, ...refused, features: ["tabs", name] };
    const required = historyOf({ onlyRequired: true });
    const plain = historyOf(...apart, together, together, valid(), valid({ ...refused, features: ["tabs"] })).map(
      (sent) => ({
        ...sent,
        request: {
          ...sent.request,
          headers: [
            ["Accept", "*/*"],
            ["User-Agent", "a client"],
          ] as const,
        },
      }),
    );
    const about = plain.map((sent, at) => (at === 5 ? { ...sent, request: { ...sent.request, ...own } } : sent));
    expect([placesOf([...plain, ...required]), placesOf([...about, ...required])]).toEqual([[4, 5], [4]]);
  });

  test("where the check had it accepted in the very variant, and not plain", () => {
    const inVariant = valid({ features: ["a"] });
    expect(placesOf(historyOf(inVariant, { ...inVariant, ...refused }))).toEqual([0, 1]);
  });

  test("not where the check had nothing else accepted", () => {
    const run = historyOf({ features: ["a"] }, valid({ ...refused, features: ["a"] }));
    expect(placesOf(run)).toEqual([]);
  });
});

describe("another success to a valid request with ordinary values", () => {
  test.each<readonly [string, Given, boolean]>([
    ["a 201", { status: 201 }, true],
    ["a redirect", { status: 307 }, true],
    ["a redirect in a variant", { features: ["chunked"], status: 307 }, true],
    ["no redirect of another spelling of the scheme", { features: ["scheme-in-small-letters"], status: 302 }, false],
    ["a 201 to another spelling of the scheme", { features: ["scheme-in-small-letters"], status: 201 }, true],
    ["a 201 to an ordinary one", { kind: "ordinary", status: 201 }, true],
    ["a 201 in a variant", { features: ["chunked"], status: 201 }, true],
    ["no 200", {}, false],
    ["no 400", refused, false],
    ["no 201 to what may not be a NewPlant", { kind: "open", status: 201 }, false],
    ["no 201 to an unusual id", { sent: '{"id":1}', status: 201 }, false],
    ["no 201 to an id that may be taken", { mayMeet: "taken-id", status: 201 }, false],
  ])("is %s", (_what, change, expected) => {
    expect(otherSuccesses(historyOf(valid(change)))).toHaveLength(expected ? 1 : 0);
  });
});

describe("a request with features that were refused whenever a request had exactly these", () => {
  const asked = (features: readonly string[], given: Given = refused): Given => ({
    ...valid({ ...given, features }),
    askedBy: "accepts-every-ordinary-request/in-each-variant",
  });
  /** The position of a member is refused, unless an escape in a member's name hides it. */
  const shown = [
    asked(["name-first", "escapes", "blanks"], {}),
    valid({ features: ["name-first", "blanks"], ...refused }),
  ];
  const isCounted = (...others: readonly Given[]): boolean =>
    placesOf(historyOf(valid(), ...shown, ...others)).includes(2);

  test("did not fail by chance", () => {
    expect(isCounted(asked(["name-first"]), asked(["name-first"]))).toBe(false);
  });

  test("failed by chance where it was answered with another success, which no feature explains", () => {
    const other = valid({ features: ["name-first", "blanks"], status: 201 });
    const run = historyOf(valid(), ...shown.slice(0, 1), other, asked(["name-first"]), asked(["name-first"]));
    expect(placesOf(run)).toContain(2);
  });

  test.each<readonly [string, readonly Given[]]>([
    ["once only", [asked(["name-first"])]],
    ["with others that it has not", [asked(["tabs"]), asked(["tabs"])]],
    ["and accepted", [asked(["name-first"]), asked(["name-first"]), asked(["name-first"], {})]],
    ["after they were accepted", [asked(["name-first"], {}), asked(["name-first"]), asked(["name-first"])]],
    ["with another that it has not", [asked(["name-first", "tabs"]), asked(["name-first", "tabs"])]],
    ["in what may be refused", [1, 2].map((): Given => ({ ...asked(["name-first"]), kind: "open" }))],
    ["by another check", [1, 2].map(() => ({ ...asked(["name-first"]), askedBy: "returns-name/quotes" }))],
    ["without any feature", [asked([]), asked([])]],
  ])("failed by chance where they were refused %s", (_title, others) => {
    expect(isCounted(...others)).toBe(true);
  });

  test("is beside an accepted one where it was accepted itself", () => {
    const run = historyOf(valid(), asked(["name-first", "escapes"], {}), valid({ features: ["name-first"] }));
    expect(placesOf(run)).toContain(2);
  });
});

describe("so many requests fail by chance", () => {
  /** Ordinary requests; the first ones have another answer. */
  const ordinary = (count: number, failed: number, given: Given = refused): History =>
    historyOf(...Array.from({ length: count }, (_, place) => (place < failed ? given : {})));

  test("the more often ordinary ones fail, and the fewer there are of them", () => {
    expect(isByChance(1, ordinary(25, 2))).toBe(true);
    expect(isByChance(2, ordinary(25, 2))).toBe(true);
    expect(isByChance(3, ordinary(25, 2))).toBe(false);
    expect(isByChance(3, ordinary(4, 2))).toBe(true);
  });

  test("the more questions there were", () => {
    expect(isByChance(3, ordinary(25, 2), 16)).toBe(true);
    expect(isByChance(4, ordinary(25, 2), 16)).toBe(false);
  });

  test("not where no more than one ordinary request failed", () => {
    expect(isByChance(1, ordinary(2, 1))).toBe(false);
    expect(isByChance(1, ordinary(2, 0))).toBe(false);
    expect(isByChance(1, [])).toBe(false);
  });

  test("where ordinary ones are answered with another success as well", () => {
    expect(isByChance(3, ordinary(4, 2, { status: 201 }))).toBe(true);
    expect(isByChance(3, ordinary(4, 2, { status: 201, attempts: 2 }))).toBe(true);
    expect(isByChance(3, ordinary(4, 2, { status: 409, attempts: 2 }))).toBe(false);
  });

  test("where others fail that were accepted in the same form", () => {
    expect(isByChance(3, historyOf({}, valid(), valid(refused), valid(refused)))).toBe(true);
    expect(isByChance(3, historyOf({}, valid(refused), valid(refused)))).toBe(false);
  });
});

test("no answer is a failure; a chunked body that is refused with 411 is none, nor is what may have been read twice", () => {
  const isSo = (given: Given): boolean => isFailure(only({ kind: "valid", ...given }));
  expect(isSo({ noAnswer: "connection-closed" })).toBe(true);
  expect(isSo({ framing: "chunked", status: 411 })).toBe(false);
  expect(isSo({ status: 411 })).toBe(true);
  expect(isSo({ status: 409, attempts: 2 })).toBe(false);
});

describe("of the valid requests of a run", () => {
  const bare: Given = { onlyRequired: true };
  const fern: Given = { plant: { name: "Fern", tag: "moss" } };
  const odd: Given = { ...fern, kind: "open", askedBy: "returns-name/odd" };
  const atEnd: Given = { noAnswer: "connection-closed", standing: "asked-again" };
  /** The places of those that failed, and of those that were accepted. */
  const counted = (...given: readonly Given[]): readonly (readonly number[])[] => {
    const { failed, accepted } = failuresIn(historyOf(...given));
    return [failed, accepted].map((sent) => sent.map(({ index }) => index));
  };

  test.each<readonly [string, readonly Given[], readonly number[], readonly number[]]>([
    ["ordinary ones count", [{}, refused, {}], [1], [0, 2]],
    ["not one that was answered with another success", [{}, { status: 201 }, { status: 307 }], [], [0]],
    ["not one whose id may be taken", [{}, { ...refused, mayMeet: "taken-id" }], [], [0]],
    ["those without a tag count where one was accepted", [{}, bare, { ...bare, ...refused }], [2], [0, 1]],
    ["not those without a tag where none was accepted", [{}, { ...bare, ...refused }], [], [0]],
    ["not what is not a plant, refused or accepted", [{}, { kind: "not-a-plant", ...refused }], [], [0]],
    [
      "not what is not a plant where those without a tag count",
      [{}, bare, { kind: "not-a-plant", ...refused }],
      [],
      [0, 1],
    ],
    ["not what is not a plant, accepted", [{}, { kind: "not-a-plant" }], [], [0]],
    ["not a body without a plant", [{}, { kind: "open", plant: null }], [], [0]],
    ["those in a form that was accepted otherwise count", [{}, valid(), valid(refused)], [2], [0, 1]],
    ["those in another form count accepted", [{}, { kind: "valid" }, { kind: "open" }], [], [0, 1, 2]],
    ["not those in another form refused", [{}, { kind: "valid", ...refused }, { kind: "open", ...refused }], [], [0]],
    [
      "they are in the order in which they were sent",
      [{ kind: "open" }, {}, refused, valid(refused), valid()],
      [2, 3],
      [0, 1, 4],
    ],
  ])("%s", (_what, given, failed, accepted) => {
    expect(counted(...given)).toEqual([failed, accepted]);
  });

  test.each<readonly [string, readonly Given[], readonly number[]]>([
    ["500, and was accepted when it was sent again", [{ ...odd, status: 500 }, odd], [0]],
    ["nothing, and was accepted when it was sent again", [{ ...odd, noAnswer: "timeout" }, odd], [0]],
    ["401, and was accepted when it was sent again", [{ ...odd, status: 401 }, odd], [0]],
    ["403, and was accepted when it was sent again", [{ ...odd, status: 403 }, odd], [0]],
    [
      "not 403, where another id was accepted",
      [
        { ...odd, sent: '{"id":1}', status: 403 },
        { ...odd, sent: '{"id":2}' },
      ],
      [],
    ],
    [
      "401, whatever id was accepted later",
      [
        { ...odd, sent: '{"id":1}', status: 401 },
        { ...odd, sent: '{"id":2}' },
      ],
      [0],
    ],
    ["not 400", [{ ...odd, status: 400 }, odd], []],
    ["nothing, because the process ended", [atEnd, {}], [0]],
    ["not nothing, where that end counts for another one", [{ ...atEnd, standing: "bystander" }, {}], []],
    ["not 403 of a lockout", [{ status: 403, standing: "asked-again" }, {}], []],
    ["not 503", [{ ...odd, status: 503 }, odd], []],
    ["not 500 after it was accepted", [odd, { ...odd, status: 500 }], []],
    [
      "not 500 where it never was",
      [
        { ...odd, status: 500 },
        { ...odd, status: 500 },
      ],
      [],
    ],
    [
      "not 500 where another check had it accepted",
      [
        { ...odd, status: 500 },
        { ...odd, askedBy: "a/b" },
      ],
      [],
    ],
    [
      "not 500 where another plant was accepted",
      [
        { ...odd, status: 500 },
        { ...odd, plant: { name: "Aloe" } },
      ],
      [],
    ],
    [
      "500 in a form in which another plant was accepted",
      [
        { ...odd, kind: "valid", status: 500 },
        { ...odd, kind: "valid", plant: { name: "Aloe" } },
      ],
      [0],
    ],
  ])("what a provider may refuse counts where it was answered %s", (_what, given, failed) => {
    expect(counted(...given)[0]).toEqual(failed);
  });
});

test("a success with another status for a missing tag is reported under accepts-valid-plant alone", () => {
  const run = historyOf({}, { kind: "valid", onlyRequired: true, status: 201 }, {}, { kind: "valid" }, {});
  const own = run.filter(({ request }) => request.kind === "valid");
  const statusOf = (requirement: string): string =>
    acceptance(requestsTo(readOperation()), { requirement, slug: "a", title: "a" }, (varied, n) =>
      varied.ordinary(n),
    ).judge(own, run).outcome.status;
  expect(statusOf("needs-no-other-headers")).toBe("passed");
  expect(statusOf("accepts-valid-plant")).toBe("failed");
});
