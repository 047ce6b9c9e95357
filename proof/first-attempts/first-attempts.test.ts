/**
 * First attempts, as newcomers write them: the first report that they read has at most 25 lines in a terminal, and at
 * most one entry more than their code has faults. The faults were counted in the code, by hand.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { judge } from "../../library/index.ts";
import { renderBrief } from "../../reports/brief.ts";
import { renderShort } from "../../reports/text/short.ts";
import type { Running } from "../real/stack.ts";
import { serve } from "../real/runner/serve-stack.ts";
import { startExpress } from "./express.ts";

const token = "token-of-the-first-attempts";
const folder = fileURLToPath(new URL(".", import.meta.url));

interface FirstAttempt {
  readonly name: string;
  /** Commands that succeed where the runtime is there. */
  readonly needs: readonly (readonly [string, ...string[]])[];
  readonly start: () => Promise<Running>;
  /** What is wrong in the code, a fault a line. */
  readonly faults: readonly string[];
}

const attempts: readonly FirstAttempt[] = [
  {
    name: "Express",
    needs: [],
    start: () => startExpress(token),
    faults: [
      "nothing asks for the types of id, name and tag, or for the range of id",
      "the record is answered, with its id",
      "express.json() answers malformed JSON with Express's own page",
      "the Errors have no message, and `error` is a text",
      "request.body is undefined where nothing was read: 500",
      "express.json() puts U+FFFD in the place of bytes that are not UTF-8",
      "the header is compared as it is written, so that only `Bearer` is the scheme",
      "the 401 has no WWW-Authenticate",
    ],
  },
  {
    name: "Flask",
    needs: [["python3", "-c", "import flask"]],
    start: () => startProgram(["python3", "flask_app.py"]),
    faults: [
      "nothing asks for the types of id, name and tag, or for the range of id",
      "the record is answered, with its id",
      "the record has `tag: None` where there is none",
      "get_json() answers malformed JSON with Flask's own page",
      "the Errors have no message, and `error` is a text",
      "`in` and `[]` of a number, null or a text: 500",
      "json.loads() takes NaN and Infinity",
      "json.loads() of bytes takes UTF-16 and encoded surrogates",
      "the header is compared as it is written, so that only `Bearer` is the scheme",
      "the 401 has no WWW-Authenticate",
    ],
  },
  {
    name: "Go's net/http",
    needs: [["go", "version"]],
    start: () => startProgram([built("net-http/main.go")]),
    faults: [
      "the record is answered, with its id",
      "tag has no omitempty: a text without characters where none was sent",
      "http.Error() answers text/plain",
      "nothing asks whether id and name are there: zero values are stored",
      "encoding/json takes null for a member that is not there, for a tag too",
      "encoding/json takes `Name` for the field tagged `name`",
      "a Decoder reads one value and leaves what comes after it",
      "bytes that are not UTF-8 become U+FFFD",
      "7.0 is no int64 to encoding/json",
      "nothing looks at Content-Type",
      "the prefix is compared as it is written, so that only `Bearer` is the scheme",
      "the 401 has no WWW-Authenticate",
    ],
  },
];

async function startProgram(run: readonly [string, ...string[]]): Promise<Running> {
  const place = { folder, environment: process.env, signal: AbortSignal.timeout(60_000) };
  const served = await serve({ run }, place, token);
  if ("ended" in served) throw new Error(`The server ended: ${JSON.stringify(served.ended)}`);
  return served.running;
}

function built(source: string): string {
  const program = join(mkdtempSync(join(tmpdir(), "first-attempt-")), "server");
  execFileSync("go", ["build", "-o", program, join(folder, source)], { stdio: "pipe" });
  return program;
}

/** Why an attempt cannot be run here; undefined if it can. */
function missing({ needs }: FirstAttempt): string | undefined {
  for (const [program, ...argv] of needs) {
    try {
      execFileSync(program, argv, { stdio: "pipe" });
    } catch {
      return `\`${[program, ...argv].join(" ")}\` does not succeed`;
    }
  }
  return undefined;
}

describe.each(attempts)("a first attempt with $name", { timeout: 120_000 }, (attempt) => {
  test("has a first report of at most 25 lines, with at most one entry more than faults", async (context) => {
    const why = missing(attempt);
    if (why !== undefined) return context.skip(`There is no such runtime here: ${why}`);
    const running = await attempt.start();
    try {
      const result = await judge({ url: running.url, token, seed: "1", strict: false, contracts: false });
      const { length: entries } = result.causes ?? [];
      expect(entries).toBeGreaterThanOrEqual(attempt.faults.length - 1);
      expect(entries).toBeLessThanOrEqual(attempt.faults.length + 1);
      for (const width of [80, 100, 120]) {
        expect(renderShort(result, { width }).trimEnd().split("\n").length).toBeLessThanOrEqual(25);
      }
      // The verdict, what was sent, the heading, three examples and fixes, the profile, where more is, the exit status.
      const lines = renderShort(result, { width: 80 }).trimEnd().split("\n").length;
      expect(lines).toBeLessThanOrEqual(entries + 12);
      const brief = renderBrief(result);
      expect(Buffer.byteLength(brief)).toBeLessThanOrEqual(8 * 1024);
      expect(brief.trimEnd().split("\n")).toHaveLength(entries);
    } finally {
      await running.stop();
    }
  });
});
