/** Runs each line of the shell blocks in the README and in docs/, or lists it with the reason why it is not run. */
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { userSupplied } from "../contracts/testing/contract-provider.ts";
import { hasPact } from "../library/judge.ts";
import { mutants } from "../proof/mutants/index.ts";
import { type StartedProvider, startProvider } from "../proof/test-provider.ts";
import { type RunningServer, startServer } from "../reference-impl/server.ts";
import { type ShellWorld, codeBlocks, shellWorld } from "./testing/shell-blocks.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const token = "token-of-the-pages";
const pages = [
  "README.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** Lines that are not run, by how they begin, and why. */
const notRun: ReadonlyArray<readonly [start: string, why: string]> = [
  ["npm ci", "it is what runs this test"],
  ["cd ../my-server", "cli/package.proof.test.ts runs the block in two folders side by side"],
  ["npm in", "cli/package.proof.test.ts installs the packed package in an empty folder"],
  ["npm run executable", "executable/executable.proof.test.ts builds it"],
  ["chmod +x plant-store-conformance-linux-x64", "executable/executable.proof.test.ts builds it and runs it"],
  ["./plant-store-conformance-linux-x64", "executable/executable.proof.test.ts builds it and runs it"],
  ["npm pack", "cli/package.proof.test.ts packs, and proof/image/ builds the image of that"],
  ["docker ", "no image can be downloaded here; proof/image/ builds the image and runs its command"],
  ["npx plant-store-conformance init", "it asks a person; cli/commands/init.test.ts answers"],
  ["npx plant-store-conformance check --watch", "it has no end; cli/commands/watch.proof.test.ts ends it"],
  [
    'npx plant-store-conformance check http://127.0.0.1:8080/api --token-file token.txt --start "node server.js"',
    "the reader's server has a fixed port; cli/process/start-provider.proof.test.ts starts servers",
  ],
  ["npx plant-store-conformance serve ", "it has no end before a signal; cli/commands/serve.test.ts ends it"],
  ["npx plant-store-conformance proxy ", "it has no end before its time; cli/commands/proxy.test.ts ends it"],
  [
    "plant-store-conformance completion bash",
    "it prints to the terminal of this process; cli/commands/completion.test.ts reads it",
  ],
  ["PLANT_STORE_TOKEN=secret python3 ", "it needs Python; proof/vectors-runner.proof.test.ts runs it"],
  ["PACT_BROKER_TOKEN=... ", "it needs a broker; proof/broker/ has a stand-in"],
  ["npx --package @pact-foundation/pact-cli ", "it needs a broker and another package"],
  ["jq ", "it need not be installed; reports/attestation.test.ts reads the statement"],
  ["cosign ", "it needs cosign and a key"],
  ["gh attestation ", "it needs a signature that GitHub has"],
];

/** Lines that end with another status than 0, by page and by what they contain. */
const otherStatuses: ReadonlyArray<readonly [page: string, part: string, status: number]> = [
  // The server of that page breaks a MUST, until it is waived.
  ["docs/waivers.md", "--out reports", 1],
  ["docs/contracts.md", "--pacts", hasPact() ? 0 : 3],
  ["docs/document.md", "--token-file token.txt --document openapi.yaml --pacts", hasPact() ? 0 : 3],
  // The recording of that page has faults.
  ["docs/traffic.md", "judge-traffic session.har", 1],
];

/**
 * Replacements in lines: a date in the past would change the outcome, and many cases would make a line slow. Contracts
 * are verified only for the line that is about them.
 */
const replaced: ReadonlyArray<readonly [RegExp, string]> = [
  [/--until [\d-]+/, "--until 2999-12-31"],
  [/--fuzz 1000/, "--fuzz 20"],
  [/ check (?!.*--pacts)/, " check --no-contracts "],
];

let right: RunningServer;
let wrong: StartedProvider;

beforeAll(async () => {
  const html = mutants.find(({ name }) => name === "answers-200-as-html");
  if (html === undefined) throw new Error("There is no mutant answers-200-as-html");
  [right, wrong] = await Promise.all([
    startServer({ token, basePath: "/api" }),
    startProvider(html.behaviour, { token }),
  ]);
});
afterAll(() => Promise.all([right, wrong].map((server) => server.stop())));

/** A line with the servers of this test in the place of the reader's. */
function forHere(page: string, line: string): string {
  const here = line.replaceAll("http://127.0.0.1:8080/api", page === "docs/waivers.md" ? wrong.url : right.url);
  return replaced.reduce((text, [from, to]) => text.replace(from, to), here);
}

/** What the reader has before the first line of a page. */
async function prepare(page: string, world: ShellWorld): Promise<void> {
  if (page !== "docs/start.md") writeFileSync(join(world.folder, "token.txt"), token);
  if (page === "docs/traffic.md") {
    copyFileSync(join(root, "proof/traffic/recordings/mitmproxy.har"), join(world.folder, "session.har"));
  }
  if (page === "docs/contracts.md" || page === "docs/document.md") {
    mkdirSync(join(world.folder, "pacts"));
    writeFileSync(join(world.folder, "pacts", "own.json"), userSupplied((interaction) => interaction).text);
  }
  const documents = page === "docs/document.md" ? ["openapi.yaml", "openapi-1.0.0.yaml"] : [];
  for (const name of documents) copyFileSync(join(root, "spec/openapi.yaml"), join(world.folder, name));
  if (page === "docs/fleet.md") {
    const providers = ["one", "two", "three", "four"].map(
      (name) => `- { name: ${name}, base-url: "${right.url}", token: "\${PLANT_STORE_TOKEN}" }`,
    );
    writeFileSync(join(world.folder, "fleet.yaml"), `providers:\n${providers.join("\n")}\n`);
  }
  if (page === "docs/loop.md") {
    const config = `base-url: ${right.url}\ntoken-file: token.txt\n`;
    writeFileSync(join(world.folder, "plant-store-conformance.yaml"), config);
    expect((await world.run("plant-store-conformance check --no-contracts")).status).toBe(0);
  }
}

const blocks = new Map(pages.map((page) => [page, codeBlocks(page)]));

test("every block of code names its language", () => {
  const bare = pages.flatMap((page) =>
    (blocks.get(page) ?? []).flatMap(({ language, lines }) => (language === null ? [`${page}: ${lines[0]}`] : [])),
  );
  expect(bare).toEqual([]);
});

const linesOf = (page: string): readonly string[] =>
  (blocks.get(page) ?? []).flatMap(({ language, lines }) => (language === "sh" ? lines : []));

describe.each(pages.filter((page) => linesOf(page).length > 0))("%s", (page) => {
  test("has lines of shell that run, each in its turn", async () => {
    await using world = await shellWorld({ YOUR_TOKEN: token, PLANT_STORE_TOKEN: token });
    await prepare(page, world);
    for (const line of linesOf(page)) {
      if (notRun.some(([start]) => line.startsWith(start))) continue;
      const wanted = otherStatuses.find(([where, part]) => where === page && line.includes(part))?.[2] ?? 0;
      const { status, output } = await world.run(forHere(page, line));
      expect(status, `${line}\n${output}`).toBe(wanted);
    }
  });
});

test("every command has the same base URL and the same token file", () => {
  const all = pages.flatMap((page) => linesOf(page));
  const given = (pattern: RegExp): ReadonlySet<string> =>
    new Set(all.flatMap((line) => [...line.matchAll(pattern)].map(([, value = ""]) => value)));
  expect([...given(/ (?:check|contracts|doctor|proxy|run_vectors\.py \S+) (https?:\S+)/g)]).toEqual([
    "http://127.0.0.1:8080/api",
  ]);
  expect([...given(/--token-file (\S+)/g)]).toEqual(["token.txt"]);
});

test("what is not run, or ends otherwise, is there", () => {
  const lines = pages.flatMap((page) => linesOf(page).map((line) => [page, line] as const));
  expect(notRun.filter(([start]) => !lines.some(([, line]) => line.startsWith(start)))).toEqual([]);
  expect(
    otherStatuses.filter(([where, part]) => !lines.some(([page, line]) => page === where && line.includes(part))),
  ).toEqual([]);
});
