/** Ways of sending: what is drawn, which features fit together, and which remain once a failure is reduced. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { authorizationAxis } from "../checks/authorization.ts";
import { drawnAxes, requirementOf } from "../checks/request-variants.ts";
import { applicable, inWords, needed, sendingsOf } from "./fuzz-requests.ts";

const axes = drawnAxes("application/json", authorizationAxis(true));
const features = axes.flat();
const named = (...names: readonly string[]): typeof features => features.filter(({ name }) => names.includes(name));

describe("what is drawn", () => {
  const drawn = fc.sample(sendingsOf(axes), { seed: 1, numRuns: 20_000 });

  test("has one feature of an axis at most", () => {
    const crowded = drawn.filter((sending) =>
      axes.some((axis) => sending.filter((one) => axis.includes(one)).length > 1),
    );
    expect(crowded).toEqual([]);
  });

  test("has each feature, features of two axes together, and most of the time none", () => {
    const seen = new Set(drawn.flatMap((sending) => sending.map(({ name }) => name)));
    expect([...seen].toSorted()).toEqual(features.map(({ name }) => name).toSorted());
    const plain = drawn.filter(({ length }) => length === 0).length / drawn.length;
    expect(plain).toBeGreaterThan(0.66);
    expect(plain).toBeLessThan(0.8);
    const pair = named("tabs", "small-header-names");
    expect(drawn.some((sending) => pair.every((one) => sending.includes(one)))).toBe(true);
  });
});

test("each feature has a name of its own", () => {
  const names = features.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test("a body that is given as text has no features of how its members are written", () => {
  const all = named("tabs", "members-reversed", "escapes-in-capitals", "charset");
  expect(applicable(all, true)).toEqual(named("charset"));
  expect(applicable(all, false)).toEqual(all);
});

test("a request that waits for 100 has no features of its connection", () => {
  expect(applicable(named("expect-continue", "after-refusal", "no-accept"), false)).toEqual(
    named("expect-continue", "no-accept"),
  );
});

test.each(["chunked", "two-pieces", "expect-continue"])(
  "a request with %s does not ask to close the connection",
  (framing) => {
    expect(applicable(named("closing", "charset"), false)).toEqual(named("closing", "charset"));
    expect(applicable(named(framing, "closing", "charset"), false)).toEqual(named(framing, "charset"));
  },
);

describe("of the features of a failure", () => {
  const fails = (...causes: readonly string[]) => {
    let asked = 0;
    return {
      asked: () => asked,
      fails: (some: readonly string[]): Promise<boolean> => {
        asked += 1;
        return Promise.resolve(causes.every((one) => some.includes(one)));
      },
    };
  };

  test.each([
    ["none", []],
    ["one", ["b"]],
    ["two", ["a", "d"]],
    ["all", ["a", "b", "c", "d"]],
  ])("%s are left where so many are needed", async (_name, causes) => {
    const question = fails(...causes);
    expect(await needed(["a", "b", "c", "d"], question.fails)).toEqual(causes);
    expect(question.asked()).toBeLessThanOrEqual(5);
  });

  test("none is asked for where there is none", async () => {
    const question = fails();
    expect(await needed([], question.fails)).toEqual([]);
    expect(question.asked()).toBe(0);
  });
});

test("features that fail together belong to a requirement of the lowest level among theirs", () => {
  expect(requirementOf(named("no-accept"))).toBe("needs-no-other-headers");
  expect(requirementOf(named("no-accept", "chunked"))).toBe("accepts-chunked-body");
  expect(requirementOf(named("closing"))).toBe("accepts-every-ordinary-request");
});

test("features are described in the words that a report has for them", () => {
  expect(inWords(named("expect-continue", "token"))).toBe(
    "`Expect: 100-continue` and `Authorization: Token $PLANT_STORE_TOKEN`",
  );
});
