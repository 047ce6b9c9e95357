/** Runs Pact's verifier in a separate process, which is killed when it is done or exceeds the time limit. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { devNull } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { at, stringAt } from "./pact-file.ts";

/** One interaction to verify: the URLs of its pact, its states and the provider. */
export interface Job {
  readonly index: number;
  readonly pactUrl: string;
  readonly providerUrl: string;
  readonly statesUrl: string | null;
}

export interface ToVerifier {
  readonly jobs: readonly Job[];
  /** The limit for each request, in milliseconds. */
  readonly timeoutMs: number;
}

export type FromVerifier =
  | { readonly kind: "report"; readonly index: number; readonly report: string }
  | { readonly kind: "fault"; readonly message: string }
  /** Pact's native library is missing, or is for another system. */
  | { readonly kind: "not-loaded"; readonly message: string }
  | { readonly kind: "done" };

/** The result of the jobs. */
export interface Verification {
  /** The report of each job that was run, as JSON text, by the index of the job. */
  readonly reports: ReadonlyMap<number, string>;
  /** Why some jobs have no report. */
  readonly ended: string;
}

/** The process. It loads Pact immediately. */
export interface Verifier {
  /**
   * Runs the jobs in order until they are done or `signal` is aborted; after that nothing more can be run. One call at a
   * time. Never rejects.
   */
  readonly verify: (work: ToVerifier, signal: AbortSignal) => Promise<Verification>;
  readonly end: () => Promise<void>;
}

/**
 * The environment of the process. `PACT_DO_NOT_TRACK` must be exactly `true`: otherwise the verifier reports its use to a
 * server and waits for the answer without a limit. The certificates are not loaded, because the verifier only connects to
 * the proxy, and loading those of the system would take five times as long as a verification.
 */
const ENVIRONMENT = { PACT_DO_NOT_TRACK: "true", LOG_LEVEL: "error", SSL_CERT_FILE: devNull, SSL_CERT_DIR: devNull };

/** Why a verification was aborted: at its deadline, or because the run has ended. */
function endedBy(signal: AbortSignal): string {
  const isDeadline = signal.reason instanceof DOMException && signal.reason.name === "TimeoutError";
  return isDeadline ? "the time limit for the contracts was exceeded" : "the run ended before";
}

/**
 * Starts the process. If it cannot be started, the verifications report it.
 * @param entry the module that the process runs
 */
export function startVerifier(entry = "#contracts/verifier-process.mjs"): Verifier {
  let child: ChildProcess;
  try {
    child = start(fileURLToPath(import.meta.resolve(entry)));
  } catch (error) {
    const ended = `Pact's verifier could not be started (${String(error)})`;
    return { verify: () => Promise.resolve({ reports: new Map(), ended }), end: () => Promise.resolve() };
  }
  let gone: string | undefined;
  child.on("error", (error) => (gone ??= `the process of Pact's verifier failed (${error.message})`));
  child.on("exit", (code, killedBy) => {
    gone ??= `the process of Pact's verifier ended early (${killedBy ?? `exit status ${code}`})`;
  });
  return {
    verify: async (work, signal) => {
      const reports = new Map<number, string>();
      const ended = gone ?? (await verify(child, work, { reports, signal }));
      // A running verification cannot be cancelled, so the process is ended.
      if (signal.aborted) await end(child);
      return { reports, ended };
    },
    end: () => end(child),
  };
}

function start(entry: string): ChildProcess {
  return fork(entry, [], {
    // The verifier searches for its native library below the current directory first.
    cwd: dirname(entry),
    env: ENVIRONMENT,
    execArgv: [],
    // Its output is ignored: the output contains answers of the provider, and writing fails when a pipe is full or
    // closed.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

interface Watched {
  readonly reports: Map<number, string>;
  readonly signal: AbortSignal;
}

/** Sends the jobs to the process and collects the reports. Resolves with the reason why jobs may have no report. */
async function verify(child: ChildProcess, work: ToVerifier, { reports, signal }: Watched): Promise<string> {
  const listening = new AbortController();
  try {
    return await new Promise<string>((resolve) => {
      const onMessage = (message: unknown): void => {
        const index = at(message, "index");
        const report = stringAt(message, "report");
        if (typeof index === "number" && report !== undefined) reports.set(index, report);
        if (at(message, "kind") === "done") resolve("Pact's verifier did not report on it");
        if (at(message, "kind") === "not-loaded") resolve(notLoaded(stringAt(message, "message") ?? ""));
        if (at(message, "kind") === "fault") resolve(`Pact's verifier failed (${stringAt(message, "message")})`);
      };
      const onGone = (): void => resolve("the process of Pact's verifier ended early");
      child.on("message", onMessage).once("exit", onGone).once("error", onGone);
      listening.signal.addEventListener("abort", () => {
        child.off("message", onMessage).off("exit", onGone).off("error", onGone);
      });
      signal.addEventListener("abort", () => resolve(endedBy(signal)), { once: true, signal: listening.signal });
      if (signal.aborted) return resolve(endedBy(signal));
      child.send(work, (error) => error !== null && resolve(`Pact's verifier was not reached (${error.message})`));
    });
  } finally {
    listening.abort();
  }
}

/** The systems for which Pact has a native library. */
export const PLATFORMS = "Linux (x64 and arm64, glibc and musl), macOS (x64 and arm64) and Windows (x64)";

/** The first line says what is missing. The rest is a stack trace, and the place that searched for it is no help. */
function notLoaded(message: string): string {
  const [first = ""] = message.replace(/ imported from .*/s, "").split("\n");
  return (
    `Pact's verifier cannot be loaded here (${first}); it exists for ${PLATFORMS}: there, install the optional dependency` +
    " @pact-foundation/pact-core; elsewhere, `check --no-contracts` leaves the contracts out"
  );
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
