/** `doctor`: whether a check can run, and hints if it cannot. It judges nothing. */
import { randomInt } from "node:crypto";
import { arch, platform } from "node:os";
import { type Operation, readOperation } from "../../spec/read-operation.ts";
import { count } from "../../result/counts.ts";
import { openPace } from "../../http/pace.ts";
import type { Exchange } from "../../result/result.ts";
import { requestsTo } from "../../suites/checks/requests.ts";
import { openSession } from "../../suites/run/session.ts";
import { guardRun } from "../../suites/run/stop.ts";
import { toolVersion } from "../../library/version.ts";
import { EXIT, type Io } from "../io.ts";
import { type LimitOptions, givenPacing } from "../options/limits.ts";
import { type DocumentOptions, givenDocument, withoutNeedOfToken } from "../options/document-options.ts";
import { type NamingOptions, namedProvider } from "../options/named-provider.ts";
import { type DiagnosisLine, addressLines, exchangeLines, versionLines } from "../process/diagnosis.ts";
import type { Target } from "../process/target.ts";
import { withTarget } from "../process/with-target.ts";

/** The options of `doctor`, as parsed from the command line. */
export interface DoctorOptions extends NamingOptions, LimitOptions, DocumentOptions {}

const marks: Readonly<Record<DiagnosisLine["kind"], string>> = { ok: "ok   ", note: "note ", fault: "FAULT" };

/**
 * Runs `doctor`.
 * @param argument the base URL on the command line
 * @returns 0 when a check can run, else 3
 * @throws {UsageError} when an option or a file cannot be used; nothing has been sent then
 */
export async function doctor(argument: string | undefined, options: DoctorOptions, io: Io): Promise<number> {
  const given = await givenDocument(options);
  const operation = given?.operation ?? readOperation();
  const named = namedProvider(argument, withoutNeedOfToken(options, given), io);
  return withTarget({ named, pacing: givenPacing(options, 1) }, { io }, async (target, signal) => {
    const hasToken = operation.security.kind !== "none";
    const { baseUrl, transport, authentication } = target.provider;
    const lines = [...versionLines(versions(), await pactFault(io)), ...addressLines(baseUrl, transport)];
    const { exchange, plants } = await asked(operation, target, signal);
    const all = [
      ...lines,
      ...exchangeLines(exchange, { operation, hasToken: hasToken && authentication !== "none", now: Date.now() }),
    ];
    const trouble = target.trouble();
    const canRun = trouble === null && all.every(({ kind }) => kind !== "fault");
    io.out(all.map(({ kind, text }) => `${marks[kind]}  ${text}\n`).join(""));
    if (trouble !== null) io.err(`${trouble}\n`);
    io.out(`${count(plants, "plant")} created. ${canRun ? "A check can run." : "A check cannot run."}\n`);
    return canRun ? EXIT.conformant : EXIT.inconclusive;
  });
}

function versions(): readonly string[] {
  const { name, version } = toolVersion();
  return [`${name} ${version}`, `Node.js ${process.versions.node}`, `${platform()} ${arch()}`];
}

/** Why Pact's native part cannot be loaded; null if it can. */
async function pactFault({ isExecutable }: Io): Promise<string | null> {
  if (isExecutable === true) return "it is not part of the single executable";
  try {
    await import("@pact-foundation/pact-core");
    return null;
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "unknown cause";
  }
}

/** Sends one valid plant. */
async function asked(
  operation: Operation,
  { provider, redaction }: Target,
  signal: AbortSignal,
): Promise<{ readonly exchange: Exchange; readonly plants: number }> {
  // Does not wait for a provider that asks for a pause, but reports it.
  const limits = { ...provider.limits, rateLimitMs: 0 };
  const impatient = { ...provider, limits };
  const session = openSession({
    provider: impatient,
    redaction,
    pace: openPace(provider.rate),
    startedAt: performance.now(),
  });
  const release = guardRun(session, { provider: impatient, signal });
  try {
    const authentication = provider.authentication ?? "bearer";
    const request = requestsTo(operation, authentication).ordinary(randomInt(1_000_000, 2 ** 31 - 1), "required");
    const { exchange } = await session.ask(request);
    return { exchange, plants: session.counts().plantsCreated };
  } finally {
    release();
    await session.close();
  }
}
