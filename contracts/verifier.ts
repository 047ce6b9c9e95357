/** Pact's verifier in a process of its own: started with nothing but its jobs, killed when it is done or out of time. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { devNull } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { at, stringAt } from "./json.ts";

/** One interaction to verify: where the verifier finds its pact, asks for its states and sends its request. */
export interface Job {
  readonly index: number;
  readonly pactUrl: string;
  readonly providerUrl: string;
  readonly statesUrl: string | null;
}

export interface ToVerifier {
  readonly jobs: readonly Job[];
  /** For each request, in milliseconds. */
  readonly timeoutMs: number;
}

export type FromVerifier =
  | { readonly kind: "report"; readonly index: number; readonly report: string }
  | { readonly kind: "fault"; readonly message: string }
  | { readonly kind: "done" };

/** What came of the jobs. */
export interface Verification {
  /** The verifier's report on a job, JSON text, by the job's index. A job that was not done has none. */
  readonly reports: ReadonlyMap<number, string>;
  /** Why there are jobs without a report. */
  readonly ended: string;
}

/**
 * The whole environment of the process. `PACT_DO_NOT_TRACK` has to be exactly `true`: the verifier else reports its use
 * to a server and waits for that without a limit. No certificates: it speaks to this process alone, without TLS, and
 * reading those of the system would take five times as long as a verification.
 */
const ENVIRONMENT = { PACT_DO_NOT_TRACK: "true", LOG_LEVEL: "error", SSL_CERT_FILE: devNull, SSL_CERT_DIR: devNull };

/** Runs the jobs in order until they are done or `signal` is aborted. Never rejects. */
export async function runVerifier(work: ToVerifier, signal: AbortSignal): Promise<Verification> {
  const reports = new Map<number, string>();
  try {
    const child = start();
    const reason = await new Promise<string>((resolve) => {
      listen(child, reports, resolve);
      signal.addEventListener("abort", () => resolve("the time for the contracts was over"), { once: true });
      if (signal.aborted) resolve("the time for the contracts was over");
      child.send(
        work,
        (error) => error !== null && resolve(`Pact's verifier could not be told its jobs (${error.message})`),
      );
    });
    await end(child);
    return { reports, ended: reason };
  } catch (error) {
    return {
      reports,
      ended: `Pact's verifier could not be started (${error instanceof Error ? error.message : String(error)})`,
    };
  }
}

function start(): ChildProcess {
  const entry = fileURLToPath(import.meta.resolve("#contracts/verifier-process.mjs"));
  return fork(entry, [], {
    // The verifier looks for its native part under the current directory first.
    cwd: dirname(entry),
    env: ENVIRONMENT,
    execArgv: [],
    // Nothing that it prints is read: it prints what a provider answered, and it fails when a pipe is full or closed.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

function listen(child: ChildProcess, reports: Map<number, string>, finish: (reason: string) => void): void {
  child.on("message", (message) => {
    const index = at(message, "index");
    const report = stringAt(message, "report");
    if (typeof index === "number" && report !== undefined) reports.set(index, report);
    if (at(message, "kind") === "done") finish("Pact's verifier did not report on it");
    if (at(message, "kind") === "fault") finish(`Pact's verifier failed (${stringAt(message, "message")})`);
  });
  child.on("error", (error) => finish(`the process of Pact's verifier failed (${error.message})`));
  child.on("exit", (code, killedBy) =>
    finish(`the process of Pact's verifier ended early (${killedBy ?? `exit status ${code}`})`),
  );
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
