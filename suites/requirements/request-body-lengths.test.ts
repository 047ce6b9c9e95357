/** Lengths that a provider counts in its own way: asked on the bounds of a text, and judged. */
import { describe, expect, test } from "vitest";
import { lengthOf } from "../bodies/constraints.ts";
import { withExtra } from "../bodies/testing/other-schemas.ts";
import type { Check, History, Sent } from "../checks/check.ts";
import { inShort } from "../testing/checks.ts";
import { answered, historyOf } from "../testing/history.ts";
import { checksFor } from "../testing/revised-checks.ts";

const BOUNDS = { minLength: 8, maxLength: 20 };
const { named } = checksFor(withExtra({ type: "string", ...BOUNDS }, true));

function checkAt(slug: "at-max-length" | "at-min-length"): Check {
  const check = named(`accepts-valid-plant/extra-${slug}`);
  if (check === undefined) throw new Error(`There is no check of ${slug}`);
  return check;
}

function extraIn({ request }: Pick<Sent, "request">): string {
  const body = JSON.parse(new TextDecoder().decode(request.body ?? new Uint8Array())) as { readonly extra: string };
  return body.extra;
}

/** Asks the check, and accepts an ordinary plant before, between and after its requests. */
interface Asked {
  readonly own: History;
  readonly outcome: string;
  readonly evidence?: readonly number[];
}

function asked(check: Check, statusOf: (text: string, place: number) => number): Asked {
  const [parent] = historyOf({});
  if (parent === undefined) throw new Error("There is no parent");
  const own: Sent[] = [];
  for (;;) {
    const [request] = check.next((k) => 1_000_000 + 7 * k, own);
    if (request === undefined) break;
    const status = statusOf(extraIn({ request }), own.length);
    own.push(answered(request, { status }, 2 * own.length + 1));
  }
  const run = [...own.flatMap((sent) => [{ ...parent, index: sent.index - 1 }, sent]), parent].map((sent, index) => ({
    ...sent,
    index,
  }));
  const { outcome, evidence } = check.judge(own, run);
  return { own, outcome: inShort(outcome), ...(evidence === undefined ? {} : { evidence }) };
}

/** A provider that counts in its own way, and holds the count to both bounds. */
const counting = (count: (text: string) => number) => (text: string) =>
  count(text) >= BOUNDS.minLength && count(text) <= BOUNDS.maxLength ? 200 : 400;

const graphemes = (text: string): number => Array.from(new Intl.Segmenter().segment(text)).length;

describe("a length that is counted in", () => {
  test.each([
    ["characters", lengthOf, "passed", "passed"],
    ["UTF-16 code units", (text: string) => text.length, "the Basic Multilingual Plane", "passed"],
    ["bytes", (text: string) => Buffer.byteLength(text), "the Basic Multilingual Plane", "passed"],
    ["graphemes", graphemes, "passed", "a combining mark"],
  ])("%s", (_what, count, atMost, atLeast) => {
    expect(asked(checkAt("at-max-length"), counting(count)).outcome).toContain(atMost);
    expect(asked(checkAt("at-min-length"), counting(count)).outcome).toContain(atLeast);
  });
});

for (const slug of ["at-max-length", "at-min-length"] as const) {
  describe(`of texts ${slug},`, () => {
    const isOdd = (text: string): boolean => /[^ -~]/u.test(text);
    const lengths = (own: History): readonly number[] => own.map((sent) => lengthOf(extraIn(sent)));
    const bound = slug === "at-max-length" ? BOUNDS.maxLength : BOUNDS.minLength;

    test("one is asked if it is accepted, on the bound and with a character that others count otherwise", () => {
      const { own, outcome } = asked(checkAt(slug), () => 200);
      expect([lengths(own), own.map((sent) => isOdd(extraIn(sent))), outcome]).toEqual([[bound], [true], "passed"]);
    });

    test("the refusal of the character alone is open", () => {
      const { own, outcome } = asked(checkAt(slug), (text) => (isOdd(text) ? 400 : 200));
      expect([own.map(({ request }) => request.kind), outcome]).toEqual([["open", "valid", "open"], "passed"]);
      expect(lengths(own).slice(0, 2)).toEqual([bound, bound]);
    });

    test("a refusal that comes again, while the character is accepted farther from the bound, is shown with all three", () => {
      const { own, outcome, evidence } = asked(checkAt(slug), (_text, place) => [400, 200, 200, 400][place] ?? 200);
      expect(outcome).toContain("each time to a text on the bound");
      const [first, , within, again] = own.map(({ index }) => index);
      expect(evidence).toEqual([again, first, within]);
    });

    test("the refusal of plain ones breaks the bound", () => {
      const { own, outcome } = asked(checkAt(slug), () => 422);
      expect(own.map(({ request }) => request.kind)).toEqual(["open", "valid", "valid", "valid"]);
      expect(outcome).toBe("status 422 with application/json");
    });

    test.each([
      ["was refused once", [400, 200, 200, 200]],
      ["met a limit of time", [429, 200, 200, 400]],
      ["met a limit of time again", [400, 200, 200, 429]],
    ])("nothing is shown by one that %s", (_what, statuses) => {
      const { own, outcome } = asked(checkAt(slug), (_text, place) => statuses[place] ?? 200);
      expect([own.length, outcome]).toEqual([4, "passed"]);
    });

    test("another answer to the character is open, too", () => {
      expect(asked(checkAt(slug), (_text, place) => [201, 200, 400][place] ?? 200).outcome).toBe("passed");
    });

    test("a server error on the bound is no acceptance", () => {
      const { outcome } = asked(checkAt(slug), (_text, place) => [500, 200, 200, 500][place] ?? 200);
      expect(outcome).toContain("500");
    });
  });
}

test.each([
  ["a short bound", { maxLength: 4 }],
  ["one length alone", { minLength: 12, maxLength: 12 }],
  ["a pattern", { maxLength: 20, pattern: "^.*$" }],
  ["a format", { maxLength: 60, format: "uri" }],
])("the characters of a text with %s stay plain", (_what, schema) => {
  const check = checksFor(withExtra({ type: "string", ...schema }, true)).named(
    "accepts-valid-plant/extra-at-max-length",
  );
  const sent = check?.next((k) => 1_000_000 + k, []) ?? [];
  expect(sent.map((request) => [request.kind, /^[ -~]*$/u.test(extraIn({ request }))])).toEqual(
    check === undefined ? [] : [["valid", true]],
  );
});
