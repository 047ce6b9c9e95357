/** The suite's judging code, weakened one rule at a time: the tests of the judging code must notice. */
import { describe, expect, test } from "vitest";
import { bundle } from "./weakenings/bundle.ts";
import { survivors } from "./weakenings/survivors.ts";
import { tryAll } from "./weakenings/weakenings.ts";

const { noticed, survived } = await tryAll(await bundle());
const listed = survivors.flatMap(({ weakenings }) => weakenings);

describe("a weakening of the judging", () => {
  test("is noticed by a test, at least nine times in ten", () => {
    expect(noticed.length + survived.length).toBeGreaterThan(1000);
    expect(noticed.length / (noticed.length + survived.length)).toBeGreaterThanOrEqual(0.9);
  });

  test("that no test notices is listed with a reason; write the test that is missing, or the reason", () => {
    const unlisted = survived.filter((id) => !listed.includes(id));
    expect(unlisted, unlisted.join("\n")).toEqual([]);
  });

  test("that is listed is there, and no test notices it", () => {
    const outdated = listed.filter((id) => !survived.includes(id));
    expect(outdated, outdated.join("\n")).toEqual([]);
  });
});
