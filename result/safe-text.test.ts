import { assert, integer, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { hostileTexts } from "../proof/hostile/hostile-texts.ts";
import { cutAt, excerpt, safeJson, safeText } from "./safe-text.ts";

/** Text that a terminal or a CI system would execute. */
const obeyed = /##[\w.]*\[|\[\[ATTACHMENT\||^\s*::[a-z]|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/imu;

function isHarmless(text: string): boolean {
  return !obeyed.test(text.replaceAll(/[\n\t]/g, " "));
}

const pieces = hostileTexts.map(([, text]) => text).filter((text) => text.length < 1000);

describe("text made safe", () => {
  test("is never obeyed, whole or cut anywhere", () => {
    assert(
      property(
        string({ unit: "binary" }),
        integer({ min: 0, max: pieces.length - 1 }),
        integer({ min: 1, max: 90 }),
        (before, at, limit) => {
          const text = before + (pieces[at] ?? "");
          for (const line of safeText(text).split("\n")) expect(isHarmless(line)).toBe(true);
          expect(isHarmless(excerpt(text, limit))).toBe(true);
          expect(excerpt(text, limit)).not.toMatch(/[\n\r\t]/);
          expect(isHarmless(safeJson(JSON.stringify(text)))).toBe(true);
          expect(JSON.parse(safeJson(JSON.stringify(text)))).toBe(text);
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each(["##vso", "##", "##teamcity", "x ##set.env"])("makes no command of %s and the marker of a cut", (start) => {
    expect(excerpt(`${start}${"y".repeat(100)}`, start.length)).toBe(`${start.replace("##", "\\u{23}#")}[...]`);
  });

  test("is cut after so many code points, never within an escape, and not at all where it fits", () => {
    expect(excerpt("\u{1f331}".repeat(60), 60)).toBe("\u{1f331}".repeat(60));
    expect(excerpt("\u{1f331}".repeat(1000), 60)).toBe(`${"\u{1f331}".repeat(60)}[...]`);
    expect(excerpt(`${"a".repeat(58)}\u001b`, 60)).toBe(`${"a".repeat(58)}[...]`);
    expect(cutAt(safeText("\u001bab"), 7)).toBe("\\u{1b}a");
  });
});
