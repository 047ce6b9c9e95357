/** Tokens that are fetched, expire, are invalid or are missing, against providers that check them. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Behaviour } from "../../proof/behaviour.ts";
import { but, correct, unauthorized } from "../../proof/correct.ts";
import { startInMemory } from "../../proof/seeds/in-memory.ts";
import { startServer } from "../../reference-impl/server.ts";
import type { RunResult } from "../../result/result.ts";
import { command, folder } from "../testing/command.ts";

const first = "the-first-token-of-the-run";
const second = "the-second-token-of-the-run";

async function check(
  url: string,
  ...argv: readonly string[]
): Promise<{ status: number; err: string; result: RunResult }> {
  const file = join(folder(), "result.json");
  const { status, err } = await command([
    "check",
    url,
    "--no-contracts",
    "--quiet",
    "--report",
    `json=${file}`,
    ...argv,
  ]);
  return { status, err, result: JSON.parse(readFileSync(file, "utf8")) as RunResult };
}

/** A shell command that prints the next line of a file each time it runs. */
function tokensInTurn(...tokens: readonly string[]): string {
  const place = mkdtempSync(join(tmpdir(), "plant-store-"));
  writeFileSync(join(place, "tokens"), tokens.map((token) => `${token}\n`).join(""));
  return `cd "${place}" && head -n 1 tokens && tail -n +2 tokens > rest && mv rest tokens`;
}

/** Accepts each token in turn for the given number of requests, and the last one for ever. */
function expiring(tokens: readonly string[], after: number): Behaviour {
  let [place, served] = [0, 0];
  return but({
    authenticate: ({ headers }) => {
      if (/^bearer +(.+)$/iu.exec(headers.authorization ?? "")?.[1] !== tokens[place]) return unauthorized();
      served += 1;
      if (served === after && place < tokens.length - 1) [place, served] = [place + 1, 0];
      return undefined;
    },
  });
}

describe("a token command", () => {
  test("is run again when a token that worked is refused, and the provider is judged as if nothing had been", async () => {
    await using provider = startInMemory(expiring([first, second], 40), { token: first });
    const { status, result } = await check(provider.url, "--token-command", tokensInTurn(first, second));
    expect(status).toBe(0);
    expect(result.requirements.filter(({ level, status: one }) => level === "MUST" && one !== "passed")).toEqual([]);
    expect(JSON.stringify(result)).not.toMatch(new RegExp(`${first}|${second}`));
  });

  test("that fails during the run ends it, with what it said", async () => {
    await using provider = startInMemory(expiring([first, second], 40), { token: first });
    const { status, result } = await check(provider.url, "--token-command", tokensInTurn(first));
    expect(status).toBe(3);
    expect(result.reasons[0]).toContain("The token was refused during the run, and no other could be fetched");
  });

  test.each([
    ["exit 4", "it ended with exit status 4"],
    ["echo no vault >&2; exit 1", "it ended with exit status 1 and said: no vault"],
    ["true", "There is no token in the command"],
    ["printf 'a\\nb\\n'", "has several lines; give the token alone"],
    ["printf 'a b'", "it has spaces or characters beyond ASCII"],
    ["head -c 20000 /dev/zero | tr '\\0' a", "is longer than a token (20000 characters)"],
  ])("%j is refused before anything is sent", async (text, message) => {
    const ran = await command(["check", "http://127.0.0.1:9", "--token-command", text]);
    expect(ran).toMatchObject({ status: 2, out: "", err: expect.stringContaining(message) });
  });
});

describe("a token", () => {
  const only = ["--no-contracts", "--only", "accepts-valid-plant"];

  test.each([
    ["with a line end", `${first}\r\n`],
    ["with a byte order mark", `\ufeff${first}\n`],
    ["with a final carriage return", `${first}\r`],
    ["in UTF-16, as PowerShell writes it,", Buffer.from(`\ufeff${first}\r\n`, "utf16le")],
  ])("of a file %s is the text without it", async (_, text) => {
    const file = join(folder(), "token");
    writeFileSync(file, text);
    await using server = await startServer({ token: first });
    expect((await command(["check", server.url, "--token-file", file, ...only])).status).toBe(0);
  });

  test("of the environment may end with a line end, as a secret does that was made of a file", async () => {
    await using server = await startServer({ token: first });
    for (const end of ["\n", "\r\n", "\r"]) {
      const ran = await command(["check", server.url, ...only], { PLANT_STORE_TOKEN: `${first}${end}` });
      expect(ran.status).toBe(0);
    }
    const two = await command(["check", server.url, ...only], { PLANT_STORE_TOKEN: `${first}\n\n` });
    expect(two).toMatchObject({ status: 2, err: expect.stringContaining("has several lines") });
  });
});

describe("an invalid token", () => {
  const only = ["--only", "requires-authorization"];

  test("that the provider refuses is judged as met", async () => {
    await using provider = startInMemory(correct, { token: first });
    const { status, result } = await check(provider.url, "--token", first, "--invalid-token", second, ...only);
    const checks = result.requirements.find(({ id }) => id === "requires-authorization")?.checks;
    expect(checks?.map(({ id, status: one }) => [id, one])).toContainEqual([
      "requires-authorization/invalid-token",
      "passed",
    ]);
    expect(status).toBe(0);
    expect(JSON.stringify(result)).not.toContain(second);
  });

  test("that the provider takes breaks a MUST", async () => {
    const anyToken = but({
      authenticate: ({ headers }) => (/^bearer +./iu.test(headers.authorization ?? "") ? undefined : unauthorized()),
    });
    await using provider = startInMemory(anyToken, { token: first });
    const { status, result } = await check(provider.url, "--token", first, "--invalid-token", second, ...only);
    expect(status).toBe(1);
    expect(result.reasons).toContain("1 requirement broken: requires-authorization.");
  });
});

describe("without authentication", () => {
  test("a provider that uses no token is judged by everything else, and what is left out is reported", async () => {
    await using provider = startInMemory(but({ authenticate: () => undefined }), { token: first });
    const { status, result } = await check(provider.url, "--no-auth");
    expect(status).toBe(3);
    expect(result.requirements.filter(({ status: one }) => one === "failed")).toEqual([]);
    const left = result.requirements.filter(({ status: one }) => one === "not-judged").map(({ id }) => id);
    expect(left).toEqual([
      "requires-authorization",
      "requires-bearer-scheme",
      "refuses-empty-token",
      "accepts-bearer-in-any-case",
      "challenges-with-401",
      "keeps-token-secret",
      "missing-token",
      "missing-token-body",
      "malformed-token",
      "malformed-token-body",
      "unknown-token",
      "unknown-token-body",
    ]);
    const sent = result.exchanges.flatMap(({ request }) => request.headers.map(([name]) => name));
    expect(sent).not.toContain("Authorization");
  });

  test("a broken MUST is still one", async () => {
    const created = but({
      authenticate: () => undefined,
      answerPlant: () => ({ status: 201, headers: {}, body: "" }),
    });
    await using provider = startInMemory(created, { token: first });
    expect((await check(provider.url, "--no-auth", "--only", "accepts-valid-plant")).status).toBe(1);
  });

  test("a token beside it is a contradiction", async () => {
    const ran = await command(["check", "http://127.0.0.1:9", "--no-auth", "--token", first]);
    expect(ran).toMatchObject({ status: 2, err: "Both --no-auth and --token are given; give one of them\n" });
  });
});

test.each([
  ["the token", ["--token", first]],
  ["what the command prints", ["--token-command", `echo ${first}`]],
])(
  "an invalid token that is %s of the run is wrong usage: the provider would be accused of accepting it",
  async (_what, argv) => {
    const given = ["check", "http://127.0.0.1:9", "--no-config", ...argv, "--invalid-token", first];
    const { status, out, err } = await command(given);
    expect([status, out]).toEqual([2, ""]);
    expect(err).toMatch(
      /^--invalid-token is the token of the run; give one that the provider must refuse, or leave it out$/m,
    );
    expect(err).not.toContain(first);
  },
);

test("a selection that leaves nothing is refused before the provider is started", async () => {
  const started = join(folder(), "started");
  const given = ["check", "http://127.0.0.1:9", "--token", first, "--no-config", "--start", `touch ${started}`];
  const { status, err } = await command([...given, "--only", "nope"]);
  expect([status, err]).toEqual([2, expect.stringContaining('"nope" selects nothing')]);
  expect(existsSync(started)).toBe(false);
});

test("a provider that wants a token, judged with --no-auth, has refused none", async () => {
  await using server = await startServer({ token: first });
  const { status, result } = await check(server.url, "--no-auth");
  expect([status, result.reasons[0]]).toEqual([
    3,
    expect.stringMatching(/^The provider refused a request without a token: a valid request was answered 401/),
  ]);
});
