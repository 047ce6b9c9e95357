import { describe, expect, test } from "vitest";
import { providerResult } from "../library/provider-result.ts";
import { steppedClock } from "../suites/testing/clock.ts";
import { TOKEN } from "./degenerate/control.ts";
import { controls } from "./degenerate/controls.ts";

describe.concurrent("a server that is not a provider is never conformant, and the first line says why", () => {
  test.each(controls.map((control) => [control.name, control] as const))(
    "%s",
    async (_name, { exitCode, cause, start, limits = {}, concurrency = 4 }) => {
      const running = await start();
      try {
        const provider = { url: running.url, token: TOKEN, limits, concurrency };
        // No control waits for the time that a lockout or a rate limit takes.
        const result = await providerResult({ ...provider, seed: "1", strict: false, clock: steppedClock() });
        expect(result.verdict).not.toBe("conformant");
        expect(result.reasons[0]).toMatch(cause);
        expect(result.exitCode).toBe(exitCode);
        expect(running.followed()).toBe(0);
      } finally {
        await running.stop();
      }
    },
  );
});
