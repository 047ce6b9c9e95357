import type { Server } from "node:http";
import { describe, expect, test } from "vitest";
import { startServer } from "../reference-impl/server.ts";
import { type JudgeOptions, judgeInSteps } from "./index.ts";

const token = "token-of-steps";
const selection = { only: ["returns-name"], skip: [] };

describe("judgeInSteps", () => {
  test("yields each exchange in order, and the result as the last step", async () => {
    await using server = await startServer({ token });
    const exchanges: number[] = [];
    const called: number[] = [];
    const results = [];
    const onProgress = (progress: { readonly exchanges: number }): number => called.push(progress.exchanges);
    for await (const step of judgeInSteps({ url: server.url, token, selection, onProgress })) {
      if (step.kind === "result") results.push(step.result);
      else exchanges.push(step.exchanges);
    }
    expect(results).toMatchObject([{ exitCode: 0, exchanges: { length: exchanges.length } }]);
    expect(exchanges.length).toBeGreaterThan(1);
    expect(exchanges).toEqual(Array.from(exchanges, (_, at) => at + 1));
    expect(called).toEqual(exchanges);
  });

  test("ends the run and closes the application once the loop is left", async () => {
    const servers: Server[] = [];
    let answered = 0;
    const app = (request: { readonly socket: object }, response: { end: () => unknown }): unknown => {
      servers.push(Reflect.get(request.socket, "server") as Server);
      answered += 1;
      return response.end();
    };
    for await (const step of judgeInSteps({ app: app as never, token, contracts: false })) {
      expect(step).toMatchObject({ kind: "progress", exchanges: 1 });
      break;
    }
    const then = answered;
    expect(servers[0]?.listening).toBe(false);
    expect(then).toBeLessThan(20);
  });

  test.each([
    ["options that are none", undefined as unknown as JudgeOptions, /judge needs options/],
    ["a base URL that is none", { url: "ftp://plants", token }, /"ftp:\/\/plants"/],
  ])("throws from the loop for %s", async (_what, options, message) => {
    const loop = async (): Promise<void> => {
      for await (const step of judgeInSteps(options)) expect(step).toBe("never yielded");
    };
    await expect(loop()).rejects.toThrow(message);
    await expect(loop()).rejects.toBeInstanceOf(TypeError);
  });

  test("ends with a result when its signal is aborted", async () => {
    await using server = await startServer({ token });
    const ending = new AbortController();
    const last = [];
    for await (const step of judgeInSteps({ url: server.url, token, contracts: false, signal: ending.signal })) {
      ending.abort();
      last[0] = step;
    }
    expect(last).toMatchObject([{ kind: "result", result: { complete: false, verdict: "inconclusive" } }]);
  });
});
