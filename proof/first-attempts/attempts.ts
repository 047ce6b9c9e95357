/**
 * First attempts as newcomers write them, and their later versions, in which the author has fixed what the reports
 * name. The faults of the first version were counted by hand in its code.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env, execPath } from "node:process";
import { fileURLToPath } from "node:url";
import type { Command } from "../real/ecosystem.ts";
import { serve } from "../real/runner/serve-stack.ts";
import type { Running } from "../real/stack.ts";

/** The token of every version. */
export const token = "token-of-the-first-attempts";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** A provider, from its first version to the one that meets everything. */
export interface Attempt {
  readonly name: string;
  /** Commands that succeed if the runtime is installed. */
  readonly needs: readonly Command[];
  /** The faults in the code of the first version, one per line. */
  readonly faults: readonly string[];
  /**
   * Causes in the server that runs the handler, which no version changes. When the body was not read, the reset of the
   * connection overtakes the answer in some runs.
   */
  readonly ofServer: readonly string[];
  /** The command of each version. It may include the build. */
  readonly versions: ReadonlyArray<() => Command>;
  /** For each version except the first, the causes in the previous report that it fixes. */
  readonly fixes: ReadonlyArray<readonly string[]>;
}

/** The faults that each author fixes last. */
const OF_TOKENS = ["accepts-bearer-in-any-case", "challenges-with-401"] as const;

export const attempts: readonly Attempt[] = [
  {
    name: "Express",
    needs: [],
    faults: [
      "nothing asks for the types of id, name and tag, or for the range of id",
      "the record is answered, with its id",
      "express.json() answers malformed JSON with Express's own page",
      "the Errors have no message, and `error` is a string",
      "request.body is undefined where nothing was read: 500",
      "express.json() puts U+FFFD in the place of bytes that are not UTF-8",
      "the header is compared as it is written, so that only `Bearer` is the scheme",
      "the 401 has no WWW-Authenticate",
    ],
    ofServer: [],
    versions: ["first", "second", "third"].map((version) => () => [execPath, `express/${version}.cjs`]),
    fixes: [
      ["no-type-checks", "framework-error-page", "record-returned-whole", "error-shape"],
      ["refuses-non-utf8", "refuses-id-beyond-int64", "server-error-unreadable", ...OF_TOKENS],
    ],
  },
  {
    name: "Flask",
    needs: [["python3", "-c", "import flask"]],
    faults: [
      "nothing asks for the types of id, name and tag, or for the range of id",
      "the record is answered, with its id",
      "the record has `tag: None` where there is none",
      "get_json() answers malformed JSON with Flask's own page",
      "the Errors have no message, and `error` is a string",
      "`in` and `[]` of a number, null or a string: 500",
      "json.loads() takes NaN and Infinity",
      "json.loads() of bytes takes UTF-16 and encoded surrogates",
      "the header is compared as it is written, so that only `Bearer` is the scheme",
      "the 401 has no WWW-Authenticate",
    ],
    // Werkzeug's server answers 500 to chunks with a trailer section, and closes without reading a whole chunked body.
    ofServer: ["accepts-chunked-body", "odd-chunks-refused", "server-error", "no-answer"],
    versions: ["first", "second", "third"].map((version) => () => ["python3", `flask/${version}.py`]),
    fixes: [
      [
        "no-type-checks",
        "not-a-number-accepted",
        "framework-error-page",
        "null-for-no-tag",
        "record-returned-whole",
        "error-shape",
        "server-error-unchecked",
      ],
      [
        "accepts-integer-spellings",
        "refuses-non-utf8",
        "refuses-id-beyond-int64",
        "refuses-other-media-types",
        ...OF_TOKENS,
      ],
    ],
  },
  {
    name: "Go's net/http",
    needs: [["go", "version"]],
    faults: [
      "the record is answered, with its id",
      "tag has no omitempty: an empty string where none was sent",
      "http.Error() answers text/plain",
      "nothing asks whether id and name are there: zero values are stored",
      "encoding/json takes null for a member that is not there, for a tag too",
      "encoding/json takes `Name` for the field tagged `name`",
      "a Decoder reads one value and leaves what comes after it",
      "bytes that are not UTF-8 become U+FFFD",
      "7.0 is not an int64 to encoding/json",
      "nothing looks at Content-Type",
      "the prefix is compared as it is written, so that only `Bearer` is the scheme",
      "the 401 has no WWW-Authenticate",
    ],
    ofServer: [],
    versions: [1, 2, 3].map((version) => () => [built(`net-http-${version}/main.go`)]),
    fixes: [
      [
        "missing-members-accepted",
        "text-after-json",
        "error-as-text",
        "matches-member-names-exactly",
        "record-returned-whole",
        "null-accepted",
        "adds-no-tag",
      ],
      ["refuses-non-utf8", "accepts-integer-spellings", "refuses-other-media-types", ...OF_TOKENS],
    ],
  },
];

/** Starts one version. */
export async function startVersion(version: () => Command): Promise<Running> {
  const place = { folder, environment: env, signal: AbortSignal.timeout(60_000) };
  const served = await serve({ run: version() }, place, token);
  if ("ended" in served) throw new Error(`The server ended: ${JSON.stringify(served.ended)}`);
  return served.running;
}

function built(source: string): string {
  const program = join(mkdtempSync(join(tmpdir(), "first-attempt-")), "server");
  execFileSync("go", ["build", "-o", program, join(folder, source)], { stdio: "pipe" });
  return program;
}

/** Why an attempt cannot run here; undefined if it can. */
export function missing({ needs }: Attempt): string | undefined {
  for (const [program, ...argv] of needs) {
    try {
      execFileSync(program, argv, { stdio: "pipe" });
    } catch {
      return `\`${[program, ...argv].join(" ")}\` does not succeed`;
    }
  }
  return undefined;
}
