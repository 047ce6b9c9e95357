/** `doctor`: whether a check can run, and hints if it cannot. It judges nothing. */
import { randomInt } from "node:crypto";
import { arch, platform } from "node:os";
import type { Operation } from "../../spec/read-operation.ts";
import { tooShort } from "../../suites/run/reached-limits.ts";
import type { Exchange } from "../../result/result.ts";
import { requestsTo } from "../../suites/checks/check-requests.ts";
import { withSession } from "../../suites/run/session.ts";
import { toolVersion } from "../../spec/package-file.ts";
import { EXIT, type Io } from "../io.ts";
import { givenDocument, openingFor } from "../options/document-options.ts";
import type { OptionsOf } from "../options/option-table.ts";
import { type Target, withTarget } from "../process/target.ts";
import type { Transport } from "../../http/connect.ts";
import { header, type HeaderFields, isOwn405 } from "../../http/message.ts";
import type { NoAnswerKind } from "../../http/no-answer.ts";
import { orList } from "../../spec/described-responses.ts";
import { count, excerpt } from "../../result/safe-text.ts";
import { present } from "../../spec/defined.ts";
import { isLoopback } from "../options/transport-options.ts";

const marks: Readonly<Record<DiagnosisLine["kind"], string>> = { ok: "ok   ", note: "note ", fault: "FAULT" };

/** Runs `doctor`. @returns 0 when a check can run, else 3 */
export async function doctor(argument: string | undefined, options: OptionsOf<"doctor">, io: Io): Promise<number> {
  const { operation } = await givenDocument(options);
  const opening = openingFor(operation, argument, options, io);
  return withTarget(opening, { io }, async (target, signal) => {
    const hasToken = operation.security.kind !== "none";
    const { baseUrl, transport, authentication } = target.provider;
    const lines = [...versionLines(ownVersions(), await faultOfPact(io)), ...addressLines(baseUrl, transport)];
    const { exchange, plants } = await sendPlant(operation, target, signal);
    const all = [
      ...lines,
      ...tooShort(target.provider).map((text) => ({ kind: "note" as const, text })),
      ...exchangeLines(exchange, { operation, hasToken: hasToken && authentication !== "none", now: Date.now() }),
    ];
    const canRun = target.trouble() === null && all.every(({ kind }) => kind !== "fault");
    io.out(all.map(({ kind, text }) => `${marks[kind]}  ${text}\n`).join(""));
    io.out(`${count(plants, "plant")} created. ${canRun ? "A check can run." : "A check cannot run."}\n`);
    return canRun ? EXIT.conformant : EXIT.inconclusive;
  });
}

function ownVersions(): readonly string[] {
  const { name, version } = toolVersion();
  return [`${name} ${version}`, `Node.js ${process.versions.node}`, `${platform()} ${arch()}`];
}

/** Why Pact's native part cannot be loaded; null if it can. */
async function faultOfPact({ isExecutable }: Io): Promise<string | null> {
  if (isExecutable === true) return "it is not part of the single executable";
  try {
    await import("@pact-foundation/pact-core");
    return null;
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "unknown cause";
  }
}

async function sendPlant(
  operation: Operation,
  { provider, redaction }: Target,
  signal: AbortSignal,
): Promise<{ readonly exchange: Exchange; readonly plants: number }> {
  // Does not wait for a provider that asks for a pause, but reports it.
  const impatient = { ...provider, limits: { ...provider.limits, rateLimitMs: 0 } };
  const requests = requestsTo(operation, provider.authentication);
  return withSession({ provider: impatient, redaction, signal }, async (session) => {
    const { exchange } = await session.ask(requests.ordinary(randomInt(1_000_000, 2 ** 31 - 1), "required"));
    return { exchange, plants: session.counts().plantsCreated };
  });
}

interface DiagnosisLine {
  readonly kind: "ok" | "note" | "fault";
  readonly text: string;
}

const ok = (text: string): DiagnosisLine => ({ kind: "ok", text });
const note = (text: string): DiagnosisLine => ({ kind: "note", text });
const fault = (text: string): DiagnosisLine => ({ kind: "fault", text });

/** The address, before anything is sent. */
export function addressLines(baseUrl: string, { proxy, unixSocket }: Transport = {}): readonly DiagnosisLine[] {
  const { protocol, hostname, pathname } = new URL(baseUrl);
  const isHere = unixSocket !== undefined || isLoopback(hostname);
  const doubled = `The base URL ends with /plants, and requests go to ${baseUrl}/plants; leave /plants out if that is doubled`;
  return present([
    /\/plants$/i.test(pathname) && note(doubled),
    protocol === "https:"
      ? ok("The base URL is https: what is sent is encrypted")
      : isHere
        ? ok("The provider is on this machine (http)")
        : note("The base URL is http: the token travels unencrypted; use https unless the network is your own"),
    proxy === undefined
      ? ok("Requests go to the provider directly, through no proxy")
      : note(`Requests go through the proxy ${new URL(proxy).host}; no_proxy in the environment leaves it out`),
  ]);
}

/** The largest difference between two clocks, in milliseconds. With more, a token with an expiry may be refused. */
const CLOCK_MS = 60_000;

interface AskedPlant {
  readonly operation: Pick<Operation, "method" | "path" | "success" | "successes">;
  readonly hasToken: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The lines about its response. */
export function exchangeLines({ response, noAnswer }: Exchange, asked: AskedPlant): readonly DiagnosisLine[] {
  if (response === null) return [fault(`The provider was not reached: ${hintFor(noAnswer)}`)];
  const { status, headers } = response;
  const isSuccess = asked.operation.successes.includes(status);
  const line = isSuccess ? successLine(status, headers, asked) : failureLine(response, asked);
  if (noAnswer !== undefined)
    return [fault(`The answer of the provider, ${status}, was not read in full: ${hintFor(noAnswer)}`)];
  return [ok("The provider answers"), line, clockLine(headers, asked.now)];
}

/** Hints by the reason for no answer. The details of a TLS fault need none. */
const HINTS: Readonly<Partial<Record<NoAnswerKind, string>>> = {
  "connection-refused": "start it, or give --start COMMAND or --wait SECONDS",
  "name-not-found": "is the host name correct, and does it need a VPN or a proxy (--proxy)?",
  "connect-timeout": "is there a firewall, or does it need a proxy (--proxy)?",
  "not-http": "is it an https URL, or another port?",
};

function hintFor(noAnswer: Exchange["noAnswer"]): string {
  const detail = excerpt(noAnswer?.detail ?? "there was no answer", 200);
  const hint = noAnswer === undefined ? undefined : HINTS[noAnswer.kind];
  return hint === undefined ? detail : `${detail}; ${hint}`;
}

/** The line about a success. Pages of a web application or a portal also have status 200. */
function successLine(status: number, headers: HeaderFields, { operation, hasToken }: AskedPlant): DiagnosisLine {
  const type = header(headers, "content-type") ?? "";
  const { mediaType } = operation.success;
  if (status === operation.success.status && type.split(";")[0]?.trim().toLowerCase() !== mediaType) {
    const shown = type === "" ? "no Content-Type" : `the Content-Type ${excerpt(type, 60)}`;
    return note(`A valid plant is answered with ${status} and ${shown}, not ${mediaType}; is the base URL correct?`);
  }
  return ok(`${hasToken ? "The token is accepted" : "No token is needed"}, and the operation is there (${status})`);
}

function failureLine(
  { status, headers, body }: NonNullable<Exchange["response"]>,
  { operation, hasToken }: AskedPlant,
): DiagnosisLine {
  if (status === 407) return fault("A proxy asks for credentials (407); put them into the URL of --proxy");
  if (status === 401 || status === 403) {
    return hasToken
      ? fault(`The token is refused (${status}); is it the token of this provider, and has it expired?`)
      : fault(`A request without a token is refused (${status}); leave out --no-auth, and give the token`);
  }
  if (isOwn405(status, headers, body.size)) {
    const words = body.encoding === "utf-8" ? `: ${excerpt(body.content, 200)}` : "";
    return note(`A valid plant is answered with 405 without Allow, perhaps the operation's own refusal${words}`);
  }
  if (status === 404 || status === 405 || (status >= 300 && status < 400))
    return fault(
      `There is no operation at ${operation.method} {base_url}${operation.path} (${status}); give the base URL with its path, without ${operation.path}`,
    );
  if ([429, 502, 503, 504].includes(status))
    return fault(
      `The provider asks for time, or what stands before it has no provider (${status}); try again, or use --wait`,
    );
  const expected = orList(operation.successes);
  return note(`A valid plant is answered with ${status}, where the document says ${expected}; check says more`);
}

function clockLine(headers: HeaderFields, now: number): DiagnosisLine {
  const date = Date.parse(header(headers, "date") ?? "");
  if (Number.isNaN(date)) return note("The provider sends no Date, so that the clocks cannot be compared");
  const seconds = Math.round(Math.abs(now - date) / 1000);
  return Math.abs(now - date) <= CLOCK_MS
    ? ok("The clocks agree")
    : note(`The clocks differ by ${seconds} s: a token with an expiry may be refused; set the clock of one of them`);
}

/** The versions, and whether contracts can be verified. */
export function versionLines(versions: readonly string[], pactFault: string | null): readonly DiagnosisLine[] {
  return [
    ok(versions.join(", ")),
    pactFault === null
      ? ok("Pact's verifier is here: contracts can be verified")
      : note(
          `Pact's verifier cannot be loaded (${excerpt(pactFault, 160)}); check --no-contracts leaves the contracts out`,
        ),
  ];
}
