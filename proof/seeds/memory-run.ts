/** One run against a behaviour in memory. */
import { providerResult } from "../../library/provider-result.ts";
import type { ProviderRunOptions } from "../../library/judge-options.ts";
import type { RunResult } from "../../result/result.ts";
import { steppedClock } from "../../suites/testing/clock.ts";
import type { Behaviour } from "../behaviour.ts";
import { type InMemory, needsNoSocket, openInMemory } from "./in-memory.ts";

type MemoryOptions = Omit<ProviderRunOptions, "url" | "clock"> & { readonly token: string };

/** Judges a behaviour with an empty store. */
export async function runInMemory(behaviour: Behaviour, options: MemoryOptions, basePath = ""): Promise<RunResult> {
  using provider = openInMemory(behaviour, options.token, basePath);
  return await judgeOpened(provider, options);
}

/** Judges a provider in memory with the current content of its store. */
export function judgeOpened({ url }: Pick<InMemory, "url">, options: MemoryOptions): Promise<RunResult> {
  return providerResult({ ...options, url, clock: steppedClock() });
}

/** Judges a behaviour as a run over sockets would. Undefined if the behaviour needs a socket. */
export async function judgeInMemory(behaviour: Behaviour, options: MemoryOptions): Promise<RunResult | undefined> {
  return needsNoSocket(behaviour) ? await runInMemory(behaviour, options) : undefined;
}
