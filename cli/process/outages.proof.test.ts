import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { RunResult } from "../../result/result.ts";
import { freePort } from "../../http/testing/free-port.ts";
import { command, folder } from "../testing/command.ts";

const token = "a-token-of-the-fragile-provider";
const provider = fileURLToPath(new URL("../testing/fragile-provider.mjs", import.meta.url));

interface Judged {
  readonly result: RunResult;
  readonly out: string;
  readonly err: string;
  readonly page: string;
}

/** Judges the provider, which the command starts as a process. */
async function judged(how: string, ...more: readonly string[]): Promise<Judged> {
  const [port, to] = [await freePort(), folder()];
  const start = `"${process.execPath}" "${provider}" ${port} ${how}`;
  const argv = ["check", `http://127.0.0.1:${port}`, "--token", token, "--no-contracts", "--start", start, "--out", to];
  const { err } = await command([...argv, ...more]);
  const read = (name: string): string => readFileSync(join(to, name), "utf8");
  return {
    result: JSON.parse(read("result.json")) as RunResult,
    page: read("report.html"),
    out: read("report.txt"),
    err,
  };
}

/** The outcome of a check. */
function outcomeOf({ requirements }: RunResult, id: string): unknown {
  const check = requirements.flatMap(({ checks }) => checks).find((one) => one.id === id);
  return check === undefined ? undefined : { status: check.status, seen: check.findings.map(({ seen }) => seen) };
}

const KILLERS = ["refuses-invalid-member/name-is-null", "id-after-refusal/value"];

describe("a provider whose process a request ends", () => {
  test("is started again; the request that ends it alone is named and counts as not answered; the rest is judged", async () => {
    const { result, out, err, page } = await judged("at-once");
    const { outages = [], exchanges, summary, complete } = result;
    expect(complete).toBe(true);
    const ended = new Set(outages.map(({ endedBy = -1 }) => exchanges[endedBy]?.check));
    // Each outage is explained, and each requirement that sends a null name is among the explanations.
    expect(ended.has(undefined)).toBe(false);
    expect([...ended]).toEqual(expect.arrayContaining(KILLERS));
    for (const { end, restarted, output } of outages) {
      expect({ end, restarted }).toEqual({ end: "exit status 3", restarted: true });
      expect(output).toMatch(/cannot read a name of \[redacted token\]$/);
    }
    // The MUST is met, because there was no success. That there was no answer at all breaks a SHOULD.
    expect(summary.must).toMatchObject({ failed: 0, notJudged: 0 });
    expect(outcomeOf(result, KILLERS[0] ?? "")).toEqual({ status: "passed", seen: [] });
    expect(outcomeOf(result, "answers-every-request/every-request")).toMatchObject({ status: "failed" });
    expect(outcomeOf(result, "accepts-ordinary-requests/every-request")).not.toMatchObject({ status: "failed" });
    expect(out).toMatch(/STOPPED ANSWERING \(\d+ TIMES/);
    expect(out.replaceAll(/\s+/g, " ")).toContain(`${KILLERS[0]} ended it again when it was sent alone`);
    expect(out).toContain("| cannot read a name of [redacted token]");
    expect(page).toContain(`${KILLERS[0]} ended it again when it was sent alone`);
    expect(err).toMatch(/Output of the provider: .*provider\.log/);
    expect(JSON.stringify(result)).not.toContain(token);
  });

  test("after it has answered is found among the last requests that were answered", async () => {
    const { result, page } = await judged("late");
    const { outages = [], exchanges, complete } = result;
    expect(complete).toBe(true);
    // A check draws two wrong members, so it may send a null name too.
    const ended = outages.map(({ endedBy = -1 }) => exchanges[endedBy]?.check);
    expect(ended).not.toContain(undefined);
    expect(ended).toEqual(expect.arrayContaining(KILLERS));
    const failed = exchanges.find(({ response }) => response?.status === 500);
    expect(failed?.output).toContain("cannot read a name of [redacted token]");
    expect(page).toContain("while it was in flight, the provider wrote:");
  });
});
