/** `--watch`: runs again on a change or a key, and says what changed since the last run. */
import { compare } from "../../result/compare-results.ts";
import { changesOf } from "../../result/changes.ts";
import { count } from "../../result/counts.ts";
import type { RunResult } from "../../result/result.ts";
import { excerpt, safeText } from "../../result/safe-text.ts";
import { renderVerdictLine } from "../../reports/index.ts";

/** What a run is about: everything that the options select, or what failed before. */
export type WatchedRun = "all" | "failed";

/** How a run ended. `result` is null where nothing was judged. */
export interface WatchedEnd {
  readonly status: number;
  readonly result: RunResult | null;
}

/** A changed file by its name, or that the provider is back; and when that was, in milliseconds since 1970. */
export interface WatchedChange {
  readonly name: string;
  readonly at: number;
}

/** Tells of something until the returned function is called. */
type Listen<Event> = (listener: (event: Event) => void) => () => void;

/** What the loop needs of the world; a test has its own. */
export interface WatchWorld {
  /** Runs the checks. `isFirst`: the whole report is printed. Aborting the signal ends the run with a result. */
  readonly run: (what: WatchedRun, isFirst: boolean, signal: AbortSignal) => Promise<WatchedEnd>;
  readonly onChange: Listen<WatchedChange>;
  /** Tells of a key, or of the first character of a line; an empty text is Enter. */
  readonly onKey: Listen<string>;
  /** Opens the page, and says why it cannot. */
  readonly open: () => Promise<void>;
  readonly say: (line: string) => void;
  readonly onInterrupt: (callback: () => void) => () => void;
}

/** Changes that are named. */
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

/** What a run changed: the verdict line, and what is broken or fixed since. */
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

/** The events of the world, as the loop waits for them. */
interface Events {
  /** Begins a run: the signal is aborted by `q` and by an interrupt. */
  readonly startRun: () => AbortSignal;
  /** Ends it. @returns a file that changed meanwhile, if any */
  readonly endRun: () => string | null;
  readonly hasQuit: () => boolean;
  /** The next run; null to quit. */
  readonly next: () => Promise<WatchedRun | null>;
  readonly stop: () => void;
}

/** What the events have led to so far. */
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
    // What a provider writes while it is judged, or when it is stopped, would make it run for ever.
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
