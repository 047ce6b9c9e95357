/** Every hostile provider, judged: the run ends, reports the problem, and leaks nothing. */
import { beforeAll, describe, expect, test } from "vitest";
import { providerResult } from "../../library/provider-result.ts";
import { hostile } from "./index.ts";
import { judgeHostile } from "./judged.ts";
import { TOKEN, asked, whole } from "./raw-provider.ts";

/** Sockets, servers, threads and timers of this process. */
function handles(): readonly string[] {
  return process.getActiveResourcesInfo().filter((name) => /TCP|TLS|Pipe(?!Wrap)|Timeout|Immediate|Worker/.test(name));
}

/** The handles that did not exist before. */
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
    // A run that does not end fails by the time limit of its test, which is well before its deadline.
    test.each(providers.map((one) => [one.name, one] as const))("%s", (_name, one) => judgeHostile(one));
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
    const result = await providerResult({ url: running.url, token: TOKEN, seed: "1", strict: false });
    expect(result.exitCode).toBe(0);
    // A body without its name is sent with the name in the query.
    const paths = seen.map((path) => path.replace(/\?name=[a-z]+$/u, "?name="));
    expect([...new Set(paths)].sort()).toEqual(["/plants", "/plants?colour=green", "/plants?name="]);
    expect(seen.length).toBeGreaterThan(100);
  } finally {
    await running.stop();
  }
});

test("nothing is left open after them", async () => {
  // Closed handles disappear after a few turns, and timers of undici after a second. The minute is a safety net.
  const since = performance.now();
  while (left().length > 0 && performance.now() < since + 60_000) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(left()).toEqual([]);
});
