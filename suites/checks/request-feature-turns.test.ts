/** The features of a request with another purpose: which it may have, and how often. */
import { describe, expect, test } from "vitest";
import { narrowAxes, singleAxes, wideAxes } from "./request-variants.ts";
import { dressOf } from "./request-feature-turns.ts";

const mediaType = "application/json";
const axes = [...wideAxes(mediaType), ...singleAxes(mediaType), ...narrowAxes];
const names = axes.flat().map(({ name }) => name);
/** Each two features were accepted together. */
const all = [names];

interface Given {
  readonly variants: readonly (readonly string[])[];
  readonly refusedVariants?: readonly (readonly string[])[];
}

/** The names of the features in each of a number of turns. */
function dresses(given: Given, turns: number, first = 0): readonly (readonly string[])[] {
  return Array.from({ length: turns }, (_, turn) =>
    dressOf(mediaType, { ...given, refused: [], turn: first + turn }).map(({ name }) => name),
  );
}

describe("the features of a request", () => {
  test("are none where nothing is known, or nothing was accepted", () => {
    expect(dressOf(mediaType, undefined)).toEqual([]);
    expect(dressOf(mediaType, { variants: all, refused: [] })).toEqual([]);
    expect(dresses({ variants: [] }, 20).flat()).toEqual([]);
  });

  test("were all accepted", () => {
    const drawn = dresses({ variants: [["tabs"], ["chunked", "charset"]] }, 100).flat();
    expect(new Set(drawn)).toEqual(new Set(["tabs", "chunked", "charset"]));
  });

  test("are no two that were refused together, and never accepted together", () => {
    const both = (list: readonly (readonly string[])[]): boolean =>
      list.some((drawn) => drawn.includes("tabs") && drawn.includes("chunked"));
    const variants = [["tabs"], ["chunked"]];
    const refusedVariants = [["tabs", "chunked"]];

    expect(both(dresses({ variants }, 100))).toBe(true);
    expect(both(dresses({ variants, refusedVariants }, 100))).toBe(false);
    expect(both(dresses({ variants: [...variants, ["tabs", "chunked", "charset"]], refusedVariants }, 100))).toBe(true);
  });

  test("leave every member there: what is wrong with the request may be about them", () => {
    expect(dresses({ variants: all }, 400).flat()).not.toContain("no-tag");
  });

  test("close no connection while the body is sent in parts: the answer to a refusal could be lost", () => {
    const closing = dresses({ variants: all }, 400).filter((drawn) => drawn.includes("closing"));
    const inParts = ["chunked", "expect-continue", "two-pieces"];
    expect(closing.length).toBeGreaterThan(0);
    expect(closing.filter((drawn) => inParts.some((one) => drawn.includes(one)))).toEqual([]);
  });

  test("are no two that change the same part of a request", () => {
    for (const drawn of dresses({ variants: all }, 400)) {
      const ofFraming = ["chunked", "expect-continue", "two-pieces"].filter((name) => drawn.includes(name));
      expect(ofFraming.length).toBeLessThan(2);
      expect(drawn.includes("no-accept") && drawn.includes("accept-anything")).toBe(false);
    }
  });

  test.each([0, 840, 840_000])("come round within few turns, beginning with turn %i", (first) => {
    const few = new Set(dresses({ variants: all }, 4, first).flat());
    expect(
      ["no-user-agent", "members-reversed", "tabs", "escaped-member-names"].filter((name) => !few.has(name)),
    ).toEqual([]);
    const more = new Set(dresses({ variants: all }, 40, first).flat());
    expect(names.filter((name) => !more.has(name))).toEqual(["no-tag"]);
  });

  test("differ from one run to the next", () => {
    expect(dresses({ variants: all }, 8)).not.toEqual(dresses({ variants: all }, 8, 840));
  });
});
