/** The built command in real terminals, pipes and shells: the keys of `--watch`, and completion. */
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { correct } from "../proof/correct.ts";
import { builtCommand } from "../proof/hostile/built.ts";
import { startProvider } from "../proof/test-provider.ts";
import { folder } from "./testing/command.ts";
import { needs } from "../proof/gate/skips.ts";

const main = join(await builtCommand(), "command/main.js");
const token = "token-of-the-terminal";

/** Whether a command succeeds here. */
function succeeds(program: string, ...argv: readonly string[]): boolean {
  try {
    execFileSync(program, argv, { stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
}

/** Presses each key when the command waits for one. @returns the exit status and the output */
async function pressed(child: ChildProcess, keys: readonly string[]): Promise<{ status: number | null; out: string }> {
  let [out, waits] = ["", 0];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    out += text;
    const waiting = out.split("Watching.").length - 1;
    for (; waits < waiting; waits += 1) child.stdin?.write(keys[waits] ?? "q");
  });
  const [status] = (await once(child, "close")) as [number | null];
  return { status, out };
}

/** Commands that run another one on a pseudo-terminal of its own, by the program that they need. */
const terminals = {
  script: (argv) => ["-qec", argv.map((word) => `'${word}'`).join(" "), "/dev/null"],
  python3: (argv) => [
    "-c",
    "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))",
    ...argv,
  ],
} as const satisfies Readonly<Record<string, (argv: readonly string[]) => readonly string[]>>;

/** The one that is here: BSD has another `script`. */
function terminal(): keyof typeof terminals | undefined {
  if (succeeds("script", "-qec", "true", "/dev/null")) return "script";
  return succeeds("python3", "-c", "import os, pty; os.waitstatus_to_exitcode") ? "python3" : undefined;
}

describe("init", () => {
  test.for([
    ["the end of the input", "\u0004"],
    ["an interrupt", "\u0003"],
  ] as const)("on a pseudo-terminal ends as wrong usage where the answer is %s", async ([, key], context) => {
    const program = terminal();
    if (program === undefined) return context.skip(needs("a terminal", "`script` of util-linux or python3 with pty"));
    const place = folder();
    const argv = terminals[program]([process.execPath, main, "init"]);
    const child = spawn(program, argv, { cwd: place, stdio: ["pipe", "pipe", "inherit"] });
    let [out, isAnswered] = ["", false];
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      if (isAnswered || !out.includes("Base URL")) return;
      isAnswered = true;
      child.stdin.write(key);
    });
    const [status] = (await once(child, "close")) as [number | null];
    expect(out).toContain("The question was not answered, and nothing was written");
    expect(status).toBe(2);
    expect(readdirSync(place)).toEqual([]);
  });
});

describe("--watch", () => {
  const options = ["--no-contracts", "--no-config", "--only", "needs-no-other-headers", "--watch"];
  const watching = (url: string): readonly string[] =>
    [process.execPath, main, "check", url, "--token", token].concat(options);

  test("on a pseudo-terminal runs on Enter and f, and ends on q with the status of the last run", async (context) => {
    const program = terminal();
    if (program === undefined) return context.skip(needs("a terminal", "`script` of util-linux or python3 with pty"));
    await using provider = await startProvider(correct, { token });
    const child = spawn(program, terminals[program](watching(provider.url)), { stdio: ["pipe", "pipe", "inherit"] });
    // A terminal sends a carriage return for Enter, and each key as it is pressed.
    const { status, out } = await pressed(child, ["\r", "f", "q"]);
    expect(out.match(/SELECTION MET/g)).toHaveLength(3);
    expect(out).toContain("Nothing changed since the last run.");
    expect(status).toBe(0);
  });

  test("in a plain pipe takes the first character of a line", async () => {
    await using provider = await startProvider(correct, { token });
    const [program = "", ...argv] = watching(provider.url);
    const child = spawn(program, argv, { stdio: ["pipe", "pipe", "inherit"] });
    const { status, out } = await pressed(child, ["\n", "f\n", "quit\n"]);
    expect(out.match(/SELECTION MET/g)).toHaveLength(3);
    expect(status).toBe(0);
  });
});

/** How a shell loads the script and completes a command line; what it prints is one answer a line. */
const shells: ReadonlyArray<readonly [program: string, ...argv: string[]]> = [
  [
    "bash",
    "--norc",
    "--noprofile",
    "-c",
    `set -u
     eval "$(plant-store-conformance completion bash)"
     registered=$(complete -p plant-store-conformance)
     COMP_WORDS=(plant-store-conformance $WORDS) COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
     COMP_LINE="\${COMP_WORDS[*]}" COMP_POINT=\${#COMP_LINE}
     compopt() { :; }
     set -- $registered
     $3
     printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  // What draws the answers is replaced, because it works in the line editor alone.
  [
    "zsh",
    "-f",
    "-c",
    `compdef() { registered=$1 }
     _describe() { print -rl -- "\${completions[@]}" }
     eval "$(plant-store-conformance completion zsh)"
     words=(plant-store-conformance \${=WORDS}) CURRENT=\${#words}
     $registered`,
  ],
  [
    "fish",
    "--no-config",
    "-c",
    `plant-store-conformance completion fish | source
     complete -C "plant-store-conformance $WORDS"`,
  ],
  [
    "pwsh",
    "-NoProfile",
    "-Command",
    `plant-store-conformance completion powershell | Out-String | Invoke-Expression
     $line = 'plant-store-conformance ' + $env:WORDS
     (TabExpansion2 $line $line.Length).CompletionMatches.CompletionText`,
  ],
];

/** Command lines, what completes each, and what does not. */
const lines = [
  { words: "doc", answer: /^doctor\b/, other: "init" },
  { words: "check --last", answer: /^--last-failed\b/, other: "--watch" },
] as const;

describe("completion in a real shell", () => {
  test.for(shells)("%s loads the script, and completes a command and an option", async (shell, context) => {
    const [program, ...argv] = shell;
    if (!succeeds(program, "--version")) return context.skip(needs("a shell", program));
    const place = folder();
    const path = join(place, "plant-store-conformance");
    writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
    chmodSync(path, 0o755);
    const env = { ...process.env, PATH: `${place}:${process.env["PATH"] ?? ""}`, HOME: place };
    for (const { words, answer, other } of lines) {
      const { stdout, stderr } = await promisify(execFile)(program, argv, { env: { ...env, WORDS: words } });
      expect({ stderr, answers: stdout.trim().split("\n") }).toEqual({
        stderr: "",
        answers: [expect.stringMatching(answer)],
      });
      expect(stdout).not.toContain(other);
    }
  });
});
