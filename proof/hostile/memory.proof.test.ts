/** The built command stays within 256 MiB with hostile providers of every kind, and with every report. */
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { describe, expect, test } from "vitest";
import { type Format, renderers, usualFormats } from "../../reports/index.ts";
import { builtCommand, startCommand } from "./built.ts";
import type { Hostile } from "./hostile.ts";
import { hostile } from "./index.ts";
import { TOKEN } from "./raw-provider.ts";

const built = await builtCommand();

/** It once took 700 MiB, because each byte was kept as a chunk. */
const COSTLY = "a body without end in chunks of one byte";

/** One of each kind and the once costly one; with HOSTILE_MEMORY=every all of them, which takes four minutes. */
const chosen = Object.entries(hostile).map(([kind, providers]) => {
  const isEvery = env["HOSTILE_MEMORY"] === "every";
  return [kind, providers.filter((one, at) => isEvery || at === providers.length - 1 || one.name === COSTLY)] as const;
});

const everyOther = (Object.keys(renderers) as Format[]).filter((format) => !usualFormats.includes(format));

/** The limits are short: a provider must fill the memory with what it sends, not with time. */
async function peakOver({ start, transport = {} }: Hostile): Promise<number> {
  const running = await start();
  const out = mkdtempSync(join(tmpdir(), "plant-store-memory-"));
  try {
    const reports = everyOther.flatMap((format) => ["--report", `${format}=${join(out, renderers[format].fileName)}`]);
    const limits = ["--timeout", "1", "--connect-timeout", "1", "--deadline", "30", "--max-wait", "1"];
    const over = [
      ...(transport.insecure === true ? ["--insecure"] : []),
      ...(transport.http2 === undefined ? [] : ["--http2"]),
    ];
    const argv = [
      "check",
      running.url,
      "--token",
      TOKEN,
      "--no-contracts",
      "--out",
      out,
      ...reports,
      ...limits,
      ...over,
    ];
    const { status, err, peak } = await startCommand(argv, { folder: built }).ended;
    // With these limits some runs end differently than with their own limits, which another test checks.
    expect({ isVerdict: [0, 1, 3].includes(status ?? -1), err }).toMatchObject({ isVerdict: true });
    expect(readdirSync(out).length).toBeGreaterThanOrEqual(Object.keys(renderers).length);
    return peak;
  } finally {
    await running.stop();
  }
}

for (const [kind, providers] of chosen) {
  describe(`a hostile provider leaves the command within 256 MiB: ${kind}`, () => {
    test.each(providers.map((one) => [one.name, one] as const))("%s", async (_name, one) => {
      expect(await peakOver(one)).toBeLessThan(256);
    });
  });
}
