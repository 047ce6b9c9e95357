import { describe, expect, test } from "vitest";
import { searchLimit } from "./open-values.ts";

describe("the search for a length", () => {
  const run = (limit: number): { value: string; requests: number } => {
    const accepted: boolean[] = [];
    for (;;) {
      const { next, value } = searchLimit(accepted);
      if (next === null) return { value, requests: accepted.length };
      accepted.push(next <= limit);
    }
  };

  test.each([
    [Number.MAX_SAFE_INTEGER, "accepted up to 65536"],
    [40, "refused above 40"],
    [100, "refused above 100"],
    [255, "refused above 255"],
    [32_768, "refused above 32768"],
    [65_536, "accepted up to 65536"],
    [65_535, "accepted up to 32769, refused at 65536"],
    [63, "refused above 63"],
    [64, "refused above 64"],
    [41, "accepted up to 41, refused at 50"],
    [39, "refused at 40"],
    [12, "refused at 40"],
    [700, "accepted up to 601, refused at 800"],
  ])("a limit of %i is reported as %s, with at most eight requests", (limit, value) => {
    expect(run(limit).value).toBe(value);
    expect(run(limit).requests).toBeLessThanOrEqual(8);
  });
});
