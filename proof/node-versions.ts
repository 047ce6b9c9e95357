/**
 * Tests the command on every major of Node that it supports: `npm run proof -- nodes`. The package `node`
 * provides the binaries. Each runs the reference implementation, and judges it in the ways that depend on Node itself.
 * Prints a line per version, and at the end `N passed, N failed, N skipped`. Exits with 1 if a run is not as expected.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startGroup } from "../cli/process/process-group.ts";
import type { RunResult } from "../result/result.ts";
import { installNode } from "./install-node.ts";
import { authority, certificate } from "./reach/certificates.ts";
import { http2Front, tlsFront } from "./reach/fronts.ts";
import { type StackOutcome, exitStatus, summary, reportOf } from "./real/runner/outcome.ts";
import { type ProcessSurroundings, run } from "./real/runner/process.ts";

/** The even majors, from the oldest that `engines` allows. */
const MAJORS = ["20", "22", "24", "26"];

/** The limit for one command, in milliseconds. */
const PATIENCE_MS = 60_000;

const TOKEN = "token-of-the-node-versions";

/** The root of the checkout, seen from the compiled file. */
const root = fileURLToPath(new URL("../../", import.meta.url));
const command = join(root, "dist/command/main.js");

/** The URLs of the reference implementation, and the authority that signed its certificate. */
interface Urls {
  readonly plain: string;
  readonly tls: string;
  readonly http2: string;
  readonly ca: string;
}

interface Case {
  readonly name: string;
  readonly argv: (urls: Urls) => readonly string[];
  readonly withContracts?: true;
}

const cases: readonly Case[] = [
  { name: "with contracts", argv: ({ plain }) => [plain], withContracts: true },
  { name: "over TLS", argv: ({ tls, ca }) => [tls, "--ca", ca, "--no-contracts"] },
  { name: "over HTTP/2 with contracts", argv: ({ http2, ca }) => [http2, "--ca", ca, "--http2"], withContracts: true },
  { name: "with 1,000 drawn cases", argv: ({ plain }) => [plain, "--no-contracts", "--fuzz", "1000"] },
];

function placeIn(folder: string): ProcessSurroundings {
  return { folder, environment: process.env, signal: AbortSignal.timeout(PATIENCE_MS) };
}

/** Starts the reference implementation. Resolves with its URL once it listens. */
async function serve(node: string): Promise<{ readonly url: string } & AsyncDisposable> {
  const group = startGroup([node, command, "serve", "--port", "0", "--token", TOKEN], {
    cwd: root,
    env: process.env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = "";
    group.child.stdout?.on("data", (data: Buffer) => {
      output += data.toString();
      const [found] = /http:\/\/[^\s/]+/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
    void group.ended.then(() => reject(new Error(`the reference implementation ended: ${output}`)));
  });
  return { url, [Symbol.asyncDispose]: () => group.stop(PATIENCE_MS) };
}

/** Runs one case. Reads the faults from the reports that the case wrote. */
async function prove({ argv, withContracts }: Case, node: string, urls: Urls): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "plant-store-nodes-"));
  try {
    const reports = ["--report", "json=result.json", "--report", "html=report.html"];
    const full: [string, ...string[]] = [node, command, "check", ...argv(urls), "--token", TOKEN, ...reports];
    const ended = await run(full, placeIn(folder));
    if (ended.how !== "succeeded") return [ended.how, ...("output" in ended ? ended.output.trim().split("\n") : [])];
    const result = JSON.parse(readFileSync(join(folder, "result.json"), "utf8")) as RunResult;
    const statuses = result.contracts.flatMap(({ interactions }) => interactions.map(({ status }) => status));
    const html = readFileSync(join(folder, "report.html"), "utf8");
    return [
      ...(result.reasons.join() === "Every requirement is met." ? [] : result.reasons),
      ...(statuses.every((status) => status === "passed") ? [] : [`contracts: ${statuses.join(", ")}`]),
      ...(statuses.length > 0 === (withContracts === true) ? [] : [`there are ${statuses.length} interactions`]),
      ...(/^<!doctype html>.*<\/html>\s*$/is.test(html) ? [] : ["the HTML report is not whole"]),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const outcomes: StackOutcome[] = [];
function tell(outcome: StackOutcome, startedAt: number): void {
  outcomes.push(outcome);
  process.stdout.write(`${reportOf(outcome, (performance.now() - startedAt) / 1000)}\n`);
}

async function proveMajor(major: string, signed: Awaited<ReturnType<typeof authority>>): Promise<void> {
  let startedAt = performance.now();
  const installed = await installNode(major, process.env);
  if ("missing" in installed)
    return tell({ status: "skipped", name: `Node ${major}`, reason: installed.missing }, startedAt);
  const { cert, private: key } = await certificate({ by: signed });
  const ca = join(mkdtempSync(join(tmpdir(), "plant-store-nodes-")), "ca.pem");
  writeFileSync(ca, signed.cert);
  await using server = await serve(installed.node);
  await using tls = await tlsFront(server.url, { cert, key });
  await using http2 = await http2Front(server.url, { cert, key });
  const overTls = (port: number): string => `https://127.0.0.1:${port}`;
  const urls = { plain: server.url, tls: overTls(tls.port), http2: overTls(http2.port), ca };
  for (const one of cases) {
    startedAt = performance.now();
    const reasons = await prove(one, installed.node, urls);
    const name = `Node ${major} ${one.name}`;
    tell(reasons.length === 0 ? { status: "passed", name } : { status: "failed", name, reasons }, startedAt);
  }
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((major) => !MAJORS.includes(major));
if (unknown.length > 0) throw new Error(`Node ${unknown.join(", ")} is not among ${MAJORS.join(", ")}`);
const known = await authority();
const left = MAJORS.filter((major) => wanted.length === 0 || wanted.includes(major));
const lane = async (): Promise<void> => {
  for (let next = left.shift(); next !== undefined; next = left.shift()) await proveMajor(next, known);
};
await Promise.all([lane(), lane()]);
process.stdout.write(`${summary(outcomes)}\n`);
process.exitCode = exitStatus(outcomes);
