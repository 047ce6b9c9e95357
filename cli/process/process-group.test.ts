/** How processes are ended, with a clock that only the test advances. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DEFAULT_LIMITS } from "../../http/provider.ts";
import { redactionOf } from "../../result/redact.ts";
import { type ProcessGroup, startGroup } from "./process-group.ts";
import { folder } from "../testing/command.ts";
import { type Started, startProvider } from "./start-provider.ts";

const GRACE_MS = 2_000;
/** The grace period after an interrupt. */
const HURRIED_MS = 300;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** Reports a request to end, and continues. */
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
  // The process still runs and answers.
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

/** A server that sends back its input, and the code with which a process connects to it as `bell`. */
async function startBell(): Promise<{ readonly ring: string; readonly rung: Promise<unknown>; stop(): void }> {
  const server = createServer((socket) => void socket.on("error", () => undefined).pipe(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const ring = `const bell = require("node:net").connect(${port}, "127.0.0.1").on("error", () => {});`;
  return { ring, rung: once(server, "connection"), stop: () => void server.close() };
}

/** Starts a provider that never answers, without waiting for it. */
function startSilent(
  command: string,
  more: { readonly signal: AbortSignal; readonly logFile?: string },
): Promise<Started> {
  const provider = { baseUrl: "http://127.0.0.1:9", limits: DEFAULT_LIMITS };
  return startProvider({ command, provider, waitMs: 0, redaction: redactionOf(), ...more });
}

describe("a provider that was started", () => {
  test("is given the short grace after an interrupt", async () => {
    const interrupt = new AbortController();
    const bell = await startBell();
    const command = `"${process.execPath}" -e '${stubborn} ${bell.ring}'`;
    const provider = await startSilent(command, { signal: interrupt.signal });
    await bell.rung;
    interrupt.abort();
    const stopping = provider.stop();
    await vi.advanceTimersByTimeAsync(HURRIED_MS);
    await stopping;
    expect(provider.trouble()).toMatch(/has ended \(signal SIG(TERM|KILL)\)/);
    bell.stop();
  });

  // The grace period cannot end here, because the clock stands still.
  test("has time to end by itself, behind a shell as well", async () => {
    const logFile = join(folder(), "provider.log");
    const bell = await startBell();
    const script = `
      process.on("SIGTERM", () => bell.write("?"));
      ${bell.ring}
      bell.on("data", () => { console.log("good" + "bye"); process.exit(); });`;
    const command = `cd . && "${process.execPath}" -e '${script}'; true`;
    const provider = await startSilent(command, { signal: new AbortController().signal, logFile });
    await bell.rung;
    await provider.stop();
    expect(readFileSync(logFile, "utf8")).toBe("goodbye\n");
    bell.stop();
  });
});
