/** The run of the suite against a hostile provider: it ends, reports the problem, and leaks nothing. */
import { expect } from "vitest";
import { providerResult } from "../../library/provider-result.ts";
import { expectHarmless } from "./harmless.ts";
import type { Hostile } from "./hostile.ts";
import { TOKEN } from "./raw-provider.ts";

/** Judges a hostile provider, and expects what it says of itself. */
export async function judgeHostile({
  exitCode,
  cause,
  limits,
  concurrency = 4,
  transport = {},
  start,
}: Hostile): Promise<void> {
  const running = await start();
  try {
    const provider = { url: running.url, token: TOKEN, limits, concurrency, transport };
    const result = await providerResult({ ...provider, seed: "1", strict: false });
    expect(result.reasons[0]).toMatch(cause);
    expect(result.exitCode).toBe(exitCode);
    expect(running.followed()).toBe(0);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    await expectHarmless(result);
  } finally {
    await running.stop();
  }
}
