/** Every hostile provider, judged: the run ends in its time, says what is the matter, and nothing gets out. */
import { beforeAll, describe, expect, test } from "vitest";
import { judge } from "../../library/index.ts";
import { DEFAULT_LIMITS } from "../../http/provider.ts";
import { expectHarmless } from "./harmless.ts";
import type { Hostile } from "./hostile.ts";
import { hostile } from "./index.ts";
import { TOKEN, asked, whole } from "./raw-provider.ts";

/** Milliseconds for what comes before and after a run, on a machine that has other things to do. */
const AROUND = 10_000;

async function judgeHostile({
  exitCode,
  cause,
  limits,
  concurrency = 4,
  transport = {},
  start,
}: Hostile): Promise<void> {
  const running = await start();
  try {
    const startedAt = performance.now();
    const provider = { url: running.url, token: TOKEN, limits, concurrency, transport };
    const result = await judge({ ...provider, seed: "1", strict: false });
    const tookMs = performance.now() - startedAt;
    expect(result.reasons[0]).toMatch(cause);
    expect(result.exitCode).toBe(exitCode);
    expect(tookMs).toBeLessThan((limits.deadlineMs ?? DEFAULT_LIMITS.deadlineMs) + AROUND);
    expect(running.followed()).toBe(0);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    await expectHarmless(result);
  } finally {
    await running.stop();
  }
}

/** Sockets, servers, threads and timers of this process. */
function handles(): readonly string[] {
  return process.getActiveResourcesInfo().filter((name) => /TCP|TLS|Pipe(?!Wrap)|Timeout|Immediate|Worker/.test(name));
}

/** Handles that there were not before. */
function left(): readonly string[] {
  const rest = [...before];
  return handles().filter((name) => {
    const at = rest.indexOf(name);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

let before: readonly string[] = [];
beforeAll(() => (before = handles()));

for (const [what, providers] of Object.entries(hostile)) {
  describe.concurrent(`a hostile provider does no harm: ${what}`, () => {
    test.each(providers.map((one) => [one.name, one] as const))("%s", (_name, one) => judgeHostile(one), 60_000);
  });
}

test("there are at least sixty of them, each with a name of its own", () => {
  const names = Object.values(hostile).flatMap((providers) => providers.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(60);
});

test("the token goes to one path and to no other, with whatever method", async () => {
  const seen: string[] = [];
  const running = await asked(async (socket, { head, right }) => {
    if (head.includes(TOKEN)) seen.push(head.split(" ")[1] ?? "");
    socket.write(whole(await right()));
  })();
  try {
    const result = await judge({ url: running.url, token: TOKEN, seed: "1", strict: false });
    expect(result.exitCode).toBe(0);
    expect([...new Set(seen)].sort()).toEqual(["/plants", "/plants?colour=green"]);
    expect(seen.length).toBeGreaterThan(100);
  } finally {
    await running.stop();
  }
});

test("nothing is left open after them", async () => {
  // Timers of undici end by themselves a second after the last connection.
  for (let tries = 0; tries < 30 && left().length > 0; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100).unref());
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(left()).toEqual([]);
});
