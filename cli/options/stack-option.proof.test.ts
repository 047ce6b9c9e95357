import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { but, json } from "../../proof/correct.ts";
import { startProvider } from "../../proof/test-provider.ts";
import type { RunResult } from "../../result/result.ts";
import { command, folder } from "../testing/command.ts";

const token = "token-of-the-stack";

/** Judges a provider whose errors are pages of its framework. Gives the result and two reports. */
async function judged(...more: readonly string[]): Promise<{ result: RunResult; out: string; page: string }> {
  const html = {
    status: 400,
    headers: { "Content-Type": "text/html" },
    body: "<!doctype html><title>400 Bad Request</title>",
  };
  const page =
    "<title>404 Not Found</title><p>The requested URL was not found on the server. If you entered the URL manually please";
  const answerError = ({ status }: { readonly status: number }): ReturnType<typeof json> =>
    status === 404
      ? { ...html, status: 404, body: page }
      : status === 400
        ? html
        : json(status, { error: status, message: "no" });
  await using provider = await startProvider(but({ answerError }), { token });
  const to = folder();
  await command(["check", provider.url, "--token", token, "--no-contracts", "--out", to, ...more]);
  const read = (name: string): string => readFileSync(join(to, name), "utf8");
  return {
    result: JSON.parse(read("result.json")) as RunResult,
    out: read("report.txt").replaceAll(/\s+/g, " "),
    page: read("report.html"),
  };
}

describe("the stack of a provider", () => {
  test("is recognised by its answers, and its fix comes first", async () => {
    const { result, out, page } = await judged();
    expect(result.provider.stack).toMatchObject({ id: "flask", name: "Flask" });
    expect(out).toContain(
      "Fixes are shown for Flask first (recognized by the framework's own error page; --stack names another).",
    );
    expect(out).toMatch(/fix On Flask: /);
    expect(page).toContain('<details class="more" open');
  });

  test("is the one that --stack names, whatever the answers show", async () => {
    const { result, out } = await judged("--stack", "express");
    expect(result.provider.stack).toEqual({ id: "express", name: "Express", shownBy: "--stack" });
    expect(out).toContain("Fixes are shown for Express first (--stack).");
    expect(out).toMatch(/fix On Express: /);
  });

  test("that is not known is wrong usage, with the nearest name", async () => {
    const argv = ["check", "http://127.0.0.1:9", "--token", "t", "--stack", "flsk"];
    expect(await command(argv)).toMatchObject({
      status: 2,
      err: expect.stringContaining('There is no stack "flsk"; did you mean flask? Known are nestjs'),
    });
  });
});
