/** Drawn mutants do what their sentence says, and break what is worked out by hand here, independently of the suite. */
import { describe, expect, test } from "vitest";
import { startProvider } from "../test-provider.ts";
import { drawSet } from "./draw.ts";
import { effects } from "./effects.ts";
import { type Expected, expectedOf } from "./expected.ts";
import { axisOfTerm, ownAxes, providerOf, sentenceOf } from "./grammar.ts";
import { messageAxes } from "./message-axes.ts";
import type { GeneratedMutant, When } from "./mutant.ts";

const token = "token-of-the-grammar";
const always: When = { kind: "always" };

/** A mutant of valid plants. By default it refuses them with 400. */
function ofPlants(more: Partial<GeneratedMutant>): GeneratedMutant {
  return { realm: "plant", where: [], what: { effect: "refusal", value: 400 }, when: always, ...more };
}

const even = { axis: "id-parity", value: "even" } as const;

/** Sends a body as JSON. */
async function post(url: string, body: string): Promise<{ readonly status: number; readonly body: string }> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const response = await fetch(`${url}/plants`, { method: "POST", headers, body });
  return { status: response.status, body: await response.text() };
}

/** The statuses of the answers to plants with these ids, in order. */
async function statusesOf(mutant: GeneratedMutant, ids: readonly number[]): Promise<readonly number[]> {
  await using started = await startProvider(providerOf(mutant).behaviour, { token });
  const statuses: number[] = [];
  for (const id of ids) {
    statuses.push((await post(started.url, JSON.stringify({ id, name: "Fern" }))).status);
  }
  return statuses;
}

const IDS = [1_000_000, 1_000_001, 1_000_002, 1_000_003, 1_000_004, 1_000_006];

describe("a mutant of even ids", () => {
  test.each<[string, When, readonly number[]]>([
    ["always", always, [400, 200, 400, 200, 400, 400]],
    ["the first", { kind: "first" }, [400, 200, 200, 200, 200, 200]],
    ["one in two", { kind: "share", oneIn: 2 }, [200, 200, 400, 200, 200, 400]],
    ["once", { kind: "once", nth: 3 }, [200, 200, 200, 200, 400, 200]],
    ["after two requests", { kind: "after", requests: 2 }, [200, 200, 400, 200, 400, 400]],
    ["on a used connection", { kind: "used-connection" }, [200, 200, 400, 200, 400, 400]],
  ])("shows its fault on them: %s", async (_name, when, statuses) => {
    expect(await statusesOf(ofPlants({ where: [even], when }), IDS)).toEqual(statuses);
  });

  test("keeps no plant that it refused", async () => {
    expect(await statusesOf(ofPlants({ where: [even], when: { kind: "first" } }), [1_000_000, 1_000_000])).toEqual([
      400, 200,
    ]);
  });
});

test("an answer that the fault would leave as it is does not count as the first", async () => {
  const mutant = ofPlants({ what: { effect: "changed", value: "has the name trimmed" }, when: { kind: "first" } });
  const provider = providerOf(mutant);
  await using started = await startProvider(provider.behaviour, { token });
  const nameOf = async (id: number, name: string): Promise<unknown> => {
    const { body } = await post(started.url, JSON.stringify({ id, name }));
    return (JSON.parse(body) as { readonly name: unknown }).name;
  };
  expect([
    await nameOf(1_000_000, "Fern"),
    await nameOf(1_000_001, " Fern "),
    await nameOf(1_000_002, " Fern "),
  ]).toEqual(["Fern", "Fern", " Fern "]);
  expect(provider.struck()).toBe(1);
});

test.each([
  ["an id that is not positive", '{"id":0,"name":"Fern"}'],
  ["a member that NewPlant has not", '{"id":1000000,"name":"Fern","colour":"green"}'],
  ["a member twice", '{"id":1000000,"name":"Fern","name":"Fern"}'],
  ["a blank name", '{"id":1000000,"name":" "}'],
  ["a name that is very long", JSON.stringify({ id: 1_000_000, name: "x".repeat(300) })],
  ["a name with digits", '{"id":1000000,"name":"Fern 7"}'],
])("a plant with %s may be refused, so that no mutant that refuses plants is about it", async (_name, body) => {
  const provider = providerOf(ofPlants({}));
  await using started = await startProvider(provider.behaviour, { token });
  expect((await post(started.url, body)).status).toBe(200);
  expect((await post(started.url, '{"id":1000001,"name":"Fern"}')).status).toBe(400);
  expect(provider.struck()).toBe(1);
});

const what = (effect: string, value: string | number): GeneratedMutant["what"] => ({ effect, value });
const term = (axis: string, value: string | number): GeneratedMutant["where"][number] => ({ axis, value });

describe("what a mutant breaks follows from the rules of judging", () => {
  test.each<[string, Expected, GeneratedMutant]>([
    ["a feature that is always refused", "MUST", ofPlants({ where: [even] })],
    ["a refusal that happens once", "SHOULD", ofPlants({ where: [even], when: { kind: "first" } })],
    ["one in ten of all plants refused", "MUST", ofPlants({ when: { kind: "share", oneIn: 10 } })],
    [
      "one in ten of the even plants refused, which three in a run may not reach",
      "SHOULD",
      ofPlants({ where: [even], when: { kind: "share", oneIn: 10 } }),
    ],
    [
      "everything refused from some point on: it broke down",
      "undecided",
      ofPlants({ when: { kind: "after", requests: 40 } }),
    ],
    ["nothing ever answered: it broke down", "undecided", ofPlants({ what: what("no-answer", "never answered") })],
    ["even plants never answered", "MUST", ofPlants({ where: [even], what: what("no-answer", "never answered") })],
    ["503 once", "SHOULD", ofPlants({ what: what("unavailable", 503), when: { kind: "once", nth: 3 } })],
    ["503 always: it cannot be reached", "undecided", ofPlants({ what: what("unavailable", 503) })],
    ["201 once", "MUST", ofPlants({ what: what("other-success", 201), when: { kind: "first" } })],
    [
      "201 for a body in chunks",
      "SHOULD",
      ofPlants({ where: [term("framing", "chunked")], what: what("other-success", 201) }),
    ],
    [
      "201 for an odd name, whose answer is not shown",
      "undecided",
      ofPlants({ where: [term("name-odd", "emoji")], what: what("other-success", 201) }),
    ],
    ["odd names refused", "right", ofPlants({ where: [term("name-odd", "emoji")] })],
    [
      "odd names answered with 500",
      "SHOULD",
      ofPlants({ where: [term("name-odd", "emoji")], what: what("server-error", 500) }),
    ],
    [
      "odd names in an answer with an id",
      "MUST",
      ofPlants({ where: [term("name-odd", "emoji")], what: what("plant-shape", "has the id") }),
    ],
    ["great ids refused", "SHOULD", ofPlants({ where: [term("id-far", "> 2^53")] })],
    ["requests with an Accept header refused", "undecided", ofPlants({ where: [term("headers", "accept")] })],
    ["requests without an Accept header refused", "MUST", ofPlants({ where: [term("headers", "no-accept")] })],
    [
      "a used connection closed",
      "undecided",
      ofPlants({ what: what("no-answer", "answered by closing the connection"), when: { kind: "used-connection" } }),
    ],
    ["another name given back", "SHOULD", ofPlants({ what: what("changed", "has a constant name") })],
    ["the type of a name guessed", "MUST", ofPlants({ what: what("changed", "has the name's type guessed") })],
    [
      "an array accepted",
      "MUST",
      ofPlants({ realm: "body", where: [term("shape", "array")], what: what("accepted", "204") }),
    ],
    [
      "an id beyond int64 accepted",
      "SHOULD",
      ofPlants({ realm: "body", where: [term("shape", "beyond-int64")], what: what("accepted", "204") }),
    ],
    [
      "a comment after the object read",
      "SHOULD",
      ofPlants({ realm: "body", where: [term("place", "comment-after")], what: what("accepted", "204") }),
    ],
    [
      "what is not JSON refused with 422",
      "SHOULD",
      ofPlants({ realm: "body", where: [term("syntax", "truncated")], what: what("other-refusal", 422) }),
    ],
    [
      "text/plain refused with 422",
      "undecided",
      ofPlants({ realm: "body", where: [term("shape", "other-media-type")], what: what("other-refusal", 422) }),
    ],
    ["Basic refused with 403", "right", ofPlants({ realm: "authentication", what: what("other-refusal", 403) })],
    [
      "Basic accepted",
      "MUST",
      ofPlants({ realm: "authentication", where: [term("credentials", "basic")], what: what("accepted", "201") }),
    ],
    [
      "Bearer without a token accepted",
      "SHOULD",
      ofPlants({ realm: "authentication", where: [term("credentials", "no-token")], what: what("accepted", "201") }),
    ],
    [
      "a 401 without a challenge",
      "SHOULD",
      ofPlants({ realm: "authentication", what: what("challenge", "no challenge") }),
    ],
    [
      "a duplicate refused with a 400 that is not an Error",
      "MUST",
      ofPlants({ realm: "duplicate", what: what("error-shape", "has no message") }),
    ],
    ["a duplicate answered with 500", "SHOULD", ofPlants({ realm: "duplicate", what: what("server-error", 500) })],
    [
      "a duplicate taken again",
      "right",
      ofPlants({ realm: "duplicate", what: what("taken-again", "200 and its plant") }),
    ],
  ])("%s: %s", (_name, expected, mutant) => {
    expect(expectedOf(mutant)).toBe(expected);
  });
});

describe("a set of mutants", () => {
  const set = drawSet("a large set", 3000);

  test("is the same for the same seed, and another for another", () => {
    expect(drawSet("a large set", 30)).toEqual(set.slice(0, 30));
    expect(drawSet("another set", 30)).not.toEqual(set.slice(0, 30));
  });

  test("has no mutant twice, and each has a sentence", () => {
    expect(new Set(set.map((mutant) => JSON.stringify(mutant))).size).toBe(set.length);
    for (const mutant of set) expect(sentenceOf(mutant)).toMatch(/^A .+ is .+\.$/u);
  });

  test("reaches every axis and every effect of the grammar", () => {
    const axes = [...Object.values(ownAxes), messageAxes].flatMap((table) => Object.keys(table));
    const drawn = new Set(set.flatMap(({ where }) => where.map(({ axis }) => axis)));
    expect(axes.filter((axis) => !drawn.has(axis))).toEqual([]);
    const done = new Set(set.map(({ what: { effect } }) => effect));
    expect(Object.keys(effects).filter((effect) => !done.has(effect))).toEqual([]);
  });

  test("holds right providers too, one in eight, and nothing undecided", () => {
    const expected = set.map(expectedOf);
    expect(expected.filter((level) => level === "right").length).toBe(set.length / 8);
    expect(expected).not.toContain("undecided");
  });

  test("says of each condition about how many requests meet it", () => {
    for (const { where } of set) {
      for (const one of where) {
        const share = axisOfTerm(one).share(one.value);
        expect(share, sentenceOf(ofPlants({ where: [one] }))).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }
    }
  });
});
