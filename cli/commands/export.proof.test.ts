/** `export`: the vectors for programs, and files that other tools read and run. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { startServer } from "../../reference-impl/server.ts";
import type { VectorFile } from "../../suites/vectors/vectors.ts";
import { readHar } from "../../reports/testing/readers.ts";
import { command, folder as freshFolder } from "../testing/command.ts";
import { startProvider } from "../testing/scripted-provider.ts";

const exported = async (format: string, ...more: readonly string[]): Promise<string> => {
  const { status, out, err } = await command(["export", "--format", format, ...more]);
  expect({ status, err }).toEqual({ status: 0, err: "" });
  return out;
};

const tools = ["hurl", "http", "postman", "curl"] as const;

/** One file of each format, for all tests that only read it. */
const texts = { hurl: "", http: "", postman: "", curl: "" };

beforeAll(async () => {
  for (const format of tools) texts[format] = await exported(format);
});

/** How a script ended, and the lines that it printed. */
interface RanScript {
  readonly exitCode: number | null;
  readonly lines: readonly string[];
}

async function runScript(script: string, url: string): Promise<RanScript> {
  const env = { ...process.env, PLANT_STORE_URL: url, PLANT_STORE_TOKEN: "token-of-a-script" };
  return await new Promise((resolve) => {
    const child = execFile("sh", ["-c", script], { env }, (_error, stdout) => {
      resolve({ exitCode: child.exitCode, lines: stdout.trim().split("\n") });
    });
  });
}

/** A script with its beginning, its first commands, as many as given, and its end. */
function shortened(script: string, commands: number): string {
  const [introduction = "", ...entries] = script.trimEnd().split("\n\n");
  return [introduction, ...entries.slice(0, commands), entries.at(-1) ?? ""].join("\n\n");
}

test("without a format prints the vectors, the same at each call", async () => {
  const { out } = await command(["export"]);
  expect(await exported("vectors")).toBe(out);
  const { format, vectors } = JSON.parse(out) as VectorFile;
  expect(format).toBe("plant-store-vectors");
  expect(vectors.length).toBeGreaterThan(100);
});

test("refuses a format that it does not have", async () => {
  const { status, err } = await command(["export", "--format", "yaml"]);
  expect({ status, err }).toEqual({
    status: 2,
    err: expect.stringContaining("vectors, hurl, http, postman, curl, har") as string,
  });
});

describe("a file of another tool", () => {
  test("has other ids at each call, but for a seed", async () => {
    expect(await exported("hurl")).not.toBe(texts.hurl);
    expect(await exported("hurl", "--seed", "1")).toBe(await exported("hurl", "--seed", "1"));
  });

  test("for curl is a script that runs against a server, and ends with 1 where a status is another", async () => {
    const script = texts.curl;
    await using server = await startServer({ token: "token-of-a-script" });
    const { exitCode, lines } = await runScript(shortened(script, 15), server.url);
    expect(lines.filter((line) => !line.startsWith("ok "))).toEqual([]);
    expect({ exitCode, count: lines.length }).toEqual({ exitCode: 0, count: 15 });

    await using anything = await startProvider((_seen, response) => response.end("{}"));
    expect(await runScript(shortened(script, 3), anything.url)).toEqual({
      exitCode: 1,
      lines: [
        "ok accepts-valid-plant/with-every-member",
        "ok accepts-valid-plant/with-required-members",
        "not ok refuses-missing-member/missing-name: expected not-2xx, seen 200",
      ],
    });
  });

  test("for curl reads the final status after interim ones, and takes a base URL that ends with a slash", async () => {
    await using interim = await startProvider(({ url }, response) => {
      response.writeEarlyHints({ link: "</plants>; rel=preload" });
      response.writeHead(url === "/plants" ? 200 : 404).end("HTTP/1.1 500 in a body\n");
    });
    const { exitCode, lines } = await runScript(shortened(texts.curl, 1), `${interim.url}/`);
    expect({ exitCode, lines }).toEqual({ exitCode: 0, lines: ["ok accepts-valid-plant/with-every-member"] });
  });

  test("for curl ends with 1 where nothing answers, and without a base URL", async () => {
    const script = shortened(texts.curl, 1);
    const closed = await runScript(script, "http://127.0.0.1:1");
    expect(closed.exitCode).toBe(1);
    expect(closed.lines).toEqual([expect.stringContaining("seen no answer")]);
    expect((await runScript(script, "")).exitCode).not.toBe(0);
  });

  test("for Hurl asserts the media type of a 200, in any letter case and with parameters, and no other", () => {
    const [, pattern = ""] = /^header "Content-Type" matches \/\^\(\?i\)(.+)\/$/m.exec(texts.hurl) ?? [];
    const isMatched = (value: string): boolean => new RegExp(`^${pattern}`, "i").test(value);
    expect(["application/json", "Application/JSON", "application/json ; charset=utf-8"].map(isMatched)).not.toContain(
      false,
    );
    expect(["application/jsonp", "application/json-seq", "text/application/json"].map(isMatched)).not.toContain(true);
  });

  test("for Postman has a test of the status for each request", () => {
    const { item } = JSON.parse(texts.postman) as {
      item: ReadonlyArray<{
        item: ReadonlyArray<{ request: { method: string }; event: ReadonlyArray<{ script: { exec: string[] } }> }>;
      }>;
    };
    const requests = item.flatMap((folder) => folder.item);
    expect(requests.length).toBeGreaterThan(100);
    for (const { request, event } of requests) {
      expect(request.method).toBe("POST");
      expect(event[0]?.script.exec.join("\n")).toMatch(
        /pm\.response\.code\)\.to\.(?:equal\(200\)|be\.at\.least\(300\))/,
      );
    }
  });

  test.each(["hurl", "http"] as const)("for %s has a status or an assertion for each request", (format) => {
    const text = texts[format];
    const requests = text.match(/^POST \{\{base_url\}\}\/plants(?:\?.*)?$/gm) ?? [];
    const asserted = text.match(/^(?:HTTP (?:200|\*)|> \{%)$/gm) ?? [];
    expect(requests.length).toBeGreaterThan(100);
    expect(asserted).toHaveLength(requests.length);
  });

  test.each(tools)("says how many vectors it cannot hold, and has no token: %s", (format) => {
    const text = texts[format];
    expect(text).toMatch(/\d+ more vectors cannot be written in this format/);
    expect(text).not.toContain(format === "curl" ? "{{token}}" : "$PLANT_STORE_TOKEN");
  });
});

describe("a planned run as HAR", () => {
  test("is a HAR of every request, without answers and without a token", async () => {
    const har = await exported("har", "--base-url", "https://plants.example/api/", "--seed", "1");
    expect(await exported("har", "--base-url", "https://plants.example/api", "--seed", "1")).toBe(har);
    expect(readHar(har).log.entries.length).toBeGreaterThan(200);
    const { entries } = (JSON.parse(har) as PlannedHar).log;
    expect(new Set(entries.map(({ response }) => response.status))).toEqual(new Set([0]));
    expect(entries[0]?.request.url).toBe("https://plants.example/api/plants");
    expect(entries[0]?.["_checks"]).toEqual(["accepts-valid-plant/with-every-member"]);
    expect(har).toContain("Bearer $PLANT_STORE_TOKEN");
  });

  test("can be read as traffic, of which nothing can be judged but the requests", async () => {
    const file = join(freshFolder(), "planned.har");
    writeFileSync(file, await exported("har"));
    expect((await command(["judge-traffic", file, "--side", "provider"])).status).toBe(3);
    const { out } = await command(["judge-traffic", file, "--side", "consumer"]);
    expect(out).toContain("no answer was recorded");
    expect(out).toContain("sent by  plant-store-conformance");
  });

  test.each([
    [["--format", "har", "--base-url", "plants"], "is not a URL"],
    [["--format", "curl", "--base-url", "http://127.0.0.1"], "--base-url is for --format har"],
  ])("%j is wrong usage", async (argv, sentence) => {
    const { status, err } = await command(["export", ...argv]);
    expect([status, err]).toEqual([2, expect.stringContaining(sentence)]);
  });
});

interface PlannedHar {
  readonly log: {
    readonly entries: ReadonlyArray<{
      readonly request: { readonly url: string };
      readonly response: { readonly status: number };
      readonly ["_checks"]: readonly string[];
    }>;
  };
}
