/** The built command against providers that would fill its memory, or never let it end. */
import { mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { RunResult } from "../../reports/result.ts";
import type { RunningControl } from "../degenerate/control.ts";
import { build, startCommand } from "./built.ts";
import { expectNoToken, expectNothingLive } from "./harmless.ts";
import { hungry } from "./hungry.ts";
import { TOKEN, asked, connected } from "./raw.ts";

beforeAll(build, 120_000);

/** Files of a run, checked for what nobody may find in them. */
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

describe("a provider that sends as much as it can stays within 256 MiB:", () => {
  test.each(hungry.map((one) => [one.name, one] as const))(
    "%s",
    async (_name, { exitCode, start, told }) => {
      const running = await start();
      const out = newFolder();
      try {
        const { ended } = startCommand([
          "check",
          running.url,
          "--token",
          TOKEN,
          "--out",
          out,
          "--no-contracts",
          "--seed",
          "1",
        ]);
        const { status, out: printed, err, peak } = await ended;
        expect({ status, err: err.replace(/PEAK.*|Written.*/g, "").trim() }).toEqual({ status: exitCode, err: "" });
        expect(peak).toBeLessThan(256);
        expectNoToken(printed);
        expectNothingLive(printed, "text");
        expect(written(out)).toContain("result.json");
        expect(told.exec(readFileSync(join(out, "result.json"), "utf8"))?.[0]).toBeDefined();
      } finally {
        await running.stop();
      }
    },
    180_000,
  );
});

/** Starts a run, interrupts it when a request has arrived, and says how it ended and after how many milliseconds. */
async function interrupted(running: RunningControl, arrived: Promise<void>, more: readonly string[]): Promise<void> {
  const out = newFolder();
  try {
    const { child, ended } = startCommand(["check", running.url, "--token", TOKEN, "--out", out, ...more]);
    await arrived;
    const at = performance.now();
    child.kill("SIGINT");
    const { status, out: printed } = await ended;
    expect(performance.now() - at).toBeLessThan(1_000);
    expect(status).toBe(3);
    expect(printed).toMatch(/Cut short: some checks were not run[^]*The run was interrupted[^]*exit 3\n$/);
    const result = JSON.parse(readFileSync(join(out, "result.json"), "utf8")) as RunResult;
    expect(result).toMatchObject({ complete: false, verdict: "inconclusive", exitCode: 3 });
    written(out);
  } finally {
    await running.stop();
  }
}

describe("an interrupt ends a run within a second, with a result that says so:", () => {
  const whenArrived = (): { arrived: Promise<void>; note: () => void } => {
    let note = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (note = resolve));
    return { arrived, note: () => note() };
  };
  // A machine that has other things to do may be late, the command may not.
  const options = { retry: 2, timeout: 60_000 };

  test("silence after the request", options, async () => {
    const { arrived, note } = whenArrived();
    await interrupted(await asked(note)(), arrived, []);
  });

  test("silence in the TLS handshake", options, async () => {
    const { arrived, note } = whenArrived();
    const silent = connected((socket) => void socket.once("data", note), "https");
    await interrupted(await silent(), arrived, ["--no-contracts"]);
  });

  test("429 with a wait of half a minute", options, async () => {
    const { arrived, note } = whenArrived();
    const busy = asked((socket) => {
      socket.write("HTTP/1.1 429 X\r\nRetry-After: 30\r\nContent-Length: 0\r\n\r\n");
      // That the command has read the answer and waits cannot be seen from outside; too soon is an interrupt as well.
      setTimeout(note, 200);
    });
    await interrupted(await busy(), arrived, ["--no-contracts"]);
  });
});
