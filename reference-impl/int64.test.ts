import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { int64Of } from "./int64.ts";

describe("int64Of", () => {
  it.each([
    ["1", 1n],
    ["0", 0n],
    ["-0", 0n],
    ["-0.0e-5", 0n],
    ["0e999999999", 0n],
    ["0.000e-999999999", 0n],
    ["-7", -7n],
    ["1.0", 1n],
    ["1e2", 100n],
    ["1E+2", 100n],
    ["100e-1", 10n],
    ["0.05e2", 5n],
    ["12.50e1", 125n],
    ["1e018", 10n ** 18n],
    ["9007199254740992", 9_007_199_254_740_992n],
    ["9007199254740993", 9_007_199_254_740_993n],
    ["9007199254740993.0", 9_007_199_254_740_993n],
    ["9.223372036854775807e18", 2n ** 63n - 1n],
    ["9223372036854775807", 2n ** 63n - 1n],
    ["-9223372036854775808", -(2n ** 63n)],
  ])("reads %s exactly", (source, value) => {
    expect(int64Of(source)).toBe(value);
  });

  it.each(["1.5", "1e-1", "0.1", "-2.5e0", "1e-999999999", "1.00000000000000000001", "15e-1"])(
    "%s has a fraction, so it is not an integer",
    (source) => {
      expect(int64Of(source)).toBe("not-an-integer");
    },
  );

  it.each(['"1"', "true", "null", "{}", "[1]", "", "01", "+1", "1.", ".5", "0x10", "1e", " 1", "1 2", "NaN", "-"])(
    "the source text <%s> is not a JSON number, so it is not an integer",
    (source) => {
      expect(int64Of(source)).toBe("not-an-integer");
    },
  );

  it.each([
    "9223372036854775808",
    "-9223372036854775809",
    "9223372036854775807.5e1",
    "1e19",
    "1e30",
    "1e999999999",
    "-1e999999999999999999999999",
    `1e${"9".repeat(400)}`,
  ])("the integer %s is outside int64", (source) => {
    expect(int64Of(source)).toBe("outside-int64");
  });

  it("agrees with whole-number arithmetic on every spelling of a decimal", () => {
    const decimal = fc.record({
      mantissa: fc.bigInt({ min: -(10n ** 21n), max: 10n ** 21n }),
      point: fc.integer({ min: 0, max: 24 }),
      exponent: fc.integer({ min: -30, max: 30 }),
      zeros: fc.integer({ min: 0, max: 3 }),
      letter: fc.constantFrom("e", "E"),
    });
    fc.assert(
      fc.property(decimal, ({ mantissa, point, exponent, zeros, letter }) => {
        const digits = String(mantissa < 0n ? -mantissa : mantissa).padStart(point + 1, "0");
        const whole = digits.slice(0, digits.length - point);
        const fraction = digits.slice(digits.length - point) + "0".repeat(zeros);
        const source = `${mantissa < 0n ? "-" : ""}${whole}${fraction && `.${fraction}`}${letter}${exponent}`;
        expect(int64Of(source)).toBe(valueOf(mantissa, exponent - point));
      }),
      { numRuns: 2_000 },
    );
  });

  it("reads every int64 written plainly", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        expect(int64Of(String(value))).toBe(value);
      }),
    );
  });

  it.each([
    ["a million digits", "1".repeat(1_000_000), "outside-int64"],
    ["a million zeros", `1${"0".repeat(1_000_000)}`, "outside-int64"],
    ["a million zeros of fraction before a one", `1.${"0".repeat(1_000_000)}1`, "not-an-integer"],
    ["a one moved a million places and back", `0.${"0".repeat(999_999)}1e1000000`, 1n],
    ["a million digits of exponent", `1e${"1".repeat(1_000_000)}`, "outside-int64"],
  ])("%s take a time that grows with their number", (_words, source, expected) => {
    const began = performance.now();
    expect(int64Of(source)).toBe(expected);
    // This takes some milliseconds on an idle machine. Time that grows with the square of a million would be many
    // minutes.
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});

/** mantissa * 10^power as an int64, computed without text. */
function valueOf(mantissa: bigint, power: number): ReturnType<typeof int64Of> {
  const scale = 10n ** BigInt(Math.abs(power));
  if (power < 0 && mantissa % scale !== 0n) return "not-an-integer";
  const value = power < 0 ? mantissa / scale : mantissa * scale;
  return BigInt.asIntN(64, value) === value ? value : "outside-int64";
}
