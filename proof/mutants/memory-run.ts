/**
 * One run against a mutant in memory. To be loaded with the connection of `http/` replaced by that of
 * `proof/seeds/in-memory.ts`.
 */
import { judge } from "../../library/judge-provider.ts";
import type { RunResult } from "../../result/result.ts";
import { steppedClock } from "../../suites/testing/clock.ts";
import type { Behaviour } from "../behaviour.ts";
import { needsNoSocket, openInMemory } from "../seeds/in-memory.ts";

/** Judges a behaviour as a run over sockets would; undefined where the behaviour needs a socket. */
export async function judgeInMemory(
  behaviour: Behaviour,
  { token, seed }: { readonly token: string; readonly seed: string },
): Promise<RunResult | undefined> {
  if (!needsNoSocket(behaviour)) return undefined;
  using provider = openInMemory(behaviour, token);
  // One request after the other, as over sockets.
  return await judge({ url: provider.url, token, seed, concurrency: 1, strict: false, clock: steppedClock() });
}
