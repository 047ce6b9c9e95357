/** Two hundred runs in one process, as a service or a watcher would make them: nothing is left behind. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { judge } from "../library/index.ts";
import { correct } from "./correct.ts";
import { startProvider } from "./test-provider.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** MiB of the heap that are in use. */
function used(): number {
  collect();
  collect();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

function handles(): readonly string[] {
  return process.getActiveResourcesInfo().filter((name) => /TCP|TLS|Timeout|Immediate/.test(name));
}

test("two hundred runs leave no memory and no handles behind", { timeout: 120_000, retry: 1 }, async () => {
  const { url, token, stop } = await startProvider(correct, { token: "token-of-the-soak" });
  const only = ["accepts-valid-plant", "refuses-missing-member", "survives-expect-continue", "recovers-after-refusal"];
  const run = async (at: number): Promise<void> => {
    const selection = { only, skip: [] };
    const result = await judge({
      url,
      token,
      seed: String(at),
      strict: false,
      selection,
    });
    expect(result.summary.must.failed).toBe(0);
    expect(result.summary.exchanges).toBeGreaterThan(8);
  };
  try {
    // What is made once, and the machine code of it, is there after the first of them.
    for (let at = 0; at < 50; at += 1) await run(at);
    const [memory, before] = [used(), handles()];
    for (let at = 50; at < 200; at += 1) await run(at);
    // A run holds some 200 KiB while it lasts: one in ten that stayed would be seen.
    expect(used() - memory).toBeLessThan(3);
    // The provider ends the connections that were closed; the last of them may just be on its way.
    for (let tries = 0; tries < 50 && handles().length > before.length; tries += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(handles().length).toBeLessThanOrEqual(before.length);
  } finally {
    await stop();
  }
});
