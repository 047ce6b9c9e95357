/** `--watch`: runs again on a change or a key, and prints the changes since the last run. */
import { compare } from "../../result/over/compare-results.ts";
import { changesOf } from "../../result/over/changes.ts";
import { count } from "../../result/counts.ts";
import type { RunResult } from "../../result/result.ts";
import { excerpt, safeText } from "../../result/safe-text.ts";
import { renderVerdictLine } from "../../reports/index.ts";

/** The checks of a run: all that the options select, or those that failed before. */
export type WatchedRun = "all" | "failed";

/** How a run ended. `result` is null if nothing was judged. */
export interface WatchedEnd {
  readonly status: number;
  readonly result: RunResult | null;
}

/** A changed file, or the return of the provider, with the time in milliseconds since 1970. */
export interface WatchedChange {
  readonly name: string;
  readonly at: number;
}

/** Reports events until the returned function is called. */
type Listen<Event> = (listener: (event: Event) => void) => () => void;

/** The environment of the loop. Tests pass their own. */
export interface WatchWorld {
  /** Runs the checks. `isFirst`: the whole report is printed. Aborting the signal ends the run with a result. */
  readonly run: (what: WatchedRun, isFirst: boolean, signal: AbortSignal) => Promise<WatchedEnd>;
  readonly onChange: Listen<WatchedChange>;
  /** Reports a key, or the first character of a line; an empty string is Enter. */
  readonly onKey: Listen<string>;
  /** Opens the page, or prints why it cannot. */
  readonly open: () => Promise<void>;
  readonly say: (line: string) => void;
  readonly onInterrupt: (callback: () => void) => () => void;
}

/** The most changes to name. */
const MOST = 8;

const KEYS = "Enter: run all, f: run what failed, o: open the page, q: quit";

/** Runs, and runs again, until `q` or an interrupt. @returns the exit status of the last run */
export async function watch(world: WatchWorld): Promise<number> {
  const events = eventsOf(world);
  let last: WatchedEnd | null = null;
  let next: WatchedRun | null = "all";
  try {
    while (next !== null) {
      const isFirst: boolean = last === null;
      const end: WatchedEnd = await world.run(next, isFirst, events.startRun());
      const changed = events.endRun();
      if (!isFirst) for (const line of linesSince(resultOf(last), end.result)) world.say(line);
      last = { status: end.status, result: end.result ?? resultOf(last) };
      if (events.hasQuit()) break;
      if (changed !== null) world.say(duringRun(changed));
      world.say(`Watching. ${KEYS}`);
      next = await events.next();
    }
    return last?.status ?? 0;
  } finally {
    events.stop();
  }
}

function duringRun(changed: string): string {
  return `${safeText(changed)} during the run; Enter runs again.`;
}

function resultOf(end: WatchedEnd | null): RunResult | null {
  return end?.result ?? null;
}

/** The changes of a run: the verdict line, and the requirements that are newly broken or fixed. */
function linesSince(before: RunResult | null, result: RunResult | null): readonly string[] {
  if (result === null) return [];
  if (before === null) return [renderVerdictLine(result)];
  const changes = changesOf(compare(before, result));
  const named = changes
    .slice(0, MOST)
    .map(({ change, name, words }) => `  ${change.padEnd(8)} ${excerpt(`${name}   ${words}`, 200)}`);
  const more = changes.length - named.length;
  return [
    renderVerdictLine(result),
    ...(changes.length === 0 ? ["  Nothing changed since the last run."] : named),
    ...(more > 0 ? [`  and ${count(more, "more change")}`] : []),
  ];
}

/** The events of the environment, as the loop waits for them. */
interface Events {
  /** Begins a run. `q` and an interrupt abort the signal. */
  readonly startRun: () => AbortSignal;
  /** Ends the run. @returns a file that changed during the run, if any */
  readonly endRun: () => string | null;
  readonly hasQuit: () => boolean;
  /** The next run; null to quit. */
  readonly next: () => Promise<WatchedRun | null>;
  readonly stop: () => void;
}

/** The state that the events have changed. */
interface EventState {
  running: AbortController | null;
  quit: boolean;
  /** The first file that changed during the run. */
  changed: string | null;
  /** When the last run ended. */
  endedAt: number;
  wake: ((next: WatchedRun | null) => void) | null;
}

function eventsOf(world: WatchWorld): Events {
  const state: EventState = { running: null, quit: false, changed: null, endedAt: 0, wake: null };
  const stops = listen(world, state);
  return {
    startRun: () => {
      const running = new AbortController();
      if (state.quit) running.abort();
      Object.assign(state, { running, changed: null });
      return running.signal;
    },
    endRun: () => {
      Object.assign(state, { running: null, endedAt: Date.now() });
      return state.changed;
    },
    hasQuit: () => state.quit,
    next: () => (state.quit ? Promise.resolve(null) : new Promise((resolve) => (state.wake = resolve))),
    stop: () => stops.forEach((stop) => stop()),
  };
}

function listen(world: WatchWorld, state: EventState): ReadonlyArray<() => void> {
  const go = (next: WatchedRun | null): void => {
    state.wake?.(next);
    state.wake = null;
  };
  const end = (): void => {
    state.quit = true;
    state.running?.abort();
    go(null);
  };
  const onChange = ({ name, at }: WatchedChange): void => {
    // Files that a provider writes while it is judged or stopped would cause endless runs.
    if (state.running !== null) state.changed ??= name;
    else if (at <= state.endedAt) world.say(duringRun(name));
    else if (state.wake !== null) {
      world.say(safeText(name));
      go("all");
    }
  };
  const onKey = (key: string): void => {
    if (key === "q" || key === "\u0003") end();
    else if (key === "o") void world.open();
    else if (key === "f") go("failed");
    else if (key === "" || key === "\r" || key === "\n") go("all");
  };
  return [world.onChange(onChange), world.onKey(onKey), world.onInterrupt(end)];
}
