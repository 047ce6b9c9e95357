import { describe, expect, test } from "vitest";
import type { Check } from "../checks/check.ts";
import { isJson } from "../bodies/text-edits.ts";
import { checkNamed, checks, outcomeOf } from "../testing/checks.ts";
import type { Given } from "../testing/history.ts";

const unknownMember = (status: number): Given => ({ kind: "open", askedBy: "unknown-members/value", status });
const refused: Given = { kind: "not-a-plant", status: 400 };

test.each<readonly [string, readonly Given[], readonly number[], string]>([
  ["passes refused beside an unknown member that is accepted", [{}, unknownMember(200), refused, {}], [2], "passed"],
  ["says nothing where unknown members are refused", [{}, unknownMember(400), refused, {}], [2], "no-occasion"],
  ["passes refused where no unknown member was asked for", [{}, refused, {}], [1], "passed"],
  [
    "fails accepted, whatever becomes of unknown members",
    [{}, unknownMember(400), { kind: "not-a-plant" }, {}],
    [2],
    "status 200 with application/json",
  ],
])("NaN in an unknown member %s", (_title, given, own, expected) => {
  expect(outcomeOf("refuses-lenient-json/nan-in-unknown-member", given, own)).toBe(expected);
});

describe("a wrong body that is sent again, byte for byte,", () => {
  const id = "refuses-invalid-member/two-members";
  const through: Given = { kind: "not-a-plant" };
  const judged = (...own: readonly Given[]): string =>
    outcomeOf(
      id,
      [{}, ...own, {}],
      own.map((_, place) => place + 1),
    );

  test("passes refused both times", () => {
    expect(judged(refused, refused)).toBe("passed");
    expect(judged(refused, { ...refused, status: 422 })).toBe("passed");
  });

  test("fails let through the first time, or the second", () => {
    expect(judged(through, refused)).toBe("status 200 with application/json");
    expect(judged(refused, through)).toBe("status 200 with application/json");
  });

  test("is not judged by the first alone, or without an answer to the second that counts", () => {
    expect(judged(refused)).toBe("run-ended");
    expect(judged(refused, { ...refused, noAnswer: "timeout" })).toBe("no-answer");
    expect(judged({ ...refused, status: 429 }, refused)).toBe("passed");
  });
});

test("a cut body has every required member before the cut, whatever order the provider accepts", () => {
  const check = checks.find(({ id }) => id === "refuses-lenient-json/cut-short") as Check;
  const variants = [["members-reversed", "first-member-last", "last-member-first"]];
  const bodies = Array.from({ length: 40 }, (_, turn) => {
    const [request] = check.next(() => 7_000_001 + turn, [], { variants, refused: [], turn });
    return new TextDecoder().decode(request?.body ?? undefined);
  });
  for (const body of bodies) expect(body).toMatch(/^\{"id":\d+,"name":"[^"]+",/);
});

describe("a text from which no reading gets the required members", () => {
  const textsOf = (slug: "garbage" | "cut-before-required"): readonly string[] =>
    Array.from({ length: 40 }, (_, k) => {
      const [request] = checkNamed(`refuses-malformed-json/${slug}`).next((n) => 7_000_001 + 64 * k + n, []);
      return new TextDecoder().decode(request?.body ?? undefined);
    });

  test("is no JSON, and has no member", () => {
    expect(new Set(textsOf("garbage")).size).toBeGreaterThan(4);
    for (const text of textsOf("garbage")) {
      expect(isJson(text), text).toBe(false);
      expect(text).not.toMatch(/[:=<]/u);
    }
  });

  test("may be a body that ends before its name is complete", () => {
    const texts = textsOf("cut-before-required");
    const ends = texts.map((text) => /^\{"id":\d+,"name"(:?)("?)[A-Za-z ]*$/u.exec(text)?.slice(1).join(""));
    expect(new Set(ends)).toEqual(new Set(["", ":", ':"']));
    for (const text of texts) expect(isJson(text), text).toBe(false);
  });
});

test("a refusal for size or framing is not held against the status of refusals", () => {
  const refusedWith = (...statuses: readonly number[]): string => {
    const given = statuses.map((status): Given => ({ ...refused, status }));
    return outcomeOf("refuses-with-400/every-refusal", [{}, ...given, {}]);
  };
  expect(refusedWith(400, 411, 413, 414, 431)).toBe("passed");
  expect(refusedWith(413)).toBe("no-occasion");
  expect(refusedWith(400, 422)).toBe("status 422 with application/json");
});
