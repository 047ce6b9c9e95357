/** Answers that lead to another server, a trap. Nothing may ever arrive there. */
import { createServer } from "node:net";
import type { RunningControl } from "../degenerate/control.ts";
import { type Hostile, KEEPS_ALL, judged } from "./hostile.ts";
import { headOf, listening, rightBut, whole } from "./raw-provider.ts";

/** A provider and a trap. The provider knows the port of the trap. */
function withTrap(provider: (trapPort: string) => () => Promise<RunningControl>): () => Promise<RunningControl> {
  return async () => {
    let arrived = 0;
    const trap = await listening(createServer(() => (arrived += 1)));
    const running = await provider(new URL(trap.url).port)();
    const stop = async (): Promise<void> => {
      await Promise.all([running.stop(), trap.stop()]);
    };
    return { ...running, stop, followed: () => arrived };
  };
}

const elsewhere: ReadonlyArray<readonly [where: string, location: (port: string) => string]> = [
  ["another port", (port) => `http://127.0.0.1:${port}/plants`],
  ["another host", (port) => `http://localhost:${port}/plants`],
  ["another scheme", (port) => `https://127.0.0.1:${port}/plants`],
  ["no scheme", (port) => `//127.0.0.1:${port}/plants`],
  ["another user", (port) => `http://canary@127.0.0.1:${port}/plants`],
];

const statuses = [300, 301, 302, 303, 304, 305, 306, 307, 308] as const;

function redirect(status: number, where: string, location: (port: string) => string): Hostile {
  return judged(
    `${status} to ${where}`,
    1,
    new RegExp(`not at http.*answered ${status}.*a redirect to .*may be wrong`, "u"),
    withTrap((port) =>
      rightBut(() =>
        headOf(status, [
          ["Location", location(port)],
          ["Content-Length", 0],
        ]),
      ),
    ),
  );
}

const places: readonly Hostile[] = [
  ["itself", "/plants"],
  ["a script", "javascript:alert(1)"],
  ["a file", "file:///etc/passwd"],
  ["a place that is not a URL", "http://["],
  ["a place of sixty thousand letters", `/${"x".repeat(60_000)}`],
].map(([where = "", location = ""]) => redirect(307, where, () => location));

/** Header fields that lead somewhere else. The answers are correct. */
const pointing = (port: string): ReadonlyArray<readonly [string, string]> => [
  ["Location", `http://127.0.0.1:${port}/plants`],
  ["Content-Location", `http://127.0.0.1:${port}/plants`],
  ["Refresh", `0; url=http://127.0.0.1:${port}/plants`],
  ["Link", `<http://127.0.0.1:${port}/plants>; rel=preload`],
  ["Alt-Svc", `http/1.1=":${port}"; ma=3600, h2=":${port}"; ma=3600`],
  ["Report-To", `{"group":"x","max_age":3600,"endpoints":[{"url":"http://127.0.0.1:${port}/"}]}`],
];

export const redirects: readonly Hostile[] = [
  ...statuses.map((status, at) => redirect(status, ...(elsewhere[at % elsewhere.length] ?? ["", () => ""]))),
  ...elsewhere.map(([where, location]) => redirect(308, `${where}, with the body`, location)),
  ...places,
  judged(
    "fields that lead elsewhere beside right answers",
    0,
    KEEPS_ALL,
    withTrap((port) => rightBut((answer) => whole(answer, pointing(port)))),
  ),
  judged(
    "407 from a proxy that there is not",
    3,
    /^A proxy on the way to the provider asks for credentials of its own \(407\)/,
    withTrap((port) =>
      rightBut(() =>
        headOf(407, [
          ["Proxy-Authenticate", `Basic realm="http://127.0.0.1:${port}"`],
          ["Content-Length", 0],
        ]),
      ),
    ),
  ),
];
