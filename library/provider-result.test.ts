import { afterEach, expect, test, vi } from "vitest";
import { timesSince } from "./provider-result.ts";

afterEach(() => vi.restoreAllMocks());

test("a clock that is set back during a run does not make its duration negative", () => {
  const start = performance.now() - 2_000;
  vi.spyOn(Date, "now").mockReturnValue(Date.UTC(2026, 0, 1, 12, 0, 0));
  const { startedAt, durationMs } = timesSince(start);
  expect(durationMs).toBeGreaterThanOrEqual(2_000);
  expect(Date.parse(startedAt)).toBe(Date.UTC(2026, 0, 1, 12, 0, 0) - durationMs);
});
