/** The built command with providers that would fill its memory, or keep it from ending. */
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Format, renderers, usualFormats } from "../../reports/index.ts";
import type { RunResult } from "../../result/result.ts";
import { but } from "../correct.ts";
import { startProvider } from "../test-provider.ts";
import { builtCommand, slowTimers, startCommand } from "./built.ts";
import { expectNoToken, expectNothingLive } from "./harmless.ts";
import { hungry } from "./hungry.ts";
import { type Moment, atStop, moments } from "./interrupts.ts";
import { TOKEN } from "./raw-provider.ts";
import { needs, skipFor } from "../gate/skips.ts";

const built = await builtCommand();

/** The files of a run, checked for content that nobody may find in them. */
function written(folder: string): readonly string[] {
  return readdirSync(folder).map((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    expectNoToken(text);
    return name;
  });
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "plant-store-hostile-"));
}

/** The formats that `--out` does not write. */
const everyOther = (Object.keys(renderers) as Format[]).filter((format) => !usualFormats.includes(format));

describe("a provider that sends as much as it can stays within 256 MiB:", () => {
  test.each(hungry.map((one) => [one.name, one] as const))("%s", async (_name, { exitCode, start, reported }) => {
    const running = await start();
    const out = newFolder();
    try {
      const argv = [
        "check",
        running.url,
        "--token",
        TOKEN,
        "--out",
        out,
        "--no-contracts",
        "--seed",
        "1",
        ...everyOther.flatMap((format) => ["--report", `${format}=${join(out, renderers[format].fileName)}`]),
      ];
      const { ended } = startCommand(argv, { folder: built });
      const { status, out: printed, err, peak } = await ended;
      expect({ status, err: err.replace(/PEAK.*|Written.*/g, "").trim() }).toEqual({ status: exitCode, err: "" });
      expect(peak).toBeLessThan(256);
      expectNoToken(printed);
      expectNothingLive(printed, "text");
      expect(written(out)).toContain("result.json");
      expect(reported.exec(readFileSync(join(out, "result.json"), "utf8"))?.[0]).toBeDefined();
    } finally {
      await running.stop();
    }
  });
});

/** Starts a run, interrupts it at the given moment, and returns how it ended. */
async function interrupted(
  moment: Moment,
  interrupt: (child: ChildProcess) => void,
  preload: readonly string[] = [],
): Promise<Interrupted> {
  const out = newFolder();
  let note = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (note = resolve));
  const { argv, stop } = await moment(() => note());
  try {
    const { child, ended } = startCommand([...argv, "--out", out], { folder: built, options: preload });
    await Promise.race([
      arrived,
      ended.then(({ err }) => Promise.reject(new Error(`it ended before the interrupt: ${err}`))),
    ]);
    interrupt(child);
    const { status, out: printed, err } = await ended;
    return { status, printed, err, out };
  } finally {
    await stop();
  }
}

interface Interrupted {
  readonly status: number | null;
  readonly printed: string;
  readonly err: string;
  /** The folder with its reports. */
  readonly out: string;
}

function expectMarked({ status, printed, out }: Interrupted): void {
  expect(status).toBe(3);
  expect(printed).toMatch(
    /The run was interrupted[^]*Incomplete run: some (checks were|interactions were) not run[^]*exit 3\n$/,
  );
  const result = JSON.parse(readFileSync(join(out, "result.json"), "utf8")) as RunResult;
  expect(result).toMatchObject({ complete: false, verdict: "inconclusive", exitCode: 3 });
  written(out);
}

const byKeyboard = (child: ChildProcess): void => void child.kill("SIGINT");

// The wait takes minutes, so the test runs out of time if the interrupt does not end it.
describe("an interrupt ends a run, with a result that says so, while it waits for", () => {
  test.each(Object.entries(moments))("%s", async (_what, moment) => {
    const ran = await interrupted(moment, byKeyboard);
    expectMarked(ran);
    expect(ran.err).not.toMatch(/warning|did not answer|has ended/i);
  });

  test("nothing any more but the end of a provider that was started", async () => {
    const { status, printed } = await interrupted(atStop, byKeyboard);
    expect({ status, printed }).toEqual({ status: 1, printed: expect.stringMatching(/exit 1\n$/) });
  });
});

describe("a run that started a provider ends it, and writes its reports, on", () => {
  skipFor(process.platform === "win32" ? needs("a POSIX system") : undefined);
  const slow = moments["a provider that is started and does not end"] ?? atStop;

  // The moment waits for the end of the started provider.
  test.each(["SIGTERM", "SIGHUP", "SIGQUIT"] as const)("%s", async (signal) => {
    expectMarked(await interrupted(slow, (child) => child.kill(signal)));
  });
});

describe("a second interrupt", () => {
  const slow = moments["a provider that is started and does not end"] ?? atStop;

  // The command ends by itself soon after the first interrupt. Its timers take a hundred times as long, which leaves
  // time for a second one.
  test("ends the command at once", async () => {
    let again: NodeJS.Timeout | undefined;
    const interrupt = (child: ChildProcess): void => {
      again = setInterval(() => child.kill("SIGINT"), 20);
    };
    const { status, err } = await interrupted(slow, interrupt, ["--import", slowTimers]);
    clearInterval(again);
    expect(status).toBe(3);
    expect(err).toContain("Interrupted again: ended at once, reports may be missing.");
  });

  test("that follows at once is the same, handed on by npm", async () => {
    // A stopped process gets both signals when it continues.
    const ran = await interrupted(slow, (child) => {
      for (const signal of ["SIGSTOP", "SIGINT", "SIGTERM", "SIGCONT"] as const) child.kill(signal);
    });
    expectMarked(ran);
    expect(ran.err).not.toContain("Interrupted again");
  });
});

test("a reader that stops reading ends nothing: the reports are written, and the exit status holds", async () => {
  // It breaks a MUST, so that its exit status differs from all others.
  const behaviour = but({ finish: (answer) => (answer.status === 200 ? { ...answer, status: 201 } : answer) });
  const running = await startProvider(behaviour, { token: TOKEN });
  const out = newFolder();
  try {
    const argv = ["check", running.url, "--token", TOKEN, "--out", out, "--no-contracts"];
    const { child, ended } = startCommand(argv, { folder: built });
    child.stdout?.destroy();
    const { status, err } = await ended;
    expect({ status, err: err.replace(/PEAK.*|Written.*/g, "").trim() }).toEqual({ status: 1, err: "" });
    expect(written(out)).toContain("result.json");
  } finally {
    await running.stop();
  }
});
