/** The blocks of shell of a page, and a world in which they run: the command and what stands in for other programs. */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { fromMarkdown } from "mdast-util-from-markdown";
import type { Nodes } from "mdast";
import { command, folder } from "./command.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A block of code of a page. */
export interface CodeBlock {
  readonly language: string | null;
  /** Its lines, without comments; a line that is continued is one. */
  readonly lines: readonly string[];
}

function blocksIn(node: Nodes): readonly CodeBlock[] {
  if (node.type === "code") return [{ language: node.lang ?? null, lines: linesOf(node.value) }];
  return "children" in node ? node.children.flatMap((child) => blocksIn(child)) : [];
}

function linesOf(code: string): readonly string[] {
  const joined = code.replaceAll(/\\\n\s*/g, "").split("\n");
  return joined.map((line) => line.replace(/\s+# .*$/, "").trim()).filter((line) => line !== "");
}

/** Every block of code of a page of the checkout, in order. */
export function codeBlocks(page: string): readonly CodeBlock[] {
  return blocksIn(fromMarkdown(readFileSync(join(root, page), "utf8")));
}

/** How a line of shell ended. */
export interface EndedLine {
  readonly status: number | null;
  readonly output: string;
}

/** What stands in for the command: it passes its arguments and its environment on, and ends as the answer says. */
const STAND_IN = `#!${process.execPath}
const { request } = require("node:http");
const { text } = require("node:stream/consumers");
const call = request({ method: "POST", socketPath: SOCKET });
call.on("response", async (answer) => {
  const { status, out, err } = JSON.parse(await text(answer));
  process.stdout.write(out);
  process.stderr.write(err);
  process.exitCode = status;
});
const words = process.argv.slice(2);
const name = words.findIndex((word) => word.startsWith("plant-store-conformance"));
call.end(JSON.stringify({ argv: words.slice(IS_NPX ? name + 1 : 0), cwd: process.cwd(), env: process.env }));
`;

/** A folder, with programs that stand in for the command and for git. */
export interface ShellWorld extends AsyncDisposable {
  readonly folder: string;
  readonly run: (line: string) => Promise<EndedLine>;
}

/**
 * Opens an environment for the blocks of one page. The command runs in this process, in the folder of the shell that
 * calls it, because a new process for each line would take most of the time.
 * @param env the variables that the reader has set
 */
export async function shellWorld(env: Readonly<Record<string, string>>): Promise<ShellWorld> {
  const home = folder();
  const bin = join(home, "bin");
  mkdirSync(bin);
  const socket = join(home, "command.sock");
  const standIn = STAND_IN.replace("SOCKET", JSON.stringify(socket));
  const programs = {
    "plant-store-conformance": standIn.replace("IS_NPX", "false"),
    npx: standIn.replace("IS_NPX", "true"),
    git: "#!/bin/sh\nexit 0\n",
  };
  for (const [name, script] of Object.entries(programs)) writeFileSync(join(bin, name), script, { mode: 0o755 });
  const PATH = `${bin}:${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`;
  const all = { PATH, HOME: home, ...env };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  const run = (line: string): Promise<EndedLine> =>
    new Promise((resolve) => {
      const options = { cwd: home, env: all, maxBuffer: 2 ** 26 };
      const child = execFile("/bin/sh", ["-c", line], options, (_error, out, err) =>
        resolve({ status: child.exitCode, output: `${out}\n${err}` }),
      );
    });
  const close = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  return { folder: home, run, [Symbol.asyncDispose]: close };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { argv, cwd, env } = JSON.parse(await text(request)) as {
    readonly argv: readonly string[];
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
  };
  const before = process.cwd();
  process.chdir(cwd);
  const ran = await command(argv, env).finally(() => process.chdir(before));
  response.end(JSON.stringify(ran));
}
