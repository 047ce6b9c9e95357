/** The loop of `--watch`, with runs, changes and keys from the test. */
import { describe, expect, test } from "vitest";
import { sampleBaseline } from "../../result/testing/sample-baseline.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { isWatched, watch, type WatchedChange, type WatchedEnd, type WatchedRun } from "./watch.ts";

const red: WatchedEnd = { status: 1, result: sampleBaseline };
const other: WatchedEnd = { status: 1, result: sampleResult };

interface Driven {
  readonly runs: readonly WatchedRun[];
  readonly said: readonly string[];
  readonly opened: () => number;
  readonly ended: Promise<number>;
  readonly change: (name: string, at?: number) => void;
  readonly key: (key: string) => void;
  readonly interrupt: () => void;
  /** Settles when this number of runs is over and the loop waits for the next event. */
  readonly waits: (runs: number) => Promise<void>;
}

const ignore: (text: string) => void = () => undefined;

/** Starts the loop. `ends` says how its runs end, in order; the last one repeats. */
function drive(ends: readonly WatchedEnd[], during: (driven: Driven, run: number) => void = () => undefined): Driven {
  const [runs, said]: [WatchedRun[], string[]] = [[], []];
  let opened = 0;
  let [key, interrupt] = [ignore, (): void => undefined];
  let change: (change: WatchedChange) => void = () => undefined;
  const driven: Driven = {
    runs,
    said,
    opened: () => opened,
    change: (name, at = Infinity) => change({ name, at }),
    key: (pressed) => key(pressed),
    interrupt: () => interrupt(),
    waits: async (many) => {
      const waiting = (): number => said.filter((line) => line.startsWith("Watching.")).length;
      for (let turn = 0; waiting() < many; turn += 1) {
        if (turn > 1000) throw new Error(`The loop does not wait: ${said.join("\n")}`);
        await Promise.resolve();
      }
    },
    ended: Promise.resolve().then(() =>
      watch({
        run: async (what) => {
          runs.push(what);
          during(driven, runs.length);
          return ends[runs.length - 1] ?? ends.at(-1) ?? red;
        },
        onChange: (listener) => ((change = listener), () => undefined),
        onKey: (listener) => ((key = listener), () => undefined),
        open: async () => void (opened += 1),
        say: (line) => void said.push(line),
        onInterrupt: (callback) => ((interrupt = callback), () => undefined),
      }),
    ),
  };
  return driven;
}

describe("the loop", () => {
  test("runs at once, and again on a change, on Enter and on f; q ends it with the last status", async () => {
    const driven = drive([red, other, { ...other, status: 0 }]);
    await driven.waits(1);
    driven.change("server.js changed");
    await driven.waits(2);
    driven.key("");
    await driven.waits(3);
    driven.key("f");
    await driven.waits(4);
    driven.key("q");
    expect(await driven.ended).toBe(0);
    expect(driven.runs).toEqual(["all", "all", "all", "failed"]);
    expect(driven.said).toContain("server.js changed");
  });

  test("says what changed since the last run in a few lines", async () => {
    const driven = drive([red, other, other]);
    await driven.waits(1);
    const before = driven.said.length;
    driven.key("\r");
    await driven.waits(2);
    const lines = driven.said.slice(before);
    expect(lines[0]).toMatch(/^NOT CONFORMANT/);
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}broken {3}refuses-missing-member {3}met -> broken/));
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}fixed {4}\S+ {3}not met -> met/));
    expect(lines.length).toBeLessThan(13);
    driven.key("\n");
    await driven.waits(3);
    expect(driven.said.at(-2)).toBe("  Nothing changed since the last run.");
    driven.key("q");
    await driven.ended;
  });

  test("does not run again for what changes during a run, and says so", async () => {
    const driven = drive([red], ({ change }, run) => {
      if (run === 1) change("plants.json changed");
    });
    await driven.waits(1);
    expect(driven.runs).toEqual(["all"]);
    expect(driven.said[0]).toBe("plants.json changed during the run; Enter runs again.");
    driven.key("q");
    await driven.ended;
  });

  test("does not run again for what changed before a run ended and is reported after it", async () => {
    const driven = drive([red]);
    await driven.waits(1);
    driven.change("plants.json changed", 1);
    driven.key("q");
    await driven.ended;
    expect(driven.runs).toEqual(["all"]);
    expect(driven.said.at(-1)).toBe("plants.json changed during the run; Enter runs again.");
  });

  test("ends on q without another run, also right after a key that asks for one", async () => {
    const driven = drive([red]);
    await driven.waits(1);
    driven.key("f");
    driven.key("q");
    expect(await driven.ended).toBe(1);
    expect(driven.runs).toEqual(["all"]);
  });

  test("opens the page on o, and goes on waiting", async () => {
    const driven = drive([red]);
    await driven.waits(1);
    driven.key("o");
    expect(driven.opened()).toBe(1);
    driven.key("x");
    driven.key("q");
    await driven.ended;
    expect(driven.runs).toEqual(["all"]);
  });

  test.each([
    ["q", ({ key }: Driven): void => key("q")],
    ["Ctrl-C of a raw terminal", ({ key }: Driven): void => key("\u0003")],
    ["an interrupt", ({ interrupt }: Driven): void => interrupt()],
  ])("ends after the run that goes on, with %s", async (_, end) => {
    const driven = drive([red], (one) => end(one));
    expect(await driven.ended).toBe(1);
    expect(driven.runs).toEqual(["all"]);
  });
});

test.each([
  ["src/server.py", true],
  ["node_modules/x/index.js", false],
  ["src/__pycache__/server.cpython-312.pyc", false],
  [".git/index", false],
  ["provider.log", false],
  ["plants.sqlite3", false],
  ["reports/latest/report.html", false],
  ["reports/latest-notes.py", true],
  ["reports/other.py", true],
  ["junit.xml", false],
  [".junit.xml.0a1b2c3d4e5f.partial", false],
])("whether a change of %s is looked at: %s", (path, expected) => {
  expect(isWatched("/app", `/app/${path}`, ["reports/latest", "junit.xml"])).toBe(expected);
});
