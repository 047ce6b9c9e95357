/** Words that read like another value, as labels: what is sent, and which requests of a run are judged. */
import { describe, expect, test } from "vitest";
import type { Answered, Known, PlannedRequest } from "../checks/check.ts";
import { checkNamed, outcomeOf } from "../testing/checks.ts";
import { type Given, answered } from "../testing/history.ts";

const FIRST = 7_000_000;
const fresh = (k: number): number => FIRST + k;
const known: Known = { variants: [], refused: [] };

/** What is sent next, given the requests that were sent and the status of each. */
function asked(requests: readonly PlannedRequest[], statuses: readonly number[]): readonly PlannedRequest[] {
  return checkNamed("returns-name/words").next(fresh, answersTo(requests, statuses), known);
}

/** If there are fewer statuses than requests, the last requests were not sent. */
function answersTo(requests: readonly PlannedRequest[], statuses: readonly number[]): readonly Answered[] {
  return statuses.flatMap((status, k) => {
    const request = requests[k];
    return request === undefined ? [] : [answered(request, { status }, k)];
  });
}

/** The requests with two words each. */
const pairsAsked = (): readonly PlannedRequest[] => asked([], []);

/** What is sent after the pairs were answered with these statuses. */
const afterPairs = (...statuses: readonly number[]): readonly PlannedRequest[] => asked(pairsAsked(), statuses);

const REFUSED = [400, 400, 400, 400, 400, 400] as const;

interface Body {
  readonly id: number;
  readonly name: string;
  readonly tag: string;
}

function bodiesOf(requests: readonly PlannedRequest[]): readonly Body[] {
  return requests.map(({ body }) => JSON.parse(new TextDecoder().decode(body ?? undefined)) as Body);
}

/** The two labels of each request, with all ordinary labels written alike. */
function labelsOf(requests: readonly PlannedRequest[]): ReadonlyArray<readonly [name: string, tag: string]> {
  const inShort = (text: string): string => (/^[A-Za-z]{3,}(?: [A-Za-z]{3,}){0,2}$/.test(text) ? "ordinary" : text);
  return bodiesOf(requests).map(({ name, tag }) => [inShort(name), inShort(tag)]);
}

describe("of words that read like another value", () => {
  test("two are sent in each request, one as the name and one as the tag", () => {
    expect(pairsAsked().every(({ kind }) => kind === "open")).toBe(true);
    expect(bodiesOf(pairsAsked()).map(({ name, tag }) => [name, tag])).toEqual([
      ["12:30", "~"],
      ["=1+1", "12:30"],
      ["+1", "1e400"],
      ["1_000", "=1+1"],
      ["False", "__proto__"],
      ["2024-06-01", "NULL"],
    ]);
  });

  test("each is sent alone where the two were refused, and none that was accepted", () => {
    expect(labelsOf(afterPairs(400, 200, 200, 422, 200, 200))).toEqual([
      ["12:30", "ordinary"],
      ["ordinary", "~"],
      ["1_000", "ordinary"],
      ["ordinary", "=1+1"],
    ]);
    expect(afterPairs(200, 200, 200, 200, 200, 200)).toEqual([]);
  });

  test("none is sent alone where the two were not sent", () => {
    expect(labelsOf(afterPairs(200, 400))).toEqual([
      ["=1+1", "ordinary"],
      ["ordinary", "12:30"],
    ]);
  });

  test("none is sent a third time, whatever the second answer is", () => {
    const alone = afterPairs(...REFUSED);
    expect(asked([...pairsAsked(), ...alone], [...REFUSED, ...alone.map(() => 400)])).toEqual([]);
  });

  test("none is sent alone where nothing is known of a provider", () => {
    const { next } = checkNamed("returns-name/words");
    expect(next(fresh, answersTo(pairsAsked(), REFUSED))).toEqual([]);
  });

  test("the requests have the fresh numbers of the check as ids, one after the other", () => {
    const all = [...pairsAsked(), ...afterPairs(...REFUSED)];
    expect(all).toHaveLength(3 * REFUSED.length);
    expect(bodiesOf(all).map(({ id }) => id - FIRST)).toEqual(all.map((_, k) => k));
  });

  test("the check of tags sends none: it looks at the whole run, after what the check of names sends", () => {
    const { next, reads } = checkNamed("returns-tag/words");
    expect(reads).toBe("returns-name/words");
    expect(next(fresh, [], known)).toEqual([]);
  });
});

describe("a name that reads like another value", () => {
  const named = (name: string, back: string, more: Given = {}): Given => ({
    kind: "open",
    plant: { name },
    body: JSON.stringify({ name: back }),
    ...more,
  });

  test.each([
    ["of those that are sent in pairs", "12:30"],
    ["of those that are sent in pairs, the last one", "2024-06-01"],
    ["of those beside odd tags", "1e5"],
    ["of those beside odd tags, the first one", "No"],
    ["beside the marks of formats", "0x1F"],
  ])("has to come back where it is accepted: one %s", (_which, name) => {
    expect(outcomeOf("returns-name/words", [named(name, name)])).toBe("passed");
    expect(outcomeOf("returns-name/words", [named(name, "750")])).toBe('/name "750"');
    expect(outcomeOf("returns-name/words", [named(name, "750", { status: 400 })])).toBe("no-occasion");
  });

  test("is no ordinary name", () => {
    expect(outcomeOf("returns-name/words", [named("Fern", "FERN")])).toBe("no-occasion");
  });

  test("is left to the question whether answers are kept apart, where the name of another request comes back", () => {
    const other: Given = { plant: { name: "Fern" } };
    expect(outcomeOf("returns-name/words", [other, named("No", "Fern")])).toBe("no-occasion");
    expect(outcomeOf("returns-name/words", [named("No", "Fern")])).toBe('/name "Fern"');
  });
});

describe("a tag that reads like another value", () => {
  const tagged = (tag: string, back: string, more: Given = {}): Given => ({
    kind: "open",
    plant: { name: "Fern", tag },
    body: JSON.stringify({ name: "Fern", tag: back }),
    ...more,
  });

  test.each([
    ["of those that are sent in pairs", "~"],
    ["of those that are sent in pairs, the last one", "NULL"],
    ["of those beside odd names", "off"],
    ["beside the marks of formats", "1_000"],
    ["beside characters that are easily dropped", "0x1F"],
  ])("has to come back where it is accepted: one %s", (_which, tag) => {
    expect(outcomeOf("returns-tag/words", [tagged(tag, tag)])).toBe("passed");
    expect(outcomeOf("returns-tag/words", [tagged(tag, "750")])).toBe('/tag "750"');
    expect(outcomeOf("returns-tag/words", [tagged(tag, "750", { status: 400 })])).toBe("no-occasion");
  });

  test("is no ordinary tag, nor one with control characters, which has a check of its own", () => {
    expect(outcomeOf("returns-tag/words", [tagged("moss", "MOSS")])).toBe("no-occasion");
    expect(outcomeOf("returns-tag/words", [tagged("moss\b\f", "moss")])).toBe("no-occasion");
  });

  test("is left to the question whether answers are kept apart, where the plant of another request comes back", () => {
    const other: Given = { plant: { name: "Aloe", tag: "moss" } };
    const swapped = { ...tagged("~", "~"), body: JSON.stringify({ name: "Aloe", tag: "moss" }) };
    expect(outcomeOf("returns-tag/words", [other, swapped])).toBe("no-occasion");
    expect(outcomeOf("returns-tag/words", [swapped])).toBe('/tag "moss"');
  });
});
