/** How processes are ended, on a clock that stands still until the test advances it. */
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DEFAULT_LIMITS } from "../../http/provider.ts";
import { redactionOf } from "../../result/redact.ts";
import { type ProcessGroup, startGroup } from "./process-group.ts";
import { startProvider } from "./start-provider.ts";

const GRACE_MS = 2_000;
/** What is left of the grace after an interrupt. */
const HURRIED_MS = 300;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** Says so when it is asked to end, and goes on. */
const stubborn = `process.on("SIGTERM", () => console.log("asked")); setInterval(() => {}, 1000); console.log("ready");`;

async function started(): Promise<{ readonly group: ProcessGroup; readonly output: Readable }> {
  const group = startGroup([process.execPath, "-e", stubborn], { stdio: ["ignore", "pipe", "inherit"] });
  const output = group.child.stdout;
  if (output === null) throw new Error("The process has no output");
  await once(output, "data");
  return { group, output };
}

test("a process that does not end when it is asked to is ended after the grace, and not before", async () => {
  const { group, output } = await started();
  const stopping = group.stop(GRACE_MS);
  await once(output, "data");
  await vi.advanceTimersByTimeAsync(GRACE_MS - 1);
  // It is still there, and answers.
  group.child.kill("SIGTERM");
  await once(output, "data");
  await vi.advanceTimersByTimeAsync(1);
  await stopping;
  expect(await group.ended).toMatchObject({ code: null, signal: "SIGKILL" });
});

test.each(["before", "during"])("an interrupt %s the grace makes it short", async (when) => {
  const { group, output } = await started();
  const interrupt = new AbortController();
  if (when === "before") interrupt.abort();
  const stopping = group.stop(GRACE_MS, interrupt.signal);
  await once(output, "data");
  interrupt.abort();
  await vi.advanceTimersByTimeAsync(HURRIED_MS);
  await stopping;
  expect(await group.ended).toMatchObject({ code: null, signal: "SIGKILL" });
});

test("a provider that was started is given the short grace after an interrupt", async () => {
  const interrupt = new AbortController();
  const bell = createServer().listen(0, "127.0.0.1");
  await once(bell, "listening");
  const rung = once(bell, "connection");
  const ring = `require("node:net").connect(${(bell.address() as AddressInfo).port}, "127.0.0.1").on("error", () => {});`;
  const provider = await startProvider({
    command: `"${process.execPath}" -e '${stubborn} ${ring}'`,
    provider: { baseUrl: "http://127.0.0.1:9", limits: DEFAULT_LIMITS },
    waitMs: 0,
    redaction: redactionOf(),
    signal: interrupt.signal,
  });
  await rung;
  interrupt.abort();
  const stopping = provider.stop();
  await vi.advanceTimersByTimeAsync(HURRIED_MS);
  await stopping;
  expect(provider.trouble()).toMatch(/has ended \(signal SIG(TERM|KILL)\)/);
  bell.close();
});
